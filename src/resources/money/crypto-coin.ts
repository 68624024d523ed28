import { cryptoCoin } from '@contract/records/money/crypto-coin'
import { recordResource } from '../record-resource'

export const resource = recordResource(cryptoCoin, {
  slug: 'crypto-coin',
  route: '/crypto-coin',
  empty: { title: 'No coins yet', text: 'Coins that users can deposit and withdraw appear here.' },
  columns: [
    'icon',
    'symbol',
    'network',
    'name',
    'decimals',
    'required_confirmations',
    'min_deposit',
    'network_fee',
    'is_deposit_enabled',
    'is_withdrawal_enabled',
  ],
  widths: { icon: 60, symbol: 90, decimals: 90, network: 140, required_confirmations: 120 },
  halves: [
    'symbol',
    'network',
    'name',
    'decimals',
    'min_deposit',
    'min_withdrawal',
    'max_withdrawal',
    'network_fee',
    'rate_source',
    'fixed_rate',
    'required_confirmations',
    'low_balance_at',
  ],
  sections: [
    { title: 'Amounts', fields: ['min_deposit', 'min_withdrawal', 'max_withdrawal', 'network_fee', 'low_balance_at'] },
    { title: 'Rate', fields: ['rate_source', 'fixed_rate'] },
  ],
  addsMany: true,
  icons: {
    enableDeposits: 'arrow-down',
    disableDeposits: 'arrow-down',
    enableWithdrawals: 'arrow-up',
    disableWithdrawals: 'arrow-up',
  },
})
