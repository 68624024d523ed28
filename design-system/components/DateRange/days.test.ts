import { describe, expect, test } from 'vitest'
import { addDays, countDays, dayOf, formatSpan, isDay, PRESETS, readDay, readSpan, within } from './days'

const TODAY = '2026-11-21'
const OPEN = { min: '', max: '', today: TODAY }

test.each(['2026-02-28', '2024-02-29', '0001-01-01'])('%s is a day', (day) => expect(isDay(day)).toBe(true))
test.each(['', '2026-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1', '2026-11-20T00:00'])(
  '%j is none',
  (day) => expect(isDay(day)).toBe(false),
)

describe('a typed day', () => {
  test.each([
    '2026-11-20',
    '2026/11/20',
    '20 Nov 2026',
    '20 november 2026',
    '20. Nov. 2026',
    '20-Nov-2026',
    '20nov2026',
    '20.11.2026',
    '20/11/2026',
    ' 20-11-2026 ',
    '20 11 2026',
    '20 Nov',
    '20.11',
    '20.11.',
    '20/11',
  ])('%j is read', (text) => expect(readDay(text, TODAY)).toEqual({ day: '2026-11-20' }))
  test.each([
    ['31 Feb 2026', 'February 2026 has 28 days'],
    ['0 Nov 2026', 'November 2026 has 30 days'],
    ['11/25/2026', 'There is no month 25: the day comes first, as in 20 Nov 2026'],
    ['20.11.26', 'Write the year with four digits'],
    ['2026-02-30', 'February 2026 has 28 days'],
    ['next week', 'Write the day as 20 Nov 2026 or 2026-11-20'],
    ['20 Nox 2026', 'Write the day as 20 Nov 2026 or 2026-11-20'],
    ['20', 'Write the day as 20 Nov 2026 or 2026-11-20'],
    ['٢٠', 'Write the day as 20 Nov 2026 or 2026-11-20'],
  ])('%j: %s', (text, fault) => expect(readDay(text, TODAY)).toEqual({ fault }))
})

describe('a typed span', () => {
  test('is parsed', () =>
    expect(readSpan({ from: '1 Nov', to: '2026-11-20' }, OPEN)).toEqual({
      span: { from: '2026-11-01', to: '2026-11-20' },
      faults: {},
    }))
  test.each([
    [
      { from: '', to: '' },
      { from: 'Enter the first day', to: 'Enter the last day' },
    ],
    [{ from: '20 Nov', to: '19 Nov' }, { to: 'The last day is before the first' }],
    [
      { from: '31 Dec 2025', to: '22 Nov' },
      { from: 'Not before 1 Jan 2026', to: 'Not after 21 Nov 2026' },
    ],
    [{ from: 'x', to: '2 Nov' }, { from: 'Write the day as 20 Nov 2026 or 2026-11-20' }],
  ])('%j is refused: %j', (typed, faults) =>
    expect(readSpan(typed, { min: '2026-01-01', max: TODAY, today: TODAY })).toEqual({ span: null, faults }),
  )
})

test('the presets are calendar days, also across months and years', () => {
  const of = (today: string) =>
    Object.fromEntries(PRESETS.map(({ label, span }) => [label, `${span(today).from} ${span(today).to}`]))
  expect(of('2026-03-01')).toEqual({
    Today: '2026-03-01 2026-03-01',
    Yesterday: '2026-02-28 2026-02-28',
    'Last 7 days': '2026-02-23 2026-03-01',
    'This month': '2026-03-01 2026-03-31',
    'Last month': '2026-02-01 2026-02-28',
  })
  expect(of('2024-01-31')['Last month']).toBe('2023-12-01 2023-12-31')
  expect(of('2024-03-05')['Last month']).toBe('2024-02-01 2024-02-29')
})

test('a day is in the given time zone, also on days with a clock change', () => {
  const late = new Date('2026-11-20T23:30:00Z')
  expect(dayOf(late, 'UTC')).toBe('2026-11-20')
  expect(dayOf(late, 'Asia/Tokyo')).toBe('2026-11-21')
  expect(dayOf(late, 'America/Los_Angeles')).toBe('2026-11-20')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(countDays({ from: '2026-10-20', to: '2026-10-30' })).toBe(11)
})

test('a span is cut to the days that can be chosen', () => {
  expect(within({ from: '2026-11-01', to: '2026-11-30' }, '', TODAY)).toEqual({ from: '2026-11-01', to: TODAY })
  expect(within({ from: '2026-10-01', to: '2026-10-31' }, '2026-11-01', '')).toBeNull()
})

test.each([
  [{ from: '2026-11-01', to: '2026-11-20' }, '1 Nov – 20 Nov 2026'],
  [{ from: '2025-12-31', to: '2026-01-01' }, '31 Dec 2025 – 1 Jan 2026'],
  [{ from: '2026-11-20', to: '2026-11-20' }, '20 Nov 2026'],
  [{ from: '', to: '' }, ''],
])('%j is written %s', (span, text) => expect(formatSpan(span)).toBe(text))
