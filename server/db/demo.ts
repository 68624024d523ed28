/** Demo data: invented stores, staff over all roles, and end users. The same seed and anchor give the same rows. */
import type { ACCOUNT_STATUSES, KYC_STATUSES, RISK_LEVELS } from '@contract/records/people/users'
import { birthDateOf, demoId, type DemoUser } from '@demo/rows'
import { peopleWith, permissionSets } from '@demo/system/permission-set'
import { stores } from '@demo/system/store'
import { nodeCrypto, nodeHash } from '@server/node/crypto'
import type { Db, Queryable } from '@server/platform/ports/db'
import { seedCoins } from './demo-coins'
import { seedDeposits } from './demo-deposits'
import { seedPlatformRequests } from './demo-platform-requests'
import { seedCryptoWithdrawals, seedWithdrawals } from './demo-withdrawals'
import { seedRewardMoney } from './demo-rewards'
import { seedMoney, seedOpenMoney } from './demo-money'
import { seedRecords } from './demo-records'
import { seedRounds } from './demo-rounds'
import { seedWork } from './demo-work'
import { sealAudit } from '@server/platform/modules/audit/sealer'
import { assignLevels } from '@server/platform/records/people/user-level'
import { SOURCES } from '@server/platform/records/sources'
import { inBulk } from '@server/platform/db/in-bulk'
import { insertRows } from '@server/platform/db/insert-rows'
import { latinOf, REGIONS } from './names'
import type { TellStep } from './progress'
import { createRandom, type Random } from './random'
import { STAFF_ROLES } from './system-data'

export const DEMO_PASSWORD = 'Pitboss#2026'

/** The demo's sign-ins, one for each role. */
export const DEMO_ACCOUNTS = [
  { role: 'SUPER_ADMIN', email: 'super@pitboss.test', first_name: 'Ines', last_name: 'Falk' },
  { role: 'ADMIN', email: 'admin@pitboss.test', first_name: 'Tomas', last_name: 'Berg' },
  { role: 'MANAGER', email: 'manager@pitboss.test', first_name: 'Amara', last_name: 'Obi' },
  { role: 'SUPPORT_LEAD', email: 'lead@pitboss.test', first_name: 'Jun', last_name: 'Mori' },
  { role: 'SUPPORT_AGENT', email: 'support@pitboss.test', first_name: 'Lucía', last_name: 'Peña' },
  { role: 'FINANCE', email: 'finance@pitboss.test', first_name: 'Henrik', last_name: 'Dahl' },
  { role: 'RISK', email: 'risk@pitboss.test', first_name: 'Nadia', last_name: 'Karam' },
  { role: 'CONTENT_EDITOR', email: 'content@pitboss.test', first_name: 'Zoë', last_name: 'Martin' },
  { role: 'THIRD_PARTY_ADMIN', email: 'store@pitboss.test', first_name: 'Ravi', last_name: 'Menon' },
  // Whoever requests something never approves it: a second person of the roles that decide about money.
  { role: 'MANAGER', email: 'manager2@pitboss.test', first_name: 'Elif', last_name: 'Aydın' },
  { role: 'FINANCE', email: 'finance2@pitboss.test', first_name: 'Mateus', last_name: 'Rocha' },
] as const

const SEED = 20_260_101
/** Seed for tickets, chats and shifts. */
const WORK_SEED = 20_260_102
/** Seed for transfers. */
const MONEY_SEED = 20_260_103
const WRITING_USERS = 200
const DAY = 24 * 3600 * 1000
const BATCH = 5000
export const HOME_STORE = stores[0].code
const PARTNER_STORES = ['LUMEN', 'HARBOR', 'ORCHID'] as const
export const STORES = stores.map((store, index) => ({ ...store, id: demoId('store', index) }))
const TAGS = ['vip', 'new', 'bonus hunter', 'crypto', 'chat only', 'high roller', 'returning'] as const
const PINNED_NOTES = [
  'Calls only after 18:00, and speaks Portuguese.',
  'Paid out to a new account last week: ask for the document again before the next payout.',
  'The brother plays too. They share a device, which risk has checked.',
  'Prefers chat. Please do not call.',
]
const STATUSES: readonly (readonly [keyof typeof ACCOUNT_STATUSES, number])[] = [
  ['ACTIVE', 88],
  ['RESTRICTED', 5],
  ['SUSPENDED', 3],
  ['SELF_EXCLUDED', 2],
  ['CLOSED', 2],
]
const KYC: readonly (readonly [keyof typeof KYC_STATUSES, number])[] = [
  ['VERIFIED', 55],
  ['NOT_STARTED', 20],
  ['PENDING', 9],
  ['IN_REVIEW', 6],
  ['RESUBMIT_REQUIRED', 4],
  ['REJECTED', 3],
  ['EXPIRED', 3],
]
const RISKS: readonly (readonly [keyof typeof RISK_LEVELS, number])[] = [
  ['LOW', 78],
  ['MEDIUM', 17],
  ['HIGH', 5],
]

const iso = (at: number) => new Date(Math.floor(at)).toISOString()

function staffRows(random: Random, count: number, anchor: number, passwordHash: string) {
  return Array.from({ length: Math.max(count, DEMO_ACCOUNTS.length) }, (_, index) => {
    const demo = DEMO_ACCOUNTS[index]
    const region = random.weighted(REGIONS)
    const [first_name, last_name] = demo
      ? [demo.first_name, demo.last_name]
      : [random.pick(region.first), random.pick(region.last)]
    const place = index - DEMO_ACCOUNTS.length
    const role = demo?.role ?? STAFF_ROLES[1 + (place % (STAFF_ROLES.length - 1))]!
    const isFirstPartner = role === 'THIRD_PARTY_ADMIN' && place < STAFF_ROLES.length - 1
    const createdAt = anchor - (count - index) * 9 * DAY - random.integer(0, 8 * DAY)
    const username = demo ? demo.email.split('@')[0]! : `${latinOf(first_name)}_${latinOf(last_name)}${index}`
    return {
      id: random.id(createdAt),
      first_name,
      last_name,
      username,
      email: demo?.email ?? `${username}@pitboss.test`,
      role,
      password_hash: passwordHash,
      // So that the short list of partner admins has a disabled one, whatever the random numbers.
      is_deleted: !demo && (random.next() < 0.1 || isFirstPartner),
      store_code: HOME_STORE,
      third_party_store_code:
        role === 'THIRD_PARTY_ADMIN' ? PARTNER_STORES[demo ? 0 : index % PARTNER_STORES.length]! : null,
      created_by: null as string | null,
      created_at: iso(createdAt),
      updated_at: iso(createdAt),
      last_login_at: random.next() < 0.8 ? iso(anchor - random.integer(0, 20 * DAY)) : null,
    }
  })
}

function userRow(
  random: Random,
  index: number,
  count: number,
  anchor: number,
  passwordHash: string,
  creators: readonly string[],
) {
  const region = random.weighted(REGIONS)
  const [first_name, last_name] = [random.pick(region.first), random.pick(region.last)]
  const username = `${latinOf(first_name)}${latinOf(last_name)}${(index + 1).toString(36)}`
  const createdAt = anchor - ((count - index) / count) * 900 * DAY - random.integer(0, DAY / 4)
  const deposited = random.next() < 0.7 ? Math.floor(10 ** (3 + random.next() * 4)) : 0
  const partner = random.next() < 0.3 ? random.pick(PARTNER_STORES) : null
  return {
    id: random.id(createdAt),
    first_name,
    last_name,
    username,
    email: `${username}@example.com`,
    role: random.next() < 0.08 ? 'VIP_PLAYER' : 'PLAYER',
    password_hash: passwordHash,
    is_deleted: random.next() < 0.06,
    store_code: HOME_STORE,
    third_party_store_code: partner,
    created_by: random.next() < 0.35 ? random.pick(creators) : null,
    created_at: iso(createdAt),
    updated_at: iso(createdAt),
    phone: random.next() < 0.85 ? `${region.dial}${random.integer(200_000_000, 999_999_999)}` : null,
    country: region.country,
    account_status: random.weighted(STATUSES),
    /* Not a column: which documents the user sent (src/demo). */
    proof: random.weighted(KYC),
    risk_level: random.weighted(RISKS),
    level_pinned: random.next() < 0.03,
    currency: index % 40 === 7 ? 'EUR' : 'USD',
    /* Not a column either: what the user's transfers lead to. */
    money: {
      cash: Math.round(deposited * random.next()),
      bonus: random.next() < 0.3 ? random.integer(0, 20_000) : 0,
      deposit: deposited,
      withdrawal: Math.round(deposited * random.next() * 0.6),
    },
    last_active_at: random.next() < 0.9 ? iso(createdAt + (anchor - createdAt) * random.next()) : null,
    tags: TAGS.filter(() => random.next() < 0.12),
    date_of_birth: birthDateOf(index),
    pinned_note: index % 25 === 11 ? PINNED_NOTES[Math.floor(index / 25) % PINNED_NOTES.length]! : null,
    referred_by_id: null as string | null,
  }
}

export type StaffRow = ReturnType<typeof staffRows>[number]
export type UserRow = ReturnType<typeof userRow>
/** People instead of invented ones, without the hash of their password. */
export interface DemoPeople {
  staff: readonly Omit<StaffRow, 'password_hash'>[]
  users: readonly Omit<UserRow, 'password_hash'>[]
}

/** Some users were invited by an earlier one of their store. */
function inviteSome(rows: readonly ReturnType<typeof userRow>[]) {
  for (const [index, row] of rows.entries()) {
    const earlier = rows[index - 3]
    if (index % 9 === 4 && earlier?.third_party_store_code === row.third_party_store_code)
      row.referred_by_id = earlier.id
  }
}

export interface DemoSize {
  staff: number
  users: number
  /** Number of rows for records of which a platform has many; a few by default. */
  many?: number
  /** A year of play: its number of rounds. Without it there are some rounds of the last weeks, and fewer transfers. */
  rounds?: number
}
/** What a platform without data starts with. `npm run seed` adds ten times as many rounds, for which a first start need not wait. */
export const DEMO_SIZE = { staff: 40, users: 5000, many: 10_000, rounds: 20_000 } as const satisfies DemoSize
/** How often a user comes to deposit, play and withdraw: with a year of play, and without. */
const VISITS = { year: 7, few: 2 } as const

/** Midnight of today, UTC. */
export const defaultAnchor = (now: number): number => Math.floor(now / DAY) * DAY

/**
 * Adds the users and their transfers.
 * @returns `known`: those of the first batch, enough people for documents; `writing`: those who write to the support team
 */
async function seedUsers(
  tx: Queryable,
  random: Random,
  size: DemoSize,
  anchor: number,
  passwordHash: string,
  creators: readonly string[],
  people?: DemoPeople,
): Promise<{ known: DemoUser[]; writing: { id: string; store: string }[] }> {
  const money = createRandom(MONEY_SEED)
  const known: DemoUser[] = []
  for (let from = 0; from < size.users; from += BATCH) {
    const length = Math.min(BATCH, size.users - from)
    const rows =
      people?.users.map((row) => ({ ...row, password_hash: passwordHash })) ??
      Array.from({ length }, (_, index) => userRow(random, from + index, size.users, anchor, passwordHash, creators))
    if (!people) inviteSome(rows)
    await insertRows(
      tx,
      'users',
      rows.map(({ proof: _proof, money: _money, ...row }) => row),
    )
    await seedMoney(
      tx,
      money,
      rows.map((row) => ({ id: row.id, money: row.money, from: Date.parse(row.created_at), until: anchor })),
      size.rounds === undefined ? VISITS.few : VISITS.year,
    )
    if (from > 0) continue
    for (const { id, store_code, third_party_store_code, first_name, last_name, date_of_birth, country, proof } of rows)
      known.push({
        id,
        store: third_party_store_code ?? store_code,
        first_name,
        last_name,
        date_of_birth,
        country,
        proof,
      })
  }
  return { known, writing: known.slice(0, WRITING_USERS).map(({ id, store }) => ({ id, store })) }
}

/**
 * Fills a database with demo data, all or nothing.
 * @param anchor the moment that all dates are relative to, milliseconds since 1970
 * @param options `tell` hears how far it is; `secret` of the server, without which the payout details of withdrawals are left out
 */
export async function seedDemo(
  db: Db,
  size: DemoSize,
  anchor: number,
  { tell = () => undefined, people, secret }: { tell?: TellStep; people?: DemoPeople; secret?: string } = {},
): Promise<void> {
  const random = createRandom(SEED)
  const passwordHash = await nodeCrypto.hashPassword(DEMO_PASSWORD)
  const staff: StaffRow[] =
    people?.staff.map((row) => ({ ...row, password_hash: passwordHash })) ??
    staffRows(random, size.staff, anchor, passwordHash)
  const root = staff[0]!
  for (const member of staff.slice(1)) member.created_by = root.id
  const creators = staff
    .filter((member) => ['ADMIN', 'MANAGER', 'SUPER_ADMIN'].includes(member.role))
    .map((member) => member.id)
  await db.transaction(async (tx) => {
    tell('users')
    await insertRows(tx, 'stores', STORES, { ifMissing: true })
    await insertRows(tx, 'staff', staff)
    // Each posting adds rows to the indexes of transfers, and changes balances, by which lists of users are sorted.
    const users = await inBulk(tx, ['users', 'transfers'], () =>
      seedUsers(tx, random, size, anchor, passwordHash, creators, people),
    )
    tell('records')
    await seedRecords(tx, { own: HOME_STORE, partner: PARTNER_STORES[0] }, [root.id, staff[1]!.id], anchor, {
      many: size.many,
      users: users.known,
      tell: (part) => tell('records', part),
    })
    tell('rounds')
    if (size.rounds !== undefined) await seedRounds(tx, size.rounds, anchor)
    tell('rewards')
    // What follows reads the tables that were just filled.
    await tx.query('analyze users, transfers, referrals')
    await seedRewardMoney(tx, anchor)
    // After the referrals were checked, at the anchor.
    await seedOpenMoney(tx, iso(anchor + 1000))
    await seedDeposits(tx)
    await seedCoins(tx, anchor)
    await seedWithdrawals(tx, secret)
    await seedCryptoWithdrawals(tx)
    await seedPlatformRequests(tx)
    tell('work')
    await seedPermissionSets(tx, staff, anchor)
    await assignLevels(tx)
    await seedWork(
      tx,
      createRandom(WORK_SEED),
      { staff, users: users.writing, signIns: DEMO_ACCOUNTS.map(({ email }) => email) },
      anchor,
    )
  })
  await sealAudit(db, nodeHash)
  for (const table of ['staff', 'users', 'accounts', 'game_records']) await db.query(`analyze ${table}`)
}

/** @returns the demo's sign-ins that work: the account exists, is enabled and still has the demo's password */
export async function openDemoAccounts(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ email: string; password_hash: string }>(
    'select email, password_hash from staff where email = any($1::text[]) and not is_deleted order by email',
    [DEMO_ACCOUNTS.map(({ email }) => email)],
  )
  // The accounts share one hash as long as nobody has changed a password.
  const hashes = [...new Set(rows.map((row) => row.password_hash))]
  const open = new Set<string>()
  for (const hash of hashes) if (await nodeCrypto.verifyPassword(hash, DEMO_PASSWORD)) open.add(hash)
  return rows.filter((row) => open.has(row.password_hash)).map(({ email }) => email)
}

/** The sets for single people, which stay when people are removed. */
async function seedPermissionSets(
  tx: Queryable,
  staff: readonly { id: string; role: string }[],
  anchor: number,
): Promise<void> {
  const at = new Date(anchor).toISOString()
  await insertRows(
    tx,
    'permission_sets',
    permissionSets.map(({ of, by, people: _people, approval_limits = [], ...set }, index) => ({
      id: demoId('permissionSet', index),
      ...set,
      approval_limits,
      store_code: of === undefined ? null : of === 'partner' ? PARTNER_STORES[0] : HOME_STORE,
      created_by: by === undefined ? null : staff[by === 'colleague' ? 1 : 0]!.id,
      created_at: at,
      updated_at: at,
    })),
    { ifMissing: true, types: { entries: 'jsonb', approval_limits: 'jsonb' } },
  )
  for (const [index, set] of permissionSets.entries())
    await tx.query('update permission_sets set assigned_user_ids = $2::uuid[] where id = $1::uuid', [
      demoId('permissionSet', index),
      peopleWith(set, staff.slice(DEMO_ACCOUNTS.length)),
    ])
}

/** The triggers that refuse to remove rows of the ledger. */
const LEDGER_TRIGGERS = [
  ['accounts', 'accounts_kept'],
  ['transfers', 'transfers_immutable'],
] as const

/** Removes all people, their sessions, their money and their audit entries; roles, permission sets and stores stay. */
export async function clearDemo(db: Queryable): Promise<void> {
  for (const [table, trigger] of LEDGER_TRIGGERS) await db.query(`alter table ${table} disable trigger ${trigger}`)
  // Checked first, as in ensureSystemData: an update of no row would look for an active SUPER_ADMIN.
  const assigned = await db.query(`select id from permission_sets where assigned_user_ids <> '{}'`)
  if (assigned.length > 0)
    await db.query(`update permission_sets set assigned_user_ids = '{}' where assigned_user_ids <> '{}'`)
  // Some records are views; their rows go with those of the tables.
  const records = await db.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = current_schema() and tablename = any($1)
      and tablename not in ('stores', 'permission_sets')`,
    [Object.values(SOURCES).map(({ table }) => table)],
  )
  await db.query(`truncate staff, users, staff_presence, staff_preferences, recovery_codes, sessions, sign_in_attempts, audit_events, erasure_keys, notifications, notification_stands, shift_templates, shifts, shift_handovers,
    support_tickets, chats, messages, files, record_versions, accounts, transfers, unsealed_transfers, ${records
      .map(({ tablename }) => tablename)
      .join(', ')}, approvals, approval_decisions, adjustments, user_spins, user_traces, wheel_days,
    payout_details, rail_attempts, rail_events, reveals, crypto_payments, coin_quotes`)
  await db.query('truncate outbox')
  for (const [table, trigger] of LEDGER_TRIGGERS) await db.query(`alter table ${table} enable trigger ${trigger}`)
}

/** Whether the database has neither staff nor users. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ empty: boolean }>(
    'select not exists (select from staff) and not exists (select from users) as empty',
  )
  return row!.empty
}
