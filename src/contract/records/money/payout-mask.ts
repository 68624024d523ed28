/** How people see the account that a withdrawal is paid to (money, payout detail). */
const SHOWN = 4
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** @returns a value with its last characters alone; of an IBAN also its first four, which say the country and the check digits */
export function maskedDetail(value: string): string {
  const end = value.length > 2 * SHOWN ? value.slice(-SHOWN) : value.slice(-Math.floor(value.length / 2))
  const start = IBAN.test(value) ? `${value.slice(0, SHOWN)} ` : ''
  return `${start}•••• ${end}`
}
