import { describe, expect, it } from 'vitest'
import { ageChangesIn, formatAge, formatMoment } from './relative-time'

const NOW = new Date(2026, 10, 20, 14, 32, 0).getTime()
const at = (...[month, day, hours, minutes, seconds = 0]: [number, number, number, number, number?]) =>
  new Date(2026, month - 1, day, hours, minutes, seconds).toISOString()

describe('the age of an entry, at Nov 20 14:32', () => {
  it.each([
    [at(11, 20, 14, 31, 20), '40 seconds ago'],
    [at(11, 20, 14, 31, 59), '1 second ago'],
    [at(11, 20, 14, 32, 0), '1 second ago'],
    [at(11, 20, 14, 32, 30), '1 second ago'],
    [at(11, 20, 14, 31, 0), '1 minute ago'],
    [at(11, 20, 14, 21), '11 minutes ago'],
    [at(11, 20, 13, 32), '1 hour ago'],
    [at(11, 20, 0, 5), '14 hours ago'],
    [at(11, 19, 23, 55), '14 hours ago'],
    [at(11, 19, 14, 33), '23 hours ago'],
    [at(11, 19, 14, 32), '1 day ago'],
    [at(11, 18, 18, 42), '1 day ago'],
    [at(11, 18, 14, 32), '2 days ago'],
    [at(11, 14, 9, 10), '6 days ago'],
    [at(11, 13, 14, 33), '6 days ago'],
    [at(11, 13, 14, 32), 'Nov 13, 14:32'],
    [at(11, 3, 9, 10), 'Nov 3, 09:10'],
    [new Date(2025, 10, 3, 9, 10).toISOString(), 'Nov 3 2025, 09:10'],
    [at(11, 20, 18, 42), 'Today 18:42'],
    [at(11, 21, 9, 10), 'Nov 21, 09:10'],
    ['not a time', 'not a time'],
  ])('of %s is %s', (iso, text) => expect(formatAge(iso, NOW)).toBe(text))

  it('counts minutes across midnight', () =>
    expect(formatAge(at(11, 19, 23, 55), new Date(2026, 10, 20, 0, 5).getTime())).toBe('10 minutes ago'))
  it('changes each second during the first minute, then each half minute', () => {
    expect(ageChangesIn(at(11, 20, 14, 31, 30), NOW)).toBe(1000)
    expect(ageChangesIn(at(11, 20, 14, 21), NOW)).toBe(30_000)
    expect(ageChangesIn(undefined, NOW)).toBe(30_000)
  })
})

describe('the exact time in a tooltip, at Nov 20 14:32', () => {
  it.each([
    [at(11, 20, 14, 2), 'Today 14:02'],
    [at(11, 20, 0, 0), 'Today 00:00'],
    [at(11, 19, 23, 59), 'Yesterday 23:59'],
    [at(11, 19, 18, 42), 'Yesterday 18:42'],
    [at(11, 18, 23, 59), 'Nov 18, 23:59'],
    [new Date(2025, 10, 3, 9, 10).toISOString(), 'Nov 3 2025, 09:10'],
    [at(11, 21, 9, 10), 'Nov 21, 09:10'],
    ['not a time', 'not a time'],
  ])('of %s is %s', (iso, text) => expect(formatMoment(iso, NOW)).toBe(text))
})
