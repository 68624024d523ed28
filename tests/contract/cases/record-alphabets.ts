/** Names in Thai, Arabic and Greek script: stored unchanged, searchable, sorted, and offered in pickers. */
import assert from 'node:assert/strict'
import type { RecordName } from '@contract/records/calls'
import type { RecordDefinition } from '@contract/records/record'
import type { Case } from '../environment'
import { clientOf } from '../records/people'
import { call, done, hasVerb, lines, list, operationOf } from '../records/calls'
import { EVERYTHING, freshBody } from '../records/rows'
import { checkSuccess } from '../check'
import type { Values } from '../record-examples'
import type { Row } from '../records/oracle'

/** In the order of the root collation: Greek, Arabic, Thai; a Thai vowel written before its consonant is sorted after it. */
const NAMES = ['Άλφα', 'Ωμέγα', 'أحمد', 'بدر', 'ก้าว', 'เก่ง', 'แก้ว', 'ขวัญ'] as const

/** Searches, and the names that they should find. */
const SEARCHES: readonly (readonly [search: string, found: readonly (typeof NAMES)[number][]])[] = [
  ['αλφα', ['Άλφα']],
  ['ΩΜΕΓΑ', ['Ωμέγα']],
  // With and without the hamza on the alef, and with vowel signs that nobody writes in a name.
  ['احمد', ['أحمد']],
  ['أَحْمَد', ['أحمد']],
  ['بدر', ['بدر']],
  ['แก้ว', ['แก้ว']],
  // A part of a word: Thai writes no spaces between words.
  ['ก้', ['ก้าว', 'แก้ว']],
  ['วัญ', ['ขวัญ']],
  // Vowels and tones distinguish Thai words: without them it is another word.
  ['แกว', []],
  ['กาว', []],
  ['เกง', []],
  ['ขวญ', []],
]

/** The first searched text field of a record that accepts such names; null where there is none, or nobody adds records. */
function nameField(record: RecordDefinition): string | null {
  if (!hasVerb(record, 'create')) return null
  const found = Object.entries(record.fields).find(
    ([, { type, search, write }]) =>
      search &&
      write !== 'never' &&
      type.kind === 'text' &&
      NAMES.every((name) => type.rule.pattern.test(`${name} ab`)),
  )
  return found?.[0] ?? null
}

export function recordAlphabetCases(record: RecordDefinition): Case[] {
  const field = nameField(record)
  if (field === null) return []
  return [
    {
      name: `${record.name}: names in Thai, Arabic and Greek are stored unchanged, found by a search, sorted, and offered in pickers`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        // Letters that occur in these names only.
        const own = on.unique()
        const full = (name: string) => `${name} ${own}`
        const ids = new Map<string, string>()
        for (const name of NAMES.toReversed()) {
          const body: Values = { ...(await freshBody(on, record)), [field]: full(name) }
          const row: Row = checkSuccess<Row>(
            await call(client, record, 'create', '', { body }),
            operationOf(record, 'create'),
          )
          assert.equal(row[field], full(name))
          ids.set(name, row.id)
        }
        const idsOf = (names: readonly string[]) => names.map((name) => ids.get(name)!)
        // A paged list is sorted by its paths only.
        const isSorted = record.reads === 'whole' || record.paths!.some(({ order }) => order === field)
        const shown = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
        const found = (rows: readonly { id: string }[]) => (isSorted ? shown(rows) : shown(rows).toSorted())
        const expectedIds = (names: readonly string[]) => (isSorted ? idsOf(names) : idsOf(names).toSorted())
        for (const [direction, expected] of [
          ['asc', NAMES],
          ['desc', NAMES.toReversed()],
        ] as const) {
          const query: Readonly<Record<string, string | number>> = {
            ...EVERYTHING,
            search: own,
            ...(isSorted && { sort_by: field, sort_order: direction }),
          }
          const { rows } = await list(client, record, query)
          assert.deepEqual(found(rows), expectedIds(expected), direction)
          assert.deepEqual((await lines(client, record, query)).rows, rows, 'as NDJSON')
          assert.deepEqual(new Set(rows.map((row) => row[field])), new Set(expected.map(full)))
        }
        for (const [search, names] of SEARCHES) {
          const query: Readonly<Record<string, string | number>> = {
            ...EVERYTHING,
            search: `${search} ${own}`,
            ...(isSorted && { sort_by: field }),
          }
          assert.deepEqual(
            found((await list(client, record, query)).rows),
            expectedIds(names),
            `search for '${search}'`,
          )
          if (!record.namedBy.includes(field)) continue
          const offered = await done<RecordName[]>(client, record, 'names', '', {
            query: { search: `${search} ${own}` },
          })
          assert.deepEqual(shown(offered).toSorted(), idsOf(names).toSorted(), `a picker's search for '${search}'`)
          for (const { name } of offered)
            assert.ok(
              names.some((each) => name.includes(full(each))),
              name,
            )
        }
      },
    },
  ]
}
