/** How long ago something was, in words (spec 2, Notification panel; look.md, Shell). */
import { formatHours, MONTHS } from './format'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** From so many days on the date says more than their number. */
const DAYS_COUNTED = 7

const ago = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`
const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0)
/** Whole days between two midnights; a day of 23 or 25 hours is one too. */
const daysBetween = (earlier: number, later: number) => Math.round((midnight(later) - midnight(earlier)) / (24 * HOUR))

/**
 * '40 seconds ago', '11 minutes ago', '2 hours ago'; then 'Yesterday 18:42', '3 days ago', 'Nov 3, 09:10'. In the staff
 * member's own zone. What is no time stays as it came.
 * @param iso ISO 8601
 * @param now milliseconds since 1970
 */
export function formatAge(iso: string, now: number): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return iso
  const age = now - at
  const days = daysBetween(at, now)
  // Two clocks never agree to the second: a little ahead is now.
  if (age < -MINUTE && days === 0) return `Today ${formatHours(iso)}`
  if (age < MINUTE && age >= -MINUTE) return ago(Math.max(1, Math.floor(age / SECOND)), 'second')
  if (age < HOUR && age >= 0) return ago(Math.floor(age / MINUTE), 'minute')
  if (days === 0) return ago(Math.floor(age / HOUR), 'hour')
  if (days === 1) return `Yesterday ${formatHours(iso)}`
  if (days > 1 && days < DAYS_COUNTED) return ago(days, 'day')
  const date = new Date(at)
  const year = date.getFullYear() === new Date(now).getFullYear() ? '' : ` ${date.getFullYear()}`
  return `${MONTHS[date.getMonth()]} ${date.getDate()}${year}, ${formatHours(iso)}`
}

/** How long what `formatAge` says stays true, about, milliseconds. @param youngest the newest time that is shown */
export const ageChangesIn = (youngest: string | undefined, now: number): number =>
  youngest !== undefined && now - Date.parse(youngest) < MINUTE ? SECOND : MINUTE / 2
