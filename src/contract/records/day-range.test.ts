import { inTimeZone } from '@tests/kit/time-zone'
import { expect, test } from 'vitest'
import { dayRange, daysOf, readRange, startOfDay } from './day-range'

// Summer time there begins on 29 March 2026 at 01:00 UTC and ends on 25 October at 01:00 UTC.
inTimeZone('Europe/Berlin')

test('a range of days is one text with one or both days', () => {
  expect(dayRange({ from: '2026-03-28', to: '2026-03-30' })).toBe('2026-03-28/2026-03-30')
  expect(dayRange({ from: '', to: '2026-03-30' })).toBe('../2026-03-30')
  expect(dayRange({ from: '', to: '' })).toBe('')
  expect(daysOf('2026-03-28/..')).toEqual({ from: '2026-03-28', to: '' })
  expect(daysOf('2026-13-01/tomorrow')).toEqual({ from: '', to: '' })
})

test('a range extends from the first instant of its first day to the last instant of its last day', () => {
  expect(readRange('2026-01-01/2026-01-31')).toEqual({
    from: '2025-12-31T23:00:00.000Z',
    to: '2026-01-31T22:59:59.999Z',
  })
  expect(readRange('../2026-01-31')).toEqual({ from: null, to: '2026-01-31T22:59:59.999Z' })
  expect(readRange('2026-01-01/..')).toEqual({ from: '2025-12-31T23:00:00.000Z', to: null })
  expect(readRange('')).toEqual({ from: null, to: null })
})

test('the day on which summer time begins has 23 hours', () => {
  expect(readRange('2026-03-29/2026-03-29')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T21:59:59.999Z',
  })
  expect(readRange('2026-03-28/2026-03-30')).toEqual({
    from: '2026-03-27T23:00:00.000Z',
    to: '2026-03-30T21:59:59.999Z',
  })
})

test('the day on which summer time ends has 25 hours', () => {
  expect(readRange('2026-10-25/2026-10-25')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T22:59:59.999Z',
  })
  expect(readRange('2026-10-24/2026-10-26')).toEqual({
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-26T22:59:59.999Z',
  })
})

test('the day after the last one of a month or a year is the first one of the next', () => {
  expect(startOfDay('2026-12-31', 1)).toBe('2026-12-31T23:00:00.000Z')
  expect(startOfDay('2028-02-28', 1)).toBe('2028-02-28T23:00:00.000Z')
  expect(startOfDay('2026-03-31', 1)).toBe('2026-03-31T22:00:00.000Z')
})
