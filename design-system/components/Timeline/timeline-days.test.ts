import { expect, test } from 'vitest'
import { clockOf, groupByDay } from './timeline-days'

const NOW = new Date(2026, 10, 21, 14, 32).getTime()
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const grouped = (times: string[]) =>
  groupByDay(
    times.map((time, index) => ({ id: String(index), at: time })),
    NOW,
  ).map(({ word, groups }) => `${word}: ${groups.map(({ events }) => events.map(({ id }) => id).join('+')).join(' ')}`)

test('events are grouped by day, in their order', () =>
  expect(grouped([at(21, 14), at(21, 0), at(20, 23, 59), at(18, 9), at(18, 8)])).toEqual([
    'Today: 0 1',
    'Yesterday: 2',
    'Wed, 18 Nov 2026: 3 4',
  ]))
test('a day that occurs again gets another heading', () =>
  expect(grouped([at(21, 9), at(20, 9), at(21, 8)])).toEqual(['Today: 0', 'Yesterday: 1', 'Today: 2']))
test('the day before a clock change is yesterday', () => {
  const now = new Date(2026, 9, 25, 23, 30).getTime()
  expect(groupByDay([{ id: 'a', at: new Date(2026, 9, 24, 0, 10).toISOString() }], now)[0]?.word).toBe('Yesterday')
})
test('consecutive events of one person within one minute form a group', () => {
  const by = (id: string, time: string, name: string | null) => ({
    id,
    at: time,
    actor: name === null ? null : { name },
  })
  const groups = groupByDay(
    [
      by('a', new Date(2026, 10, 21, 14, 5, 59).toISOString(), 'mira'),
      by('b', new Date(2026, 10, 21, 14, 5, 0).toISOString(), 'mira'),
      by('c', new Date(2026, 10, 21, 14, 4, 59).toISOString(), 'mira'),
      by('d', new Date(2026, 10, 21, 14, 4, 30).toISOString(), 'dan'),
      by('e', new Date(2026, 10, 21, 14, 4, 20).toISOString(), 'mira'),
      by('f', new Date(2026, 10, 21, 14, 4, 10).toISOString(), null),
      by('g', new Date(2026, 10, 21, 14, 4, 5).toISOString(), null),
    ],
    NOW,
  )[0]!.groups
  expect(groups.map(({ events }) => events.map(({ id }) => id).join('+'))).toEqual(['a+b', 'c', 'd', 'e', 'f', 'g'])
})
test('an invalid time is shown as unknown', () => {
  expect(grouped(['', 'soon'])).toEqual(['Time not known: 0 1'])
  expect(clockOf('soon')).toBe('–')
})
test('the clock has 24 hours', () => expect(clockOf(at(21, 0, 5))).toBe('00:05'))
