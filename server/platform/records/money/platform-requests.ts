/** What loads and redeems share on the server (money, /platform-transaction): the terms of an account, and who carries them out. */
import { amountOf, hundredthsOf, moneyText } from '@contract/amounts'
import {
  OPEN_REQUEST_STATUSES,
  PLATFORM_REQUEST_MINUTES,
  PLATFORM_REQUEST_REFUSAL,
  PLATFORM_REQUESTS_OPEN_MAX,
  moneyFor,
} from '@contract/records/money/platform-request'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { carrierText } from '@server/platform/records/system/connected-rail'
import type { RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { isContradicted, withdrawAttempt, type OrderType } from './rail-attempts'
import { findAttempt, readAttempt, settle, type Outcome } from './rail-outcome'
import type { By, Order, OrderKind } from './rail-orders'
import { CREDITS, type Known } from './rail-answers'

/** SQL of the states in which a request is open. */
export const OPEN_REQUESTS = `(${OPEN_REQUEST_STATUSES.map((status) => `'${status}'`).join(', ')})`
/** The fields of a request that its account and its platform have. */
export const ACCOUNT_DERIVED = {
  username: { value: 'account.platform_username', joins: ['account'] },
  instructions: { value: 'offer.instructions', joins: ['offer'] },
  carried_by: { value: carrierText('u', { staff: 'Staff', rail: 'The rail' }) },
} as const
export const ACCOUNT_JOINS = {
  account: 'join platform_accounts account on account.id = u.platform_account_id',
  offer: 'join store_platforms offer on offer.id = u.store_platform_id',
} as const
/** Minutes within which a request is to be carried out. */
export const requestMinutes = (): string => String(PLATFORM_REQUEST_MINUTES)

/** A platform account with what its platform and its user allow, at this moment. Amounts are decimal texts. */
export interface Terms {
  account: string
  user_id: string
  account_status: string
  user_status: string
  store: string | null
  store_platform_id: string
  is_offered: boolean
  health: string
  /** Null: staff carry it out. */
  rail: string | null
  min_load: string
  max_load: string
  min_redeem: string
  max_redeem: string
  rate: string
  fee_percent: string
  currency: string
  cash: string
}
/** @param table of the requests @returns the terms of an account; undefined where there is none */
export async function readTerms(on: Queryable, account: string): Promise<Terms | undefined> {
  const [row] = await on.query<Terms>(
    `select a.id::text as account, a.user_id::text as user_id, a.status as account_status, p.account_status as user_status, a.store_code as store,
       s.id::text as store_platform_id, not s.is_deleted and not g.is_deleted as is_offered, s.health,
       case when s.mode = 'AUTOMATED' then s.rail end as rail, s.min_load::text as min_load, s.max_load::text as max_load,
       s.min_redeem::text as min_redeem, s.max_redeem::text as max_redeem, s.credit_rate::text as rate, s.fee_percent::text as fee_percent,
       p.currency, p.cash_balance::text as cash
     from platform_accounts a join users p on p.id = a.user_id join store_platforms s on s.id = a.store_platform_id
       join game_platforms g on g.id = s.platform_id
     where a.id = $1::uuid`,
    [account],
  )
  return row
}

/**
 * The terms of a new request. Its account is locked until the end of the transaction: requests about it wait for each other.
 * @throws 422 at the account where nothing can be requested for it
 */
export async function requireTerms(tx: Queryable, table: string, account: string): Promise<Terms> {
  await tx.query('select 1 from platform_accounts where id = $1::uuid for no key update', [account])
  const terms = await readTerms(tx, account)
  const refuse = (text: string) => rejected({ platform_account: [text] })
  if (!terms || terms.account_status !== 'ACTIVE') throw refuse(PLATFORM_REQUEST_REFUSAL.account)
  if (!terms.is_offered) throw refuse(PLATFORM_REQUEST_REFUSAL.platform)
  if (terms.rail !== null && terms.health === 'DOWN') throw refuse(PLATFORM_REQUEST_REFUSAL.down)
  const [open] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} where platform_account_id = $1::uuid and status in ${OPEN_REQUESTS}`,
    [account],
  )
  if (open!.count >= PLATFORM_REQUESTS_OPEN_MAX) throw refuse(PLATFORM_REQUEST_REFUSAL.open)
  return terms
}

/** @throws 422 at the amount outside of what the platform takes */
export function requireWithin(
  { currency }: Pick<Terms, 'currency'>,
  field: string,
  amount: string,
  [least, most]: readonly [string, string],
): void {
  if (Number(amount) < Number(least))
    throw rejected({ [field]: [PLATFORM_REQUEST_REFUSAL.below(moneyText(least, currency))] })
  if (Number(amount) > Number(most))
    throw rejected({ [field]: [PLATFORM_REQUEST_REFUSAL.above(moneyText(most, currency))] })
}

/** The terms of a request that is tried again. @throws 422 where nothing can be requested for its account now, or the rail contradicts it */
export async function requireAgain(tx: Queryable, type: OrderType, table: string, id: string): Promise<Terms> {
  const [row] = await tx.query<{ account: string }>(
    `select platform_account_id::text as account from ${table} where id = $1::uuid`,
    [id],
  )
  if (await isContradicted(tx, type, id)) throw rejected({}, PLATFORM_REQUEST_REFUSAL.contradicted)
  return requireTerms(tx, table, row!.account)
}

/** The columns of a request that follow from its account. @param at ISO time */
export const columnsOfTerms = ({ user_id, store_platform_id, rate, rail }: Terms, at: string): Columns => ({
  user_id: { value: user_id, type: 'uuid', field: 'user' },
  store_platform_id: { value: store_platform_id, type: 'uuid', field: 'store_platform' },
  rate: { value: rate, type: 'numeric', field: 'rate' },
  rail: { value: rail, type: 'text', field: 'rail' },
  status: { value: waitingState(rail), type: 'text', field: 'status' },
  requested_at: { value: at, type: 'timestamptz' },
})
/** @returns the state in which a request waits: for its rail, or for staff */
export const waitingState = (rail: string | null): 'QUEUED' | 'REQUESTED' => (rail === null ? 'REQUESTED' : 'QUEUED')

/** An open request, as its rail and staff carry it out. */
export interface PlatformOrder extends Order {
  rail: string | null
  rate: string
  currency: string
  username: string
  store_platform_id: string
  /** Null: everything on the account. */
  credits: string | null
}
/** @returns SQL that reads the orders of a table. @param columns of its own */
export const orderSql = (table: string, columns: readonly string[]): string =>
  `select r.id::text as id, r.user_id::text as user_id, r.store_code as store, r.reference, r.status, r.rail, r.rate::text as rate, p.currency,
     a.platform_username as username, r.store_platform_id::text as store_platform_id, r.credits::text as credits,
     ${columns.map((column) => `r.${column}::text as ${column}`).join(', ')}
   from ${table} r join users p on p.id = r.user_id join platform_accounts a on a.id = r.platform_account_id where r.id = $1::uuid for update of r`

type ActionCall = RuleCall & { id: string }

/** Lets the platform be asked at once. @throws 422 where it was never asked to do it */
export async function lookUp(type: OrderType, { tx, id }: ActionCall): Promise<void> {
  const attempt = await findAttempt(tx, { type, order: id })
  if (!attempt) throw rejected({}, PLATFORM_REQUEST_REFUSAL.noAttempt)
  await enqueue(tx, 'railLookup', { attempt: attempt.id, nth: null })
}

/** @throws 422 while the platform is asked to do it */
export async function requireUnsent(tx: Queryable, type: OrderType, id: string): Promise<void> {
  if (!(await withdrawAttempt(tx, type, id))) throw rejected({}, PLATFORM_REQUEST_REFUSAL.isSending)
}

/** What two people are certain of. @returns what becomes of the request @throws 422 where the platform has said it meanwhile */
export async function resolveUnknown<O extends Order>(
  tx: Queryable,
  kind: OrderKind<O>,
  id: string,
  known: (order: O) => Known,
  by: By,
): Promise<{ outcome: Outcome; order: O }> {
  const found = await findAttempt(tx, { type: kind.type, order: id })
  const read = found && (await readAttempt(tx, kind, found))
  if (read?.attempt.state !== 'UNKNOWN') throw rejected({}, PLATFORM_REQUEST_REFUSAL.answered)
  // What people say counts, also where it is another amount than was asked for.
  const of = { ...read, attempt: { ...read.attempt, amount: null } }
  return { outcome: await settle(tx, kind, of, known(read.order), by), order: read.order }
}

/** @param credits as people or platforms write them @returns them with two places; null: they were left out */
export const creditText = (credits: unknown): string | null =>
  typeof credits === 'string' && credits !== '' ? amountOf(hundredthsOf(credits)) : null

/** @param asked what was asked for @throws 422 where what was moved is nothing, or more */
export function requireMoved(asked: string | null, moved: string, rate: string): void {
  if (Number(moneyFor(moved, rate)) === 0) throw rejected({ moved_credits: [PLATFORM_REQUEST_REFUSAL.nothing] })
  if (asked !== null && Number(moved) > Number(asked))
    throw rejected({ moved_credits: [PLATFORM_REQUEST_REFUSAL.more(moneyText(asked, CREDITS))] })
}
/** @param asked what was asked for @throws 422 where what was moved is less, without a reason */
export function requireExplained(asked: string | null, moved: string, difference: unknown): void {
  if (asked !== null && Number(moved) < Number(asked) && !difference)
    throw rejected({ difference: [PLATFORM_REQUEST_REFUSAL.differs(moneyText(asked, CREDITS))] })
}
