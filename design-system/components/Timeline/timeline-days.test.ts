import { expect, test } from 'vitest'
import { clockOf, groupByDay } from './timeline-days'

const NOW = new Date(2026, 10, 21, 14, 32).getTime()
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString()
const grouped = (times: string[]) =>
  groupByDay(
    times.map((time, index) => ({ id: String(index), at: time })),
    NOW,
  ).map(({ word, events }) => `${word}: ${events.map(({ id }) => id).join(' ')}`)

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
test('an invalid time is shown as unknown', () => {
  expect(grouped(['', 'soon'])).toEqual(['Time not known: 0 1'])
  expect(clockOf('soon')).toBe('–')
})
test('the clock has 24 hours', () => expect(clockOf(at(21, 0, 5))).toBe('00:05'))
