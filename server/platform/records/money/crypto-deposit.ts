/** Crypto deposits (money, /deposit/crypto-deposit): how they are requested, credited by staff, held, sent back and rechecked. */
import { hundredthsOf, moneyText, PLATFORM_CURRENCY } from '@contract/amounts'
import { coinFor, coinText, isLess, short } from '@contract/records/money/coin-amount'
import { RATE_MINUTES } from '@contract/records/money/crypto-coin'
import {
  CRYPTO_DEPOSIT_REFUSAL,
  cryptoDeposit,
  LOCKED_MINUTES,
  UNPAID_MAX,
} from '@contract/records/money/crypto-deposit'
import { DEPOSIT_REFUSAL } from '@contract/records/money/manual-deposit'
import { sql } from 'drizzle-orm'
import { boolean, index, uuid } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { enqueue } from '@server/platform/modules/outbox/messages'
import type { ApprovedCall, RequestCall, Requested } from '@server/platform/records/approvals'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { cryptoCoins } from './crypto-coin'
import { RATE_OF } from './coin-quotes'
import { paymentsShown, type StoredPayment } from './crypto-payments'
import { confirmAddress, refund } from './crypto-refund'
import { conclude, HELD, lockDeposit, paymentsOf, type LockedDeposit } from './crypto-settle'
import { creditDeposit, readDepositor, requireDepositor, type Depositor } from './deposit-credit'

const TABLE = 'crypto_deposits'
/** A trigger (migration `crypto_deposits`) keeps what was asked, and lets a deposit be credited only by its payments or an approval. */
export const cryptoDeposits = recordTable(
  cryptoDeposit,
  TABLE,
  { user: () => users.id, coin: () => cryptoCoins.id, decided_by: () => staff.id },
  {
    columns: {
      /** A person has put it on hold, or started its refund. */
      is_reviewed: boolean().notNull().default(false),
      /** The deposit whose address was paid, where this one was not asked for. */
      origin_id: uuid(),
    },
    indexes: ({ reference, expires_at }) => [
      // Wallet services refer to deposits by it.
      index('crypto_deposits_by_reference').on(reference!),
      index('crypto_deposits_origin')
        .on(sql`origin_id`)
        .where(sql`origin_id is not null`),
      index('crypto_deposits_expires')
        .on(expires_at!)
        .where(sql`status = 'CONFIRMING'`),
    ],
  },
)

/** A deposit that nobody has paid is expired from its time on. */
const isPast = (alias: string) => `${alias}.expires_at <= statement_timestamp()`
const isOver = (alias: string) => `(${alias}.status = 'AWAITING_PAYMENT' and ${isPast(alias)})`

interface Coin {
  symbol: string
  network: string
  decimals: number
  required_confirmations: number
  min_deposit: string
  rail: string | null
  rate: string | null
  /** Null for a fixed rate. */
  rate_at: string | null
  is_old: boolean
  /** Its store is the user's, and it takes deposits. */
  is_for_user: boolean
}
const coinFrom = async (tx: Queryable, coin: string, user: string): Promise<Coin | undefined> => {
  const [row] = await tx.query<Coin>(
    `select c.symbol, c.network, c.decimals, c.required_confirmations, trim_scale(c.min_deposit)::text as min_deposit, c.rail,
       ${RATE_OF.rate} as rate, ${RATE_OF.rate_at} as rate_at,
       coalesce(c.rate_source = 'FEED' and q.rate_at < statement_timestamp() - interval '${RATE_MINUTES} minutes', false) as is_old,
       c.store_code is not distinct from p.store and c.is_deposit_enabled and c.rail is not null as is_for_user
     from crypto_coins c left join coin_quotes q on q.coin_id = c.id cross join users p where c.id = $1::uuid and p.id = $2::uuid`,
    [coin, user],
  )
  return row
}

interface Asked {
  user: string
  coin: string
  amount_asked: string
}
/** Adds a deposit that an app requests, at the rate of this moment. @throws 422 at the field */
async function request({ tx, body, sent, at, inTurn, add }: AppRuleCall): Promise<string> {
  const { user, coin: named, amount_asked } = body as unknown as Asked
  await inTurn(user)
  const [unpaid] = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${TABLE} u where u.user_id = $1::uuid and u.status = 'AWAITING_PAYMENT' and not ${isOver('u')}`,
    [user],
  )
  if (unpaid!.count >= UNPAID_MAX) throw rejected({ user: [CRYPTO_DEPOSIT_REFUSAL.unpaid] })
  const depositor = await readDepositor(tx, user, amount_asked)
  if (depositor.account_status !== 'ACTIVE' || depositor.is_deleted)
    throw rejected({ user: [CRYPTO_DEPOSIT_REFUSAL.account] })
  if (depositor.currency !== PLATFORM_CURRENCY) throw rejected({ user: [CRYPTO_DEPOSIT_REFUSAL.currency] })
  const coin = await coinFrom(tx, named, user)
  if (!coin?.is_for_user) throw rejected({ coin: [CRYPTO_DEPOSIT_REFUSAL.coin] })
  if (coin.rate === null || coin.is_old) throw rejected({ coin: [CRYPTO_DEPOSIT_REFUSAL.rate] })
  const asked = coinFor(amount_asked, coin.rate, coin.decimals)
  if (isLess(asked, coin.min_deposit))
    throw rejected({ amount_asked: [CRYPTO_DEPOSIT_REFUSAL.below(coinText(coin.min_deposit, coin.symbol))] })
  if (depositor.is_above_limit)
    throw rejected({
      amount_asked: [CRYPTO_DEPOSIT_REFUSAL.limit(moneyText(depositor.limit_left!, depositor.currency))],
    })
  const text = (value: string | null) => ({ value, type: 'text' })
  const id = await add({
    ...sent,
    network: text(coin.network),
    symbol: text(coin.symbol),
    decimals: { value: coin.decimals, type: 'integer' },
    required_confirmations: { value: coin.required_confirmations, type: 'integer' },
    coin_asked: { value: asked, type: 'numeric' },
    rate: { value: coin.rate, type: 'numeric' },
    rate_at: { value: coin.rate_at ?? at, type: 'timestamptz' },
    rail: text(coin.rail),
    requested_at: { value: at, type: 'timestamptz' },
    expires_at: {
      value: new Date(Date.parse(at) + LOCKED_MINUTES * 60_000).toISOString(),
      type: 'timestamptz',
    },
  })
  await enqueue(tx, 'depositAddress', { deposit: id })
  return id
}

interface Creditable {
  deposit: LockedDeposit & { amount: string }
  depositor: Depositor
  payments: StoredPayment[]
}
/** Reads a deposit that staff credit, and locks it and its user. @throws 422 where it cannot be credited */
async function readCreditable(tx: Queryable, id: string): Promise<Creditable> {
  const deposit = (await lockDeposit(tx, id))!
  const payments = (await paymentsOf(tx, id)).filter(({ state }) => state !== 'REORGANISED')
  const depositor = await readDepositor(tx, deposit.user_id, deposit.amount ?? '0')
  if (payments.some(({ worth }) => worth === null)) throw rejected({}, CRYPTO_DEPOSIT_REFUSAL.noRate)
  if (deposit.amount === null || hundredthsOf(deposit.amount) === 0n) throw rejected({}, CRYPTO_DEPOSIT_REFUSAL.nothing)
  if (payments.some(({ confirmations }) => confirmations < deposit.required))
    throw rejected({}, CRYPTO_DEPOSIT_REFUSAL.confirming)
  if (isLess(deposit.coin_amount!, deposit.min_deposit))
    throw rejected({}, CRYPTO_DEPOSIT_REFUSAL.minimum(coinText(deposit.min_deposit, deposit.symbol)))
  requireDepositor(depositor, {
    excluded: () => CRYPTO_DEPOSIT_REFUSAL.account,
    limit: (left) => DEPOSIT_REFUSAL.limit(left),
  })
  return { deposit: { ...deposit, amount: deposit.amount }, depositor, payments }
}

/** Whoever decides reads what came and at which rates. */
async function requestCredit({ tx, id }: RequestCall): Promise<Requested> {
  const { deposit, payments } = await readCreditable(tx, id)
  const { symbol, coin_amount, coin_asked, currency } = deposit
  const price = (rate: string) => moneyText(short(rate), currency)
  return {
    facts: {
      came: { label: 'Received', value: coinText(coin_amount!, symbol) },
      asked: { label: 'To pay', value: coin_asked === null ? '' : coinText(coin_asked, symbol) },
      rates: {
        label: payments.length > 1 ? 'Rates' : 'Rate',
        value: payments
          .map(({ amount, rate, is_late }) => {
            const which = is_late ? 'when it was seen' : 'locked'
            return payments.length > 1
              ? `${coinText(amount, symbol)} at ${price(rate!)}, ${which}`
              : `${price(rate!)}, ${which}`
          })
          .join('; '),
      },
    },
  }
}

/** Gives the user what came, and the deposit's bonus. */
async function credit({ tx, id, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const { deposit, depositor } = await readCreditable(tx, id)
  const credited = { ...deposit, fee: '0', source: 'crypto_deposit' as const }
  const bonus = await creditDeposit(tx, credited, depositor, 'CRYPTO', { actor: actorId, at })
  await touched('users', [deposit.user_id])
  return {
    bonus: { value: bonus, type: 'text', field: 'bonus' },
    credited_at: { value: at, type: 'timestamptz', field: 'credited_at' },
  }
}

type ActionCall = RuleCall & { id: string }

const hold = ({ body }: ActionCall): Promise<Columns> =>
  Promise.resolve({
    hold_reason: { value: body.reason as string, type: 'text', field: 'hold_reason' },
    is_reviewed: { value: true, type: 'boolean', follows: true },
  })

/** Back to the state that its payments make of it. Staff decide it then, also where it would be credited by itself. */
async function resume({ tx, id }: ActionCall): Promise<Columns> {
  const deposit = (await lockDeposit(tx, id))!
  const { status, finding } = conclude(deposit, await paymentsOf(tx, id))
  const [next, why] = status === 'READY' ? (['REVIEW', HELD] as const) : [status, finding]
  return {
    status: { value: next, type: 'text', field: 'status' },
    ...(why !== deposit.finding && { finding: { value: why, type: 'text', field: 'finding' } }),
  }
}

/** Asks the wallet service at once. */
async function recheck({ tx, id }: ActionCall): Promise<void> {
  await enqueue(tx, 'depositLookup', { deposit: id, nth: null })
}

const CONFIRMATIONS = `(select least(min(p.confirmations), u.required_confirmations) || ' of ' || u.required_confirmations
  from crypto_payments p where p.deposit_id = u.id and p.state <> 'REORGANISED' having count(*) > 0)`

/** The last withdrawal that sends the deposit `u` back. */
const REFUND = `left join lateral (select w.id, w.reference, w.network_fee, w.coin_amount, w.tx_hash from crypto_withdrawals w
  where w.refund_of_id = u.id order by w.requested_at desc, w.id desc limit 1) refund on true`
/** @param value SQL of the refund, as a text @param key the same in the order of its kind */
const ofRefund = (value: string, key = value) => ({ value, key, joins: ['refund'] })

export default defineSource(cryptoDeposit, {
  table: cryptoDeposits,
  scope: { store: 'row' },
  derived: {
    confirmations: { value: CONFIRMATIONS },
    payments: { value: paymentsShown('u.id', 'u.required_confirmations') },
    refund: ofRefund(
      `case when refund.id is not null then json_build_object('id', refund.id, 'name', refund.reference) end`,
      'refund.reference',
    ),
    refund_fee: ofRefund('trim_scale(refund.network_fee)::text', 'refund.network_fee'),
    refund_amount: ofRefund('trim_scale(refund.coin_amount)::text', 'refund.coin_amount'),
    refund_hash: ofRefund('refund.tx_hash'),
  },
  joins: { refund: REFUND },
  computed: {
    status: { EXPIRED: isPast },
    stage: { EXPIRED: isOver },
  },
  appCalls: { request, confirmAddress },
  actions: { hold, refund, resume, recheck },
  approvals: { credit: { request: requestCredit, approved: credit } },
})
