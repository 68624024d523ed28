/** The rows of a record: those that somebody can read, bodies for new ones, and adding one as staff or as an app does. */
import { addressFor } from '@demo/money/coin-addresses'
import { demoId } from '@demo/rows'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { catalogue } from '@contract/http/catalogue'
import type { UploadedFile } from '@contract/http/files'
import type { Access, AccessStore } from '@contract/permissions'
import type { RecordName } from '@contract/records/calls'
import type { FieldType } from '@contract/records/field'
import { ownFieldOf, uploadRulesOf, type RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS } from '@contract/records/records'
import { samplePng } from '@tests/kit/sample-files'
import { checkSuccess } from '../check'
import type { Client } from '../client'
import type { Environment } from '../environment'
import { createBody, fieldAt, validBody, type Making, type Values } from '../record-examples'
import { storeOf, type Row } from './oracle'
import { type Person, clientOf, roleOf } from './people'
import { hasVerb, done, list } from './calls'

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

/** Record → a field that refers to a new record each time: what one record can have is limited. */
const REFERS_TO_NEW: Readonly<Record<string, string>> = { platformAccount: 'user' }
let turns = 0
/** A user with money for every amount of the cases, of a level whose limits they do not reach. */
const isPayable = ({ account_status, user_level, kyc_status, cash_balance, receivable }: Row): boolean =>
  account_status === 'ACTIVE' &&
  kyc_status === 'VERIFIED' &&
  ['Gold', 'Platinum', 'Diamond'].includes((user_level as { name: string } | null)?.name ?? '') &&
  Number(cash_balance) >= 700 &&
  Number(receivable) === 0
/** Of the coins that the cases withdraw. */
const ADDRESS_NETWORK = 'TRON'
/** Record → what it refers to → the rows that fit, where rules that no definition tells refuse others. */
const FITS: Readonly<Record<string, Readonly<Record<string, (row: Row) => boolean>>>> = {
  manualWithdrawal: {
    users: isPayable,
    // Staff pay it, and it asks for one tag.
    paymentMethod: ({ name }) => name === 'PIX',
  },
  cryptoWithdrawal: {
    users: (row) => isPayable(row) && row.currency === 'USD',
    // With a rate of its own, for any amount of the cases, and of the network of the address.
    cryptoCoin: ({ is_withdrawal_enabled, rail, fixed_rate, network }) =>
      is_withdrawal_enabled === true && rail === 'COINS' && fixed_rate !== null && network === ADDRESS_NETWORK,
  },
  // The users of most accounts have stored no payout details: a case of its own is about those who have.
  platformWithdrawal: { paymentMethod: () => false },
  cryptoDeposit: {
    // Of a level that limits no deposits.
    users: ({ account_status, user_level, currency, is_deleted }) =>
      account_status === 'ACTIVE' &&
      is_deleted === false &&
      currency === 'USD' &&
      !['Bronze', 'Silver'].includes((user_level as { name: string } | null)?.name ?? 'Bronze'),
    // With a rate of its own, for any amount of the cases.
    cryptoCoin: ({ is_deposit_enabled, rail, fixed_rate, min_deposit }) =>
      is_deposit_enabled === true && rail === 'COINS' && fixed_rate !== null && Number(min_deposit) <= 20,
  },
  platformAccount: {
    users: ({ account_status, user_level }) =>
      account_status === 'ACTIVE' &&
      !['Bronze', 'Silver'].includes((user_level as { name: string } | null)?.name ?? 'Bronze'),
    // Of the store of the user.
    storePlatform: () => true,
  },
  manualDeposit: {
    // Of a level that limits no deposits; those of the partner limit none.
    users: ({ account_status, user_level }) =>
      account_status === 'ACTIVE' &&
      !['Bronze', 'Silver'].includes((user_level as { name: string } | null)?.name ?? 'Bronze'),
    // Of all levels, and for any amount of the cases.
    paymentMethod: ({ direction, levels, minimum, maximum }) =>
      direction !== 'WITHDRAWAL' &&
      (levels as readonly unknown[]).length === 0 &&
      Number(minimum) <= 5 &&
      Number(maximum) >= 1500,
  },
}
/** Record → what an app sends in place of valid examples, where a row that it refers to says what is valid. */
const SENT: Readonly<Record<string, () => Values>> = {
  // More than the least of every coin that fits.
  cryptoDeposit: () => ({ amount_asked: '40.00' }),
  // Another address each time, so that a check always warns, and no other row has another warning by it.
  cryptoWithdrawal: () => ({ amount: '60.00', address: addressFor(ADDRESS_NETWORK, `the suite ${(turns += 1)}`)! }),
  // By the fields of the method; the payee is another person, so that a check always warns. Always the same details: others would be a
  // warning about what waits.
  manualWithdrawal: () => ({
    details: [{ label: 'Chave PIX', value: 'pix-of-the-suite' }],
    payee: 'Another Person',
  }),
}
/** Number of the accounts that loads and redeems of the cases are about: what one can have is limited. */
const ACCOUNTS = 12
/** Store platforms of the demo that staff serve, in the own store and in the partner's (src/demo/content/store-platform.ts). */
const [OWN_PLATFORM, PARTNER_PLATFORM] = [2, 6] as const
const accounts = new WeakMap<Environment, Map<string, Promise<string[]>>>()
/** Active platform accounts of users of a store with money, at a platform that staff serve. @returns their ids, another one first each time */
async function fundedAccounts(on: Environment, store: string): Promise<string[]> {
  const known = accounts.get(on) ?? new Map<string, Promise<string[]>>()
  accounts.set(on, known)
  const add = async () => {
    const boss = await clientOf(on, 'boss')
    const users = (await rowsOf(on, definitionOf('users')))
      .filter(
        (row) =>
          row.account_status === 'ACTIVE' &&
          row.is_deleted !== true &&
          Number(row.receivable) === 0 &&
          isOf(on, row, store),
      )
      .toSorted((one, other) => Number(other.cash_balance) - Number(one.cash_balance))
      .slice(0, ACCOUNTS)
    const store_platform = demoId('storePlatform', store === on.ownStore ? OWN_PLATFORM : PARTNER_PLATFORM)
    const added: string[] = []
    for (const { id: user } of users) {
      const body = { user, store_platform, platform_username: `suite${on.unique()}`.slice(0, 40) }
      added.push((await done<Row>(boss, definitionOf('platformAccount'), 'create', '', { body })).id)
    }
    return added
  }
  if (!known.has(store)) known.set(store, add())
  return inTurn(await known.get(store)!)
}
/** Record → what it refers to → the only rows that its bodies refer to, because others have no money or another kind of platform. */
const POOLS: Readonly<Record<string, Readonly<Record<string, typeof fundedAccounts>>>> = {
  platformDeposit: { platformAccount: fundedAccounts },
  platformWithdrawal: { platformAccount: fundedAccounts },
}

/** @returns the same, with another one first each time: what one can have is limited */
function inTurn(ids: readonly string[]): string[] {
  const first = (turns += 1) % Math.max(1, ids.length)
  return [...ids.slice(first), ...ids.slice(0, first)]
}

/** @returns those of the ids that fit, in one store: the person's only one, or the own one */
async function fitting(
  on: Environment,
  record: RecordDefinition,
  target: string,
  ids: readonly string[],
  person: Person = 'boss',
) {
  const fits = FITS[record.name]?.[target]
  if (!fits) return [...ids]
  const rows = await rowsOf(on, definitionOf(target), person)
  const fit = new Set(
    rows.filter((row) => fits(row) && (person === 'partner' || isOf(on, row, on.ownStore))).map(({ id }) => id),
  )
  return ids.filter((id) => fit.has(id))
}

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
    const ids = names.map(({ id }) => id)
    const pool = POOLS[record.name]?.[target]
    known.set(
      target,
      pool
        ? await pool(on, person === 'partner' ? on.partnerStore : on.ownStore)
        : await fitting(on, record, target, ids, person),
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

/** Where references are unique together, the last one refers to a new record, so that there is no conflict; also where their number is limited. */
async function newTarget(
  on: Environment,
  { name: record, uniqueTogether, fields }: RecordDefinition,
  person: Person,
): Promise<Values> {
  const name = uniqueTogether?.at(-1) ?? REFERS_TO_NEW[record]
  const type = name === undefined ? undefined : fields[name]!.type
  if (name === undefined || type?.kind !== 'reference') return {}
  // A user of the person's store: with a partner's code only where a partner's people add it.
  const only = name === REFERS_TO_NEW[record] && person !== 'partner' ? 'required' : 'all'
  const target = await addRecord(on, definitionOf(type.to), person, only)
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
    if (type.kind === 'reference') {
      const ofStore = (await rowsOfStore(on, type.to, store)).map(({ id }) => id)
      const fit = store === on.ownStore ? await fitting(on, record, type.to, ofStore) : ofStore
      const pool = POOLS[record.name]?.[type.to]
      // Another user each time.
      ids.set(type.to, pool ? await pool(on, store) : type.to === 'users' ? inTurn(fit) : fit)
    }
    if (type.kind === 'files') files.set(field, [await uploadAsApp(app, record, field)])
  }
  const body = validBody(
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
  return record.appCalls![name]!.of ? body : { ...body, ...SENT[record.name]?.() }
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
