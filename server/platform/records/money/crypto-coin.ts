/** Coins and their fixed rates, which another person approves (catalogue, /crypto-coin; money, Approvals added: COIN_RATE). */
import { isSameRate, RATE_REFUSAL, rateFacts, type RatedCoin } from '@contract/records/money/coin-rate'
import { cryptoCoin, RATE_MINUTES } from '@contract/records/money/crypto-coin'
import { numeric } from 'drizzle-orm/pg-core'
import { isoTime } from '@server/platform/db/iso-time'
import { enqueue } from '@server/platform/modules/outbox/messages'
import { rejected } from '@server/platform/operations/failure'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource } from '@server/platform/records/source'

const TABLE = 'crypto_coins'
/** A trigger (`keep_rate`) lets a fixed rate change only to the one that was approved. */
export const cryptoCoins = recordTable(
  cryptoCoin,
  TABLE,
  {},
  {
    columns: {
      /** What the last request asks for, until it applies. */
      requested_rate: numeric({ precision: 30, scale: 8 }),
    },
    indexes: () => [],
  },
)

/** Only of coins with a wallet service: nobody feeds the others. */
const ALERTS = `array_remove(array[
    case when u.rail is not null and u.rate_source = 'FEED' and quote.rate is null then 'NO_RATE' end,
    case when u.rail is not null and u.rate_source = 'FEED' and quote.rate_at < statement_timestamp() - interval '${RATE_MINUTES} minutes'
      then 'RATE_OLD' end,
    case when quote.balance < u.low_balance_at then 'LOW_BALANCE' end
  ], null)`

export default defineSource(cryptoCoin, {
  table: cryptoCoins,
  scope: { store: 'row' },
  derived: {
    rate: {
      value: `case when u.rate_source = 'FIXED' then trim_scale(u.fixed_rate) else trim_scale(quote.rate) end::text`,
      key: `case when u.rate_source = 'FIXED' then u.fixed_rate else quote.rate end`,
      joins: ['quote'],
    },
    rate_at: {
      value: `case when u.rate_source = 'FEED' then ${isoTime('quote.rate_at')} end`,
      key: `case when u.rate_source = 'FEED' then quote.rate_at end`,
      joins: ['quote'],
    },
    hot_wallet_balance: { value: 'trim_scale(quote.balance)::text', key: 'quote.balance', joins: ['quote'] },
    hot_wallet_at: { value: isoTime('quote.balance_at'), key: 'quote.balance_at', joins: ['quote'] },
    has_rail: { value: '(u.rail is not null)' },
    alerts: {
      value: ALERTS,
      key: `nullif(array_to_string(${ALERTS}, ','), '')`,
      compared: { sql: ALERTS, type: 'text[]' },
      joins: ['quote'],
    },
  },
  joins: { quote: 'left join coin_quotes quote on quote.coin_id = u.id' },
  approvals: {
    setRate: {
      /** @throws 422 where the coin has this rate */
      async request({ row, body }) {
        const coin = row as unknown as RatedCoin
        const asked = body.fixed_rate as string
        if (coin.fixed_rate !== null && isSameRate(coin.fixed_rate, asked))
          throw rejected({ fixed_rate: [RATE_REFUSAL.same] })
        return { facts: rateFacts(coin, asked) }
      },
      async whileWaiting({ tx, id, body }) {
        await tx.query(`update ${TABLE} set requested_rate = $2::text::numeric where id = $1::uuid`, [
          id,
          body.fixed_rate as string,
        ])
      },
    },
  },
  actions: {
    refresh: async ({ tx, id }) => {
      await enqueue(tx, 'coinQuote', { coin: id })
    },
    useFeed: () => Promise.resolve({ fixed_rate: { value: null, type: 'numeric' } }),
  },
})
