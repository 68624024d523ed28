/** Groups events by day, and those of one person by minute, in the reader's time zone (look, section 7). */

const dayWords = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const clockWords = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const midnight = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
const known = (at: string) => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? null : time
}

/** '14:32'; an en dash where the time is unknown. @param at ISO 8601 */
export const clockOf = (at: string): string => {
  const time = known(at)
  return time ? clockWords.format(time) : '–'
}

/** 'Today', 'Yesterday', 'Fri, 20 Nov 2026', or 'Time not known'. */
function dayWord(time: Date | null, now: number): string {
  if (!time) return 'Time not known'
  // A day may have 23 or 25 hours.
  const days = Math.round((midnight(new Date(now)) - midnight(time)) / 86_400_000)
  if (days === 0) return 'Today'
  return days === 1 ? 'Yesterday' : dayWords.format(time)
}

/** What grouping needs of an event. */
interface Timed {
  id: string
  /** ISO 8601. */
  at: string
  /** Who did it; null: what happened by itself. */
  actor?: { name: string } | null
  icon?: unknown
}

/** Events of one person within one minute, in their order. */
export interface MinuteGroup<Event> {
  key: string
  events: Event[]
}
export interface DayGroup<Event> {
  key: string
  word: string
  groups: MinuteGroup<Event>[]
}

const MINUTE_MS = 60_000
const isTogether = (one: Timed, other: Timed) =>
  one.actor?.name === other.actor?.name &&
  // Without an actor only what is alike belongs together, such as both sides of a transfer.
  (one.actor != null || (one.icon !== undefined && one.icon === other.icon)) &&
  Math.floor(Date.parse(one.at) / MINUTE_MS) === Math.floor(Date.parse(other.at) / MINUTE_MS)

/**
 * Groups consecutive events of the same day under one heading, and of the same person and minute in one group, in the given order.
 * @param now milliseconds since 1970
 */
export function groupByDay<Event extends Timed>(events: readonly Event[], now: number): DayGroup<Event>[] {
  const days: DayGroup<Event>[] = []
  for (const event of events) {
    const word = dayWord(known(event.at), now)
    const day = days.at(-1)
    const group = { key: event.id, events: [event] }
    if (day?.word !== word) {
      days.push({ key: event.id, word, groups: [group] })
      continue
    }
    const last = day.groups.at(-1)!
    if (isTogether(last.events[0]!, event)) last.events.push(event)
    else day.groups.push(group)
  }
  return days
}
