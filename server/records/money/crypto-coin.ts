import { cryptoCoin } from '@contract/records/money/crypto-coin'
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
})
