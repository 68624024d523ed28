/** Steps and checks that the cases of writes share: rows of the suite, values as they were sent, history entries, repeated calls. */
import assert from 'node:assert/strict'
import type { HistoryEntry } from '@contract/entities/history'
import type { FailureBody } from '@contract/errors'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import type { Field } from '@contract/records/field'
import { STATUS } from '@contract/records/queue'
import { fixedField, isInRows, ownFieldOf, type Fields, type RecordDefinition } from '@contract/records/record'
import { checkSuccess } from '../check'
import type { Client, Reply, Sending } from '../client'
import type { Environment } from '../environment'
import { validBody, type Making, type Values } from '../record-examples'
import { EFFECTS } from './effects'
import { clientOf, type Person } from './people'
import { call, done, hasVerb, operationOf } from './calls'
import { addRecord, definitionOf, filesFor, freshBody, givenBy, idsFor } from './rows'
import { sameNumber, textOf, valuesOf, type Row } from './oracle'

export const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'

const DECIMALS: ReadonlySet<string> = new Set(['integer', 'decimal', 'percent', 'amount', 'coin'])

export const LISTS: ReadonlySet<string> = new Set(['enums', 'references', 'images', 'files', 'list', 'tags'])

/** Kinds of fields that an empty text clears. */
export const TEXTS: ReadonlySet<string> = new Set(
  'text longText email url phone slug decimal percent amount coin enum reference'.split(' '),
)

export const writable = (record: RecordDefinition, at: 'create' | 'update'): [string, Field][] =>
  Object.entries(record.fields).filter(([, { write }]) => write === 'always' || (at === 'create' && write !== 'never'))

/** A row contains the value that was sent. */
export function checkValue(row: Values, name: string, { type }: Field, sent: unknown): void {
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

export const checkValues = (row: Row, record: RecordDefinition, body: Values) => {
  for (const [name, sent] of Object.entries(body)) {
    // Secrets are in no row.
    if (!isInRows(record.fields[name]!)) assert.ok(!(name in row), `${name} is not sent`)
    else checkValue(row, name, record.allFields[name]!, sent)
  }
}

/** The fields of a row that an edit must not change. */
export const untouched = (row: Row, record: RecordDefinition, but: Values): Values =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) => name !== 'version' && name !== 'updatedAt' && !(name in but) && !record.fields[name]?.derived,
    ),
  )

/** The entries of a record, newest first, without those of its files and of money, which have the time of the write that they come with. */
export const historyOf = async (client: Client, record: RecordDefinition, id: string): Promise<HistoryEntry[]> =>
  (await done<HistoryEntry[]>(client, record, 'history', id)).filter(({ kind }) => kind !== 'files' && kind !== 'money')

/** The newest history entry contains what was done, with the row's values before and after. */
export async function checkHistory(
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
    const was = before === null ? null : (before[name] ?? null)
    // The history has the state that is stored, also of a record whose row shows that somebody has claimed it.
    const { waits = [], claim } = record.queue ?? {}
    if (name === STATUS && was === claim?.shows) assert.ok(waits.includes(change.before as string), `${name} waited`)
    else assert.deepEqual(change.before, was, `${name} was what the row showed`)
  }
  const beyond = entry.changes.map(({ field }) => field).filter((name) => !(name in changed) && !written.includes(name))
  // A list that the body leaves out is empty, and a new row has what the platform adds.
  const isAdded = (name: string) => before === null && record.fields[name]?.write === 'never'
  for (const name of beyond.filter((each) => each !== fixedField(record) && !isAdded(each)))
    assert.ok(LISTS.has(record.allFields[name]!.type.kind), `${name} was not changed`)
}

/** A row created for the suite. */
export async function fresh(
  on: Environment,
  record: RecordDefinition,
  person: Person = 'boss',
  which: 0 | 1 = 0,
): Promise<Row> {
  const row = await addRecord(on, record, person, 'all', which)
  if (!row) throw on.cannot(`nobody adds a ${record.noun[0]}`)
  return row
}

export const making = async (
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
export const statusesOf = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

export const isEmptyValue = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** The row has not changed. */
export const checkUnchanged = async (client: Client, record: RecordDefinition, row: Row) =>
  assert.deepEqual(await done(client, record, 'get', row.id), row, 'the row is as it was')

/** The value in another letter case, where the field's rule allows one. */
export function inOtherCase(value: string, { type }: Field): string {
  const turned = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()
  return (type.kind === 'text' && type.rule.pattern.test(turned)) || type.kind === 'email' ? turned : value
}

/** The fields that depend on a field. */
export const dependentsOf = (record: RecordDefinition, name: string) =>
  writable(record, 'update').filter(([, { when }]) => when?.field === name)

/** Whether a field that depends on another one applies to a row. */
export const applies = (row: Row, { when }: Field) =>
  when!.values.includes(String(row[when!.field] as string | boolean))

/** A body without the dependent values that do not apply. */
export const withoutUnapplied = ({ fields }: RecordDefinition, body: Values): Values =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => {
      const { when } = fields[name]!
      return !when || when.values.includes(String(body[when.field] as string | boolean))
    }),
  )

/** Two values of the field that another one depends on: one for which it applies, and one for which it does not. */
export function besides(record: RecordDefinition, { when }: Field): { on: unknown; off: unknown } {
  const { type } = record.fields[when!.field]!
  const every = type.kind === 'enum' ? Object.keys(type.labels) : ['true', 'false']
  const valueOf = (text: string | undefined) => (type.kind === 'flag' ? text === 'true' : text)
  return { on: valueOf(when!.values[0]), off: valueOf(every.find((each) => !when!.values.includes(each))) }
}

export const without = (body: Values, left: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !(name in left)))

/**
 * What belongs to a value of the field that `name` depends on, beside `name` itself: the other dependent fields that are required then,
 * with values, and those that do not apply, which are empty.
 */
export async function belongingTo(
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
export async function rowWithField(on: Environment, record: RecordDefinition, field: Field): Promise<Row> {
  if (!field.when || record.fields[field.when.field]!.write === 'always') return fresh(on, record)
  const body = { ...(await freshBody(on, record)), [field.when.field]: besides(record, field).on }
  return done(await clientOf(on, 'boss'), record, 'create', '', { body })
}

/** A row that nothing keeps from being disabled. */
export const unused = async (on: Environment, record: RecordDefinition): Promise<Row> =>
  (await EFFECTS[`${record.name}.enableDisable`]?.make?.(on, record)) ?? fresh(on, record)

/** Ids that a body must not refer to: unknown, disabled. */
export async function wrongTargets(on: Environment, to: string): Promise<string[]> {
  const target = definitionOf(to)
  const ids = [NOBODY]
  if (target.switch && hasVerb(target, 'create')) {
    const row = await unused(on, target)
    checkSuccess(await disable(on, target, row), operationOf(target, 'enableDisable'))
    ids.push(row.id)
  }
  return ids
}

export const disable = async (on: Environment, record: RecordDefinition, { id, version }: Row) =>
  call(await clientOf(on, 'boss'), record, 'enableDisable', id, { body: { is_deleted: true }, ifMatch: version })

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
