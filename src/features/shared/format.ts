/** How money and time are written (look.md, section 7). Amounts stay decimal strings: nothing passes through a binary number. */

/**
 * `1234.5` digits grouped by commas, all places kept.
 * @param amount decimal string, e.g. '-1234.50'
 */
export function groupDigits(amount: string): string {
  const [whole = '', places] = amount.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = amount.startsWith('-') ? '\u2212' : ''
  return places === undefined ? sign + grouped : `${sign}${grouped}.${places}`
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** '20 Nov 2026, 14:32' in the staff member's own zone; '' for no time. @param iso ISO 8601 */
export const formatTime = (iso: string | null | undefined): string => (iso ? dayAndTime.format(new Date(iso)) : '')

/** '14:32:08'. @param at milliseconds since 1970 */
export const formatClock = (at: number): string => clockTime.format(at)
