/** Accounts of the demo's users: the examples of the registry of IBANs, which no bank gives to anybody. */
export const IBANS = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'PT50000201231234567890154',
  'TR330006100519786457841326',
  'GR1601101250000000012300695',
  'PL61109010140000071219812874',
] as const

/** Values by the pattern of a method's field. @param index of the withdrawal */
export const payoutValue = (pattern: string, index: number): string => {
  switch (pattern) {
    case 'IBAN':
      return IBANS[index % IBANS.length]!
    case 'EMAIL':
      return `wallet${(index * 37) % 1000}@example.com`
    case 'PHONE':
      return `+55${11_900_000_000 + ((index * 7_654_321) % 99_999_999)}`
    default:
      return `pix-${((index * 7919) % 100_000).toString(36)}-${1000 + ((index * 31) % 9000)}`
  }
}
