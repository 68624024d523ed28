/** Reads and writes days in short forms, in the order day, month, year. Pure functions. */

/** Whether the day is in the past or in the future; determines the year if none, or only its last digit, is typed. */
export type DaySide = 'past' | 'future'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
/** Patterns for input of digits only, by number of digits. A single digit is the last one of the year. */
const DIGITS: Readonly<Record<DaySide, Readonly<Record<number, RegExp>>>> = {
  future: { 4: /^(\d\d)(\d)(\d)$/, 5: /^(\d\d)(\d\d)(\d)$/ },
  past: { 3: /^(\d\d)(\d)$/, 4: /^(\d\d)(\d\d)$/ },
}
const ALWAYS: Readonly<Record<number, RegExp>> = { 6: /^(\d\d)(\d\d)(\d\d)$/, 8: /^(\d\d)(\d\d)(\d{4})$/ }

const two = (part: number) => String(part).padStart(2, '0')

/** @returns the day in ISO form; null if there is no such day */
function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1000 && year <= 9999
    ? `${year}-${two(month)}-${two(day)}`
    : null
}

/** @returns the day nearest to today on that side, in a year that ends with `ends`; null if there is none */
function nearest(month: number, day: number, ends: string, side: DaySide, today: string): string | null {
  const from = Number(today.slice(0, 4))
  const step = side === 'future' ? 1 : -1
  // A leap day is at most eight years away; the year of a last digit is at most ten.
  for (let year = from; Math.abs(year - from) <= 20; year += step) {
    const found = String(year).endsWith(ends) ? dayOf(year, month, day) : null
    if (found !== null && (side === 'future' ? found >= today : found <= today)) return found
  }
  return null
}

function yearOf(text: string, month: number, day: number, side: DaySide, today: string): string | null {
  if (text.length === 4) return dayOf(Number(text), month, day)
  // Two digits are a year of this century, even on the other side of today: the form reports that as an error.
  if (text.length === 2) return dayOf(Number(`${today.slice(0, 2)}${text}`), month, day)
  return nearest(month, day, text, side, today)
}

/** Reads '3', '03', 'mar' and 'March'. */
function monthOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  return text.length < 3 ? 0 : MONTHS.findIndex((month) => text.toLowerCase().startsWith(month)) + 1
}

/**
 * Reads '240331', '24.3.31', '24 Mar 2031' and '2031-03-24'; for the future also '2431' and '24031' (with the last
 * digit of the year), for the past also '246' and '2406' (the most recent such day).
 * @param today `YYYY-MM-DD`
 * @returns the day as `YYYY-MM-DD`; null if the text is not a day
 */
export function readDay(typed: string, side: DaySide, today: string): string | null {
  const text = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts =
    (DIGITS[side][text.length] ?? ALWAYS[text.length])?.exec(text) ??
    /^(\d{1,2})[\s./-]+(\d{1,2}|\p{L}+)\.?(?:[\s./-]+(\d{4}|\d{1,2}))?$/u.exec(text)
  if (!parts) return null
  const [, day, month, year = ''] = parts
  const number = monthOf(month!)
  return number < 1 || number > 12 ? null : yearOf(year, number, Number(day), side, today)
}

/** @param day `YYYY-MM-DD` @returns for example '24 Mar 2031', which `readDay` reads as the same day */
export function writeDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  const name = MONTHS[month! - 1]!
  return `${date} ${name[0]!.toUpperCase()}${name.slice(1)} ${year}`
}

const DAY_MS = 24 * 3600 * 1000
const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** @returns the distance from today: 'in 4 years', '12 days ago' or 'today' */
export function distanceOf(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (days === 0) return 'today'
  const count = Math.abs(days)
  const words =
    count < 60
      ? many(count, 'day')
      : count < 730
        ? many(Math.floor(count / 30.44), 'month')
        : many(Math.floor(count / 365.25), 'year')
  return days > 0 ? `in ${words}` : `${words} ago`
}
