import { groupDigits } from '@contract/amounts'
import { describe, expect, it } from 'vitest'
import { countryName, formatClock, formatCount, formatDate, formatSpan, formatTime } from './format'

describe('money and numbers', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['123456789012.50', '123,456,789,012.50'],
    ['-1234.5', '−1,234.5'],
  ])('groups the digits of %s', (amount, written) => {
    expect(groupDigits(amount)).toBe(written)
  })
  it('groups a count', () => expect(formatCount(100_000)).toBe('100,000'))
})

describe('times, in the local time zone', () => {
  const local = (...parts: [number, number, number, number, number, number]) => new Date(...parts)
  it.each([
    [local(2026, 10, 20, 14, 32, 8), '20 Nov 2026, 14:32', '14:32:08'],
    [local(2026, 8, 1, 0, 0, 0), '1 Sep 2026, 00:00', '00:00:00'],
    [local(2025, 11, 31, 23, 59, 59), '31 Dec 2025, 23:59', '23:59:59'],
  ])('writes %s', (time, written, clock) => {
    expect(formatTime(time.toISOString())).toBe(written)
    expect(formatClock(time.getTime())).toBe(clock)
  })
  it('returns an empty text without a time, and an invalid time unchanged', () => {
    expect([formatTime(null), formatTime(undefined), formatTime(''), formatTime('soon')]).toEqual(['', '', '', 'soon'])
  })
})

it.each([
  ['1990-02-28', '28 Feb 1990'],
  ['2004-12-01', '1 Dec 2004'],
  ['soon', 'soon'],
])('writes the date %s, in whatever zone', (date, written) => expect(formatDate(date)).toBe(written))

it.each([
  ['BR', 'Brazil'],
  ['VN', 'Vietnam'],
  // No country has this code.
  ['QX', 'QX'],
  ['Brazil', 'Brazil'],
  ['', ''],
])('writes the country %s', (code, written) => expect(countryName(code)).toBe(written))

describe('durations', () => {
  const from = '2026-03-01T09:00:00.000Z'
  const after = (minutes: number) => Date.parse(from) + minutes * 60_000
  it.each([
    [-5, '< 1 min'],
    [0.9, '< 1 min'],
    [1, '1 min'],
    [59.9, '59 min'],
    [60, '1 h'],
    [125, '2 h 5 min'],
    [1440, '1 d'],
    [3 * 1440 + 240, '3 d 4 h'],
  ])('%d minutes, while it goes on', (minutes, written) =>
    expect(formatSpan({ from, until: null }, after(minutes))).toBe(written),
  )
  it('do not change after the end', () =>
    expect(formatSpan({ from, until: new Date(after(30)).toISOString() }, after(9000))).toBe('30 min'))
})
