/** Accounts of the demo's users: German IBANs with right check digits, of a bank that does not exist. */
const BANK = '99999999'
/** Of an account at a German bank. */
const DIGITS = 10
/** The letters DE as digits, and the place of the check digits (ISO 13616). */
const COUNTRY = '131400'
function ibanOf(account: number): string {
  const number = `${BANK}${String(account % 10 ** DIGITS).padStart(DIGITS, '0')}`
  const check = 98n - (BigInt(number + COUNTRY) % 97n)
  return `DE${String(check).padStart(2, '0')}${number}`
}
/** Some users share an account. */
const accountOf = (index: number) => (index % 17 === 3 ? index - 1 : index) * 7_654_321 + 1_200_003

/** Values by the pattern of a method's field. @param index of the withdrawal */
export const payoutValue = (pattern: string, index: number): string => {
  switch (pattern) {
    case 'IBAN':
      return ibanOf(accountOf(index))
    case 'EMAIL':
      return `wallet${index * 37 + 100}@example.com`
    case 'PHONE':
      return `+55${11_900_000_000 + ((index * 7_654_321) % 99_999_999)}`
    default:
      return `pix-${((index * 7919) % 100_000).toString(36)}-${1000 + ((index * 31) % 9000)}`
  }
}
