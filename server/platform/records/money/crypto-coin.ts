/** Coins and their fixed rates, which another person approves (catalogue, /crypto-coin; money, Approvals added: COIN_RATE). */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { describeRate, isSameRate, RATE_REFUSAL, type RatedCoin } from '@contract/records/money/coin-rate'
import { COIN_NETWORKS, cryptoCoin } from '@contract/records/money/crypto-coin'
import { numeric } from 'drizzle-orm/pg-core'
import { rejected } from '@server/platform/operations/failure'
import type { Effects } from '@server/platform/modules/approvals/effects'
import { requestApproval } from '@server/platform/modules/approvals/request'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'

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

const RATE = 'coin_rate'

/** Approved, the requested rate applies; nothing follows from a refusal. */
export const coinRateEffects: Effects = {
  record: 'cryptoCoin',
  async approved({ tx, subjectId, at }) {
    await tx.query(
      `update ${TABLE} set rate_source = 'FIXED', fixed_rate = requested_rate, version = version + 1, updated_at = $2::timestamptz
       where id = $1::uuid`,
      [subjectId, at],
    )
    return [{ record: 'cryptoCoin', ids: [subjectId], edited: true }]
  },
  refused: ({ subjectId }) => Promise.resolve([{ record: 'cryptoCoin', ids: [subjectId] }]),
}

interface Coin extends Omit<RatedCoin, 'network'> {
  network: keyof typeof COIN_NETWORKS
  store: string | null
}

/**
 * Always another person decides. The request has no amount, because nobody knows how much will be paid at a rate: 0 is within every limit of
 * the policy, so a permission set with any limit for it lets its people decide, and one without a limit does not.
 * @throws 422 where the coin has this rate, or waits for another one
 */
async function setRate(call: RuleCall & { id: string }): Promise<void> {
  const { tx, id, body } = call
  const { fixed_rate: asked, reason } = body as { fixed_rate: string; reason: string }
  const [coin] = await tx.query<Coin>(
    `select symbol, network, fixed_rate::text as fixed_rate, max_withdrawal::text as max_withdrawal, store_code as store
     from ${TABLE} where id = $1::uuid for no key update`,
    [id],
  )
  const { network, store, fixed_rate, ...rest } = coin!
  if (fixed_rate !== null && isSameRate(fixed_rate, asked)) throw rejected({ fixed_rate: [RATE_REFUSAL.same] })
  await requestApproval(call, {
    policy: 'COIN_RATE',
    subject: { type: RATE, id, effects: coinRateEffects },
    permission: cryptoCoin.subject,
    about: { record: 'cryptoCoin', id, store },
    ...describeRate({ ...rest, fixed_rate, network: COIN_NETWORKS[network] }, asked, reason),
    amount: '0.00',
    currency: PLATFORM_CURRENCY,
  })
  await tx.query(`update ${TABLE} set requested_rate = $2::text::numeric where id = $1::uuid`, [id, asked])
}

export default defineSource(cryptoCoin, {
  table: cryptoCoins,
  scope: { store: 'row' },
  derived: {
    rate: {
      value: `case when u.rate_source = 'FIXED' then trim_scale(u.fixed_rate)::text end`,
      key: `case when u.rate_source = 'FIXED' then u.fixed_rate end`,
    },
    awaits_approval: {
      value: `exists (select from approvals a where a.subject_type = '${RATE}' and a.subject_id = u.id
        and a.status = 'PENDING' and a.expires_at > statement_timestamp())`,
    },
  },
  actions: {
    setRate,
    useFeed: () => Promise.resolve({ fixed_rate: { value: null, type: 'numeric' } }),
  },
})
