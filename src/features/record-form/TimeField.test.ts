import { inTimeZone } from '@tests/kit/time-zone'
import { describe, expect, test } from 'vitest'
import { exactOf, localOf } from './TimeField'

// Summer time begins on 29 March 2026 (02:00 becomes 03:00) and ends on 25 October (03:00 becomes 02:00).
inTimeZone('Europe/Berlin')

describe('a typed time', () => {
  test('is stored as an exact time, and displayed as it was typed', () => {
    for (const [typed, exact] of [
      ['2026-01-15T09:05', '2026-01-15T08:05:00.000Z'],
      ['2026-07-15T00:00', '2026-07-14T22:00:00.000Z'],
      ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
      ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
      ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
      ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
    ] as const) {
      expect(exactOf(typed)).toBe(exact)
      expect(localOf(exact)).toBe(typed)
    }
  })
  test('that is skipped when summer time begins is read as one hour later', () => {
    expect(exactOf('2026-03-29T02:00')).toBe('2026-03-29T01:00:00.000Z')
    expect(exactOf('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
    expect(localOf(exactOf('2026-03-29T02:30'))).toBe('2026-03-29T03:30')
  })
  test('that occurs twice when summer time ends is read as the earlier one', () => {
    expect(exactOf('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(localOf('2026-10-25T00:30:00.000Z')).toBe('2026-10-25T02:30')
    expect(localOf('2026-10-25T01:30:00.000Z')).toBe('2026-10-25T02:30')
  })
})

test('an invalid time is neither displayed nor stored', () => {
  for (const text of ['', 'tomorrow', '2026-13-01T09:00']) {
    expect(exactOf(text)).toBe('')
    expect(localOf(text)).toBe('')
  }
})
