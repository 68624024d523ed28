/** Shared by the cases of records: people with different rights, all rows of a record, and new records. */
import assert from 'node:assert/strict'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import type { Approval } from '@contract/entities/approval'
import { approvalsOperations } from '@contract/http/approvals'
import { catalogue } from '@contract/http/catalogue'
import type { UploadedFile } from '@contract/http/files'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import type { AnyOperation } from '@contract/http/operation'
import { ACTIONS, type Access, type AccessStore, type Action, type Permission } from '@contract/permissions'
import type { RecordName } from '@contract/records/calls'
import { amountOf, hundredthsOf } from '@contract/amounts'
import { POLICIES } from '@contract/approval-policies'
import { approvedActions, type ActionApproval } from '@contract/records/action-approval'
import { isApprovedCampaign, isCampaign } from '@contract/records/campaigns'
import type { Field, FieldType } from '@contract/records/field'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import { ownFieldOf, uploadRulesOf, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { samplePng } from '@tests/kit/sample-files'
import { checkSuccess } from '../check'
import type { Client, Reply, Sending } from '../client'
import type { CaseRole, Environment } from '../environment'
import { turnOn } from '../cases/two-factor'
import { onShift, onShiftBut } from '../cases/work'
import { createBody, fieldAt, NO_WORLD, PASSWORD, validBody, type Making, type Values } from '../record-examples'
import { inPart, storeOf, type Row } from './oracle'

/** The people of the cases. Each has the same rights on all records. */
export type Person =
  /** All rights, in all stores. */
  | 'boss'
  /** May read every other field, nothing else. */
  | 'evens'
  /** May read the other half of the fields. */
  | 'odds'
  /** All rights except enabling and disabling. */
  | 'editor'
  /** May read, enable and disable. */
  | 'switcher'
  /** All rights, in a partner's store only. */
  | 'partner'
  /** May change records, but not read them. */
  | 'picker'
  /** No right on any record. */
  | 'stranger'

const subjects = [
  ...new Set(
    ALL_RECORDS.flatMap((record) => [
      record.subject,
      // An action may need the right to something else.
      ...Object.values(record.actions).flatMap(({ subject }) => subject ?? []),
    ]),
  ),
]
const onAll = (...actions: Action[]): Permission[] =>
  subjects.flatMap((subject) => actions.map((action) => ({ action, subject, fields: ['*'] })))
/** Every second one of the searched fields, and of the others; records of one subject share its rights. */
const half = (rest: 0 | 1): Permission[] =>
  [...new Set(ALL_RECORDS.map(({ subject }) => subject))].map((subject) => {
    const fields = ALL_RECORDS.filter((each) => each.subject === subject).flatMap(({ allFields }) =>
      Object.entries(allFields),
    )
    const names = [...new Set(fields.map(([name]) => name))]
    const isSearched = (name: string) => fields.some(([each, { search }]) => each === name && search)
    const inTurn = [...names.filter(isSearched), ...names.filter((name) => !isSearched(name))]
    const own = inTurn.filter((_name, index) => index % 2 === rest)
    return { action: 'read', subject, fields: names.filter((name) => own.includes(name)) }
  })
const PERMISSIONS: Readonly<Record<Exclude<Person, 'boss'>, Permission[]>> = {
  evens: half(0),
  odds: half(1),
  editor: onAll('create', 'read', 'update'),
  switcher: onAll('read', 'delete'),
  partner: onAll(...ACTIONS),
  picker: onAll('update'),
  stranger: [{ action: 'read', subject: 'Dashboard', fields: ['*'] }],
}
const roleOf = (person: Exclude<Person, 'boss'>): CaseRole => ({
  name: `CONTRACT_${person.toUpperCase()}`,
  permissions: PERMISSIONS[person],
  isPartner: person === 'partner',
})

/** The client of a person. @throws NotPossible where no account has these rights */
export const clientOf = (on: Environment, person: Person): Promise<Client> =>
  person === 'boss'
    ? on.whoMay(
        ...subjects.flatMap((subject) => ACTIONS.map((action) => [action, subject] as [Action, typeof subject])),
      )
    : on.inRole(roleOf(person))

/** Names of the fields that a person may read of a record, in the contract's order. */
export function fieldsOf(person: Person, { subject, allFields }: RecordDefinition): string[] {
  const names = Object.keys(allFields)
  if (person === 'boss') return names
  const read = PERMISSIONS[person].flatMap((each) =>
    each.action === 'read' && each.subject === subject ? each.fields : [],
  )
  return read.includes('*') ? names : names.filter((name) => read.includes(name))
}

/** The record whose field of the same name unmasks this one for its readers. */
const whoseRightsUnmask = ({ maskedUnless }: Field): RecordDefinition =>
  ALL_RECORDS.find(({ subject }) => subject === maskedUnless)!
/** A reference is shown completely to whoever may read anything of the subject. */
const unmasks = (fields: readonly string[], name: string, { type }: Field) =>
  type.kind === 'reference' ? fields.length > 0 : fields.includes(name)
/** A row in the form that a person receives: masked where the field requires it. */
export const asSentTo = (person: Person, { allFields }: RecordDefinition, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    Object.entries(allFields).flatMap(([name, field]) =>
      field.maskedUnless === undefined || unmasks(fieldsOf(person, whoseRightsUnmask(field)), name, field)
        ? []
        : [[name, inPart(field, row[name])]],
    ),
  ),
})

/** The operations of a record, by its verb or the name of the action. */
export const operationOf = (record: RecordDefinition, verb: string): AnyOperation =>
  RECORD_OPERATIONS.find(({ operation }) => operation.id === `${record.name}.${verb}`)!.operation
export const hasVerb = (record: RecordDefinition, verb: string): boolean =>
  RECORD_OPERATIONS.some(({ operation }) => operation.id === `${record.name}.${verb}`)

/** Whether a call performs an action that needs a step-up. */
const needsStepUp = ({ actions }: RecordDefinition, verb: string): boolean =>
  Object.entries(actions).some(
    ([name, { stepUp }]) => stepUp && [name, `bulk${name[0]!.toUpperCase()}${name.slice(1)}`].includes(verb),
  )

/** Calls an operation of a record, after a step-up where it needs one. */
export async function call(
  client: Client,
  record: RecordDefinition,
  verb: string,
  id = '',
  sending: Sending = {},
): Promise<Reply> {
  const { method, path } = operationOf(record, verb)
  if (needsStepUp(record, verb) && client.token !== null) await client.stepUp()
  return client.send(method, path.replace(':id', id), sending)
}
/** Like `call`, and requires a success in the contract's form. @returns its data */
export async function done<D = Row>(
  client: Client,
  record: RecordDefinition,
  verb: string,
  id = '',
  sending: Sending = {},
): Promise<D> {
  return checkSuccess<D>(await call(client, record, verb, id, sending), operationOf(record, verb))
}

/** A list's response, with the same rows from the stream. */
export interface Listed {
  rows: Row[]
  total: number | null
}
export async function list(client: Client, record: RecordDefinition, query: Sending['query'] = {}): Promise<Listed> {
  const reply = await call(client, record, 'list', '', { query })
  const rows = checkSuccess<Row[]>(reply, operationOf(record, 'list'))
  return { rows, total: (reply.json as { total_count: number | null }).total_count }
}
export async function lines(client: Client, record: RecordDefinition, query: Sending['query'] = {}): Promise<Listed> {
  const { path } = operationOf(record, 'list')
  const reply = await client.send('GET', path, { query, headers: { Accept: 'application/x-ndjson' } })
  assert.equal(reply.status, 200, reply.text.slice(0, 300))
  assert.match(reply.headers.get('content-type') ?? '', /^application\/x-ndjson\b/)
  const all = reply.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const { total_count } = all.pop() as { total_count: number | null }
  return { rows: all as Row[], total: total_count }
}
export const EVERYTHING = { itemNo: FULL_LIST_ITEM_NO } as const

/** All rows that a person can see, cached until the next write. */
export const rowsOf = (on: Environment, record: RecordDefinition, person: Person = 'boss'): Promise<Row[]> =>
  on.once(`${record.name} of ${person}`, async () => (await list(await clientOf(on, person), record, EVERYTHING)).rows)

/** Whether a write to a path is about a record, or about others that are rows of it or whose rows it is. */
const isAbout = (record: RecordDefinition): ((path: string) => boolean) => {
  const family = ALL_RECORDS.filter(
    ({ name, partOf }) => name === record.name || partOf?.record === record.name || name === record.partOf?.record,
  )
  const paths = family.flatMap(({ base, aliases = [] }) => [base, ...aliases].map((each) => `/api/v1/${each}`))
  return (path) => paths.some((each) => path === each || path.startsWith(`${each}/`))
}

/** The stores whose records a person may see and write, cached until a store changes. */
export const storesFor = (on: Environment, person: Person): Promise<AccessStore[]> =>
  on.once(
    `stores for ${person}`,
    async () =>
      checkSuccess<Required<Access>>(
        await (await clientOf(on, person)).send('GET', catalogue['profile.access'].path),
        catalogue['profile.access'],
      ).stores,
    isAbout(definitionOf('store')),
  )
/** Codes of stores that nobody may choose: unknown and disabled ones. */
export const closedOf = (stores: readonly AccessStore[]): string[] => [
  'NOSUCH01',
  'no store',
  ...stores.filter(({ is_deleted }) => is_deleted).map(({ code }) => code),
]

const referredTo = (type: FieldType): string[] => {
  if (type.kind === 'list') return Object.values(type.fields).flatMap((each) => referredTo(each.type))
  return type.kind === 'reference' || type.kind === 'references' ? [type.to] : []
}
/** Names of the records that a record's bodies refer to. */
const targetsOf = ({ fields, actions }: RecordDefinition): string[] => [
  ...new Set(
    // Derived fields are in no body.
    [
      ...Object.values(fields).filter(({ derived }) => !derived),
      ...Object.values(actions).flatMap(({ asks = {} }) => Object.values(asks)),
    ].flatMap(({ type }) => referredTo(type)),
  ),
]
/** @param name of a record that exists */
export const definitionOf = (name: string): RecordDefinition => ALL_RECORDS.find((each) => each.name === name)!

/** Ids that a person's bodies may refer to, from the names calls. @returns by record name */
export async function idsFor(
  on: Environment,
  record: RecordDefinition,
  person: Person,
): Promise<(name: string) => string[]> {
  const client = await clientOf(on, person)
  const known = new Map<string, string[]>()
  for (const target of targetsOf(record)) {
    const definition = definitionOf(target)
    const read = await on.once(
      `names of ${target} for ${person}`,
      () => done<RecordName[]>(client, definition, 'names'),
      isAbout(definition),
    )
    const names = [...read]
    const isRequired = Object.values(record.fields).some(
      ({ type, required }) => required && referredTo(type)[0] === target,
    )
    // In a store without any, the person adds one where the record requires it.
    if (names.length === 0 && isRequired && hasVerb(definition, 'create'))
      names.push(
        await done<RecordName>(client, definition, 'create', '', { body: await freshBody(on, definition, person) }),
      )
    known.set(
      target,
      names.map(({ id }) => id),
    )
  }
  return (name) => known.get(name) ?? []
}

/** Roles and stores that a person of the cases may assign. */
export async function givenBy(on: Environment, person: Person): Promise<Pick<Making, 'roles' | 'stores'>> {
  const store = definitionOf('store')
  const rowsFor = (of: Person) =>
    on.once(`stores of ${of}`, async () => (await list(await clientOf(on, of), store, EVERYTHING)).rows, isAbout(store))
  const own = (await rowsFor('partner')).map(({ code }) => code as string)
  const partners = (await rowsFor('boss'))
    .filter(({ kind }) => kind === 'THIRD_PARTY')
    .map(({ code }) => code as string)
  // Readers have the fewest rights, so everybody else may change their accounts.
  const readers = ['evens', 'odds'] as const
  for (const reader of readers) await clientOf(on, reader)
  const roles = person === 'partner' ? [roleOf('partner').name] : readers.map((reader) => roleOf(reader).name)
  return {
    roles: (of) => (of === 'STAFF' ? roles : ['PLAYER', 'VIP_PLAYER']),
    stores: () => (person === 'partner' ? own : partners.filter((code) => !own.includes(code))),
  }
}

/** Uploads of a person for the required fields with files of a record: one for an image, two for a list. @returns their ids, by the name of the field */
export async function filesFor(
  on: Environment,
  record: RecordDefinition,
  person: Person,
  needs: (field: string) => boolean,
): Promise<(field: string) => string[]> {
  const known = new Map<string, string[]>()
  for (const field of Object.keys(uploadRulesOf(record)).filter(needs)) {
    const ids: string[] = []
    // Of an item's image as many as the examples have items.
    const count =
      fieldAt(record, field) === record.fields[field] && fieldAt(record, field).type.kind === 'image' ? 1 : 2
    const client = await clientOf(on, person)
    const use = `${person}: ${record.name} ${field}`
    while (ids.length < count) ids.push(await on.uploads.take(use, () => uploadFor(client, record, field)))
    known.set(field, ids)
  }
  return (field) => known.get(field) ?? []
}

/** Uploads a small image for a field of a record. @returns its id */
export async function uploadFor(client: Client, record: RecordDefinition, field: string): Promise<string> {
  const { width, height } = uploadRulesOf(record)[field]!.min ?? { width: 8, height: 8 }
  const raw = samplePng(width, height)
  const sending = { query: { field }, raw, headers: { 'Content-Type': 'image/png' } }
  return (await done<UploadedFile>(client, record, 'upload', '', sending)).id
}

/** Uploads an image that no other call has sent, with the key of an app. @returns its id */
export async function uploadAsApp(app: Client, record: RecordDefinition, field: string): Promise<string> {
  const colour = [...crypto.getRandomValues(new Uint8Array(3))]
  const raw = samplePng(8, 8, { width: 8, height: 8 }, colour)
  const sending = { query: { field }, raw, headers: { 'Content-Type': 'image/png' } }
  return (await done<UploadedFile>(app, record, 'appUpload', '', sending)).id
}

/** A valid body of a create call that conflicts with no other record. */
export async function freshBody(
  on: Environment,
  record: RecordDefinition,
  person: Person = 'boss',
  only: 'all' | 'required' = 'all',
  which: 0 | 1 = 0,
): Promise<Values> {
  const making = {
    which,
    unique: on.unique(),
    ids: await idsFor(on, record, person),
    ...(await givenBy(on, person)),
    files: await filesFor(on, record, person, (name) => only === 'all' || record.fields[ownFieldOf(name)]!.required),
  }
  const body = createBody(record, making, only)
  return { ...body, ...(await newTarget(on, record, person)) }
}

/** Where references are unique together, the last one refers to a new record, so that there is no conflict. */
async function newTarget(
  on: Environment,
  { uniqueTogether, fields }: RecordDefinition,
  person: Person,
): Promise<Values> {
  const name = uniqueTogether?.at(-1)
  const type = name === undefined ? undefined : fields[name]!.type
  if (name === undefined || type?.kind !== 'reference') return {}
  const target = await addRecord(on, definitionOf(type.to), person)
  return target ? { [name]: target.id } : {}
}

/** Adds a record. @returns null where nobody can add one */
export async function addRecord(
  on: Environment,
  record: RecordDefinition,
  person: Person = 'boss',
  only: 'all' | 'required' = 'all',
  which: 0 | 1 = 0,
): Promise<Row | null> {
  const client = await clientOf(on, person)
  const { partOf } = record
  // A part of another record gets the rows that are added to that record.
  if (!hasVerb(record, 'create') && partOf) {
    const added = (await addRecord(on, definitionOf(partOf.record), person, 'all', which))!
    return done<Row>(client, record, 'get', added.id)
  }
  if (!hasVerb(record, 'create')) return null
  return done<Row>(client, record, 'create', '', { body: await freshBody(on, record, person, only, which) })
}

/**
 * Adds rows that many cases need: with all fields and with the required ones only, by two people, and in another store. Once
 * per run.
 */
/**
 * An app reports a jackpot of a new user.
 * @param values in place of 750.00, which RISK does not confirm alone
 */
export async function reportedJackpot(on: Environment, values: Values = {}): Promise<Row> {
  const { id: user } = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
  return sentByApp(on, definitionOf('jackpotRecord'), { pool_before: '999999.00', amount: '750.00', user, ...values })
}
/** Of records that have to be decided in time: adds one that has waited since a time (ISO 8601). @returns its id */
export const WAITING_SINCE: Readonly<Record<string, (on: Environment, since: string) => Promise<string>>> = {
  jackpotRecord: async (on, since) => (await reportedJackpot(on, { hit_at: since })).id,
}
/** The rows of a store that bodies of its apps can refer to. */
export const rowsOfStore = async (on: Environment, name: string, store: string): Promise<Row[]> =>
  (await rowsOf(on, definitionOf(name))).filter((row) => row.is_deleted !== true && isOf(on, row, store))
/** Accounts do not show their store unless it is a partner's. */
export const isOf = (on: Environment, row: Row, store: string) => (storeOf(row) ?? on.ownStore) === store

/** A valid body of a call for apps, which refers to rows of a store and to uploads of the client's key. */
export async function sentBody(
  on: Environment,
  record: RecordDefinition,
  name: string,
  { app, store, unique }: { app: Client; store: string; unique: string },
): Promise<Values> {
  const asks = Object.entries(record.appCalls![name]!.asks)
  const [ids, files] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (const [field, { type }] of asks) {
    if (type.kind === 'reference')
      ids.set(
        type.to,
        (await rowsOfStore(on, type.to, store)).map(({ id }) => id),
      )
    if (type.kind === 'files') files.set(field, [await uploadAsApp(app, record, field)])
  }
  return validBody(
    asks,
    {},
    {
      which: 0,
      unique,
      ids: (to) => ids.get(to) ?? [],
      roles: () => [],
      stores: () => [],
      files: (field) => files.get(field) ?? [],
    },
  )
}

/** The verb of an app's call. */
export const appVerbOf = (name: string) => `app${name[0]!.toUpperCase()}${name.slice(1)}`
/** Adds a row of the own store as an app does. @param values in place of valid examples @returns it, as the boss reads it */
export async function sentByApp(on: Environment, record: RecordDefinition, values: Values = {}): Promise<Row> {
  const [name] = Object.keys(record.appCalls!)
  const [app, store] = [await on.asApp(on.ownStore), on.ownStore]
  const body = { ...(await sentBody(on, record, name!, { app, store, unique: on.unique() })), ...values }
  const { id } = await done<Row>(app, record, appVerbOf(name!), '', { body })
  return done<Row>(await clientOf(on, 'boss'), record, 'get', id)
}

/** What the cases of a record need beside the demo's rows. */
const GROUND: Readonly<Record<string, (on: Environment, record: RecordDefinition) => Promise<void>>> = {
  /** One that waits for approval: the demo has none. */
  async bonusGrant(on) {
    const boss = await clientOf(on, 'boss')
    const [bonus, users] = [definitionOf('bonus'), definitionOf('users')]
    const fresh = (await addRecord(on, bonus))!
    const body = {
      reward: 'FIXED',
      amount: '500.00',
      levels: [],
      tags: [],
      starts_at: null,
      ends_at: null,
      budget: '9000.00',
      type: 'MANUAL',
    }
    const draft = await done<Row>(boss, bonus, 'update', fresh.id, { body, ifMatch: fresh.version })
    await activated(on, bonus, draft)
    const user = (await addRecord(on, users, 'boss', 'required'))!
    const asked = { bonus: draft.id, note: 'The contract suite grants' }
    await done(boss, users, 'grantBonus', user.id, { body: asked, ifMatch: user.version })
  },
  /** One whose confirmation waits for approval. */
  async jackpotRecord(on, record) {
    const { id, version } = await reportedJackpot(on)
    await done(await on.as('RISK'), record, 'confirm', id, { body: {}, ifMatch: version })
  },
  /** One whose payment waits for approval. */
  async referral(on, record) {
    const boss = await clientOf(on, 'boss')
    const { rows } = await list(boss, record, EVERYTHING)
    const risky = rows.find(({ status, risk_level }) => status === 'QUALIFIED' && risk_level === 'HIGH')!
    await done(boss, record, 'pay', risky.id, { body: {}, ifMatch: risky.version })
  },
  /** One that was spun today. */
  async fortuneWheel(on, record) {
    const boss = await clientOf(on, 'boss')
    const body = { ...(await freshBody(on, record)), kind: 'DAILY_SPIN', spin_cost: '0.00', budget_per_day: '500.00' }
    const free = { ...body, levels: [], starts_at: null, ends_at: null, expected_spins_per_day: 1 }
    const wheel = await activated(on, record, await done<Row>(boss, record, 'create', '', { body: free }))
    const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
    const spin = { user: user.id, wheel: wheel.id, device: 'd1' }
    await done(await on.asApp(on.ownStore), definitionOf('dailySpin'), 'appSpin', '', { body: spin })
  },
  /** One with a rate of its own, and one whose rate waits for approval: the demo has none. */
  async cryptoCoin(on, record) {
    await ratedCoin(on, record, '4.5')
    await askForRate(on, record, '5')
  },
  /** One whose new account waits for approval. */
  async paymentMethod(on, record) {
    const { id, version } = (await addRecord(on, record))!
    const body = { account_label: 'Another account', reason: 'The contract suite asks' }
    await done(await clientOf(on, 'boss'), record, 'setAccount', id, { body, ifMatch: version })
  },
  /** One that another person must approve too: the demo has none. */
  async offerClaim(on, record) {
    const [boss, app] = [await clientOf(on, 'boss'), await on.asApp(on.ownStore)]
    const offer = await liveOffer(on, { needs_approval: true })
    const user = (await addRecord(on, definitionOf('users'), 'boss', 'required'))!
    const { id } = await done<Row>(app, record, 'appClaim', offer.id, { body: { user: user.id, source: 'APP' } })
    await done(boss, record, 'approve', id, { body: {}, ifMatch: 1 })
  },
  async admin(on, record) {
    await addWithTwoFactor(on, record)
    await beOnline(on)
    // Other cases start and end the shifts of the first accounts.
    const { shift } = await onShift(on, await on.as(on.accounts.at(-1)!.role))
    await onShiftBut(on, await on.as((on.accounts.at(-3) ?? on.accounts[0]!).role), shift!.name)
  },
  async thirdPartyAdmin(on, record) {
    await addWithTwoFactor(on, record)
  },
}
/** Adds an offer that is live, and gives everybody 12.50 unless the values say something else. */
export async function liveOffer(on: Environment, values: Values = {}): Promise<Row> {
  const [boss, offer] = [await clientOf(on, 'boss'), definitionOf('offer')]
  const body = {
    ...(await freshBody(on, offer)),
    reward_type: 'CREDIT',
    amount: '12.50',
    bonus: null,
    spins: null,
    min_deposit: null,
    levels: [],
    tags: [],
    per_user_limit: 5,
    total_limit: 300,
    needs_approval: false,
    starts_at: '2026-01-05T00:00:00.000Z',
    ends_at: null,
    ...values,
  }
  const draft = await done<Row>(boss, offer, 'create', '', { body })
  return activated(on, offer, draft)
}
/** Adds a person who signs in with two-factor. */
export async function addWithTwoFactor(on: Environment, record: RecordDefinition): Promise<Row> {
  const { id, email } = (await addRecord(on, record))!
  const client = on.fresh()
  await client.signIn(email as string, PASSWORD)
  await turnOn(on, { client, id, email: email as string })
  return done<Row>(await clientOf(on, 'boss'), record, 'get', id)
}
/** Keeps one person's console connected, so that they are online and others are not. */
async function beOnline(on: Environment): Promise<void> {
  const boss = await clientOf(on, 'boss')
  await on.keepConnected({ access_token: boss.token, client: 'admin' })
}

/** Where apps add rows with an amount that somebody decides about: one that waits for a second person. */
async function askForSecond(on: Environment, record: RecordDefinition): Promise<void> {
  for (const [name, { asks = {}, approval }] of record.appCalls && record.queue ? approvedActions(record) : []) {
    const { id } = await sentByApp(on, record, { [approval.amount![0]!]: besideTier(approval, 1n) })
    const boss = await clientOf(on, 'boss')
    const { version } = await done<Row>(boss, record, 'claim', id, { body: {} })
    const body = validBody(Object.entries(asks), {}, { ...NO_WORLD, which: 0, unique: on.unique() })
    await done(boss, record, name, id, { body, ifMatch: version })
  }
}
/** The amount up to which whoever acts needs nobody else, and some cents more. */
export const besideTier = ({ policy }: ActionApproval, cents: bigint): string =>
  amountOf(hundredthsOf(POLICIES[policy].tiers.alone ?? '0.00') + cents)

const grounded = new WeakMap<Environment, Set<string>>()
export async function makeGround(on: Environment, record: RecordDefinition): Promise<void> {
  const made = grounded.get(on) ?? new Set<string>()
  grounded.set(on, made)
  if (made.has(record.name)) return
  made.add(record.name)
  await (GROUND[record.name] ?? askForSecond)(on, record)
  if (!hasVerb(record, 'create') && !record.partOf) return
  await addRecord(on, record, 'boss', 'all', 0)
  await addRecord(on, record, 'boss', 'required', 1)
  await addRecord(on, record, 'editor', 'all', 1)
  await addRecord(on, record, 'partner', 'all', 0)
  if (isCampaign(record)) await makeCampaigns(on, record)
}
/** Adds campaigns that are paused and ended, each at another time. */
async function makeCampaigns(on: Environment, record: RecordDefinition): Promise<void> {
  const boss = await clientOf(on, 'boss')
  for (const actions of [
    // Two that nobody approves, at different times.
    ...(isApprovedCampaign(record) ? [['ask'], ['ask']] : []),
    ['activate', 'end'],
    ['activate', 'pause', 'end'],
    ['activate', 'pause'],
  ]) {
    let row = (await addRecord(on, record))!
    if (mustNotOverlap(record)) row = await apart(on, record, row)
    await roomFor(on, record, row)
    for (const action of actions)
      row =
        action === 'activate'
          ? await activated(on, record, row)
          : await done<Row>(boss, record, action === 'ask' ? 'activate' : action, row.id, {
              body: {},
              ifMatch: row.version,
            })
  }
}

/** Two rules of referrals, and two wheels of one kind, must not overlap in time. */
const mustNotOverlap = ({ name }: RecordDefinition) => ['referralBonus', 'fortuneWheel'].includes(name)
/** Periods from this year on are given to one rule each. */
const FIRST_YEAR = 2050
let years = 0
async function apart(on: Environment, record: RecordDefinition, row: Row): Promise<Row> {
  const year = FIRST_YEAR + (years += 1)
  const body = { starts_at: `${year}-02-01T00:00:00.000Z`, ends_at: `${year}-03-01T00:00:00.000Z` }
  return done<Row>(await clientOf(on, 'boss'), record, 'update', row.id, { body, ifMatch: row.version })
}
/** Where campaigns must not overlap, ends those of the row's store before that year. @returns the row */
export async function roomFor(on: Environment, record: RecordDefinition, row: Row): Promise<Row> {
  const client = await clientOf(on, 'boss')
  if (!mustNotOverlap(record)) return row
  for (const other of await rowsOf(on, record))
    if (
      other.store_code === row.store_code &&
      ['SCHEDULED', 'ACTIVE', 'PAUSED'].includes(String(other.status as string)) &&
      !(Number(String(other.starts_at as string).slice(0, 4)) >= FIRST_YEAR)
    )
      await done(client, record, 'end', other.id, { body: {}, ifMatch: other.version })
  return row
}
/** Sends a decision about an approval. @param sending `version` that the person saw; null: none is sent. Default: the present one */
export async function sendDecision(
  client: Client,
  verb: 'approve' | 'reject',
  id: string,
  {
    body = verb === 'reject' ? { reason: 'Not agreed' } : {},
    key = crypto.randomUUID(),
    version,
  }: { body?: object; key?: string; version?: number | null } = {},
): Promise<Reply> {
  const path = (operation: 'get' | 'approve' | 'reject') => approvalsOperations[operation].path.replace(':id', id)
  const read = version === undefined ? await client.send('GET', path('get')) : null
  const ifMatch = version ?? (read?.json as { data?: Approval } | undefined)?.data?.version ?? 1
  return client.send('PATCH', path(verb), {
    body,
    headers: { [IDEMPOTENCY_KEY_HEADER]: key },
    ...(version !== null && { ifMatch }),
  })
}

/** Activates a campaign, and approves it as another person where it needs that. */
export async function activated(
  on: Environment,
  record: RecordDefinition,
  row: Row,
  person: Person = 'boss',
): Promise<Row> {
  await roomFor(on, record, row)
  const client = await clientOf(on, person)
  const asked = await done<Row>(client, record, 'activate', row.id, { body: {}, ifMatch: row.version })
  if (asked.status !== 'REQUESTED') return asked
  await approveAs(on, row.id)
  return done<Row>(client, record, 'get', row.id)
}
/** Adds a coin and asks for its fixed rate. @returns its id */
async function askForRate(on: Environment, coins: RecordDefinition, fixed_rate: string): Promise<string> {
  const { id, version } = (await addRecord(on, coins))!
  const body = { fixed_rate, reason: 'The contract suite asks' }
  await done(await clientOf(on, 'boss'), coins, 'setRate', id, { body, ifMatch: version })
  return id
}
/** Adds a coin whose fixed rate another person has approved. */
export async function ratedCoin(on: Environment, coins: RecordDefinition, rate: string): Promise<Row> {
  const id = await askForRate(on, coins, rate)
  await approveAs(on, id, ['ADMIN'])
  return done<Row>(await clientOf(on, 'boss'), coins, 'get', id)
}
/** Approves what waits about a record, as the first account that may. */
export async function approveAs(on: Environment, recordId: string, roles = ['MANAGER', 'ADMIN']): Promise<void> {
  const { list } = approvalsOperations
  for (const role of roles) {
    const client = await on.as(role)
    const waiting = checkSuccess<Approval[]>(await client.send('GET', list.path), catalogue['approvals.list'])
    const found = waiting.find(({ record_id }) => record_id === recordId)
    if (!found) continue
    if (found.needs_step_up) await client.stepUp()
    checkSuccess(await sendDecision(client, 'approve', found.id), catalogue['approvals.approve'])
    return
  }
  throw new Error(`Nobody may approve what waits about ${recordId}`)
}
