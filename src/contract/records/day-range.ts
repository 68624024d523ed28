/**
 * A range of days as one text, for addresses: `2026-01-01/2026-01-31`, with `..` for an open end (ISO 8601-2). Days are
 * in the reader's time zone; both are included.
 */

/** An ISO day, or '' if the range is open. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const OPEN = '..'

/** @returns the two days; both '' if the text is not a range */
export function daysOf(text: string): DayRange {
  const [from = '', to = ''] = text.split('/')
  const dayOf = (day: string) => (DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : '')
  return { from: dayOf(from), to: dayOf(to) }
}

/** @returns '' for a range without an end */
export const dayRange = ({ from, to }: DayRange): string => (from || to ? `${from || OPEN}/${to || OPEN}` : '')

/** The first instant of a day. @param offset number of days later; daylight saving time may change in between */
export function startOfDay(day: string, offset = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + offset).toISOString()
}

/** @returns the first and the last instant of the range; null for an open end */
export function readRange(text: string): { from: string | null; to: string | null } {
  const { from, to } = daysOf(text)
  return {
    from: from ? startOfDay(from) : null,
    to: to ? new Date(Date.parse(startOfDay(to, 1)) - 1).toISOString() : null,
  }
}
