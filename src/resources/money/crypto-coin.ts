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
    // Before the amounts, because not all columns fit in 1440 pixels, and people look for these first.
    'is_deposit_enabled',
    'is_withdrawal_enabled',
    'rate',
    'min_deposit',
    'min_withdrawal',
    'max_withdrawal',
    'network_fee',
    'required_confirmations',
    'decimals',
  ],
  // The rate shows it.
  without: ['fixed_rate'],
  titles: {
    required_confirmations: 'Confirmations',
    min_deposit: 'Min. deposit',
    min_withdrawal: 'Min. withdrawal',
    max_withdrawal: 'Max. withdrawal',
  },
  widths: {
    icon: 56,
    symbol: 88,
    network: 132,
    name: 116,
    is_deposit_enabled: 96,
    is_withdrawal_enabled: 116,
    rate: 92,
    min_deposit: 112,
    min_withdrawal: 136,
    max_withdrawal: 136,
    network_fee: 116,
    required_confirmations: 124,
    decimals: 96,
  },
  halves: [
    'symbol',
    'network',
    'name',
    'decimals',
    'min_deposit',
    'min_withdrawal',
    'max_withdrawal',
    'network_fee',
    'required_confirmations',
    'low_balance_at',
  ],
  sections: [
    {
      title: 'Limits and fees',
      fields: ['min_deposit', 'min_withdrawal', 'max_withdrawal', 'network_fee', 'low_balance_at'],
    },
  ],
  icons: {
    setRate: 'coins',
    useFeed: 'undo',
    enableDeposits: 'arrow-down',
    disableDeposits: 'arrow-down',
    enableWithdrawals: 'arrow-up',
    disableWithdrawals: 'arrow-up',
  },
  page: {
    picture: 'icon',
    lead: ['edit', 'setRate'],
    figures: ['rate', 'is_deposit_enabled', 'is_withdrawal_enabled', 'required_confirmations'],
    sections: [
      { title: 'Network', fields: ['network', 'contract_address', 'decimals', 'required_confirmations'] },
      { title: 'Rate', fields: ['rate', 'rate_source'] },
    ],
  },
})
