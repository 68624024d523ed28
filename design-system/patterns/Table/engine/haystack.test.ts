import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from '../types'
import { fold, searchWords } from '../../../primitives/text/fold'
import { Haystack } from './haystack'

interface Row {
  name: string
  note: string
}
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', kind: 'text', width: 100, text: ({ name }) => name },
  { key: 'note', title: 'Note', kind: 'text', width: 100, text: ({ note }) => note },
  { key: 'hidden', title: 'Hidden', kind: 'text', width: 100, searchable: false, text: () => 'never found' },
]
const searched = (rows: Row[]) => {
  const haystack = new Haystack(() => rows)
  haystack.setColumns(columns)
  haystack.reset()
  haystack.stop()
  return {
    found: (search: string) => {
      const words = searchWords(search)
      return rows.flatMap((_, position) => (haystack.matches(position, words) ? [position] : []))
    },
    drop: (position: number) => haystack.drop(position),
  }
}
const plainly = (rows: readonly Row[], search: string) =>
  rows.flatMap(({ name, note }, position) =>
    searchWords(search).every((word) => [name, note].some((text) => fold(text).includes(word))) ? [position] : [],
  )

test('finds what a plain look at every text finds, whatever changed and whatever was asked before', () => {
  const word = fc.oneof(
    fc.constantFrom('Ann', 'ÉLODIE', 'É', 'ann@x.test', 'ann elodie', 'x.test  É ann', ''),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const row = fc.record({ name: word, note: word })
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(29), row, word), { maxLength: 12 }),
      (rows, steps) => {
        const { found, drop } = searched(rows)
        for (const [at, other, term] of steps) {
          expect(found(term)).toEqual(plainly(rows, term))
          rows[at % rows.length] = other
          drop(at % rows.length)
          expect(found(term)).toEqual(plainly(rows, term))
        }
      },
    ),
  )
})

test('a column of more texts than it counts is searched all the same, also while they are being read', () => {
  const rows = Array.from({ length: 9000 }, (_, number) => ({
    name: `Name ${number}`,
    note: number % 2 ? 'odd' : 'EVEN',
  }))
  const { found, drop } = searched(rows)
  expect(found('name 4097')).toEqual([4097])
  expect(found('name 12')).toEqual(plainly(rows, 'name 12'))
  expect(found('even')).toHaveLength(4500)
  rows[7] = { name: 'Even so', note: 'odd' }
  drop(7)
  expect(found('even')).toHaveLength(4501)
  expect(found('never')).toEqual([])
})
