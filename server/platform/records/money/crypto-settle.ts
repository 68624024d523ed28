/** What follows from the payments of a crypto deposit: its state, and its credit where it is what was asked (money, /deposit/crypto-deposit). */
import { amountOf, hundredthsOf, moneyText } from '@contract/amounts'
import { coinText, comparedWithAsked, isLess, scaled, unscaled } from '@contract/records/money/coin-amount'
import { ACCOUNTED_FOR, cryptoDeposit, type CryptoDepositStatus } from '@contract/records/money/crypto-deposit'
import { ACCOUNT_STATUSES } from '@contract/records/people/users'
import { isoTime } from '@server/platform/db/iso-time'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import type { Clock } from '@server/platform/ports/clock'
import type { Queryable } from '@server/platform/ports/db'
import { PAYMENT_COLUMNS, type StoredPayment } from './crypto-payments'
import { creditDeposit, readDepositor, type Depositor } from './deposit-credit'

/** A deposit, locked until the end of the transaction. Amounts are decimal texts. */
export interface LockedDeposit {
  id: string
  reference: string
  user_id: string
  store: string | null
  status: CryptoDepositStatus
  network: string
  symbol: string
  required: number
  coin_asked: string | null
  coin_amount: string | null
  amount: string | null
  finding: string | null
  promo_code: string | null
  rail: string
  currency: string
  /** Of the coin, as it is now. */
  min_deposit: string
  /** ISO time. */
  expires_at: string
  is_expired: boolean
  /** A person has put it on hold, or started its refund: it is not credited by itself any more. */
  is_reviewed: boolean
  /** The user has confirmed where it can be sent back. */
  has_refund_address: boolean
}

/** @returns the deposit, locked; undefined where there is none */
export async function lockDeposit(tx: Queryable, id: string): Promise<LockedDeposit | undefined> {
  await tx.query('select 1 from crypto_deposits where id = $1::uuid for update', [id])
  const [row] = await tx.query<LockedDeposit>(
    `select d.id::text as id, d.reference, d.user_id::text as user_id, d.store_code as store, d.status, d.network, d.symbol,
       d.required_confirmations as required, trim_scale(d.coin_asked)::text as coin_asked, trim_scale(d.coin_amount)::text as coin_amount,
       d.amount::text as amount, d.finding, d.promo_code, d.rail, p.currency, trim_scale(c.min_deposit)::text as min_deposit,
       ${isoTime('d.expires_at')} as expires_at,
       d.expires_at <= statement_timestamp() as is_expired, d.is_reviewed, d.refund_address is not null as has_refund_address
     from crypto_deposits d join users p on p.id = d.user_id join crypto_coins c on c.id = d.coin_id where d.id = $1::uuid`,
    [id],
  )
  return row
}

/** What its payments make of a deposit. `READY`: it is credited, if its user may have the money. */
export interface Conclusion {
  status: CryptoDepositStatus | 'READY'
  finding: string | null
  coin_amount: string | null
  amount: string | null
}

/** @returns the sum of amounts of a coin: decimal text */
const sumOf = (amounts: readonly string[]): string => unscaled(amounts.reduce((sum, each) => sum + scaled(each), 0n))

/** '30 s', '5 min', '2 h': rounded down. */
function lateness(ms: number): string {
  const seconds = Math.max(1, Math.floor(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

type Asked = Pick<
  LockedDeposit,
  'symbol' | 'required' | 'coin_asked' | 'min_deposit' | 'expires_at' | 'is_expired' | 'has_refund_address'
>
/** @param payments of the deposit, also those that the chain no longer has */
export function conclude(
  { symbol, required, coin_asked, min_deposit, expires_at, is_expired, has_refund_address }: Asked,
  payments: readonly StoredPayment[],
): Conclusion {
  const live = payments.filter(({ state }) => state !== 'REORGANISED')
  if (live.length === 0)
    return {
      status: 'AWAITING_PAYMENT',
      finding: payments.length > 0 ? 'Its payment is gone from the chain.' : null,
      coin_amount: null,
      amount: null,
    }
  const coin_amount = sumOf(live.map(({ amount }) => amount))
  const isRated = live.every(({ worth }) => worth !== null)
  const amount = isRated ? amountOf(live.reduce((sum, { worth }) => sum + hundredthsOf(worth!), 0n)) : null
  const came = { coin_amount, amount }
  const waits = (finding: string | null = null): Conclusion => ({ status: 'CONFIRMING', finding, ...came })
  if (live.some(({ confirmations }) => confirmations < required)) return waits()
  if (isLess(coin_amount, min_deposit)) {
    const least = `the coin’s minimum of ${coinText(min_deposit, symbol)}`
    // Staff send it back where they can.
    const status = has_refund_address ? 'REVIEW' : 'FAILED'
    return is_expired || coin_asked === null
      ? { status, finding: `Less than ${least} has come: it is kept, and not credited.`, ...came }
      : waits(`Less than ${least} has come so far.`)
  }
  if (coin_asked === null) return { status: 'LATE', finding: 'It came without a request of the user.', ...came }
  const late = live.filter((payment) => payment.is_late)
  if (late.length > 0) {
    const after = Math.min(...late.map(({ seen_at }) => Date.parse(seen_at))) - Date.parse(expires_at)
    return {
      status: 'LATE',
      finding: `Paid ${lateness(after)} after its time: the rate was no longer locked.`,
      ...came,
    }
  }
  const compared = comparedWithAsked(coin_amount, coin_asked)
  const versus = `${coinText(coin_amount, symbol)} of ${coinText(coin_asked, symbol)} has come.`
  if (compared === 'LESS') return is_expired ? { status: 'UNDERPAID', finding: versus, ...came } : waits(versus)
  if (compared === 'MORE') return { status: 'OVERPAID', finding: versus, ...came }
  return { status: 'READY', finding: null, ...came }
}

/** Why a deposit that a person has decided about is not credited by itself. */
export const HELD = 'Staff have put it on hold or refunded it before.'

/** @returns why a deposit is not credited by itself; null where it may be */
function objection({ account_status, is_deleted, is_above_limit, limit_left, currency }: Depositor): string | null {
  if (is_deleted) return 'The user is disabled.'
  if (account_status !== 'ACTIVE') return `The account is ${ACCOUNT_STATUSES[account_status].toLowerCase()}.`
  return is_above_limit ? `The user may deposit ${moneyText(limit_left!, currency)} more today.` : null
}

export const paymentsOf = (tx: Queryable, deposit: string): Promise<StoredPayment[]> =>
  tx.query<StoredPayment>(
    `select ${PAYMENT_COLUMNS} from crypto_payments p where p.deposit_id = $1::uuid order by p.seen_at, p.id`,
    [deposit],
  )

const TO_RESOLVE: readonly string[] = cryptoDeposit.queue!.waits

/**
 * Brings a deposit to the state that follows from its payments, and credits it where it is what was asked. What is credited or sent back stays as it is.
 * @param deposit locked by the caller @param by what the history says of it
 * @returns rows that show other values now
 */
export async function settleDeposit(
  tx: Queryable,
  clock: Clock,
  deposit: LockedDeposit,
  action: 'pay' | 'lose' | 'settle' = 'settle',
): Promise<Changed[]> {
  const { id, status: before } = deposit
  // Its confirmations are derived from the payments: the row itself can stay the same.
  const shown: Changed = { record: 'cryptoDeposit', ids: [id] }
  if (ACCOUNTED_FOR.includes(before)) return [shown]
  const at = new Date(clock.now()).toISOString()
  const found = conclude(deposit, await paymentsOf(tx, id))
  const next = { ...found, status: found.status as CryptoDepositStatus }
  let bonus: string | null = null
  if (found.status === 'READY') {
    const depositor = await readDepositor(tx, deposit.user_id, found.amount ?? '0')
    const why = deposit.is_reviewed
      ? HELD
      : found.amount === null || hundredthsOf(found.amount) === 0n
        ? 'It is worth nothing.'
        : objection(depositor)
    if (before === 'ON_HOLD' || why !== null) Object.assign(next, { status: 'REVIEW', finding: why })
    else {
      next.status = 'COMPLETED'
      const credited = { ...deposit, amount: found.amount!, fee: '0', source: 'crypto_deposit' as const }
      bonus = await creditDeposit(tx, credited, depositor, 'CRYPTO', { actor: null, at })
    }
  }
  if (before === 'ON_HOLD') Object.assign(next, { status: before, finding: deposit.finding })
  const isSame = (['status', 'finding', 'coin_amount', 'amount'] as const).every((name) => next[name] === deposit[name])
  if (isSame) return [shown]
  await tx.query(
    `update crypto_deposits set status = $2::text, finding = $3::text, coin_amount = $4::text::numeric, amount = $5::text::numeric,
       bonus = $6::text, credited_at = case when $2::text = 'COMPLETED' then $7::timestamptz end,
       resolve_from = case when $2::text = any($8::text[]) or $2::text = 'ON_HOLD' then coalesce(resolve_from, $7::timestamptz) end,
       decided_by_id = case when $2::text = 'ON_HOLD' then decided_by_id end, decided_at = case when $2::text = 'ON_HOLD' then decided_at end,
       version = version + 1, updated_at = $7::timestamptz where id = $1::uuid`,
    [id, next.status, next.finding, next.coin_amount, next.amount, bonus, at, [...TO_RESOLVE]],
  )
  const values = ({ status, coin_amount, amount, finding }: Omit<Conclusion, 'status'> & { status: string }) => ({
    status,
    coin_amount,
    amount,
    finding,
  })
  await writeAuditRows(tx, clock, { actorId: null, subject: cryptoDeposit.subject, origin: OF_THE_PLATFORM }, [
    {
      action: next.status === 'COMPLETED' ? 'credit' : action,
      subjectId: id,
      before: values(deposit),
      after: { ...values(next), ...(bonus !== null && { bonus }) },
    },
  ])
  return [
    { ...shown, edited: true },
    { record: 'users', ids: [deposit.user_id] },
  ]
}
