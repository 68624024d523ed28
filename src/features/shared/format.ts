/** Formats of money and time (look.md, section 7). Amounts stay decimal strings and are never converted to binary numbers. */

import { groupDigits } from '@contract/amounts'
import type { Span, Unit } from '@contract/records/field'

/** 4812 → '4,812'. @param value whole */
export const formatCount = (value: number): string => groupDigits(String(value))

/** '14 days', '1 day', '30 %'. @param number its text, with grouped digits or without */
export const withUnit = (number: string, unit: Unit): string =>
  `${number} ${typeof unit === 'string' ? unit : unit[number === '1' ? 0 : 1]}`

// Implemented without Intl: a list formats thousands of values, and creating Intl's formats delays the first page by 40
// ms.
/** As short as dates write them. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')
const hoursAndMinutes = (time: Date) => `${two(time.getHours())}:${two(time.getMinutes())}`

/** '20 Nov 2026, 14:32' in the staff member's time zone; '' without a time; an invalid time is returned unchanged. @param iso ISO 8601 */
export function formatTime(iso: string | null | undefined): string {
  if (!iso) return ''
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return `${time.getDate()} ${MONTHS[time.getMonth()]} ${time.getFullYear()}, ${hoursAndMinutes(time)}`
}

/** '28 Feb 1990'; an invalid date is returned unchanged. @param date `YYYY-MM-DD`, without a time zone */
export function formatDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? date : `${Number(day)} ${MONTHS[Number(month) - 1] ?? month} ${year}`
}

/** Created when the first country is shown: it takes longer than all other formats. */
let regions: Intl.DisplayNames | undefined
/** 'Brazil'; what is no code is returned unchanged. @param code ISO 3166, two letters */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  return regions.of(code) ?? code
}

const MINUTE_MS = 60_000
/**
 * A duration: '3 d 4 h', '2 h 5 min', '12 min'; below a minute '< 1 min'.
 * @param now milliseconds since 1970: the end of a duration that is still running
 */
export function formatSpan({ from, until }: Span, now: number): string {
  const minutes = Math.floor(((until === null ? now : Date.parse(until)) - Date.parse(from)) / MINUTE_MS)
  if (!(minutes >= 1)) return '< 1 min'
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  return hours > 0 ? (rest > 0 ? `${hours} h ${rest} min` : `${hours} h`) : `${rest} min`
}

/** '14:32' in the staff member's time zone; an invalid time is returned unchanged. @param iso ISO 8601 */
export function formatHours(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? iso : hoursAndMinutes(time)
}

/** '14:32:08' in the staff member's time zone. @param at milliseconds since 1970 */
export function formatClock(at: number): string {
  const time = new Date(at)
  return `${hoursAndMinutes(time)}:${two(time.getSeconds())}`
}
