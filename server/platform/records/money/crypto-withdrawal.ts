/** Crypto withdrawals (money, Withdrawals: Crypto): how they are requested, and at which rate they are sent. */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { addressFault, standardAddress } from '@contract/crypto-address'
import { coinText, isLess } from '@contract/records/money/coin-amount'
import { RATE_MINUTES } from '@contract/records/money/crypto-coin'
import { CRYPTO_WITHDRAWAL_REFUSAL, cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { feeOf } from '@contract/records/money/method-fee'
import { WITHDRAWAL_REFUSAL } from '@contract/records/money/withdrawal'
import { sql } from 'drizzle-orm'
import { index, jsonb, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { cryptoCoins } from './crypto-coin'
import { cryptoDeposits } from './crypto-deposit'
import { ESTIMATE_OF, RATE_NOW_OF } from './crypto-estimate'
import { cryptoWithdrawalOrders } from './crypto-withdrawal-orders'
import { paymentsShown } from './crypto-payments'
import { endRefund } from './crypto-refund'
import { explorerSql } from './explorers'
import { RATE_OF } from './coin-quotes'
import type { NewAttempt } from './rail-attempts'
import type { By } from './rail-orders'
import { lockRequested, requireCash, requireFewOpen, withdrawalDesk, type Withdrawal } from './withdrawal-desk'
import { ADDRESS_CHECKS } from './withdrawal-checks'

const TABLE = 'crypto_withdrawals'
/** A trigger (migration `crypto_withdrawals`) keeps what was requested, and lets the state and the locked rate change only as approvals and attempts allow. */
export const cryptoWithdrawals = recordTable(
  cryptoWithdrawal,
  TABLE,
  {
    user: () => users.id,
    coin: () => cryptoCoins.id,
    decided_by: () => staff.id,
    refunded_by: () => staff.id,
    refund_of: () => cryptoDeposits.id,
  },
  {
    columns: {
      /** The checks as they were when its approval was requested. */
      decided_checks: jsonb(),
      /** Only an approval that was requested afterwards counts. */
      resumed_at: timestamp({ precision: 3, withTimezone: true }),
    },
    indexes: ({ wakes_at, network, address, refund_of_id }) => [
      // A deposit is sent back once.
      uniqueIndex('crypto_withdrawals_refund')
        .on(refund_of_id!)
        .where(sql`status not in ('REJECTED', 'CANCELLED')`),
      index('crypto_withdrawals_refunds')
        .on(refund_of_id!)
        .where(sql`refund_of_id is not null`),
      index('crypto_withdrawals_wakes_at')
        .on(wakes_at!)
        .where(sql`status = 'ON_HOLD' and wakes_at is not null`),
      index('crypto_withdrawals_address').on(network!, address!),
    ],
  },
)

interface Coin {
  symbol: string
  network: string
  decimals: number
  required_confirmations: number
  min_withdrawal: string
  max_withdrawal: string
  network_fee: string
  rail: string
  rate: string | null
  is_old: boolean
  /** Its store is the user's, and it pays withdrawals. */
  is_for_user: boolean
  is_closed: boolean
  currency: string
  cash: string
  /** The fee of the user's level. */
  fee_percent: string | null
}
async function coinFor(tx: Queryable, coin: string, user: string): Promise<Coin | undefined> {
  const [row] = await tx.query<Coin>(
    `select c.symbol, c.network, c.decimals, c.required_confirmations, trim_scale(c.min_withdrawal)::text as min_withdrawal,
       trim_scale(c.max_withdrawal)::text as max_withdrawal, trim_scale(c.network_fee)::text as network_fee, c.rail, ${RATE_OF.rate} as rate,
       ${IS_OLD} as is_old, p.account_status = 'CLOSED' as is_closed, p.currency, p.cash_balance::text as cash,
       l.fee_percent::text as fee_percent,
       c.store_code is not distinct from p.store and c.is_withdrawal_enabled and c.rail is not null as is_for_user
     from crypto_coins c left join coin_quotes q on q.coin_id = c.id cross join users p left join user_levels l on l.id = p.user_level_id
     where c.id = $1::uuid and p.id = $2::uuid`,
    [coin, user],
  )
  return row
}
/** Of a coin `c` with its quote `q`: the feed has not told a rate for so long that nothing follows from it any more. */
const IS_OLD = `coalesce(c.rate_source = 'FEED' and q.rate_at < statement_timestamp() - interval '${RATE_MINUTES} minutes', false)`

interface Asked {
  user: string
  coin: string
  amount: string
  address: string
}
/** Adds a withdrawal that an app requests, and locks its amount. @throws 422 at the field */
async function request({ tx, body, sent, at, inTurn, add }: AppRuleCall): Promise<string> {
  const { user, coin: named, amount, address } = body as unknown as Asked
  await inTurn(user)
  await requireFewOpen(tx, user)
  const coin = await coinFor(tx, named, user)
  if (!coin?.is_for_user) throw rejected({ coin: [CRYPTO_WITHDRAWAL_REFUSAL.coin] })
  if (coin.is_closed) throw rejected({ user: [WITHDRAWAL_REFUSAL.account] })
  if (coin.currency !== PLATFORM_CURRENCY) throw rejected({ user: [CRYPTO_WITHDRAWAL_REFUSAL.currency] })
  if (coin.rate === null || coin.is_old) throw rejected({ coin: [CRYPTO_WITHDRAWAL_REFUSAL.rate] })
  const fault = addressFault(coin.network, address)
  if (fault !== null) throw rejected({ address: [fault] })
  const { fee, net } = feeOf({ fee_fixed: null, fee_percent: coin.fee_percent }, amount)
  requireCash(coin, amount)
  const worth = await coinsFor(tx, net, coin)
  const coins = (text: string) => coinText(text, coin.symbol)
  if (isLess(worth, coin.min_withdrawal))
    throw rejected({ amount: [CRYPTO_WITHDRAWAL_REFUSAL.below(coins(coin.min_withdrawal))] })
  if (isLess(coin.max_withdrawal, worth))
    throw rejected({ amount: [CRYPTO_WITHDRAWAL_REFUSAL.above(coins(coin.max_withdrawal))] })
  if (!isLess(coin.network_fee, worth))
    throw rejected({ amount: [CRYPTO_WITHDRAWAL_REFUSAL.network(coins(coin.network_fee))] })
  const text = (value: string) => ({ value, type: 'text' })
  const number = (value: string) => ({ value, type: 'numeric' })
  const id = await add({
    ...sent,
    address: { value: standardAddress(coin.network, address), type: 'text' },
    network: text(coin.network),
    symbol: text(coin.symbol),
    decimals: { value: coin.decimals, type: 'integer' },
    required_confirmations: { value: coin.required_confirmations, type: 'integer' },
    network_fee: number(coin.network_fee),
    fee: { ...number(fee), field: 'fee' },
    net_amount: { ...number(net), field: 'net_amount' },
    rail: { ...text(coin.rail), field: 'rail' },
    requested_at: { value: at, type: 'timestamptz' },
  })
  await lockRequested(tx, 'crypto_withdrawal', { id, user, amount, at }, coin)
  return id
}

/** @returns how much of the coin an amount of money is worth at its rate, rounded down to the places of the coin */
async function coinsFor(tx: Queryable, money: string, { rate, decimals }: Pick<Coin, 'rate' | 'decimals'>) {
  const [row] = await tx.query<{ coins: string }>(
    'select trim_scale(trunc($1::text::numeric / $2::text::numeric, $3::int))::text as coins',
    [money, rate, decimals],
  )
  return row!.coins
}

/** Locks the rate of this moment; a refund has none, because its coins are those that came. @throws 422 where the coin has none, or the network fee leaves nothing */
async function fix(tx: Queryable, id: string, at: string): Promise<{ columns: Columns; amount: string }> {
  const [row] = await tx.query<{
    rate: string | null
    rate_at: string | null
    is_old: boolean
    sends: string | null
    network_fee: string
    symbol: string
    refunds: string | null
  }>(
    `select ${RATE_OF.rate} as rate, ${RATE_OF.rate_at} as rate_at, ${IS_OLD} as is_old, trim_scale(${ESTIMATE_OF('w')})::text as sends,
       trim_scale(w.network_fee)::text as network_fee, w.symbol, case when w.refund_of_id is not null then trim_scale(w.coin_amount)::text end as refunds
     from ${TABLE} w join crypto_coins c on c.id = w.coin_id left join coin_quotes q on q.coin_id = c.id where w.id = $1::uuid`,
    [id],
  )
  const { rate, rate_at, is_old, sends, network_fee, symbol, refunds } = row!
  if (refunds !== null) return { amount: refunds, columns: {} }
  if (rate === null || is_old) throw rejected({}, CRYPTO_WITHDRAWAL_REFUSAL.rate)
  if (sends === null) throw rejected({}, CRYPTO_WITHDRAWAL_REFUSAL.network(coinText(network_fee, symbol)))
  return {
    amount: sends,
    columns: {
      coin_amount: { value: sends, type: 'numeric', field: 'coin_amount' },
      rate: { value: rate, type: 'numeric', field: 'rate' },
      rate_at: { value: rate_at ?? at, type: 'timestamptz', field: 'rate_at' },
    },
  }
}
const unfixed = ({ refund_of }: Withdrawal): Columns =>
  refund_of === null
    ? {
        coin_amount: { value: null, type: 'numeric', field: 'coin_amount' },
        rate: { value: null, type: 'numeric', field: 'rate' },
        rate_at: { value: null, type: 'timestamptz', field: 'rate_at' },
      }
    : {}

/** The deposit of a refund that is not sent waits for staff again. */
const returned = async (tx: Queryable, { refund_of, reference }: Withdrawal, by: By): Promise<readonly Changed[]> =>
  refund_of === null ? [] : endRefund(tx, { refund_of, reference }, 'RETURNED', by)

/** What the wallet service is asked for. */
async function attemptOf(tx: Queryable, id: string): Promise<NewAttempt> {
  const [row] = await tx.query<Omit<NewAttempt, 'type'>>(
    `select w.id::text as id, w.store_code as store, w.reference, w.rail, trim_scale(w.coin_amount)::text as amount, w.symbol as unit
     from ${TABLE} w where w.id = $1::uuid`,
    [id],
  )
  return { type: 'crypto_withdrawal', ...row! }
}

const { cancel, derived, ...desk } = withdrawalDesk({
  type: 'crypto_withdrawal',
  approval: 'crypto_withdrawal',
  checks: ADDRESS_CHECKS,
  orders: cryptoWithdrawalOrders,
  fix,
  unfixed,
  returned,
  attemptOf,
})

const CONFIRMATIONS = `(select least(a.confirmations, u.required_confirmations) || ' of ' || u.required_confirmations from rail_attempts a
  where a.order_type = 'crypto_withdrawal' and a.order_id = u.id and a.confirmations is not null order by a.number desc limit 1)`
/** Only of what has not been fixed: what is sent is known then. */
const beforeFixed = (sql: string) =>
  `(case when u.coin_amount is null and u.status in ('PENDING', 'ON_HOLD') then ${sql} end)`
const ESTIMATE = beforeFixed(ESTIMATE_OF('u'))
const RATE_NOW = beforeFixed(RATE_NOW_OF('u'))

export default defineSource(cryptoWithdrawal, {
  table: cryptoWithdrawals,
  scope: { store: 'row' },
  ...desk,
  derived: {
    ...derived,
    rate_now: { value: RATE_NOW, key: `${RATE_NOW}::numeric` },
    estimate: { value: `trim_scale(${ESTIMATE})::text`, key: ESTIMATE },
    explorer: { value: explorerSql('u.network', 'u.tx_hash') },
    confirmations: { value: CONFIRMATIONS },
    payments: { value: paymentsShown('u.refund_of_id', 'u.required_confirmations') },
  },
  appCalls: { request, cancel },
})
