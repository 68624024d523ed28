/** What the definition of a record specifies for its writes: bodies, refusals, the switch, the order, the actions, and the history. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import type { FailureBody } from '@contract/errors'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import { STORE_FIELD } from '@contract/permissions'
import type { Field } from '@contract/records/field'
import {
  choosesStore,
  fixedField,
  isInRows,
  pickedFields,
  ownFieldOf,
  type ActionDefinition,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Reply, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { CRYPTO_ADDRESSES, invalidValues, validBody, type Making, type Values } from '../record-examples'
import { EFFECTS } from '../records/effects'
import {
  addRecord,
  call,
  clientOf,
  closedOf,
  definitionOf,
  done,
  fieldsOf,
  filesFor,
  freshBody,
  givenBy,
  hasVerb,
  idsFor,
  makeGround,
  operationOf,
  type Person,
  rowsOf,
  storesFor,
} from '../records/ground'
import { sameNumber, storeOf, textOf, valuesOf, type Row } from '../records/oracle'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
const DECIMALS: ReadonlySet<string> = new Set(['integer', 'decimal', 'percent', 'amount', 'coin'])
const LISTS: ReadonlySet<string> = new Set(['enums', 'references', 'images', 'files', 'list', 'tags'])
/** Kinds of fields that an empty text clears. */
const TEXTS: ReadonlySet<string> = new Set(
  'text longText email url phone slug decimal percent amount coin enum reference'.split(' '),
)
const writable = (record: RecordDefinition, at: 'create' | 'update'): [string, Field][] =>
  Object.entries(record.fields).filter(([, { write }]) => write === 'always' || (at === 'create' && write !== 'never'))

/** A row contains the value that was sent. */
function checkValue(row: Values, name: string, { type }: Field, sent: unknown): void {
  const value = row[name]
  if (sent === null || sent === '') assert.equal(value, null, name)
  else if (DECIMALS.has(type.kind)) {
    assert.ok(value !== null && sameNumber(textOf(value)!, String(sent as string)), `${name}: ${String(value)}`)
    if (type.kind === 'amount') assert.match(textOf(value)!, /\.\d\d$/, `${name} has two places`)
  } else if (type.kind === 'reference') assert.deepEqual(valuesOf(value), [sent], name)
  else if (type.kind === 'files') assert.deepEqual(valuesOf(value), sent, name)
  else if (type.kind === 'references') assert.deepEqual(valuesOf(value).toSorted(), (sent as string[]).toSorted(), name)
  else if (type.kind === 'list') checkItems(value as Values[], name, type.fields, sent as Values[])
  else assert.deepEqual(value, sent, name)
}
/** Each item has every field of the definition; one that was not sent is empty. */
function checkItems(items: readonly Values[], name: string, fields: Fields, sent: readonly Values[]): void {
  assert.equal(items.length, sent.length, name)
  for (const [index, item] of items.entries()) {
    assert.deepEqual(Object.keys(item).toSorted(), Object.keys(fields).toSorted(), `${name}[${index}]`)
    for (const [each, field] of Object.entries(fields))
      checkValue(item, `${each}`, field, sent[index]![each] ?? (field.type.kind === 'flag' ? false : null))
  }
}
const checkValues = (row: Row, record: RecordDefinition, body: Values) => {
  for (const [name, sent] of Object.entries(body)) {
    // Secrets are in no row.
    if (!isInRows(record.fields[name]!)) assert.ok(!(name in row), `${name} is not sent`)
    else checkValue(row, name, record.allFields[name]!, sent)
  }
}

/** The fields of a row that an edit must not change. */
const untouched = (row: Row, record: RecordDefinition, but: Values): Values =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => name !== 'version' && name !== 'updatedAt' && !(name in but) && !record.fields[name]?.derived,
    ),
  )

const historyOf = (client: Client, record: RecordDefinition, id: string) =>
  done<HistoryEntry[]>(client, record, 'history', id)

/** The newest history entry contains what was done, with the row's values before and after. */
async function checkHistory(
  client: Client,
  record: RecordDefinition,
  id: string,
  action: string,
  changed: Values,
  before: Row | null,
  written: readonly string[] = [],
  asked: HistoryEntry['asked'] = [],
): Promise<void> {
  const [entry] = await historyOf(client, record, id)
  assert.ok(entry, 'there is an entry')
  assert.equal(entry.action, action)
  assert.ok(entry.by, 'it says who')
  assert.deepEqual(entry.asked, asked, 'what the person was asked')
  const row = await done(client, record, 'get', id)
  for (const name of Object.keys(changed)) {
    if (record.fields[name] && !isInRows(record.fields[name])) continue
    const change: HistoryEntry['changes'][number] | undefined = entry.changes.find(({ field }) => field === name)
    assert.ok(change, `${name} is in the entry`)
    assert.deepEqual(change.after, row[name] ?? null, `${name} became what the row shows`)
    assert.deepEqual(change.before, before === null ? null : (before[name] ?? null), `${name} was what the row showed`)
  }
  const beyond = entry.changes.map(({ field }) => field).filter((name) => !(name in changed) && !written.includes(name))
  // A list that the body leaves out is empty.
  for (const name of beyond.filter((each) => each !== fixedField(record)))
    assert.ok(LISTS.has(record.allFields[name]!.type.kind), `${name} was not changed`)
}

/** A row created for the suite. */
async function fresh(
  on: Environment,
  record: RecordDefinition,
  person: Person = 'boss',
  which: 0 | 1 = 0,
): Promise<Row> {
  const row = await addRecord(on, record, person, 'all', which)
  if (!row) throw on.cannot(`nobody adds a ${record.noun[0]}`)
  return row
}

const making = async (
  on: Environment,
  record: RecordDefinition,
  which: 0 | 1,
  person: Person = 'boss',
  /** Names of the fields that the body has; files are uploaded for these only. */
  fields: readonly string[] = [],
): Promise<Making> => ({
  which,
  unique: on.unique(),
  ids: await idsFor(on, record, person),
  ...(await givenBy(on, person)),
  files: await filesFor(on, record, person, (name) => fields.includes(ownFieldOf(name))),
})

/** Statuses of concurrent calls, the lowest first. */
const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

const isEmptyValue = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** The row has not changed. */
const checkUnchanged = async (client: Client, record: RecordDefinition, row: Row) =>
  assert.deepEqual(await done(client, record, 'get', row.id), row, 'the row is as it was')

/** The value in another letter case, where the field's rule allows one. */
function inOtherCase(value: string, { type }: Field): string {
  const turned = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()
  return (type.kind === 'text' && type.rule.pattern.test(turned)) || type.kind === 'email' ? turned : value
}

/** The fields that depend on a field. */
const dependentsOf = (record: RecordDefinition, name: string) =>
  writable(record, 'update').filter(([, { when }]) => when?.field === name)

/** Whether a field that depends on another one applies to a row. */
const applies = (row: Row, { when }: Field) => when!.values.includes(String(row[when!.field] as string | boolean))
/** A body without the dependent values that do not apply. */
const withoutUnapplied = ({ fields }: RecordDefinition, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const { when } = fields[name]!
      return !when || when.values.includes(String(body[when.field] as string | boolean))
    }),
  )
/** Two values of the field that another one depends on: one for which it applies, and one for which it does not. */
function besides(record: RecordDefinition, { when }: Field): { on: unknown; off: unknown } {
  const { type } = record.fields[when!.field]!
  const every = type.kind === 'enum' ? Object.keys(type.labels) : ['true', 'false']
  const valueOf = (text: string | undefined) => (type.kind === 'flag' ? text === 'true' : text)
  return { on: valueOf(when!.values[0]), off: valueOf(every.find((each) => !when!.values.includes(each))) }
}

const without = (body: Values, left: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(name in left)))

/**
 * What belongs to a value of the field that `name` depends on, beside `name` itself: the other dependent fields that are required then,
 * with values, and those that do not apply, which are empty.
 */
async function belongingTo(
  on: Environment,
  record: RecordDefinition,
  name: string,
  value: unknown,
): Promise<{ required: Values; emptied: Values }> {
  const { field: other } = record.fields[name]!.when!
  const others = dependentsOf(record, other).filter(([each]) => each !== name)
  const isNeeded = ([, { when }]: [string, Field]) => when!.values.includes(String(value as string | boolean))
  const needed = others.filter((each) => isNeeded(each) && each[1].when!.required)
  const names = needed.map(([each]) => each)
  return {
    required: validBody(needed, {}, { ...(await making(on, record, 0, 'boss', names)), beside: { [other]: value } }),
    emptied: Object.fromEntries(
      others.filter((each) => !isNeeded(each)).map(([each, { type }]) => [each, LISTS.has(type.kind) ? [] : null]),
    ),
  }
}

/** A row created for the suite in which a field can be changed; a dependent field that is written only on creation applies from the start. */
async function rowWithField(on: Environment, record: RecordDefinition, field: Field): Promise<Row> {
  if (!field.when || record.fields[field.when.field]!.write === 'always') return fresh(on, record)
  const body = { ...(await freshBody(on, record)), [field.when.field]: besides(record, field).on }
  return done(await clientOf(on, 'boss'), record, 'create', '', { body })
}

const dependentCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create')
    .filter(([, { when }]) => when !== undefined)
    .map(([name, field]): Case => {
      const { field: other, required } = field.when!
      return {
        name: `${record.name}: ${name} is ${required ? "'Required'" : 'accepted'} where ${other} makes it apply, refused elsewhere, and cleared when it no longer applies`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const beside = besides(record, field)
          const { [name]: _left, ...rest } = await freshBody(on, record)
          const own = await making(on, record, 0, 'boss', [name])
          const { [name]: value } = validBody([[name, field]], {}, { ...own, beside: { [other]: beside.on } })
          const [applied, unapplied] = [
            await belongingTo(on, record, name, beside.on),
            await belongingTo(on, record, name, beside.off),
          ]
          const whereOn = { [other]: beside.on, ...applied.required }
          const whereOff = { [other]: beside.off, ...unapplied.required }
          const create = (body: Values) =>
            call(client, record, 'create', '', {
              body: { ...without(rest, (body[other] === beside.on ? applied : unapplied).emptied), ...body },
            })
          checkRejected(await create({ ...whereOff, [name]: value }), name)
          if (required)
            for (const none of [{}, { [name]: null }])
              assert.deepEqual(checkRejected(await create({ ...whereOn, ...none }), name)[name], ['Required'])
          let row = checkSuccess<Row>(await create({ ...whereOn, [name]: value }), operationOf(record, 'create'))
          checkValue(row, name, field, value)
          if (record.fields[other]!.write !== 'always' || field.write !== 'always') return
          const update = (body: Values) => call(client, record, 'update', row.id, { body, ifMatch: row.version })
          const updated = async (body: Values) => checkSuccess<Row>(await update(body), operationOf(record, 'update'))
          if (required) assert.deepEqual(checkRejected(await update({ [name]: null }), name)[name], ['Required'])
          checkRejected(await update({ ...whereOff, [name]: value }), name)
          await checkUnchanged(client, record, row)
          const before = row
          row = await updated(whereOff)
          checkValue(row, name, field, LISTS.has(field.type.kind) ? [] : null)
          const emptied = Object.keys(unapplied.emptied).filter((each) => !isEmptyValue(before[each]))
          await checkHistory(client, record, row.id, 'update', { ...whereOff, [name]: null }, before, emptied)
          checkRejected(await update({ [name]: value }), name)
          if (required) assert.deepEqual(checkRejected(await update(whereOn), name)[name], ['Required'])
          await checkUnchanged(client, record, row)
          row = await updated({ ...whereOn, [name]: value })
          checkValue(row, name, field, value)
        },
      }
    })

const createCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.create: every field is stored as sent; creator, store and history are recorded`,
    writes: true,
    async run(on) {
      for (const person of ['boss', 'editor', 'partner'] as const) {
        const client = await clientOf(on, person)
        const body = await freshBody(on, record, person)
        const row = await done(client, record, 'create', '', { body })
        assert.equal(row.version, 1)
        checkValues(row, record, body)
        await checkUnchanged(client, record, row)
        assert.deepEqual(
          (await rowsOf(on, record, person)).find(({ id }) => id === row.id),
          row,
          'it is in the list',
        )
        await checkHistory(client, record, row.id, 'create', body, null)
        const own = (await rowsOf(on, record, person)).filter(({ id }) => id !== row.id)
        const [{ by }] = (await historyOf(client, record, row.id)) as [HistoryEntry]
        assert.deepEqual(row.Creator, by, 'who added it')
        if (person === 'partner') assert.ok(own.every((each) => storeOf(each) === storeOf(row)))
        if (record.switch) assert.equal(row.is_deleted, false)
        if (record.ordered) {
          const places = (await rowsOf(on, record, person)).map(({ position }) => Number(position))
          assert.equal(row.position, Math.max(...places), 'it comes last')
        }
      }
    },
  },
  {
    name: `${record.name}.create: optional fields can be left out, and are then null or empty lists`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record, 'boss', 'required', 1)
      const row = await done(client, record, 'create', '', { body })
      checkValues(row, record, body)
      for (const [name, field] of writable(record, 'create'))
        if (!(name in body) && isInRows(field)) checkValue(row, name, field, LISTS.has(field.type.kind) ? [] : null)
    },
  },
  ...writable(record, 'create').map(([name, field]): Case => ({
    name: `${record.name}.create: ${name} in a wrong form is refused at the field${field.required ? ", and an empty one is 'Required'" : ''}`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record)
      const count = (await rowsOf(on, record)).length
      const create = (value: unknown) => call(client, record, 'create', '', { body: { ...body, [name]: value } })
      for (const value of invalidValues(field)) checkRejected(await create(value), name)
      if (field.required && !LISTS.has(field.type.kind)) {
        const { [name]: _left, ...without } = body
        const empty = [
          await call(client, record, 'create', '', { body: without }),
          await create(null),
          ...(TEXTS.has(field.type.kind) ? [await create('')] : []),
        ]
        for (const reply of empty) assert.deepEqual(checkRejected(reply, name)[name], ['Required'])
      }
      assert.equal((await rowsOf(on, record)).length, count, 'nothing was added')
    },
  })),
]

const updateCases = (record: RecordDefinition): Case[] => [
  ...writable(record, 'update').map(([name, field]): Case => ({
    name: `${record.name}.update: changes ${name} only, by the rules of its kind`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'editor')
      const row = await rowWithField(on, record, field)
      const isTop = record.ranges?.some(([, high]) => high === name) ?? false
      const after = dependentsOf(record, name)
      const names = [name, ...after.map(([each]) => each)]
      const belonging = field.when && (await belongingTo(on, record, name, besides(record, field).on))
      const body = {
        ...validBody(
          [[name, field], ...after],
          {},
          {
            ...(await making(on, record, isTop ? 0 : 1, 'editor', names)),
            beside: row,
          },
        ),
        // A dependent field is written together with a value for which it applies.
        ...(field.when && !applies(row, field)
          ? { [field.when.field]: besides(record, field).on, ...belonging!.required }
          : {}),
      }
      const emptied = {
        ...Object.fromEntries(after.filter(([each]) => !(each in body)).map(([each]) => [each, null])),
        ...(field.when && !applies(row, field)
          ? Object.fromEntries(Object.entries(belonging!.emptied).filter(([each]) => !isEmptyValue(row[each])))
          : {}),
      }
      for (const value of invalidValues(field))
        checkRejected(
          await call(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version }),
          name,
        )
      if (field.required && !LISTS.has(field.type.kind)) {
        for (const value of TEXTS.has(field.type.kind) ? [null, ''] : [null]) {
          const reply = await call(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version })
          assert.deepEqual(checkRejected(reply, name)[name], ['Required'])
        }
      }
      await checkUnchanged(client, record, row)
      if (Object.keys(body).length === 0) return
      const changed = await done(client, record, 'update', row.id, { body, ifMatch: row.version })
      assert.equal(changed.version, row.version + 1)
      checkValues(changed, record, body)
      const written = { ...body, ...emptied }
      checkValues(changed, record, emptied)
      assert.deepEqual(untouched(changed, record, written), untouched(row, record, written))
      await checkUnchanged(client, record, changed)
      assert.deepEqual(
        (await rowsOf(on, record)).find(({ id }) => id === row.id),
        changed,
        'the list has it',
      )
      await checkHistory(client, record, row.id, 'update', body, row, Object.keys(emptied))
    },
  })),
  ...writable(record, 'update')
    .filter(([, { required, when }]) => !required && !when?.required)
    .map(([name, field]): Case => ({
      name: `${record.name}.update: ${name} can be cleared`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        let row = await fresh(on, record, 'boss', 1)
        for (const value of TEXTS.has(field.type.kind) ? ['', null] : [null]) {
          row = await done(client, record, 'update', row.id, { body: { [name]: value }, ifMatch: row.version })
          checkValue(row, name, field, null)
        }
      },
    })),
  {
    name: `${record.name}: read-only fields are 400 in create and update, and fields that are fixed on creation are 400 in update`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const row = await fresh(on, record)
      const body = await freshBody(on, record)
      for (const at of ['create', 'update'] as const) {
        const may = new Set([
          ...writable(record, at).map(([name]) => name),
          ...(at === 'create' && choosesStore(record) ? [STORE_FIELD] : []),
        ])
        const not = ['id', 'version', 'search_text', 'created_by', ...Object.keys(record.allFields)].filter(
          (name) => !may.has(name),
        )
        for (const name of not) {
          const value = row[name] ?? '1'
          const reply =
            at === 'create'
              ? await call(client, record, 'create', '', { body: { ...body, [name]: value } })
              : await call(client, record, 'update', row.id, {
                  body: {
                    ...validBody(
                      writable(record, 'update').slice(0, 1),
                      {},
                      await making(on, record, 1, 'boss', [writable(record, 'update')[0]![0]]),
                    ),
                    [name]: value,
                  },
                  ifMatch: row.version,
                })
          checkFailure(reply, 400, `${at} ${name}`)
        }
      }
      checkFailure(await call(client, record, 'update', row.id, { body: {}, ifMatch: row.version }), 422)
      await checkUnchanged(client, record, row)
    },
  },
  {
    name: `${record.name}.update: an old version is 409 with the current row, so that no change is lost`,
    writes: true,
    async run(on) {
      const [boss, editor] = [await clientOf(on, 'boss'), await clientOf(on, 'editor')]
      const row = await fresh(on, record)
      const [field] = writable(record, 'update')
      if (!field) throw on.cannot('no field is changed')
      const bodyOf = async (which: 0 | 1) => validBody([field], {}, await making(on, record, which, 'boss', [field[0]]))
      const theirs = await done(boss, record, 'update', row.id, { body: await bodyOf(1), ifMatch: row.version })
      const reply = await call(editor, record, 'update', row.id, { body: await bodyOf(0), ifMatch: row.version })
      assert.deepEqual(checkFailure(reply, 409).current, theirs)
      await checkUnchanged(boss, record, theirs)
      const both = await Promise.all(
        [1, 2].map(async () =>
          call(boss, record, 'update', row.id, { body: await bodyOf(0), ifMatch: theirs.version }),
        ),
      )
      assert.deepEqual(statusesOf(both), [200, 409], 'of two at once one is done')
    },
  },
]

const uniqueCases = (record: RecordDefinition): Case[] => [
  ...writable(record, 'create')
    .filter(([, { unique }]) => unique)
    .map(([name, field]): Case => ({
      name: `${record.name}: two records of ${field.unique === 'everywhere' ? 'the platform' : 'a store'} cannot have the same ${name}, in any letter case${field.unique === 'everywhere' ? '' : '; records of two stores can'}`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const row = await fresh(on, record)
        const taken = String(row[name] as string)
        for (const value of [taken, inOtherCase(taken, field)]) {
          const body = { ...(await freshBody(on, record)), [name]: value }
          checkRejected(await call(client, record, 'create', '', { body }), name)
          if (field.write !== 'always') continue
          const other = await fresh(on, record)
          const sending = { body: { [name]: value }, ifMatch: other.version }
          checkRejected(await call(client, record, 'update', other.id, sending), name)
          await checkUnchanged(client, record, other)
        }
        const { [name]: free } = await freshBody(on, record)
        const both = await Promise.all(
          [1, 2].map(async () =>
            call(client, record, 'create', '', { body: { ...(await freshBody(on, record)), [name]: free } }),
          ),
        )
        assert.deepEqual(statusesOf(both), [200, 422], 'of two at once one is added')
        // An update with the record's own value is no conflict.
        if (field.write === 'always')
          await done(client, record, 'update', row.id, { body: { [name]: taken }, ifMatch: row.version })
        const body = { ...(await freshBody(on, record, 'partner')), [name]: taken }
        const reply = await call(await clientOf(on, 'partner'), record, 'create', '', { body })
        if (field.unique === 'everywhere') checkRejected(reply, name)
        else checkSuccess(reply, operationOf(record, 'create'))
      },
    })),
  ...(record.uniqueTogether
    ? [
        {
          name: `${record.name}: two records of a store cannot have the same ${record.uniqueTogether.join(' and ')}`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'boss')
            const pair = record.uniqueTogether!
            const first = await freshBody(on, record)
            await done(client, record, 'create', '', { body: first })
            const second = await freshBody(on, record, 'boss', 'all', 1)
            const same = Object.fromEntries(pair.map((name) => [name, first[name]]))
            const both = withoutUnapplied(record, { ...second, ...same })
            checkRejected(await call(client, record, 'create', '', { body: both }), pair.at(-1)!)
            for (const name of pair) {
              const { [name]: _own, ...rest } = same
              // One of the fields alone may be equal.
              const alone = { ...(await freshBody(on, record, 'boss', 'all', 1)), ...rest }
              await done(client, record, 'create', '', { body: withoutUnapplied(record, alone) })
            }
          },
        } satisfies Case,
      ]
    : []),
]

const rangeCases = (record: RecordDefinition): Case[] =>
  (record.ranges ?? []).map(([low, high]): Case => ({
    name: `${record.name}: ${low} cannot exceed ${high}, whichever of the two a call changes`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const body = await freshBody(on, record)
      const turned = { ...body, [low]: body[high], [high]: body[low] }
      checkRejected(await call(client, record, 'create', '', { body: turned }), high)
      const row = await done(client, record, 'create', '', { body })
      const update = (changes: Values) =>
        call(client, record, 'update', row.id, { body: changes, ifMatch: row.version })
      checkRejected(await update({ [low]: moved(record.fields[high]!, body[high], 1) }), high)
      checkRejected(await update({ [high]: moved(record.fields[low]!, body[low], -1) }), high)
      checkRejected(await update({ [low]: body[high], [high]: body[low] }), high)
      await checkUnchanged(client, record, row)
      checkSuccess(await update({ [low]: body[high] }), operationOf(record, 'update'))
    },
  }))

/** Limits that another field of the record sets: the decimals of a coin, the network of an address. */
const limitCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind === 'coin')
      return [
        {
          name: `${record.name}: ${name} has at most the number of decimals in ${type.places}, whichever of the two a call changes`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'boss')
            const body: Values = { ...(await freshBody(on, record)), [type.places]: 8 }
            const amount = (places: string) => `${String(body[name] as string)}.${places}`
            const create = (value: string) => call(client, record, 'create', '', { body: { ...body, [name]: value } })
            const message = ['This coin has 8 decimals']
            assert.deepEqual(checkRejected(await create(amount('000000001')), name)[name], message)
            const row = checkSuccess<Row>(await create(amount('00000001')), operationOf(record, 'create'))
            checkValue(row, name, field, amount('00000001'))
            const update = (changes: Values) =>
              call(client, record, 'update', row.id, { body: changes, ifMatch: row.version })
            assert.deepEqual(checkRejected(await update({ [name]: amount('123456789') }), name)[name], message)
            checkRejected(await update({ [type.places]: 7 }), name)
            checkRejected(await update({ [type.places]: 9, [name]: amount('1234567891') }), name)
            await checkUnchanged(client, record, row)
            const changed = { [type.places]: 9, [name]: amount('123456789') }
            checkValues(checkSuccess<Row>(await update(changed), operationOf(record, 'update')), record, changed)
            // Trailing zeros do not count as decimals.
            const again: Values = { ...(await freshBody(on, record)), [type.places]: 8, [name]: amount('10000000000') }
            checkSuccess(await call(client, record, 'create', '', { body: again }), operationOf(record, 'create'))
          },
        },
      ]
    if (type.kind !== 'cryptoAddress') return []
    return [
      {
        name: `${record.name}: ${name} has the form of its ${type.network}`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          for (const [network, { valid, invalid }] of Object.entries(CRYPTO_ADDRESSES)) {
            const others = Object.values(CRYPTO_ADDRESSES).flatMap((each) =>
              each.valid.some((address) => valid.includes(address)) ? [] : each.valid,
            )
            const { [name]: _other, ...body } = { ...(await freshBody(on, record)), [type.network]: network }
            const create = (address: string) =>
              call(client, record, 'create', '', { body: { ...body, [name]: address } })
            for (const address of [...invalid, ...others]) checkRejected(await create(address), name)
            const row = checkSuccess<Row>(await create(valid[0]!), operationOf(record, 'create'))
            checkValue(row, name, field, valid[0])
            const update = (address: string) =>
              call(client, record, 'update', row.id, { body: { [name]: address }, ifMatch: row.version })
            for (const address of [...invalid, ...others]) checkRejected(await update(address), name)
            await checkUnchanged(client, record, row)
            checkValue(checkSuccess<Row>(await update(valid[1]!), operationOf(record, 'update')), name, field, valid[1])
          }
        },
      },
    ]
  })

/** A value above or below another one: by one, or for a time by a day. */
function moved({ type }: Field, value: unknown, by: 1 | -1): unknown {
  if (type.kind === 'time') return new Date(Date.parse(value as string) + by * DAY_MS).toISOString()
  return typeof value === 'number' ? value + by : String(Number(value) + by)
}
const DAY_MS = 24 * 3600 * 1000

/** Ids that a body must not refer to: unknown, disabled. */
/** A row that nothing keeps from being disabled. */
const unused = async (on: Environment, record: RecordDefinition): Promise<Row> =>
  (await EFFECTS[`${record.name}.enableDisable`]?.make?.(on, record)) ?? fresh(on, record)

async function wrongTargets(on: Environment, to: string): Promise<string[]> {
  const target = definitionOf(to)
  const ids = [NOBODY]
  if (target.switch && hasVerb(target, 'create')) {
    const row = await unused(on, target)
    checkSuccess(await disable(on, target, row), operationOf(target, 'enableDisable'))
    ids.push(row.id)
  }
  return ids
}
const referenceCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind !== 'reference' && type.kind !== 'references') return []
    const sent = (id: string) => (type.kind === 'reference' ? id : [id])
    return [
      {
        name: `${record.name}: a ${name} that does not exist, is disabled or belongs to another store is refused at the field`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const row = await fresh(on, record)
          for (const id of await wrongTargets(on, type.to)) {
            const body = { ...(await freshBody(on, record)), [name]: sent(id) }
            checkRejected(await call(client, record, 'create', '', { body }), name)
            if (field.write === 'always')
              checkRejected(
                await call(client, record, 'update', row.id, { body: { [name]: sent(id) }, ifMatch: row.version }),
                name,
              )
          }
          await checkUnchanged(client, record, row)
          const visible = new Set((await rowsOf(on, definitionOf(type.to), 'partner')).map(({ id }) => id))
          const theirs = (await rowsOf(on, definitionOf(type.to))).find(
            ({ id, is_deleted }) => !visible.has(id) && is_deleted !== true,
          )
          const body = { ...(await freshBody(on, record, 'partner')), [name]: sent(theirs!.id) }
          checkRejected(await call(await clientOf(on, 'partner'), record, 'create', '', { body }), name)
        },
      },
    ]
  })

const disable = async (on: Environment, record: RecordDefinition, { id, version }: Row) =>
  call(await clientOf(on, 'boss'), record, 'enableDisable', id, { body: { is_deleted: true }, ifMatch: version })

const keptReferenceCases = (record: RecordDefinition): Case[] =>
  writable(record, 'update').flatMap(([name, field]): Case[] => {
    const { type } = field
    if (type.kind !== 'reference' && type.kind !== 'references') return []
    const target = definitionOf(type.to)
    if (!hasVerb(record, 'create') || !target.switch || !hasVerb(target, 'create')) return []
    const sent = (id: string) => (type.kind === 'reference' ? id : [id])
    return [
      {
        name: `${record.name}: a ${name} that was disabled after it was chosen may stay in an update`,
        writes: true,
        async run(on) {
          const client = await clientOf(on, 'boss')
          const chosen = await unused(on, target)
          const body = { ...(await freshBody(on, record)), [name]: sent(chosen.id) }
          const row = checkSuccess<Row>(
            await call(client, record, 'create', '', { body }),
            operationOf(record, 'create'),
          )
          const disabling = await disable(on, target, chosen)
          // Some records cannot be disabled while others refer to them.
          if (disabling.status === 422) {
            checkRejected(disabling, 'is_deleted')
            return
          }
          checkSuccess(disabling, operationOf(target, 'enableDisable'))
          const reply = await call(client, record, 'update', row.id, {
            body: { [name]: sent(chosen.id) },
            ifMatch: row.version,
          })
          checkValue(checkSuccess<Row>(reply, operationOf(record, 'update')), name, field, sent(chosen.id))
        },
      },
    ]
  })

const storeCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: people of a partner's store cannot change records of another store`,
    writes: true,
    async run(on) {
      await makeGround(on, record)
      const [boss, partner] = [await clientOf(on, 'boss'), await clientOf(on, 'partner')]
      const own = new Set((await rowsOf(on, record, 'partner')).map(({ id }) => id))
      const row = (await rowsOf(on, record)).find(({ id }) => !own.has(id))
      assert.ok(row, 'there is a record of another store')
      const sending = { ifMatch: row.version }
      const making0 = await making(on, record, 1, 'partner', Object.keys(record.fields).slice(0, 1))
      const [field] = writable(record, 'update')
      if (field)
        checkFailure(
          await call(partner, record, 'update', row.id, { ...sending, body: validBody([field], {}, making0) }),
          404,
          'update',
        )
      if (record.switch) {
        for (const verb of ['update', 'enableDisable'])
          checkFailure(await call(partner, record, verb, row.id, { ...sending, body: { is_deleted: true } }), 404, verb)
      }
      for (const [action, { asks = {} }] of Object.entries(record.actions)) {
        const body = validBody(Object.entries(asks), {}, making0)
        // A store without possible values cannot fill a required question.
        if (Object.entries(asks).every(([name, { required }]) => !required || name in body))
          checkFailure(await call(partner, record, action, row.id, { ...sending, body }), 404, action)
      }
      await checkUnchanged(boss, record, row)
    },
  },
]

/** The store of a new record, where people choose it. */
const newStoreCases = (record: RecordDefinition): Case[] =>
  choosesStore(record)
    ? [
        {
          name: `${record.name}.create: who may write to several stores chooses one; a store that is unknown, disabled or not theirs is 422`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            const boss = await clientOf(on, 'boss')
            const [stores, theirs] = [await storesFor(on, 'boss'), await storesFor(on, 'partner')]
            const create = async (person: Person, store?: string) =>
              call(await clientOf(on, person), record, 'create', '', {
                body: {
                  ...(await freshBody(on, record, person)),
                  ...(store !== undefined && { [STORE_FIELD]: store }),
                },
              })
            const added = async (person: Person, store?: string) =>
              checkSuccess<Row>(await create(person, store), operationOf(record, 'create'))
            const own = (await added('boss'))[STORE_FIELD]
            assert.equal((await added('boss', ''))[STORE_FIELD], own, 'no choice: the own store')
            // The partner's, which has records of this kind: a first one may have to fulfil further rules.
            const other = stores.find(({ code }) => code === theirs[0]!.code && code !== own)
            if (!other) throw on.cannot('the person with all rights may write to one store only')
            const row = await added('boss', other.code)
            assert.equal(row[STORE_FIELD], other.code)
            await checkUnchanged(boss, record, row)
            assert.deepEqual(
              theirs.map(({ code }) => code),
              [(await added('partner', theirs[0]!.code))[STORE_FIELD]],
            )
            checkRejected(
              await create('partner', stores.find(({ code }) => code !== theirs[0]!.code)!.code),
              STORE_FIELD,
            )
            for (const store of closedOf(stores)) checkRejected(await create('boss', store), STORE_FIELD)
          },
        },
      ]
    : []

const WITHOUT: Readonly<Record<string, Person>> = {
  create: 'switcher',
  update: 'switcher',
  delete: 'editor',
  read: 'stranger',
}
const rightsCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: a write without the right is 403; enabling and disabling require the right to delete`,
    writes: true,
    async run(on) {
      await makeGround(on, record)
      const boss = await clientOf(on, 'boss')
      const row = (await rowsOf(on, record))[0]!
      const refused = async (person: Person, verb: string, body: Values) =>
        checkFailure(
          await call(await clientOf(on, person), record, verb, row.id, { body, ifMatch: row.version }),
          403,
          `${person} ${verb}`,
        )
      for (const person of ['stranger', 'evens', 'odds'] as const) {
        if (hasVerb(record, 'create')) await refused(person, 'create', await freshBody(on, record))
        if (hasVerb(record, 'order')) await refused(person, 'order', { ids: [row.id] })
      }
      const [field] = writable(record, 'update')
      if (field)
        await refused('switcher', 'update', validBody([field], {}, await making(on, record, 1, 'boss', [field[0]])))
      if (record.switch) {
        await refused('editor', 'update', { is_deleted: true })
        await refused('editor', 'enableDisable', { is_deleted: true })
      }
      if (hasVerb(record, 'order')) await refused('switcher', 'order', { ids: [row.id] })
      for (const [action, { needs, asks = {} }] of Object.entries(record.actions)) {
        const body = validBody(Object.entries(asks), {}, { ...(await making(on, record, 0)), ids: () => [NOBODY] })
        await refused(WITHOUT[needs]!, action, body)
        await refused('stranger', action, body)
      }
      await checkUnchanged(boss, record, row)
    },
  },
]

const switchCases = (record: RecordDefinition): Case[] =>
  record.switch
    ? [
        {
          name: `${record.name}: can be disabled and enabled on both paths; the list, the filter and the history show it`,
          writes: true,
          async run(on) {
            const client = await clientOf(on, 'switcher')
            let row: Row = await fresh(on, record)
            for (const [verb, is_deleted] of [
              ['update', true],
              ['enableDisable', false],
              ['enableDisable', true],
              ['update', false],
            ] as const) {
              const changed = await done(client, record, verb, row.id, { body: { is_deleted }, ifMatch: row.version })
              assert.equal(changed.is_deleted, is_deleted)
              assert.equal(changed.version, row.version + 1)
              assert.deepEqual(untouched(changed, record, { is_deleted }), untouched(row, record, { is_deleted }))
              assert.deepEqual(
                (await rowsOf(on, record)).find(({ id }) => id === row.id),
                changed,
              )
              await checkHistory(client, record, row.id, is_deleted ? 'disable' : 'enable', { is_deleted }, row)
              row = changed
            }
            const stale = { body: { is_deleted: true }, ifMatch: 1 }
            for (const verb of ['update', 'enableDisable'])
              assert.deepEqual(checkFailure(await call(client, record, verb, row.id, stale), 409).current, row)
            checkFailure(
              await call(client, record, 'enableDisable', row.id, { body: { is_deleted: null }, ifMatch: row.version }),
              422,
            )
          },
        },
      ]
    : []

const orderCases = (record: RecordDefinition): Case[] =>
  record.ordered
    ? [
        {
          name: `${record.name}.order: one call gives the list a new order; another set of ids is 409, an id twice 400`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            const client = await clientOf(on, 'editor')
            const rows = await rowsOf(on, record)
            const ids = rows.map(({ id }) => id)
            const send = (next: readonly string[], more: Sending = {}) =>
              call(client, record, 'order', '', { body: { ids: next }, ...more })
            checkFailure(await send(ids.slice(1)), 409)
            checkFailure(await send([...ids, NOBODY]), 409)
            checkFailure(await send([...ids.slice(1), NOBODY]), 409)
            checkFailure(await send([...ids.slice(1), ids[1]!]), 400)
            checkFailure(await send([...ids, ids[0]!]), 400)
            assert.deepEqual(await rowsOf(on, record), rows, 'nothing has moved')
            const next = [ids.at(-1)!, ...ids.slice(1, -1).toReversed(), ids[0]!]
            assert.equal((await send(next)).status, 200)
            const after = await rowsOf(on, record)
            assert.deepEqual(
              after.map(({ id }) => id),
              next,
            )
            // The positions stay, only their records change; a new order is not an edit of a row.
            assert.deepEqual(
              after.map(({ position }) => position),
              rows.map(({ position }) => position),
            )
            const by = new Map(rows.map((row) => [row.id, row]))
            for (const { position: _place, ...row } of after) {
              const { position: _before, ...before } = by.get(row.id)!
              assert.deepEqual(row, before)
            }
          },
        },
        {
          name: `${record.name}.order: people of a partner's store reorder only their records; all others keep their position`,
          writes: true,
          async run(on) {
            await makeGround(on, record)
            if ((await rowsOf(on, record, 'partner')).length < 2) await addRecord(on, record, 'partner')
            const client = await clientOf(on, 'partner')
            const [mine, all] = [await rowsOf(on, record, 'partner'), await rowsOf(on, record)]
            const own = new Set(mine.map(({ id }) => id))
            const next = mine.map(({ id }) => id).toReversed()
            checkFailure(await call(client, record, 'order', '', { body: { ids: all.map(({ id }) => id) } }), 409)
            assert.equal((await call(client, record, 'order', '', { body: { ids: next } })).status, 200)
            assert.deepEqual(
              (await rowsOf(on, record, 'partner')).map(({ id }) => id),
              next,
            )
            const turned = [...next]
            assert.deepEqual(
              (await rowsOf(on, record)).map(({ id }) => id),
              all.map(({ id }) => (own.has(id) ? turned.shift()! : id)),
            )
          },
        },
      ]
    : []

const isIn = (row: Row, { from }: ActionDefinition) =>
  !from || from.values.includes(row[from.field] as string | boolean)

/** A row in a state from which the action is allowed, claimed where necessary; created with other actions where there is none. */
export async function rowFor(on: Environment, record: RecordDefinition, name: string): Promise<Row> {
  const found = await rowInState(on, record, name)
  return record.actions[name]!.underClaim ? claimedRow(on, record, found) : found
}
/** The row, claimed by the person who performs actions here. */
async function claimedRow(on: Environment, record: RecordDefinition, { id }: Row): Promise<Row> {
  return done(await clientOf(on, 'boss'), record, 'claim', id, {
    body: { note: 'The contract suite performs an action' },
  })
}
async function rowInState(on: Environment, record: RecordDefinition, name: string): Promise<Row> {
  const action = record.actions[name]!
  const effect = EFFECTS[`${record.name}.${name}`]
  if (effect?.make) return effect.make(on, record)
  const added = effect ? null : await addRecord(on, record)
  const rows = added ? [added] : [...(await rowsOf(on, record))].filter((row) => row.is_deleted !== true)
  const found = effect?.choose ? effect.choose(rows) : rows.find((row) => isIn(row, action))
  if (found) return found
  for (const row of rows) {
    const way = Object.entries(record.actions).find(
      ([, { from, sets = {} }]) =>
        from &&
        action.from &&
        isIn(row, { from } as ActionDefinition) &&
        action.from.values.includes(sets[action.from.field]!),
    )
    if (way) {
      const client = await clientOf(on, 'boss')
      if (record.actions[way[0]]!.underClaim) await claimedRow(on, record, row)
      return done(client, record, way[0], row.id, {
        body: await bodyFor(on, record, way[0], row),
        ifMatch: row.version,
      })
    }
  }
  throw on.cannot(`no row is in a state from which ${name} starts`)
}
export async function bodyFor(on: Environment, record: RecordDefinition, name: string, row: Row): Promise<Values> {
  const { ids, ...rest } = await making(on, record, 0)
  const others = (to: string) => ids(to).filter((id) => id !== row.id)
  return {
    ...validBody(Object.entries(record.actions[name]!.asks ?? {}), {}, { ...rest, ids: others }),
    ...EFFECTS[`${record.name}.${name}`]?.body?.(row),
  }
}

/** The part of a body that the history shows: what the action declares, and the reason. */
async function askedIn(
  on: Environment,
  { asks = {}, tells = [] }: ActionDefinition,
  body: Values,
): Promise<HistoryEntry['asked']> {
  const boss = await clientOf(on, 'boss')
  const told = [...tells, ...('reason' in asks ? ['reason'] : [])].filter((name) => body[name])
  return Promise.all(
    told.map(async (field) => {
      const { type } = asks[field]!
      if (type.kind !== 'reference') return { field, value: body[field]! }
      const target = definitionOf(type.to)
      const row = await done(boss, target, 'get', body[field] as string)
      return { field, value: { id: row.id, name: target.namedBy.map((name) => row[name]).join(' ') } }
    }),
  )
}
/** Whether a person may read the name of the record that an answer refers to. */
const readsName = (person: Person, asked: Field | undefined): boolean => {
  if (asked?.type.kind !== 'reference') return true
  const { to } = asked.type
  const target = definitionOf(to)
  return pickedFields(target).every((name) => fieldsOf(person, target).includes(name))
}

/** A reason may reveal the change: a reader without the right to the changed fields does not receive it. */
const askedCases = (record: RecordDefinition): Case[] =>
  Object.entries(record.actions)
    .filter(
      ([name, { asks = {}, tells = [] }]) =>
        ('reason' in asks || tells.length > 0) && !EFFECTS[`${record.name}.${name}`]?.leaves,
    )
    .map(([name, action]) => ({
      name: `${record.name}.${name}: the history shows the reason only to those who may read everything that the action changed`,
      writes: true,
      async run(on) {
        const boss = await clientOf(on, 'boss')
        const row = await rowFor(on, record, name)
        const reason = `Because of ${on.unique()}`
        const body = {
          ...(await bodyFor(on, record, name, row)),
          ...('reason' in (action.asks ?? {}) && { reason }),
        }
        await done(boss, record, name, row.id, { body, ifMatch: row.version })
        const [entry] = (await historyOf(boss, record, row.id)) as [HistoryEntry]
        assert.deepEqual([entry.action, entry.asked], [name, await askedIn(on, action, body)])
        assert.ok(entry.asked.length > 0, 'something was asked')
        for (const person of ['evens', 'odds'] as const) {
          const may = fieldsOf(person, record)
          const [told] = (await historyOf(await clientOf(on, person), record, row.id)) as [HistoryEntry]
          assert.equal(told.action, name)
          assert.deepEqual(
            told.asked,
            [...entry.changes.map(({ field }) => field), ...(action.reasonIn ? [action.reasonIn] : [])].every((field) =>
              may.includes(field),
            )
              ? entry.asked.filter(({ field }) => readsName(person, action.asks?.[field]))
              : [],
            `as told to ${person}`,
          )
        }
        for (const [person, status] of [
          ['stranger', 403],
          ['partner', 404],
        ] as const) {
          const client = await clientOf(on, person)
          if (person === 'partner' && (await rowsOf(on, record, person)).some(({ id }) => id === row.id)) continue
          const reply = await call(client, record, 'history', row.id)
          checkFailure(reply, status, person)
          assert.ok(!reply.text.includes(reason), `${person} is told nothing`)
        }
      },
    }))

const actionCases = (record: RecordDefinition): Case[] =>
  Object.entries(record.actions).flatMap(([name, action]): Case[] => [
    {
      name: `${record.name}.${name}: takes effect, and the row, the list and the history show it`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const { sets = {} } = action
        const effect = EFFECTS[`${record.name}.${name}`]
        assert.ok(Object.keys(sets).length > 0 || effect, 'records/effects.ts says what it does')
        const row = await rowFor(on, record, name)
        const body = await bodyFor(on, record, name, row)
        const look = await effect?.watch?.(on, row, body)
        const changed = await done<Row | null>(client, record, name, row.id, { body, ifMatch: row.version })
        const written = { ...sets, ...Object.fromEntries((effect?.writes ?? []).map((each) => [each, null])) }
        const listed = (await rowsOf(on, record)).find(({ id }) => id === row.id)
        if (effect?.leaves) {
          assert.equal(changed, null, 'no record is sent')
          assert.equal(listed, undefined, 'it has left the list')
          for (const verb of ['get', 'history']) checkFailure(await call(client, record, verb, row.id), 404, verb)
        } else {
          assert.ok(changed)
          assert.equal(changed.version, row.version + 1)
          for (const [field, value] of Object.entries(sets)) assert.deepEqual(changed[field], value, field)
          assert.deepEqual(untouched(changed, record, written), untouched(row, record, written))
          await checkUnchanged(client, record, changed)
          assert.deepEqual(listed, changed, 'the list has it')
          await checkHistory(client, record, row.id, name, sets, row, effect?.writes, await askedIn(on, action, body))
        }
        await look?.()
      },
    },
    {
      name: `${record.name}.${name}: repeated with the same Idempotency-Key, it takes effect once`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const row = await rowFor(on, record, name)
        const sending = { body: await bodyFor(on, record, name, row), ifMatch: row.version }
        await twice((more) => call(client, record, name, row.id, more), sending, name)
        // A record that has left the list cannot be read again; a second erasure would have been 404.
        if (EFFECTS[`${record.name}.${name}`]?.leaves) return
        assert.equal((await done(client, record, 'get', row.id)).version, row.version + 1)
      },
    },
    {
      name: `${record.name}.${name}: its body is checked; an old version is 409`,
      writes: true,
      async run(on) {
        const client = await clientOf(on, 'boss')
        const row = await rowFor(on, record, name)
        const body = await bodyFor(on, record, name, row)
        const send = (changed: Values) => call(client, record, name, row.id, { body: changed, ifMatch: row.version })
        for (const [field, asked] of Object.entries(action.asks ?? {})) {
          for (const value of invalidValues(asked)) checkRejected(await send({ ...body, [field]: value }), field)
          const { [field]: _left, ...without } = body
          if (asked.required && !LISTS.has(asked.type.kind))
            // For a number an empty text has the wrong type.
            for (const empty of [
              without,
              { ...body, [field]: asked.type.kind === 'integer' ? null : '' },
              { ...body, [field]: null },
            ])
              assert.equal(checkRejected(await send(empty), field)[field]![0], 'Required')
          if (asked.type.kind === 'reference')
            for (const id of await wrongTargets(on, asked.type.to))
              checkRejected(await send({ ...body, [field]: id }), field)
        }
        const stale = await call(client, record, name, row.id, { body, ifMatch: row.version + 7 })
        assert.deepEqual(checkFailure(stale, 409).current, row)
        await checkUnchanged(client, record, row)
      },
    },
    ...(action.from
      ? [
          {
            name: `${record.name}.${name}: in any other state it is 409 with the current row and says so, and nothing changes`,
            writes: true as const,
            async run(on: Environment) {
              const client = await clientOf(on, 'boss')
              const perform = async (first: Row) =>
                done(client, record, name, first.id, {
                  body: await bodyFor(on, record, name, first),
                  ifMatch: first.version,
                })
              const elsewhere = (await rowsOf(on, record)).find((each) => !isIn(each, action))
              // The action may change the state that it requires, so performing it once gives a row in another state.
              const row = elsewhere ?? (await perform(await rowFor(on, record, name)))
              if (isIn(row, action)) throw on.cannot('no row is in another state')
              const body = await bodyFor(on, record, name, row)
              const reply = await call(client, record, name, row.id, { body, ifMatch: row.version })
              const { current, message } = checkFailure(reply, 409)
              assert.deepEqual(current, row)
              // Not, for example, that somebody else has claimed it.
              assert.equal(
                message,
                action.from!.otherwise ?? `This cannot be done in the state that the ${record.noun[0]} is in now.`,
              )
              await checkUnchanged(client, record, row)
            },
          },
        ]
      : []),
  ])

const historyCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}.history: newest first, with only the fields that the reader may read`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const row = await fresh(on, record)
      const tops = new Set<string>((record.ranges ?? []).map(([, high]) => high))
      const changed = writable(record, 'update').filter(
        ([name, { when }]) => !tops.has(name) && when === undefined && dependentsOf(record, name).length === 0,
      )
      for (const [index, field] of changed.slice(0, 3).entries()) {
        const body = validBody([field], {}, await making(on, record, 1, 'boss', [field[0]]))
        await done(boss, record, 'update', row.id, { body, ifMatch: row.version + index })
      }
      const all = await historyOf(boss, record, row.id)
      assert.deepEqual(
        all.map(({ at }) => at),
        all.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)),
      )
      assert.equal(all.at(-1)!.action, 'create')
      for (const person of ['evens', 'odds'] as const) {
        const may = fieldsOf(person, record)
        assert.deepEqual(
          await historyOf(await clientOf(on, person), record, row.id),
          all.map((entry) => ({
            ...entry,
            changes: entry.changes.filter(({ field }) => may.includes(field)),
            asked: [],
          })),
        )
      }
      checkFailure(await call(await clientOf(on, 'stranger'), record, 'history', row.id), 403)
      checkFailure(await call(boss, record, 'history', NOBODY), 404)
    },
  },
]

/** A field that applies in some rows only may be in no entry of the rows that other cases make. */
const dependentHistoryCases = (record: RecordDefinition): Case[] =>
  writable(record, 'create')
    .filter(([, { when, write }]) => when !== undefined && write === 'always')
    .map(([name, field]): Case => ({
      name: `${record.name}.history: contains ${name}, where it applies, only for those who may read it`,
      writes: true,
      async run(on) {
        const { field: other } = field.when!
        const beside = { [other]: besides(record, field).on }
        const value = validBody([[name, field]], {}, { ...(await making(on, record, 0, 'boss', [name])), beside })
        const { required, emptied } = await belongingTo(on, record, name, beside[other])
        const body = { ...without(await freshBody(on, record), emptied), ...beside, ...required, ...value }
        const boss = await clientOf(on, 'boss')
        const row = await done(boss, record, 'create', '', { body })
        for (const person of ['boss', 'evens', 'odds'] as const) {
          const [entry] = await historyOf(await clientOf(on, person), record, row.id)
          assert.equal(
            entry!.changes.some((change) => change.field === name),
            fieldsOf(person, record).includes(name),
            person,
          )
        }
      },
    }))

/** Sends the same request twice under one key. */
export async function twice(send: (more: Sending) => Promise<Reply>, more: Sending, what: string): Promise<Reply> {
  const sending = { ...more, headers: { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() } }
  const [first, second] = [await send(sending), await send(sending)]
  assert.equal(first.status, 200, `${what}: ${first.text}`)
  assert.deepEqual([second.status, second.json], [200, first.json], what)
  assert.deepEqual(
    [first, second].map(({ headers }) => headers.get(REPLAYED_HEADER)),
    [null, 'true'],
    what,
  )
  const other = await send({ ...sending, body: { ...(sending.body as object), another: 1 } })
  assert.ok(
    other.status === 400 || (other.json as FailureBody).code === 'IDEMPOTENCY_KEY_REUSED',
    `${what}: another body`,
  )
  return first
}
const keyCases = (record: RecordDefinition): Case[] => [
  {
    name: `${record.name}: create, update, switch and order take effect once where they are repeated with the same Idempotency-Key`,
    writes: true,
    async run(on) {
      const client = await clientOf(on, 'boss')
      const count = (await rowsOf(on, record)).length
      const body = await freshBody(on, record)
      const added = await twice((more) => call(client, record, 'create', '', more), { body }, 'create')
      const { id } = (added.json as { data: Row }).data
      assert.equal((await rowsOf(on, record)).length, count + 1)
      const field = writable(record, 'update')[0]!
      const update = validBody([field], {}, await making(on, record, 1, 'boss', [field[0]]))
      await twice((more) => call(client, record, 'update', id, more), { body: update, ifMatch: 1 }, 'update')
      let version = 2
      if (record.switch) {
        for (const is_deleted of [true, false])
          await twice(
            (more) => call(client, record, 'enableDisable', id, more),
            { body: { is_deleted }, ifMatch: version++ },
            'switch',
          )
      }
      if (record.ordered) {
        const ids = (await rowsOf(on, record)).map((row) => row.id).toReversed()
        await twice((more) => call(client, record, 'order', '', more), { body: { ids } }, 'order')
      }
      assert.equal((await done(client, record, 'get', id)).version, version)
    },
  },
]

/** Writes of one record. */
export const recordWriteCases = (record: RecordDefinition): Case[] => [
  ...(hasVerb(record, 'create')
    ? [
        ...createCases(record),
        ...updateCases(record),
        ...uniqueCases(record),
        ...rangeCases(record),
        ...limitCases(record),
        ...dependentCases(record),
        ...referenceCases(record),
        ...keptReferenceCases(record),
        ...historyCases(record),
        ...dependentHistoryCases(record),
        ...keyCases(record),
      ]
    : []),
  ...storeCases(record),
  ...newStoreCases(record),
  ...askedCases(record),
  ...rightsCases(record),
  ...switchCases(record),
  ...orderCases(record),
  ...actionCases(record),
]
