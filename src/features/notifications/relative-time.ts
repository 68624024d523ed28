/** Formats how long ago something happened (spec 2, Notification panel; contract, Readings). */
import { formatHours, MONTHS } from '../shared/format'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From this many days on, the date is shown instead of the number of days. */
const DAYS_COUNTED = 7

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0)
/** Calendar days between two times. Rounded, because a day with a clock change has 23 or 25 hours. */
const calendarDays = (earlier: number, later: number) => Math.round((midnight(later) - midnight(earlier)) / DAY)

/** 'Nov 3, 09:10', with the year if it is not the current one. In the staff member's own time zone. */
function formatDate(iso: string, now: number): string {
  const date = new Date(iso)
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${MONTHS[date.getMonth()]} ${date.getDate()}${year}, ${formatHours(iso)}`
}

/**
 * The age of an entry: '40 seconds ago', '11 minutes ago', '23 hours ago', '6 days ago', then 'Nov 3, 09:10'.
 * @param iso ISO 8601; a value that is not a time is returned unchanged
 * @param now milliseconds since 1970
 */
export function formatAge(iso: string, now: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const age = now - at
  // The clocks of two machines differ by some seconds: a time slightly in the future counts as now.
  if (age < -MINUTE) return formatMoment(iso, now)
  if (age < MINUTE) return ago(Math.max(1, Math.floor(age / SECOND)), 'second')
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  if (age < DAYS_COUNTED * DAY) return ago(Math.floor(age / DAY), 'day')
  return formatDate(iso, now)
}

/**
 * The exact time for tooltips and screen readers: 'Today 14:02', 'Yesterday 18:42', then 'Nov 3, 09:10'. In the staff
 * member's own time zone.
 * @param iso ISO 8601; a value that is not a time is returned unchanged
 * @param now milliseconds since 1970
 */
export function formatMoment(iso: string, now: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const days = calendarDays(at, now)
  if (days === 0) return `Today ${formatHours(iso)}`
  return days === 1 ? `Yesterday ${formatHours(iso)}` : formatDate(iso, now)
}

/** How long the result of `formatAge` stays valid, in milliseconds. @param youngest the newest time that is shown */
export const ageChangesIn = (youngest: string | undefined, now: number): number =>
  youngest !== undefined && now - Date.parse(youngest) < MINUTE ? SECOND : MINUTE / 2
