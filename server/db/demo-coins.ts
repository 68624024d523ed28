/** The rates of the demo's coins, and the payments and the money of its crypto deposits. */
import { COIN_PRICES, HOT_WALLET, HOT_WALLETS } from '@demo/money/coin-market'
import { cryptoPayments } from '@demo/money/crypto-deposit'
import { demoId } from '@demo/rows'
import { insertRows } from '@server/platform/db/insert-rows'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import { creditMovements } from '@server/platform/records/money/deposit-credit'
import { notBefore } from './demo-rewards'

const DAY_MS = 24 * 3600_000

/** Posts the transfers of credited deposits, after those that their users have already. @param anchor milliseconds since 1970 */
export async function seedCoins(tx: Queryable, anchor: number): Promise<void> {
  await tx.query(
    `insert into coin_quotes (coin_id, rate, rate_at, balance, balance_at)
     select c.id, coalesce(($1::jsonb->>c.symbol)::numeric, 1), c.at, coalesce(($2::jsonb->>c.symbol)::numeric, $4::text::numeric), c.at
     from (select id, symbol, $3::timestamptz - row_number() over (order by id) * interval '1 second' as at
       from crypto_coins where rail is not null) c`,
    [JSON.stringify(COIN_PRICES), JSON.stringify(HOT_WALLETS), new Date(anchor).toISOString(), HOT_WALLET],
  )
  const payments = cryptoPayments()
  await insertRows(
    tx,
    'crypto_payments',
    payments.map(({ deposit, age, ...payment }, index) => {
      const seen = new Date(anchor - age * DAY_MS).toISOString()
      return {
        id: uuidV7(anchor - age * DAY_MS + index),
        deposit_id: demoId('cryptoDeposit', deposit),
        ...payment,
        state: payment.confirmations > 0 ? 'CONFIRMED' : 'SEEN',
        seen_at: seen,
        told_at: seen,
      }
    }),
    {
      types: {
        deposit_id: 'uuid',
        output: 'integer',
        is_late: 'boolean',
        amount: 'numeric',
        rate: 'numeric',
        worth: 'numeric',
        confirmations: 'integer',
        seen_at: 'timestamptz',
        told_at: 'timestamptz',
      },
    },
  )
  const deposits = await tx.query<{
    id: string
    user_id: string
    amount: string
    reference: string
    rail: string
    at: string
  }>(
    `select d.id::text as id, d.user_id::text as user_id, d.amount::text as amount, d.reference, d.rail,
       ${notBefore('d.credited_at', 'd.user_id')} as at
     from crypto_deposits d where d.status = 'COMPLETED' order by d.credited_at, d.id`,
  )
  await postTransfers(
    tx,
    deposits
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .flatMap(({ at, ...deposit }) =>
        creditMovements({ ...deposit, fee: '0', source: 'crypto_deposit' }, { actor: null, at }),
      ),
  )
}
