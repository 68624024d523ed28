/** Accounts of users at the game platforms of their store (money, /platform-user). Their passwords are stored encrypted, and are no field. */
import { BALANCE_HOURS, PLATFORM_ACCOUNT_REFUSAL, platformAccount } from '@contract/records/people/platform-account'
import { text, uniqueIndex } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import { randomInteger } from '@server/platform/lib/random'
import { notFound, rejected } from '@server/platform/operations/failure'
import type { Queryable } from '@server/platform/ports/db'
import { storePlatforms } from '@server/platform/records/content/store-platform'
import { OPEN_REQUESTS } from '@server/platform/records/money/platform-requests'
import { decided } from '@server/platform/records/queues'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type PrepareCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'

const TABLE = 'platform_accounts'
/** No two accounts on one platform have the same username; platforms tell 'aB' from 'Ab'. */
const ONE_USERNAME = `${TABLE}_username_unique`
const SECRET = 'password_sealed'

export const platformAccounts = recordTable(
  platformAccount,
  TABLE,
  { user: () => users.id, store_platform: () => storePlatforms.id, decided_by: () => staff.id },
  {
    columns: { [SECRET]: text() },
    indexes: ({ store_platform_id, platform_username }) => [
      uniqueIndex(ONE_USERNAME).on(store_platform_id!, platform_username!),
    ],
  },
)

/** Letters and digits of generated passwords, without those that look alike: 0 O o, 1 I l. */
const SMALL = 'abcdefghijkmnpqrstuvwxyz'
const CAPITAL = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'
const PASSWORD_LENGTH = 12
const one = (of: string) => of[randomInteger(of.length)]!
/** @returns 12 letters and digits, at least one small letter, one capital and one digit, in a random order */
export function generatedPassword(): string {
  const letters = [one(SMALL), one(CAPITAL), one(DIGITS)]
  while (letters.length < PASSWORD_LENGTH) letters.push(one(SMALL + CAPITAL + DIGITS))
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = randomInteger(last + 1)
    ;[letters[last], letters[other]] = [letters[other]!, letters[last]!]
  }
  return letters.join('')
}

/** Number of letters of a suggested username, before its four digits; platforms accept at least this many. */
const NAME_LENGTH = 10
const SUGGESTIONS = 10
/** @returns a username like that of the user which no account on the platform has, in any letter case */
async function freeUsername(on: Queryable, user: string, storePlatform: string): Promise<string> {
  const [row] = await on.query<{ username: string }>('select username from users where id = $1::uuid', [user])
  const name =
    (row?.username ?? '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, NAME_LENGTH) || 'player'
  const suggested = Array.from({ length: SUGGESTIONS }, () => `${name}${1000 + randomInteger(9000)}`)
  const taken = await on.query<{ name: string }>(
    `select lower(platform_username) as name from ${TABLE} where store_platform_id = $1::uuid and lower(platform_username) = any($2::text[])`,
    [storePlatform, suggested],
  )
  const isTaken = new Set(taken.map((each) => each.name))
  return suggested.find((each) => !isTaken.has(each)) ?? `${name}${Date.now()}`
}

/** The column of a password. @param sealed what `seal` gave; null: none is kept */
const passwordColumn = (sealed: string | null): Columns => ({ [SECRET]: { value: sealed, type: 'text', secret: true } })

interface Asked {
  user: string
  store_platform: string
}
/**
 * Locks the user until the end of the transaction, so that two new accounts wait for each other.
 * @throws 422 at the field where the platform is not of the user's store, or the user has as many accounts as the level allows
 */
async function requireRoom(tx: Queryable, { user, store_platform }: Asked): Promise<void> {
  await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
  const [row] = await tx.query<{ is_of_store: boolean; most: number | null; count: number }>(
    `select s.store_code is not distinct from p.store as is_of_store, l.max_platform_accounts as most,
       (select count(*)::int from ${TABLE} a where a.user_id = p.id and a.status <> 'CLOSED') as count
     from users p left join user_levels l on l.id = p.user_level_id cross join store_platforms s
     where p.id = $1::uuid and s.id = $2::uuid`,
    [user, store_platform],
  )
  if (!row?.is_of_store) throw rejected({ store_platform: [PLATFORM_ACCOUNT_REFUSAL.storePlatform] })
  if (row.most !== null && row.count >= row.most) throw rejected({ user: [PLATFORM_ACCOUNT_REFUSAL.limit(row.most)] })
}

/** What a person adds is there at the platform: with the username and the password that were entered, or those of the console. */
async function prepare({ action, db, principal, body, at, seal }: PrepareCall) {
  if (action !== 'create') return
  const { user, store_platform, platform_username, password } = body as unknown as Asked & {
    platform_username?: string | null
    password?: string | null
  }
  const name = platform_username || (await freeUsername(db, user, store_platform))
  return {
    columns: {
      platform_username: { value: name, type: 'text', field: 'platform_username' },
      ...passwordColumn(seal(password || generatedPassword())),
      status: { value: 'ACTIVE', type: 'text', field: 'status' },
      asked_at: { value: at, type: 'timestamptz', field: 'asked_at' },
      ...decided(principal.staffId, at),
    } satisfies Columns,
  }
}

/** @throws 422 at the field of a new account that the user may not have */
async function check({ tx, id, body }: RuleCall): Promise<void> {
  if (id === null) await requireRoom(tx, body as unknown as Asked)
}

/** Adds the request of an app. @throws 422 at the field */
async function request({ tx, body, sent, at, add }: AppRuleCall): Promise<string> {
  await requireRoom(tx, body as unknown as Asked)
  return add({ ...sent, asked_at: { value: at, type: 'timestamptz' } })
}

/** Lets an account wait for a new password. @throws 404 for one of another store; 422 where it is not active */
async function askReset({ tx, app, body, at, change }: AppRuleCall): Promise<string> {
  const id = body.account as string
  const [row] = await tx.query<{ version: number; status: string }>(
    `select version, status from ${TABLE} where id = $1::uuid and store_code = $2::text for update`,
    [id, app.store],
  )
  if (!row) throw notFound()
  if (row.status === 'RESET_REQUESTED') return id
  if (row.status !== 'ACTIVE') throw rejected({ account: [PLATFORM_ACCOUNT_REFUSAL.notActive] })
  await change({ id, version: row.version }, 'askReset', {
    status: { value: 'RESET_REQUESTED', type: 'text', field: 'status' },
    asked_at: { value: at, type: 'timestamptz', field: 'asked_at' },
    ...decided(null, at),
  })
  return id
}

type ActionCall = RuleCall & { id: string }
const storePassword = ({ body, seal }: ActionCall): Promise<Columns> =>
  Promise.resolve(passwordColumn(seal(body.password as string)))

const recordBalance = ({ at }: ActionCall): Promise<Columns> =>
  Promise.resolve({ balance_checked_at: { value: at, type: 'timestamptz', field: 'balance_checked_at' } })

const HAS_BALANCE = (alias: string) => `coalesce(${alias}.last_balance > 0, false)`
/** Forgets the password: nobody needs it any more. @throws 422 where a request is open, or nobody has confirmed that its balance is given up */
async function close({ tx, id, body }: ActionCall): Promise<Columns> {
  const [row] = await tx.query<{ has_balance: boolean; has_request: boolean }>(
    `select ${HAS_BALANCE('u')} as has_balance,
       ${['platform_deposits', 'platform_withdrawals'].map((requests) => `exists (select from ${requests} r where r.platform_account_id = u.id and r.status in ${OPEN_REQUESTS})`).join(' or ')} as has_request
     from ${TABLE} u where u.id = $1::uuid for update`,
    [id],
  )
  if (row!.has_balance && body.gives_up_balance !== true)
    throw rejected({ gives_up_balance: [PLATFORM_ACCOUNT_REFUSAL.balance] })
  if (row!.has_request) throw rejected({}, PLATFORM_ACCOUNT_REFUSAL.request)
  return passwordColumn(null)
}

/** @returns the password as it was entered; null where none is stored */
async function reveals({ tx, id, unseal }: ActionCall): Promise<string | null> {
  const [row] = await tx.query<{ sealed: string | null }>(
    `select ${SECRET} as sealed from ${TABLE} where id = $1::uuid`,
    [id],
  )
  return row?.sealed ? unseal(row.sealed) : null
}

export default defineSource(platformAccount, {
  table: platformAccounts,
  scope: { store: 'row' },
  derived: {
    balance_age: {
      value: `case when u.balance_checked_at is null then null
        when u.balance_checked_at + interval '${BALANCE_HOURS} hours' <= statement_timestamp() then 'OLD' else 'FRESH' end`,
    },
    has_balance: { value: HAS_BALANCE('u') },
  },
  prepare,
  check,
  constraintErrors: (constraint) =>
    constraint === ONE_USERNAME ? { errors: { platform_username: [PLATFORM_ACCOUNT_REFUSAL.taken] } } : null,
  appCalls: { request, askReset },
  actions: { complete: storePassword, resetPassword: storePassword, recordBalance, close },
  reveals,
})
