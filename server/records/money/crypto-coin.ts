import { cryptoCoin } from '@contract/records/money/crypto-coin'
import { rejected } from '@server/http/failure'
import { recordTable } from '../record-table'
import { defineSource } from '../source'

export const cryptoCoins = recordTable(cryptoCoin, 'crypto_coins')

export default defineSource(cryptoCoin, {
  table: cryptoCoins,
  scope: { store: 'row' },
  derived: {
    rate: {
      value: `case when u.rate_source = 'FIXED' then trim_scale(u.fixed_rate)::text end`,
      key: `case when u.rate_source = 'FIXED' then u.fixed_rate end`,
    },
  },
  async check({ tx, id, body }) {
    const [row] = id === null ? [] : await tx.query('select * from crypto_coins where id = $1::uuid', [id])
    const coin: Record<string, unknown> = { ...row, ...body }
    const places = Number(coin.decimals)
    const errors = Object.fromEntries(
      ['min_deposit', 'min_withdrawal', 'max_withdrawal', 'network_fee', 'low_balance_at'].flatMap((field) => {
        const decimals = /\.(\d*?)0*$/.exec((coin[field] ?? '') as string)?.[1]?.length ?? 0
        return decimals > places ? [[field, [`This coin has ${places} decimals`]]] : []
      }),
    )
    if (Object.keys(errors).length > 0) throw rejected(errors)
  },
})
