/** Coins and their fixed rates, which another person approves (catalogue, /crypto-coin; money, Approvals added: COIN_RATE). */
import { isSameRate, RATE_REFUSAL, rateFacts, type RatedCoin } from '@contract/records/money/coin-rate'
import { cryptoCoin } from '@contract/records/money/crypto-coin'
import { numeric } from 'drizzle-orm/pg-core'
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

export default defineSource(cryptoCoin, {
  table: cryptoCoins,
  scope: { store: 'row' },
  derived: {
    rate: {
      value: `case when u.rate_source = 'FIXED' then trim_scale(u.fixed_rate)::text end`,
      key: `case when u.rate_source = 'FIXED' then u.fixed_rate end`,
    },
  },
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
    useFeed: () => Promise.resolve({ fixed_rate: { value: null, type: 'numeric' } }),
  },
})
