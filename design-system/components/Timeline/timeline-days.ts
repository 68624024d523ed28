/** Groups events by day, in the person's time zone (look, section 7). */

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

export interface DayGroup<Event> {
  key: string
  word: string
  events: Event[]
}

/**
 * Groups consecutive events of the same day under one heading, in the given order.
 * @param now milliseconds since 1970
 */
export function groupByDay<Event extends { id: string; at: string }>(
  events: readonly Event[],
  now: number,
): DayGroup<Event>[] {
  const groups: DayGroup<Event>[] = []
  for (const event of events) {
    const word = dayWord(known(event.at), now)
    const last = groups.at(-1)
    if (last?.word === word) last.events.push(event)
    else groups.push({ key: event.id, word, events: [event] })
  }
  return groups
}
