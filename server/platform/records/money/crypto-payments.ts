/** Payments to the addresses of crypto deposits, as their wallet services have them (money, /deposit/crypto-deposit). */
import { boolean, index, integer, numeric, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { isoTime } from '@server/platform/db/iso-time'
import { explorerSql } from './explorers'

const time = () => timestamp({ precision: 3, withTimezone: true })
/** A trigger (migration `crypto_deposits`) keeps what was paid, and takes only later reports. */
export const crypto_payments = pgTable(
  'crypto_payments',
  {
    id: uuid().primaryKey(),
    deposit_id: uuid().notNull(),
    network: text().notNull(),
    hash: text().notNull(),
    output: integer().notNull(),
    symbol: text().notNull(),
    amount: numeric({ precision: 36, scale: 18 }).notNull(),
    /** It came after the rate of its deposit was locked, or nobody had asked for it. */
    is_late: boolean().notNull(),
    /** Price of one coin: the locked one, or that of its first sight. Null: the coin had none then. */
    rate: numeric({ precision: 30, scale: 8 }),
    /** In money, at its rate. */
    worth: numeric({ precision: 20, scale: 2 }),
    state: text().notNull(),
    confirmations: integer().notNull(),
    seen_at: time().notNull(),
    /** When the chain had it so: an earlier report no longer counts. */
    told_at: time().notNull(),
  },
  ({ deposit_id, network, hash, output }) => [
    uniqueIndex('crypto_payments_name').on(network, hash, output),
    index('crypto_payments_deposit').on(deposit_id),
  ],
)

export interface StoredPayment {
  id: string
  deposit: string
  symbol: string
  amount: string
  is_late: boolean
  rate: string | null
  worth: string | null
  state: string
  confirmations: number
  seen_at: string
}
/** Columns of `crypto_payments p` as `StoredPayment`. */
export const PAYMENT_COLUMNS = `p.id::text as id, p.deposit_id::text as deposit, p.symbol, p.amount::text as amount, p.is_late, p.rate::text as rate,
  p.worth::text as worth, p.state, p.confirmations, ${isoTime('p.seen_at')} as seen_at`

/**
 * SQL of the payments of a deposit, as people read them.
 * @param deposit SQL of its id @param required SQL of the confirmations that are enough
 */
export const paymentsShown = (deposit: string, required: string): string =>
  `coalesce((select jsonb_agg(jsonb_build_object('transaction', p.hash || ':' || p.output, 'explorer', ${explorerSql('p.network', 'p.hash')},
    'coin_amount', trim_scale(p.amount)::text || ' ' || p.symbol, 'rate', trim_scale(p.rate)::text, 'amount', p.worth::text,
    'confirmations', least(p.confirmations, ${required}), 'state', p.state, 'seen_at', ${isoTime('p.seen_at')}) order by p.seen_at, p.id)
  from crypto_payments p where p.deposit_id = ${deposit}), '[]'::jsonb)`

/** SQL: the chain still has, confirmed, what a withdrawal sends back. @param alias of the withdrawal */
export const isCovered = (alias: string): string =>
  `coalesce((select sum(p.amount) = ${alias}.coin_amount + ${alias}.network_fee and min(p.confirmations) >= ${alias}.required_confirmations
    from crypto_payments p where p.deposit_id = ${alias}.refund_of_id and p.state <> 'REORGANISED'), false)`

/** SQL: a deposit of the platform is paid to this address. What is sent there comes back. */
export const isOwnAddress = (network: string, address: string): string =>
  `exists (select from crypto_deposits own where own.address = ${address} and own.network = ${network})`
