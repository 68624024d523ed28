import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIdIndex } from './id-index'

it('finds the same positions as a Map, however the rows were added', () => {
  // Few distinct characters, so that many ids are similar or equal.
  const ids = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '0'), maxLength: 14 }), { maxLength: 700 })
  const part = fc.record({ ids, taken: fc.nat(700) })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const rows: { id: string }[] = []
      const index = createIdIndex(rows)
      const map = new Map<string, number>()
      for (const { ids: more, taken } of parts) {
        for (const id of more) {
          map.set(id, rows.length)
          rows.push({ id })
        }
        // Indexes some rows before the look-up, which indexes the rest.
        index.fill(taken)
        for (const [id, position] of map) expect(index.find(id)).toBe(position)
        expect(index.find('never')).toBeUndefined()
      }
    }),
    { numRuns: 30 },
  )
})

it('finds nothing in an empty array', () => expect(createIdIndex([]).find('a')).toBeUndefined())

it('grows with its rows, also if many are added at once', () => {
  const rows: { id: string }[] = []
  const index = createIdIndex(rows)
  for (const count of [1, 511, 1, 512, 1, 4_000, 12]) {
    for (let more = 0; more < count; more += 1) rows.push({ id: `row-${rows.length}` })
    expect(index.find('never')).toBeUndefined()
    expect(rows.filter(({ id }, position) => index.find(id) !== position)).toEqual([])
  }
})

it('reports when all rows are indexed', () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => ({ id: `row-${at}` }))
  const index = createIdIndex(rows)
  expect([index.fill(1_000), index.fill(1_000), index.fill(1_000)]).toEqual([false, false, true])
  expect(index.find('row-2499')).toBe(2499)
})
