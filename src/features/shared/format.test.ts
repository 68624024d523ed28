import { describe, expect, it } from 'vitest'
import { formatClock, formatCount, formatTime, groupDigits } from './format'

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

describe('times, in the own zone', () => {
  const local = (...parts: [number, number, number, number, number, number]) => new Date(...parts)
  it.each([
    [local(2026, 10, 20, 14, 32, 8), '20 Nov 2026, 14:32', '14:32:08'],
    [local(2026, 8, 1, 0, 0, 0), '1 Sep 2026, 00:00', '00:00:00'],
    [local(2025, 11, 31, 23, 59, 59), '31 Dec 2025, 23:59', '23:59:59'],
  ])('writes %s', (time, written, clock) => {
    expect(formatTime(time.toISOString())).toBe(written)
    expect(formatClock(time.getTime())).toBe(clock)
  })
  it('writes nothing for no time, and what is no time as it came', () => {
    expect([formatTime(null), formatTime(undefined), formatTime(''), formatTime('soon')]).toEqual(['', '', '', 'soon'])
  })
})
