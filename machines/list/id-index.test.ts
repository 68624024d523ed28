import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIdIndex } from './id-index'

it('finds what a Map finds, however the rows came', () => {
  // Few signs: many ids that are alike, or the same.
  const ids = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '0'), maxLength: 14 }), { maxLength: 700 })
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 6 }), (parts) => {
      const rows: { id: string }[] = []
      const index = createIdIndex(rows)
      const map = new Map<string, number>()
      for (const part of parts) {
        const from = rows.length
        for (const id of part) {
          map.set(id, rows.length)
          rows.push({ id })
        }
        index.extend(from)
        for (const [id, position] of map) expect(index.find(id)).toBe(position)
        expect(index.find('never')).toBeUndefined()
      }
    }),
    { numRuns: 30 },
  )
})

it('finds nothing where there is nothing', () => expect(createIdIndex([]).find('a')).toBeUndefined())

it('grows with its rows, also where many come at once', () => {
  const rows: { id: string }[] = []
  const index = createIdIndex(rows)
  for (const count of [1, 511, 1, 512, 1, 4_000, 12]) {
    const from = rows.length
    for (let more = 0; more < count; more += 1) rows.push({ id: `row-${rows.length}` })
    index.extend(from)
    expect(index.find('never')).toBeUndefined()
    expect(rows.filter(({ id }, position) => index.find(id) !== position)).toEqual([])
  }
})
