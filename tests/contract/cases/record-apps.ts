/**
 * What the definition of a record offers to the users' apps: the public fields of those rows of the key's store that they may
 * show, and nothing else. The expected rows are derived from what staff reads.
 */
import assert from 'node:assert/strict'
import { PAGE_ROWS_MAX } from '@contract/constants'
import { APP_KEY_HEADER } from '@contract/http/operation'
import type { Field } from '@contract/records/field'
import type { RecordDefinition } from '@contract/records/record'
import { checkFailure, checkSuccess } from '../check'
import type { Sending } from '../client'
import type { Case, Environment } from '../environment'
import {
  addRecord,
  call,
  clientOf,
  done,
  EVERY_RECORD,
  freshBody,
  hasVerb,
  makeGround,
  operationOf,
  rowsOf,
  type Person,
} from '../records/ground'
import { asListed, narrowedBy, passes, textOf, valuesOf, type Row } from '../records/oracle'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
type Sent = Readonly<Record<string, unknown>> & { id: string }

const publicFieldsOf = ({ fields }: RecordDefinition): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.public)
const definitionOf = (name: string) => EVERY_RECORD.find((each) => each.name === name)!

/** Whether apps of its store may show a row. */
const isShown = (row: Row): boolean => row.is_deleted !== true && (!('state' in row) || row.state === 'PUBLISHED')

/** The rows that apps of a store should receive, in the expected form. */
async function expectedOf(on: Environment, record: RecordDefinition, store: unknown): Promise<Sent[]> {
  const shown = async (of: RecordDefinition) =>
    (await rowsOf(on, of)).filter((row) => row.store_code === store && isShown(row))
  const targets = new Map<string, Set<string>>()
  for (const [, { type }] of publicFieldsOf(record))
    if (type.kind === 'reference' || type.kind === 'references')
      targets.set(type.to, new Set((await shown(definitionOf(type.to))).map(({ id }) => id)))
  const sentValue = ({ type }: Field, value: unknown) => {
    if (type.kind === 'references') return (value as { id: string }[]).filter(({ id }) => targets.get(type.to)!.has(id))
    if (type.kind === 'reference')
      return value !== null && targets.get(type.to)!.has((value as { id: string }).id) ? value : null
    return value
  }
  return asListed(record, await shown(record)).map((row) => ({
    id: row.id,
    ...Object.fromEntries(publicFieldsOf(record).map(([name, field]) => [name, sentValue(field, row[name])])),
  }))
}

const sendAs = (
  on: Environment,
  record: RecordDefinition,
  key: string | null,
  verb: string,
  id = '',
  more: Sending = {},
) =>
  call(on.fresh(), record, verb, id, {
    ...more,
    headers: { ...(key === null ? {} : { [APP_KEY_HEADER]: key }), ...more.headers },
  })
const listed = async (on: Environment, record: RecordDefinition, key: string, query: Sending['query'] = {}) => {
  const reply = await sendAs(on, record, key, 'appList', '', { query })
  return {
    rows: checkSuccess<Sent[]>(reply, operationOf(record, 'appList')),
    total: (reply.json as { total_count: number }).total_count,
  }
}
/** All pages. */
async function allOf(
  on: Environment,
  record: RecordDefinition,
  key: string,
  query: Sending['query'] = {},
): Promise<Sent[]> {
  const rows: Sent[] = []
  for (let page = 1; ; page += 1) {
    const { rows: some, total } = await listed(on, record, key, { ...query, page, itemNo: PAGE_ROWS_MAX })
    rows.push(...some)
    assert.ok(some.length <= PAGE_ROWS_MAX)
    if (rows.length >= total || some.length === 0) {
      assert.equal(rows.length, total, 'total_count')
      return rows
    }
  }
}

const storeOfHouse = async (on: Environment, record: RecordDefinition) =>
  (await rowsOf(on, record)).find((row) => row.store_code !== on.partnerStore && isShown(row))!.store_code as string

/** Performs the record's publishing actions, where it has them. */
const act = async (
  on: Environment,
  record: RecordDefinition,
  row: Row,
  action: string,
  body: object,
  person: Person,
) =>
  hasVerb(record, action)
    ? done<Row>(await clientOf(on, person), record, action, row.id, { body, ifMatch: row.version })
    : row

/** Creates rows of both stores that apps may show, and three that they may not: a disabled one, a draft and a scheduled one. */
async function makeAppGround(on: Environment, record: RecordDefinition): Promise<void> {
  await makeGround(on, record)
  const boss = await clientOf(on, 'boss')
  for (const person of ['boss', 'partner'] as const)
    await act(on, record, (await addRecord(on, record, person))!, 'publish', {}, person)
  const disabled = await act(on, record, (await addRecord(on, record))!, 'publish', {}, 'boss')
  await done(boss, record, 'enableDisable', disabled.id, { body: { is_deleted: true }, ifMatch: disabled.version })
  const at = new Date(Date.now() + 24 * 3600 * 1000).toISOString()
  await act(on, record, (await addRecord(on, record))!, 'schedule', { at }, 'boss')
  await addForeignReferences(on, record)
}

/** Creates a row that refers to records of another store, which apps may not show. */
async function addForeignReferences(on: Environment, record: RecordDefinition): Promise<void> {
  const references = publicFieldsOf(record).filter(
    ([, { type }]) => type.kind === 'references' || type.kind === 'reference',
  )
  if (references.length === 0) return
  const body: Record<string, unknown> = { ...(await freshBody(on, record)) }
  for (const [name, { type }] of references) {
    if (type.kind !== 'references' && type.kind !== 'reference') continue
    const { id } = (await addRecord(on, definitionOf(type.to), 'partner'))!
    body[name] = type.kind === 'reference' ? id : [...((body[name] as string[] | undefined) ?? []), id]
  }
  const row = await done<Row>(await clientOf(on, 'boss'), record, 'create', '', { body })
  await act(on, record, row, 'publish', {}, 'boss')
}

const grounded = new WeakMap<Environment, Set<string>>()
async function appGround(on: Environment, record: RecordDefinition): Promise<{ house: string; partner: string }> {
  const made = grounded.get(on) ?? new Set<string>()
  grounded.set(on, made)
  if (!made.has(record.name)) {
    await makeAppGround(on, record)
    made.add(record.name)
  }
  return { house: await storeOfHouse(on, record), partner: on.partnerStore }
}

export const recordAppCases = (record: RecordDefinition): Case[] =>
  record.appBase === undefined
    ? []
    : [
        {
          name: `${record.name}.appList: exactly the public fields of the enabled and published rows of the key's store, in the list's order`,
          writes: true,
          async run(on) {
            const { house } = await appGround(on, record)
            const all = await rowsOf(on, record)
            const own = all.filter((row) => row.store_code === house)
            const expected = await expectedOf(on, record, house)
            assert.ok(expected.length > 1 && own.some((row) => row.is_deleted === true), 'there are disabled rows too')
            if ('state' in own[0]!)
              for (const state of ['DRAFT', 'SCHEDULED'])
                assert.ok(
                  own.some((row) => row.state === state && row.is_deleted !== true),
                  `there is one in ${state}`,
                )
            const key = await on.appKey(house)
            assert.deepEqual(await allOf(on, record, key), expected)
            const { rows, total } = await listed(on, record, key, { page: 2, itemNo: 1 })
            assert.deepEqual([rows, total], [expected.slice(1, 2), expected.length])
            for (const query of [{ itemNo: PAGE_ROWS_MAX + 1 }, { itemNo: 0 }, { page: 0 }])
              checkFailure(await sendAs(on, record, key, 'appList', '', { query }), 400, JSON.stringify(query))
          },
        },
        {
          name: `${record.name}.appGet: one row as in the list; a disabled, unpublished or unknown one, and one of another store, is 404`,
          writes: true,
          async run(on) {
            const { house } = await appGround(on, record)
            const key = await on.appKey(house)
            const expected = await expectedOf(on, record, house)
            for (const row of [expected[0]!, expected.at(-1)!]) {
              const reply = await sendAs(on, record, key, 'appGet', row.id)
              assert.deepEqual(checkSuccess(reply, operationOf(record, 'appGet')), row)
              assert.equal(reply.headers.get('etag'), null, 'the version is not public')
            }
            const shown = new Set(expected.map(({ id }) => id))
            const hidden = (await rowsOf(on, record)).filter(({ id }) => !shown.has(id))
            const stores = new Set(hidden.map((row) => row.store_code))
            assert.ok(stores.has(house) && stores.size > 1, 'there are hidden rows of this store and of another one')
            for (const { id } of [
              ...hidden.slice(0, 3),
              ...hidden.filter((row) => row.store_code !== house).slice(0, 2),
            ])
              checkFailure(await sendAs(on, record, key, 'appGet', id), 404, id)
            for (const row of hidden.filter((each) => each.store_code === house))
              checkFailure(await sendAs(on, record, key, 'appGet', row.id), 404, JSON.stringify(row))
            checkFailure(await sendAs(on, record, key, 'appGet', NOBODY), 404)
            checkFailure(await sendAs(on, record, key, 'appGet', 'x'), 400)
          },
        },
        {
          name: `${record.name}.appList: the key of another store returns the rows of that store only`,
          writes: true,
          async run(on) {
            const { house, partner } = await appGround(on, record)
            const expected = await expectedOf(on, record, partner)
            assert.ok(expected.length > 0, 'the other store has rows to show')
            const key = await on.appKey(partner)
            assert.deepEqual(await allOf(on, record, key), expected)
            const [own] = await expectedOf(on, record, house)
            checkFailure(await sendAs(on, record, key, 'appGet', own!.id), 404)
          },
        },
        ...(['appList', 'appGet'] as const).map((verb): Case => ({
          name: `${record.name}.${verb}: no key, a wrong key, a revoked key and a staff token are 401`,
          writes: true,
          async run(on) {
            const { house } = await appGround(on, record)
            const boss = await clientOf(on, 'boss')
            const key = await on.appKey(house)
            const [row] = await expectedOf(on, record, house)
            const send = (given: string | null, token: string | null = null) =>
              sendAs(on, record, given, verb, row!.id, { token })
            for (const [what, given] of [
              ['no key', null],
              ['an empty one', ''],
              ['one that is none', 'rubbish'],
              ['one in form', `${key.slice(0, -6)}000000`],
              ['one in other letters', key.toUpperCase()],
              ['a revoked one', await on.revokedAppKey(house)],
            ] as const)
              checkFailure(await send(given), 401, what)
            checkFailure(await send(null, boss.token), 401, 'the token of staff')
            checkFailure(await send(boss.token, boss.token), 401, 'the token of staff as a key')
            assert.equal((await send(key)).status, 200, 'the key itself')
            assert.equal(
              (await call(on.fresh(), record, 'list', '', { headers: { [APP_KEY_HEADER]: key } })).status,
              401,
            )
          },
        })),
        {
          name: `${record.name}.appList: can be filtered by public fields only; any other parameter is refused`,
          writes: true,
          async run(on) {
            const { house } = await appGround(on, record)
            const key = await on.appKey(house)
            const expected = await expectedOf(on, record, house)
            for (const [name, field] of publicFieldsOf(record).filter(([, { filter }]) => filter)) {
              if (narrowedBy(field) === 'nothing') continue
              const value = expected.flatMap((row) => valuesOf(row[name]))[0] ?? textOf(expected[0]![name])
              assert.ok(value, `${name} has a value`)
              const how = narrowedBy(field) === 'values' ? '' : 'from'
              const wanted = expected.filter((row) => passes(row as Row, name, field, how, [value]))
              const query = { [how === '' ? name : `${name}.${how}`]: value }
              assert.deepEqual(await allOf(on, record, key, query), wanted, name)
            }
            const hidden = Object.entries(record.allFields).filter(([, field]) => !field.public && field.filter)
            for (const [name] of [
              ...hidden,
              ['search'],
              ['sort_by'],
              ['fields'],
              ['id'],
              ['unheard_of'],
              ['__proto__'],
            ] as [string][])
              checkFailure(await sendAs(on, record, key, 'appList', '', { query: { [name]: 'a' } }), 400, name)
          },
        },
      ]
