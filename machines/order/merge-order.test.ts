import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bothChanges, changesBetween, inOrderOf, isSameOrder, isSameSet, mergeOrder, movedOf } from './merge-order'

const split = (ids: string) => ids.split('')
const merge = (base: string, mine: string, theirs: string) =>
  mergeOrder({ base: split(base), mine: split(mine), theirs: split(theirs) }).join('')

describe('the moved records', () => {
  test.each([
    ['abcd', 'abcd', ''],
    ['abcd', 'bcda', 'a'],
    ['abcd', 'dabc', 'd'],
    ['abcdef', 'efabcd', 'ef'],
    // A record that the list did not contain then was not moved.
    ['abc', 'xcab', 'c'],
  ])('%s → %s: %s', (base, mine, moved) => {
    expect([...movedOf(split(base), split(mine))].toSorted().join('')).toBe(moved)
  })

  const shuffled = fc.shuffledSubarray(split('abcdefg'), { minLength: 7, maxLength: 7 })
  test('are the smallest set whose removal leaves the rest in order', () => {
    const rest = (ids: readonly string[], moved: ReadonlySet<string>) => ids.filter((id) => !moved.has(id)).join('')
    const all = split('abcdefg')
    const subsets = Array.from(
      { length: 2 ** all.length },
      (_, bits) => new Set(all.filter((_id, at) => bits & (1 << at))),
    )
    fc.assert(
      fc.property(shuffled, (mine) => {
        const moved = movedOf(all, mine)
        expect(rest(mine, moved)).toBe(rest(all, moved))
        expect(subsets.some((set) => set.size < moved.size && rest(mine, set) === rest(all, set))).toBe(false)
      }),
      { numRuns: 200 },
    )
  })
})

describe('moves on a changed list', () => {
  test.each([
    ['nothing else changed', 'abcd', 'dabc', 'abcd', 'dabc'],
    ['a record was added at the end', 'abcd', 'dabc', 'abcde', 'dabce'],
    ['a record was added in between', 'abcd', 'dabc', 'axbcd', 'daxbc'],
    ['the moved record was removed', 'abcd', 'dabc', 'abc', 'abc'],
    ['the record before it was removed', 'abcd', 'adbc', 'bcd', 'dbc'],
    ['somebody else moved other records', 'abcde', 'aebcd', 'bacde', 'baecd'],
    ['two were moved behind each other', 'abcdef', 'aefbcd', 'abcdefg', 'aefbcdg'],
    ['somebody else made the same order', 'abcd', 'dabc', 'dabc', 'dabc'],
    ['nothing was moved', 'abcd', 'abcd', 'dcbax', 'dcbax'],
  ])('%s', (_what, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toBe(merged)
  })

  const some = fc.shuffledSubarray(split('abcdefgh'), { minLength: 1 })
  test("contain every record of the list once, and leave the records that the person did not move in the list's order", () => {
    fc.assert(
      fc.property(some, some, fc.integer(), (base, theirs, seed) => {
        const mine = base.toSorted((a, b) => ((a.charCodeAt(0) * seed) % 11) - ((b.charCodeAt(0) * seed) % 11))
        const merged = mergeOrder({ base, mine, theirs })
        expect(merged.toSorted()).toEqual(theirs.toSorted())
        const moved = movedOf(base, mine)
        const stayed = (ids: readonly string[]) => ids.filter((id) => !moved.has(id))
        expect(stayed(merged)).toEqual(stayed(theirs))
      }),
      { numRuns: 500 },
    )
  })
  test('give the person’s own order if the list has not changed', () => {
    fc.assert(
      fc.property(some, (base) => {
        const mine = base.toReversed()
        expect(mergeOrder({ base, mine, theirs: base })).toEqual(mine)
      }),
    )
  })
  test('take a few milliseconds for ten thousand records, also if all were moved', () => {
    const base = Array.from({ length: 10_000 }, (_, index) => `id-${index}`)
    const begun = performance.now()
    expect(mergeOrder({ base, mine: base.toReversed(), theirs: base })[0]).toBe('id-9999')
    expect(performance.now() - begun).toBeLessThan(500)
  })
})

describe("other people's changes of a list", () => {
  test('are the added records, the removed records, and whether the rest has another order', () => {
    expect(changesBetween(split('abc'), split('cbd'))).toEqual({ came: ['d'], went: ['a'], isReordered: true })
    expect(changesBetween(split('abc'), split('xabc'))).toEqual({ came: ['x'], went: [], isReordered: false })
  })
  test('omit a record that was added and removed again', () => {
    const first = { came: ['d', 'e'], went: ['a', 'b'], isReordered: true }
    const second = { came: ['a', 'f'], went: ['d', 'g'], isReordered: false }
    expect(bothChanges(first, second)).toEqual({ came: ['e', 'f'], went: ['b', 'g'], isReordered: true })
  })
})

test('orders and sets are compared by their ids', () => {
  expect([isSameOrder(split('abc'), split('abc')), isSameOrder(split('abc'), split('ab'))]).toEqual([true, false])
  expect(isSameOrder(split('abc'), split('acb'))).toBe(false)
  expect([isSameSet(split('abc'), split('cab')), isSameSet(split('abc'), split('abd'))]).toEqual([true, false])
  expect(isSameSet(split('abc'), split('ab'))).toBe(false)
})

test('ids are sorted as in the order, and ids outside the order follow', () => {
  expect(inOrderOf(split('cba'), split('axbc')).join('')).toBe('cbax')
})
