/**
 * What the definition of a record offers to the users' apps: the public fields of those rows of the key's store that they may
 * show, and what they may write there. What is expected is derived from what staff reads.
 */
import assert from 'node:assert/strict'
import { PAGE_ROWS_MAX } from '@contract/constants'
import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER, type AnyOperation } from '@contract/http/operation'
import { isCampaign } from '@contract/records/campaigns'
import { isPublishable } from '@contract/records/publishing'
import type { Field } from '@contract/records/field'
import { operationsOf } from '@contract/records/operations'
import { targetOf } from '@contract/records/kinds'
import { appUploadRulesOf, storeReference, type RecordDefinition } from '@contract/records/record'
import { checkFailure, checkRejected, checkSuccess } from '../check'
import type { Client, Sending } from '../client'
import type { Case, Environment } from '../environment'
import { exampleOf } from '../examples'
import { EFFECTS } from '../records/effects'
import { type Values } from '../record-examples'
import { historyOf } from '../records/writing'
import { sendExample } from '../send-example'
import { clientOf, type Person } from '../records/people'
import { call, done, hasVerb, operationOf } from '../records/calls'
import { addRecord, definitionOf, freshBody, rowsOf, uploadAsApp, appVerbOf, isOf, sentBody } from '../records/rows'
import { activated, makeGround } from '../records/ground'
import { asListed, narrowedBy, passes, textOf, valuesOf, type Row } from '../records/oracle'

const NOBODY = '01890a5d-ac96-774b-bcce-b302099a8057'
type Sent = Readonly<Record<string, unknown>> & { id: string }

/** @returns the fields that apps may read, with their names */
export const publicFieldsOf = ({ fields }: RecordDefinition): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.public)

const isIn = (rows: readonly Sent[], wanted: string) => rows.some(({ id }) => id === wanted)

/** Whether apps of its store may show a row. */
const isShown = (row: Row): boolean =>
  row.is_deleted !== true &&
  (!('state' in row) || row.state === 'PUBLISHED') &&
  (!('activated_at' in row) || row.status === 'ACTIVE')

/** The rows of a record that apps of a store may name: its own, and those that an enabled record of the store shares with it. */
async function isInReachOf(on: Environment, { sharedThrough }: RecordDefinition) {
  const links = sharedThrough ? await rowsOf(on, definitionOf(sharedThrough.link)) : []
  const idOf = (value: unknown) => (value as { id: string }).id
  const shares = (link: Row, row: Row) => {
    const { by, field } = sharedThrough!
    return idOf(link[by]) === (field === 'id' ? row.id : idOf(row[field]))
  }
  return (row: Row, store: unknown): boolean =>
    row.store_code === store ||
    links.some((link) => link.is_deleted !== true && link.store_code === store && shares(link, row))
}

/** The rows that apps of a store should receive, in the expected form. */
async function expectedOf(on: Environment, record: RecordDefinition, store: unknown): Promise<Sent[]> {
  const shown = async (of: RecordDefinition) => {
    const [rows, reaches] = [await rowsOf(on, of), await isInReachOf(on, of)]
    return (by: unknown) => rows.filter((row) => isShown(row) && reaches(row, by))
  }
  const targets = new Map<string, (by: unknown) => Row[]>()
  for (const [, { type }] of publicFieldsOf(record))
    if (type.kind === 'reference' || type.kind === 'references')
      targets.set(type.to, await shown(definitionOf(type.to)))
  const sentValue = ({ type }: Field, value: unknown, row: Row) => {
    if (type.kind !== 'references' && type.kind !== 'reference') return value
    const there = new Set(targets.get(type.to)!(row.store_code).map(({ id }) => id))
    if (type.kind === 'references') return (value as { id: string }[]).filter(({ id }) => there.has(id))
    return value !== null && there.has((value as { id: string }).id) ? value : null
  }
  return asListed(record, (await shown(record))(store)).map((row) => ({
    id: row.id,
    ...Object.fromEntries(publicFieldsOf(record).map(([name, field]) => [name, sentValue(field, row[name], row)])),
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

/** Performs an action, where the record has it. */
const act = async (on: Environment, record: RecordDefinition, row: Row, action: string, body: object, person: Person) =>
  hasVerb(record, action)
    ? done<Row>(await clientOf(on, person), record, action, row.id, { body, ifMatch: row.version })
    : row

/** Makes a row one that apps may show: a campaign that has started is activated, anything else is published. */
async function show(on: Environment, record: RecordDefinition, row: Row, person: Person): Promise<Row> {
  if (!isCampaign(record)) return act(on, record, row, 'publish', {}, person)
  const body = { starts_at: '2026-01-05T00:00:00.000Z', ends_at: null }
  const started = await done<Row>(await clientOf(on, person), record, 'update', row.id, { body, ifMatch: row.version })
  return activated(on, record, started, person)
}

/** Creates rows of both stores that apps may show, and three that they may not: a disabled one, a draft and a scheduled one. */
async function makeAppGround(on: Environment, record: RecordDefinition): Promise<void> {
  await makeGround(on, record)
  const boss = await clientOf(on, 'boss')
  for (const person of ['boss', 'partner'] as const)
    await show(on, record, (await addRecord(on, record, person))!, person)
  const added = (await EFFECTS[`${record.name}.enableDisable`]?.make?.(on, record)) ?? (await addRecord(on, record))!
  const hidden = await show(on, record, added, 'boss')
  if (hasVerb(record, 'enableDisable'))
    await done(boss, record, 'enableDisable', hidden.id, { body: { is_deleted: true }, ifMatch: hidden.version })
  else await act(on, record, hidden, 'end', {}, 'boss')
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
  await show(on, record, row, 'boss')
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

/** The calls of a record for apps. */
const appOperations = (record: RecordDefinition): AnyOperation[] =>
  operationsOf(record).flatMap(({ operation }) => (operation.access === 'app' ? [operation] : []))

const keyCases = (record: RecordDefinition): Case[] =>
  appOperations(record).map((operation): Case => ({
    name: `${operation.id}: no key, a wrong key, a revoked key and a staff token are 401`,
    writes: true,
    async run(on) {
      const boss = await clientOf(on, 'boss')
      const key = await on.appKey(on.partnerStore)
      const send = (given: string | null, token: string | null = null) =>
        sendExample(on.fresh(), operation, exampleOf(operation, { unique: on.unique() }), {
          token,
          headers: given === null ? {} : { [APP_KEY_HEADER]: given },
        })
      for (const [what, given] of [
        ['no key', null],
        ['an empty one', ''],
        ['one that is none', 'rubbish'],
        ['one in form', `${key.slice(0, -6)}000000`],
        ['one in other letters', key.toUpperCase()],
        ['a revoked one', await on.revokedAppKey(on.partnerStore)],
      ] as const)
        checkFailure(await send(given), 401, what)
      checkFailure(await send(null, boss.token), 401, 'the token of staff')
      checkFailure(await send(boss.token, boss.token), 401, 'the token of staff as a key')
      assert.notEqual((await send(key)).status, 401, 'the key itself')
      assert.equal((await call(on.fresh(), record, 'list', '', { headers: { [APP_KEY_HEADER]: key } })).status, 401)
    },
  }))

/** A value of a body, compared with the row: masked values are not comparable. */
const isStored = ({ type, masked }: Field, sent: unknown, stored: unknown): boolean => {
  if (masked) return true
  if (type.kind === 'reference') return (stored as { id: string }).id === sent
  if (type.kind === 'amount') {
    const [whole = '', places = ''] = String(sent as string).split('.')
    return stored === `${whole}.${places.padEnd(2, '0')}`
  }
  if (type.kind === 'files') return textOf((stored as { id: string }[]).map(({ id }) => id)) === textOf(sent)
  return textOf(stored) === textOf(sent)
}

const writeCases = (record: RecordDefinition): Case[] => {
  // A call that is not about one row, or that depends on the state of what it refers to, has cases of its own.
  const names = Object.entries(record.appCalls ?? {}).flatMap(([name, { answers, conditional }]) =>
    answers || conditional ? [] : [name],
  )
  const files = Object.keys(appUploadRulesOf(record))
  if (names.length === 0) return []
  return [
    {
      name: `${record.name}: ${names.map(appVerbOf).join(', ')}: each writes to a row of the key's store, and the answer is the row's public fields`,
      writes: true,
      async run(on) {
        const [store, unique, boss] = [on.partnerStore, on.unique(), await clientOf(on, 'boss')]
        const app = await on.asApp(store)
        for (const name of names) {
          const body = await sentBody(on, record, name, { app, store, unique })
          const answer = await done<Sent>(app, record, appVerbOf(name), '', { body })
          const row = await done<Row>(boss, record, 'get', answer.id)
          assert.equal(row.store_code, store)
          assert.equal(row.Creator, null)
          assert.deepEqual(answer, {
            id: row.id,
            ...Object.fromEntries(publicFieldsOf(record).map(([field]) => [field, row[field]])),
          })
          const [newest] = await historyOf(boss, record, row.id)
          assert.equal(newest!.by, null, 'no person did it')
          assert.match(JSON.stringify(newest!.asked.find(({ field }) => field === 'reason')), /"value":"App/)
          for (const [field, value] of Object.entries(body))
            if (
              record.fields[field] &&
              record.fields[field].type.kind === record.appCalls![name]!.asks[field]!.type.kind
            )
              assert.ok(isStored(record.fields[field], value, row[field]), `${field}: ${textOf(row[field])}`)
        }
      },
    },
    {
      name: `${record.name}.${appVerbOf(names[0]!)}: the same Idempotency-Key twice takes effect once; another app may use the same key`,
      writes: true,
      async run(on) {
        const [store, key] = [on.partnerStore, crypto.randomUUID()]
        const app = await on.asApp(store)
        const body = await sentBody(on, record, names[0]!, { app, store, unique: on.unique() })
        const sending: Sending = { body, headers: { [IDEMPOTENCY_KEY_HEADER]: key } }
        const first = await call(app, record, appVerbOf(names[0]!), '', sending)
        const answer = checkSuccess<Sent>(first, operationOf(record, appVerbOf(names[0]!)))
        const before = await done<Row>(await clientOf(on, 'boss'), record, 'get', answer.id)
        const second = await call(app, record, appVerbOf(names[0]!), '', sending)
        assert.deepEqual([second.status, second.json], [200, first.json])
        assert.equal(second.headers.get(REPLAYED_HEADER), 'true')
        assert.deepEqual(await done<Row>(await clientOf(on, 'boss'), record, 'get', answer.id), before)
        const changed = await call(app, record, appVerbOf(names[0]!), '', {
          ...sending,
          body: await sentBody(on, record, names[0]!, { app, store, unique: on.unique() }),
        })
        assert.equal(changed.status, 422, 'the key came before with other content')
        const house = await on.asApp(on.ownStore)
        const other = await call(house, record, appVerbOf(names[0]!), '', sending)
        assert.equal(other.headers.get(REPLAYED_HEADER), null, 'the key of another app is another key')
      },
    },
    ...names.flatMap((name): Case[] => {
      const references = Object.entries(record.appCalls![name]!.asks).filter(([, { type }]) => targetOf(type) !== null)
      return references.length === 0
        ? []
        : [
            {
              name: `${record.name}.${appVerbOf(name)}: ${references.map(([field]) => field).join(', ')} of another store, disabled or unknown is 422 at the field`,
              writes: true,
              async run(on) {
                const [store, other] = [on.partnerStore, on.ownStore]
                const [app, house] = [await on.asApp(store), await on.asApp(other)]
                const send = async (client: Client, of: string, changes: Values) => {
                  const body = await sentBody(on, record, name, { app: client, store: of, unique: on.unique() })
                  return call(client, record, appVerbOf(name), '', { body: { ...body, ...changes } })
                }
                for (const [field, { type }] of references) {
                  const all = await rowsOf(on, definitionOf(targetOf(type)!))
                  const reaches = await isInReachOf(on, definitionOf(targetOf(type)!))
                  const theirs = all.find(
                    (row) => row.is_deleted !== true && isOf(on, row, store) && !reaches(row, other),
                  )
                  const disabled = all.find((row) => row.is_deleted === true && isOf(on, row, other))
                  if (theirs) checkRejected(await send(house, other, { [field]: theirs.id }), field)
                  if (disabled) checkRejected(await send(house, other, { [field]: disabled.id }), field)
                  checkRejected(await send(app, store, { [field]: NOBODY }), field)
                }
              },
            },
          ]
    }),
    ...files.map((field): Case => ({
      name: `${record.name}.${appVerbOf(names[0]!)}: ${field} that another app uploaded, that are attached already, or that are unknown are 422 at the field`,
      writes: true,
      async run(on) {
        const store = on.partnerStore
        const [app, house] = [await on.asApp(store), await on.asApp(on.ownStore)]
        const send = async (ids: readonly string[]) => {
          const body = await sentBody(on, record, names[0]!, { app, store, unique: on.unique() })
          return call(app, record, appVerbOf(names[0]!), '', { body: { ...body, [field]: ids } })
        }
        checkRejected(await send([await uploadAsApp(house, record, field)]), field)
        checkRejected(await send([NOBODY]), field)
        checkRejected(await send([]), field)
        const [mine, more] = [await uploadAsApp(app, record, field), await uploadAsApp(app, record, field)]
        assert.equal((await send([mine])).status, 200)
        checkRejected(await send([mine, more]), field)
      },
    })),
  ]
}

/** Single rows of a paged record: apps know the ids of what they have sent. */
const singleCases = (record: RecordDefinition): Case[] =>
  !hasVerb(record, 'appGet') || hasVerb(record, 'appList')
    ? []
    : [
        {
          name: `${record.name}.appGet: exactly the public fields of a row; an unknown one and one of another store are 404`,
          async run(on) {
            const boss = await clientOf(on, 'boss')
            const [house, partner] = [on.ownStore, on.partnerStore]
            const key = await on.appKey(house)
            const all = await rowsOf(on, record)
            const own = all.filter((row) => row.store_code === house)
            const theirs = all.find((row) => row.store_code === partner)
            assert.ok(own.length > 1 && theirs, 'both stores have rows')
            for (const { id } of [own[0]!, own.at(-1)!]) {
              const reply = await sendAs(on, record, key, 'appGet', id)
              const row = await done<Row>(boss, record, 'get', id)
              const expected = publicFieldsOf(record).map(([name]) => [name, row[name]])
              const sent = checkSuccess(reply, operationOf(record, 'appGet'))
              assert.deepEqual(sent, { id, ...Object.fromEntries(expected) })
              assert.equal(reply.headers.get('etag'), null, 'the version is not public')
            }
            checkFailure(await sendAs(on, record, key, 'appGet', theirs.id), 404)
            checkFailure(await sendAs(on, record, await on.appKey(partner), 'appGet', own[0]!.id), 404)
            checkFailure(await sendAs(on, record, key, 'appGet', NOBODY), 404)
            checkFailure(await sendAs(on, record, key, 'appGet', 'x'), 400)
          },
        },
      ]

/**
 * Shares a record with the partner's store, through a new record of the kind that shares it.
 * @param what the definition and the id that it names @returns a function that disables what shares it
 */
export async function share(on: Environment, { sharedThrough }: RecordDefinition, what: string) {
  const { link, by } = sharedThrough!
  const sharing = definitionOf(link)
  const boss = await clientOf(on, 'boss')
  const store = storeReference(sharing)!
  const partner = (await rowsOf(on, definitionOf(targetOf(sharing.fields[store]!.type)!))).find(
    ({ store_code }) => store_code === on.partnerStore,
  )!
  const body = { ...(await freshBody(on, sharing)), [store]: partner.id, [by]: what }
  const row = await done<Row>(boss, sharing, 'create', '', { body })
  return () => done<Row>(boss, sharing, 'enableDisable', row.id, { body: { is_deleted: true }, ifMatch: row.version })
}

const sharedCases = (record: RecordDefinition): Case[] =>
  record.sharedThrough?.field !== 'id'
    ? []
    : [
        {
          name: `${record.name}.appGet: a ${record.noun[0]} of another store is 404, 200 while it is shared with the key's store, and 404 after that`,
          writes: true,
          async run(on) {
            const row = await show(on, record, (await addRecord(on, record))!, 'boss')
            const key = await on.appKey(on.partnerStore)
            checkFailure(await sendAs(on, record, key, 'appGet', row.id), 404)
            const end = await share(on, record, row.id)
            const { id } = checkSuccess<Sent>(
              await sendAs(on, record, key, 'appGet', row.id),
              operationOf(record, 'appGet'),
            )
            assert.equal(id, row.id)
            assert.ok(isIn(await allOf(on, record, key), row.id), 'the list has it')
            await end()
            checkFailure(await sendAs(on, record, key, 'appGet', row.id), 404)
          },
        },
      ]

/** What a record offers to the users' apps. */
export const recordAppCases = (record: RecordDefinition): Case[] => [
  ...keyCases(record),
  ...sharedCases(record),
  ...singleCases(record),
  ...writeCases(record),
  ...wholeCases(record),
]

/** Whether apps do not get every row of their store. */
const hidesRows = (record: RecordDefinition) => record.switch || isPublishable(record) || isCampaign(record)

const wholeCases = (record: RecordDefinition): Case[] =>
  !hasVerb(record, 'appList')
    ? []
    : [
        {
          name: `${record.name}.appList: exactly the public fields of the enabled and published rows of the key's store, and of those shared with it, in the list's order`,
          writes: true,
          async run(on) {
            const { house } = await appGround(on, record)
            const all = await rowsOf(on, record)
            const own = all.filter((row) => row.store_code === house)
            const expected = await expectedOf(on, record, house)
            assert.ok(
              expected.length > 1 && (!hidesRows(record) || own.some((row) => !isShown(row))),
              'there are rows that apps do not get too',
            )
            if (record.switch)
              assert.ok(
                own.some((row) => row.is_deleted === true),
                'there are disabled ones',
              )
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
            assert.ok(
              (!hidesRows(record) || stores.has(house)) && [...stores].some((store) => store !== house),
              'there are hidden rows of this store and of another one',
            )
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
          name: `${record.name}.appList: the key of another store returns the rows of that store, and those shared with it`,
          writes: true,
          async run(on) {
            const { house, partner } = await appGround(on, record)
            const expected = await expectedOf(on, record, partner)
            assert.ok(expected.length > 0, 'the other store has rows to show')
            const key = await on.appKey(partner)
            assert.deepEqual(await allOf(on, record, key), expected)
            const own = (await expectedOf(on, record, house)).find(({ id }) => !isIn(expected, id))
            checkFailure(await sendAs(on, record, key, 'appGet', own!.id), 404)
          },
        },
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
