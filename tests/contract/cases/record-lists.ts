/** What the definition of a record specifies for its list; an independent oracle computes the expected responses (records/oracle.ts). */
import assert from 'node:assert/strict'
import type { RecordName } from '@contract/records/calls'
import { isCampaign } from '@contract/records/campaigns'
import type { Field } from '@contract/records/field'
import { fixedField, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { checkFailure } from '../check'
import type { Case, Environment } from '../environment'
import { asSentTo, clientOf, fieldsOf, type Person } from '../records/people'
import { call, done, hasVerb, lines, list } from '../records/calls'
import { EVERYTHING, rowsOf } from '../records/rows'
import { makeGround } from '../records/ground'
import {
  asListed,
  bare,
  compareTexts,
  holdsWord,
  inOrder,
  narrowedBy,
  passes,
  totalsOf,
  searchedWords,
  storeOf,
  textOf,
  valuesOf,
  type Row,
} from '../records/oracle'

export const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const sorted = (texts: readonly string[]) => texts.toSorted()
const fieldsBy = (record: RecordDefinition, which: (field: Field) => boolean): [string, Field][] =>
  Object.entries(record.allFields).filter(([, field]) => which(field))
const searchedOf = (record: RecordDefinition) => fieldsBy(record, ({ search }) => search).map(([name]) => name)

/** The rows for the cases: enough of them to detect wrong results. */
export async function ground(on: Environment, record: RecordDefinition, person: Person = 'boss'): Promise<Row[]> {
  await makeGround(on, record)
  return rowsOf(on, record, person)
}

/** Requires that some rows match and others do not; otherwise the check could not fail. */
export function requireBoth(on: Environment, all: readonly Row[], found: readonly Row[], what: string): void {
  if (found.length === 0) throw on.cannot(`${what}: no row matches`)
  if (found.length === all.length) throw on.cannot(`${what}: every row matches`)
}

/** A paged list counts its rows only on request. */
const totalOfPage = (record: RecordDefinition, total: number) => (record.reads === 'paged' ? null : total)

/** The list and the stream have the same rows, in this order. */
export async function listedAs(
  on: Environment,
  record: RecordDefinition,
  query: Record<string, string>,
  expected: readonly string[],
  what: string,
  person: Person = 'boss',
): Promise<void> {
  const client = await clientOf(on, person)
  const { rows, total } = await list(client, record, { ...EVERYTHING, fields: fieldsOf(person, record)[0]!, ...query })
  assert.deepEqual(idsOf(rows), expected, what)
  assert.equal(total, expected.length, `${what}: total_count`)
  const streamed = await lines(client, record, { ...EVERYTHING, fields: fieldsOf(person, record)[0]!, ...query })
  assert.deepEqual(idsOf(streamed.rows), expected, `${what}: as NDJSON`)
  assert.equal(streamed.total, expected.length, `${what}: total_count of NDJSON`)
  // Where more pages follow, the total must be counted.
  const page = await list(client, record, { ...query, itemNo: '1' })
  assert.equal(page.total, totalOfPage(record, expected.length), `${what}: total_count of a page`)
  assert.deepEqual(idsOf(page.rows), expected.slice(0, 1), `${what}: the first page`)
}

/** A list that is paged by number. */
const pagesCase = (record: RecordDefinition): Case => ({
  name: `${record.name}.list: pages are consecutive, each with the total; a page beyond the end is empty`,
  writes: true,
  async run(on) {
    const all = await ground(on, record)
    const client = await clientOf(on, 'boss')
    for (const page of [1, 2]) {
      const { rows, total } = await list(client, record, { page, itemNo: 2 })
      assert.deepEqual(idsOf(rows), idsOf(all).slice(2 * page - 2, 2 * page))
      assert.equal(total, all.length)
    }
    assert.deepEqual(await list(client, record, { page: 1_000_000, itemNo: 3 }), { rows: [], total: all.length })
  },
})

const wholeCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.list: the full list contains each record once, in its order, and NDJSON has the same rows`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      assert.ok(all.length > 3, 'there are rows')
      assert.deepEqual(idsOf(all), [...new Set(idsOf(all))])
      assert.deepEqual(idsOf(all), idsOf(asListed(record, all)))
      const streamed = await lines(await clientOf(on, 'boss'), record, EVERYTHING)
      assert.deepEqual(streamed, { rows: all, total: all.length })
    },
  },
  ...(record.reads === 'whole' ? [pagesCase(record)] : []),
  {
    name: `${record.name}.list: fields and id select what is returned; get returns the same row as the list`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const client = await clientOf(on, 'boss')
      const [first, second] = Object.keys(record.allFields)
      const { rows } = await list(client, record, { ...EVERYTHING, fields: `${second},${first}` })
      for (const row of rows) assert.deepEqual(sorted(Object.keys(row)), sorted(['id', 'version', first!, second!]))
      const wanted = [all[0]!, all.at(-1)!]
      const some = await list(client, record, { id: `${idsOf(wanted).join(',')},01890a5d-ac96-774b-bcce-b302099a8057` })
      assert.deepEqual(some, { rows: wanted, total: totalOfPage(record, 2) })
      for (const row of wanted) assert.deepEqual(await done(client, record, 'get', row.id), row)
      checkFailure(await call(client, record, 'list', '', { query: { fields: 'search_text' } }), 400)
    },
  },
]

const sortCases = (record: RecordDefinition): Case[] =>
  // The field that makes a record part of another one has the same value in all of its rows.
  fieldsBy(record, (field) => field !== record.allFields[fixedField(record) ?? '']).map(([name, field]) => ({
    name: `${record.name}.list sorted by ${name}: in both directions, equal values by id, empty values last`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const texts = new Set(all.map((row) => textOf(row[name])).filter((text) => text !== null))
      if (texts.size < 2) throw on.cannot(`all rows have the same ${name}`)
      const mayBeEmpty = !field.required && !field.derived && field.write !== 'never'
      if (mayBeEmpty && !all.some((row) => textOf(row[name]) === null)) throw on.cannot(`no row is without ${name}`)
      for (const direction of ['asc', 'desc'] as const) {
        const expected = idsOf(inOrder(all, name, field, direction))
        await listedAs(on, record, { sort_by: name, sort_order: direction }, expected, `${name} ${direction}`)
      }
    },
  }))

/** Words of a text that a search could use. */
const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => bare(word).length > 1)
/** A word that occurs in this field of a row and in none of its other fields. */
function wordOnlyIn(
  all: readonly Row[],
  record: RecordDefinition,
  name: string,
  others: readonly string[],
): string | null {
  for (const row of all) {
    const text = textOf(row[name])
    const whole =
      record.allFields[name]!.type.kind === 'phone' ? [(text ?? '').replaceAll(/\D/g, '')] : wordsOf(text ?? '')
    const word = whole.find((each) => each !== '' && !holdsWord(row, record, others, each))
    if (word !== undefined) return word
  }
  return null
}
/** The rows that a search finds. */
const foundBy = (all: readonly Row[], record: RecordDefinition, fields: readonly string[], search: string) =>
  all.filter((row) => searchedWords(search).every((word) => holdsWord(row, record, fields, word)))

function searchCases(record: RecordDefinition): Case[] {
  const searched = searchedOf(record)
  if (searched.length === 0) return []
  const search = async (
    on: Environment,
    all: readonly Row[],
    text: string,
    fields = searched,
    person: Person = 'boss',
  ) => {
    const expected = foundBy(all, record, fields, text)
    await listedAs(on, record, { search: text }, idsOf(expected), `search for '${text}'`, person)
    return expected
  }
  return [
    ...searched.map((name): Case => ({
      name: `${record.name}.list: a search finds a word of ${name} or a part of it, in any letter case, without accents`,
      writes: true,
      async run(on) {
        const all = await ground(on, record)
        const word = wordOnlyIn(
          all,
          record,
          name,
          searched.filter((each) => each !== name),
        )
        if (word === null) throw on.cannot(`no row has a word in ${name} alone`)
        for (const text of [word, word.toUpperCase(), bare(word), ` ${word.slice(0, -1)} `])
          requireBoth(on, all, await search(on, all, text), `'${text}'`)
      },
    })),
    ...fieldsBy(record, (field) => !field.search).map(([name]): Case => ({
      name: `${record.name}.list: a search does not find a word of ${name}`,
      writes: true,
      async run(on) {
        const all = await ground(on, record)
        const word = wordOnlyIn(all, record, name, searched)
        // A row without a word of its own in this field cannot be tested.
        if (word !== null) await search(on, all, word)
      },
    })),
    {
      name: `${record.name}.list: a search accepts several words, an id, and special characters literally`,
      writes: true,
      async run(on) {
        const all = await ground(on, record)
        const [name] = searched
        const row = all.find((each) => [name!, searched.at(-1)!].every((key) => textOf(each[key]) !== null))!
        const own = textOf(row[name!])!.split(/\s+/)[0]!
        requireBoth(on, all, await search(on, all, `${textOf(row[searched.at(-1)!])}  ${own}`), 'two words')
        assert.deepEqual(await search(on, all, `${own} ${on.unique()}`), [])
        await listedAs(on, record, { search: ` ${row.id.toUpperCase()} ` }, [row.id], 'an id')
        for (const sign of ['%', '_', '\\', "' or 1=1 --"]) await search(on, all, sign)
      },
    },
  ]
}

/** A filter and the rows that match it. */
interface Narrowing {
  query: Record<string, string>
  found: Row[]
}
/** The useful filters of a field, from the values of the rows. */
function narrowingsOf(all: readonly Row[], name: string, field: Field): Narrowing[] {
  const keep = (how: '' | 'not' | 'from' | 'to', wanted: string[]): Narrowing => ({
    query: { [how === '' ? name : `${name}.${how}`]: wanted.join(',') },
    found: all.filter((row) => passes(row, name, field, how, wanted)),
  })
  const values = [...new Set(all.flatMap((row) => valuesOf(row[name])))].filter((value) => !value.includes(','))
  if (values.length === 0) return []
  if (narrowedBy(field) === 'values') {
    const [first, second = first] = values
    return [
      keep('', [first!]),
      keep('', [values.at(-1)!]),
      keep('not', [first!]),
      keep('', [first!, second!]),
      keep('not', [first!, second!]),
    ]
  }
  const inOrderOf = values.toSorted((left, right) => compareTexts(field, left, right))
  const [low, middle, high] = [inOrderOf[0]!, inOrderOf[Math.floor(inOrderOf.length / 2)]!, inOrderOf.at(-1)!]
  const from = keep('from', [middle])
  const to = keep('to', [middle])
  return [
    from,
    to,
    keep('to', [low]),
    keep('from', [high]),
    { query: { ...from.query, ...to.query }, found: from.found.filter((row) => to.found.includes(row)) },
  ]
}

const filterCases = (record: RecordDefinition): Case[] => [
  ...fieldsBy(record, (field) => field.filter && narrowedBy(field) !== 'nothing').map(([name, field]): Case => ({
    name: `${record.name}.list narrowed by ${name}: ${narrowedBy(field) === 'values' ? 'one value, any of several, none of several' : 'from and to, both inclusive'}`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const narrowings = narrowingsOf(all, name, field)
      const parameters = narrowedBy(field) === 'values' ? [name, `${name}.not`] : [`${name}.from`, `${name}.to`]
      for (const parameter of parameters) {
        const telling = narrowings.some(
          ({ query, found }) =>
            Object.keys(query).join() === parameter && found.length > 0 && found.length < all.length,
        )
        if (!telling) throw on.cannot(`no value of ${parameter} is met by some rows and not by others`)
      }
      for (const { query, found } of narrowings) await listedAs(on, record, query, idsOf(found), JSON.stringify(query))
      if (field.type.kind === 'flag') {
        const found = all.filter((row) => row[name] === true)
        await listedAs(on, record, { [name]: 'TRUE' }, idsOf(found), 'true in capitals')
      }
    },
  })),
  {
    name: `${record.name}.list: unknown filters, and values in a wrong form, are 400`,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const unfiltered = fieldsBy(record, (field) => !field.filter).flatMap(([name]) => [
        name,
        `${name}.not`,
        `${name}.from`,
      ])
      const wrongHow = fieldsBy(record, (field) => field.filter).flatMap(([name, field]) =>
        narrowedBy(field) === 'values' ? [`${name}.from`, `${name}.like`] : [name, `${name}.not`],
      )
      for (const parameter of [...unfiltered, ...wrongHow, 'search_text', 'id.not', '.not'])
        checkFailure(await call(client, record, 'list', '', { query: { [parameter]: '1' } }), 400, parameter)
      for (const [name, field] of fieldsBy(record, ({ filter }) => filter)) {
        const bad = narrowedBy(field) === 'range' ? `${name}.from` : name
        if (!['text', 'email', 'phone', 'slug', 'person', 'role', 'storeCode', 'tags'].includes(field.type.kind))
          checkFailure(await call(client, record, 'list', '', { query: { [bad]: 'nonsense' } }), 400, bad)
      }
    },
  },
]

/** What people with rights to half of the fields receive. */
const readerCases = (record: RecordDefinition): Case[] => [
  ...(['evens', 'odds'] as const).map((person): Case => ({
    name: `${record.name}: a reader of ${person === 'evens' ? 'one half' : 'the other half'} of the fields receives only these, in the list, in the stream and in a single record`,
    writes: true,
    async run(on) {
      // First: on some platforms a new role adds a row to the list of what roles may do.
      const client = await clientOf(on, person)
      const all = await ground(on, record)
      const may = fieldsOf(person, record)
      const seen = (row: Row) => {
        const shown = asSentTo(person, record, row)
        return Object.fromEntries(['id', ...may, 'version'].map((name) => [name, shown[name]]))
      }
      const { rows, total } = await list(client, record, EVERYTHING)
      assert.deepEqual(rows, all.map(seen))
      assert.equal(total, all.length)
      assert.deepEqual((await lines(client, record, EVERYTHING)).rows, all.map(seen))
      assert.deepEqual(await done(client, record, 'get', all[0]!.id), seen(all[0]!))
      const asked = await list(client, record, { itemNo: 1, fields: Object.keys(record.allFields).join(',') })
      assert.deepEqual(asked.rows, all.slice(0, 1).map(seen))
    },
  })),
  ...Object.entries(record.allFields).map(([name, field]): Case => ({
    name: `${record.name}: a person without the right to read ${name} cannot sort, filter or search by it`,
    writes: true,
    async run(on) {
      const person = fieldsOf('evens', record).includes(name) ? 'odds' : 'evens'
      const client = await clientOf(on, person)
      const whole = await ground(on, record)
      const all = whole.map((row) => asSentTo(person, record, row))
      const may = fieldsOf(person, record)
      assert.ok(!may.includes(name), 'somebody may not read it')
      const refused = async (query: Record<string, string>) =>
        checkFailure(await call(client, record, 'list', '', { query }), 400, JSON.stringify(query))
      await refused({ sort_by: name })
      if (field.filter) for (const { query } of narrowingsOf(all, name, field)) await refused(query)
      if (!field.search) return
      const readable = searchedOf(record).filter((each) => may.includes(each))
      const word = wordOnlyIn(all, record, name, readable)
      if (word === null) throw on.cannot(`no row has a word in ${name} alone`)
      const own = readable.map((each) => wordOnlyIn(all, record, each, []))
      if (own.includes(null)) throw on.cannot('no row has a word in a field that may be read')
      // A search does not find a word of the field, but still finds words of other fields.
      for (const search of [word, ...own.map(String)])
        await listedAs(
          on,
          record,
          { search },
          idsOf(foundBy(all, record, readable, search)),
          `search for '${search}'`,
          person,
        )
    },
  })),
]

const storeCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: people of a partner's store see only its records, in lists, totals, names, single records and histories`,
    writes: true,
    async run(on) {
      const all = await ground(on, record)
      const mine = await rowsOf(on, record, 'partner')
      const own = all.filter((row) => mine[0] && storeOf(row) === storeOf(mine[0]))
      requireBoth(on, all, own, 'records of the partner')
      const client = await clientOf(on, 'partner')
      await listedAs(on, record, {}, idsOf(own), 'the list of the partner', 'partner')
      assert.deepEqual(mine, own)
      if (hasVerb(record, 'totals'))
        assert.deepEqual(await done(client, record, 'totals'), totalsOf(record, own), 'the totals of the partner')
      const other = all.find((row) => !own.includes(row))!
      const nothing = { rows: [], total: totalOfPage(record, 0) }
      assert.deepEqual(await list(client, record, { id: other.id }), nothing)
      assert.deepEqual(await list(client, record, { search: other.id }), nothing)
      for (const verb of ['get', 'history']) {
        checkFailure(await call(client, record, verb, other.id), 404, verb)
        await done(client, record, verb, own[0]!.id)
      }
      const names = await done<RecordName[]>(client, record, 'names', '', {
        query: { id: idsOf(all.slice(0, 200)).join(',') },
      })
      for (const { id } of names) assert.ok(idsOf(own).includes(id), 'a name of another store')
    },
  },
]

const NAMES_AT_MOST = 50
const nameOf = (record: RecordDefinition, row: Row) => record.namedBy.map((field) => textOf(row[field])).join(' ')
/** What pickers receive: the names, and the field by which other records refer to these. */
const toldOf = ({ namedBy, identifiedBy }: RecordDefinition) => [...namedBy, ...(identifiedBy ? [identifiedBy] : [])]
/** What people can do with every record, as far as it offers them names. */
const WRITERS = {
  create: ['boss', 'editor', 'partner'],
  update: ['boss', 'editor', 'partner', 'picker'],
  delete: ['boss', 'switcher', 'partner'],
}
type Writing = keyof typeof WRITERS
/** The rights with which somebody enters a reference to a record: in a form, an action or a question. */
function enteredWith(to: RecordDefinition): Set<Writing> {
  const names = (field: Field): boolean =>
    'fields' in field.type
      ? Object.values(field.type.fields).some(names)
      : 'to' in field.type && field.type.to === to.name
  const ofWrite: Readonly<Record<string, Writing[]>> = {
    always: ['create', 'update'],
    create: ['create'],
    secret: ['create'],
    option: ['update'],
  }
  return new Set(
    ALL_RECORDS.flatMap(({ fields, actions, preview }): Writing[] => [
      ...Object.values(fields).flatMap((field) => (names(field) ? (ofWrite[field.write] ?? []) : [])),
      ...[...Object.values(actions), ...(preview?.of === 'question' ? [preview] : [])].flatMap(({ needs, asks = {} }) =>
        Object.values(asks).some(names) ? [needs as Writing] : [],
      ),
    ]),
  )
}
const namesCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.names: the first 50 records that can be chosen, narrowed by a search; disabled ones only by their id`,
    writes: true,
    async run(on) {
      await ground(on, record)
      const client = await clientOf(on, 'boss')
      if (record.switch && hasVerb(record, 'enableDisable')) {
        const fresh = (await ground(on, record)).find((row) => row.is_deleted === false && row.version === 1)
        if (!(await rowsOf(on, record)).some(({ is_deleted }) => is_deleted === true) && fresh)
          await done(client, record, 'enableDisable', fresh.id, { body: { is_deleted: true }, ifMatch: fresh.version })
      }
      const all = await rowsOf(on, record)
      const first = record.namedBy[0]!
      const offered = (record.ordered ? all : inOrder(all, first, record.allFields[first]!, 'asc')).filter(
        ({ is_deleted, status }) => is_deleted !== true && !(isCampaign(record) && status === 'ENDED'),
      )
      const asNames = (rows: readonly Row[]) =>
        rows.slice(0, NAMES_AT_MOST).map((row) => ({
          id: row.id,
          name: nameOf(record, row),
          version: row.version,
          ...(record.identifiedBy && { code: row[record.identifiedBy] }),
        }))
      const ask = (query: Record<string, string>) => done<RecordName[]>(client, record, 'names', '', { query })
      assert.deepEqual(await ask({}), asNames(offered))
      const searched = searchedOf(record).filter((name) => toldOf(record).includes(name))
      const word = searched.length > 0 ? wordsOf(nameOf(record, offered.at(-1)!))[0] : undefined
      if (word !== undefined) {
        const found = foundBy(offered, record, searched, word)
        requireBoth(on, offered, found, `'${word}'`)
        assert.deepEqual(await ask({ search: word }), asNames(found))
      }
      const disabled = all.find(({ is_deleted }) => is_deleted === true)
      if (record.switch) {
        if (!disabled) throw on.cannot('no row is disabled')
        assert.deepEqual(await ask({ id: disabled.id }), asNames([disabled]))
      }
    },
  },
  {
    name: `${record.name}.names: only for those who may read its names, or enter a reference to it somewhere`,
    async run(on) {
      for (const person of ['boss', 'evens', 'odds', 'editor', 'switcher', 'partner', 'picker', 'stranger'] as const) {
        const reads = toldOf(record).every((name) => fieldsOf(person, record).includes(name))
        const writes = [...enteredWith(record)].some((right) => WRITERS[right]?.includes(person))
        const reply = await call(await clientOf(on, person), record, 'names')
        if (reads || writes) assert.equal(reply.status, 200, person)
        else checkFailure(reply, 403, person)
      }
    },
  },
]

/** Lists of one record. */
export const recordListCases = (record: RecordDefinition): Case[] => [
  ...wholeCases(record),
  ...searchCases(record),
  // Sorting and filtering of a paged list follow from its paths (record-pages.ts).
  ...(record.reads === 'paged' ? [] : [...sortCases(record), ...filterCases(record)]),
  ...readerCases(record),
  ...storeCases(record),
  ...namesCases(record),
]
