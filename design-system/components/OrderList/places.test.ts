import { describe, expect, it, test } from 'vitest'
import { placeAfter, placeAt, placeTyped } from './places'

describe('the keys of an ordered list', () => {
  it.each([
    ['ArrowUp', 5, 4],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 99, 99],
    ['PageDown', 5, 15],
    ['PageUp', 5, 0],
    ['Home', 5, 0],
    ['End', 5, 99],
  ])('%s leads from %i to %i', (key, from, to) => expect(placeAfter(key, from, 99, 10)).toBe(to))
  it('ignores other keys', () => expect(placeAfter('a', 5, 99, 10)).toBeNull())
})

test.each([
  ['12', 12],
  [' 1,204 ', 1204],
  ['99999', 10_000],
  ['0', null],
  ['-3', null],
  ['', null],
  ['1.5', null],
  ['two', null],
])('typed as a place, “%s” is %s', (text, place) => expect(placeTyped(text, 10_000)).toBe(place))

test('a line is dropped at the pointer, within the list', () => {
  expect([-20, 0, 40, 41, 95, 9_999].map((y) => placeAt(y, 41, 4))).toEqual([0, 0, 0, 1, 2, 3])
})
