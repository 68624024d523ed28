import { describe, expect, test } from 'vitest'
import { distanceOf, readDay, writeDay } from './read-day'

const TODAY = '2026-06-15'

describe('a day in the future', () => {
  test.each([
    ['2431', '2031-03-24'],
    ['24031', '2031-03-24'],
    ['24127', '2027-12-24'],
    ['240331', '2031-03-24'],
    ['24032031', '2031-03-24'],
    ['24.3.31', '2031-03-24'],
    ['24/03/2031', '2031-03-24'],
    [' 24 Mar 2031 ', '2031-03-24'],
    ['24 march 31', '2031-03-24'],
    ['2031-03-24', '2031-03-24'],
    // This year, or in ten years if the day has passed.
    ['3166', null],
    ['3076', '2026-07-30'],
    ['0156', '2036-05-01'],
    ['1566', '2026-06-15'],
    // Without a year: the next such day.
    ['24.3', '2027-03-24'],
    ['29.2', '2028-02-29'],
    // A year of two or four digits may be in the past: the form reports that.
    ['240320', '2020-03-24'],
    ['24.3.2020', '2020-03-24'],
  ])('reads %o as %o', (typed, day) => expect(readDay(typed, 'future', TODAY)).toBe(day))
})

describe('a day in the past', () => {
  test.each([
    ['0506', '2026-06-05'],
    ['056', '2026-06-05'],
    ['2012', '2025-12-20'],
    ['20.12', '2025-12-20'],
    ['200426', '2026-04-20'],
    ['20 Apr', '2026-04-20'],
    ['15.6', '2026-06-15'],
    ['16.6', '2025-06-16'],
  ])('reads %o as %o', (typed, day) => expect(readDay(typed, 'past', TODAY)).toBe(day))
})

test.each([
  '',
  '24',
  '2',
  '320331',
  '301331',
  '310231',
  '24.13.31',
  '24 Xyz 2031',
  '24.3.311',
  '31.4',
  'soon',
  '2031-02-30',
])('does not read %o as a day', (typed) => expect(readDay(typed, 'future', TODAY)).toBeNull())

test.each(['2031-03-24', '2026-01-01', '1999-12-31'])(
  '%s is written in a form that is read back as the same day',
  (day) => {
    expect(readDay(writeDay(day), 'past', TODAY)).toBe(day)
  },
)

test.each([
  ['2026-06-15', 'today'],
  ['2026-06-16', 'in 1 day'],
  ['2026-06-03', '12 days ago'],
  ['2026-09-15', 'in 3 months'],
  ['2031-03-24', 'in 4 years'],
  ['2020-03-24', '6 years ago'],
])('the distance of %s is %s', (day, words) => expect(distanceOf(day, TODAY)).toBe(words))
