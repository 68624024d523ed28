import { drawnIcon } from '../icons'
import type { RowsOf } from '../rows'

/** Name of the demo's wallet service (server/sandbox/demo.ts). */
export const COIN_RAIL = 'COINS'
/** Prices of the coins that follow the feed, when the demo begins. */
export const COIN_PRICES: Readonly<Record<string, string>> = { BTC: '64000', LTC: '82.4', ETH: '3120' }
/** What the demo's wallet service can send of each coin; of every other one the second. */
export const HOT_WALLETS: Readonly<Record<string, string>> = { BTC: '3.814', LTC: '41.25', ETH: '22.5' }
export const HOT_WALLET = '25000'

export const cryptoCoins: RowsOf<'cryptoCoin'> = [
  {
    icon: drawnIcon('B', 'e8870e'),
    symbol: 'BTC',
    network: 'BITCOIN',
    name: 'Bitcoin',
    decimals: 8,
    required_confirmations: 2,
    min_deposit: '0.0001',
    min_withdrawal: '0.0005',
    max_withdrawal: '2',
    network_fee: '0.00003',
    rate_source: 'FEED',
    rail: COIN_RAIL,
    low_balance_at: '0.5',
  },
  {
    icon: drawnIcon('L', '345d9d'),
    symbol: 'LTC',
    network: 'LITECOIN',
    name: 'Litecoin',
    decimals: 8,
    required_confirmations: 6,
    min_deposit: '0.05',
    min_withdrawal: '0.1',
    max_withdrawal: '500',
    network_fee: '0.001',
    rate_source: 'FEED',
    rail: COIN_RAIL,
    low_balance_at: '50',
  },
  {
    icon: drawnIcon('E', '5a6bd8'),
    symbol: 'ETH',
    network: 'ETHEREUM',
    name: 'Ether',
    decimals: 18,
    required_confirmations: 12,
    min_deposit: '0.005',
    min_withdrawal: '0.01',
    max_withdrawal: '40',
    network_fee: '0.0008',
    rate_source: 'FEED',
    rail: COIN_RAIL,
    low_balance_at: '3',
    is_withdrawal_enabled: false,
  },
  ...(
    [
      ['USDT', 'ETHEREUM', 'Tether USD', 6, '0xdac17f958d2ee523a2206206994597c13d831ec7', '3.5', 12],
      ['USDT', 'TRON', 'Tether USD', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '1', 20],
      ['USDC', 'POLYGON', 'USD Coin', 6, '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', '0.1', 128],
      ['USDC', 'SOLANA', 'USD Coin', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '0.05', 32],
      ['LNTD', 'BSC', 'Lantern Dollar', 18, '0x4c616e7465726e20446f6c6c61722064656d6f2e', '0.3', 15],
    ] as const
  ).map(([symbol, network, name, decimals, contract_address, network_fee, required_confirmations]) => ({
    // One without an icon, which is optional.
    ...(symbol === 'LNTD'
      ? {}
      : { icon: drawnIcon(symbol === 'USDT' ? 'T' : 'U', symbol === 'USDT' ? '158a6c' : '2468b8') }),
    symbol,
    network,
    name,
    decimals,
    contract_address,
    required_confirmations,
    min_deposit: '10',
    min_withdrawal: '20',
    max_withdrawal: '10000',
    network_fee,
    rate_source: 'FIXED' as const,
    fixed_rate: '1',
    low_balance_at: '1000',
    ...(symbol === 'LNTD' ? { is_deposit_enabled: false } : { rail: COIN_RAIL }),
  })),
  {
    icon: drawnIcon('T', '158a6c'),
    symbol: 'USDT',
    network: 'TRON',
    name: 'Tether USD',
    decimals: 6,
    contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    required_confirmations: 20,
    min_deposit: '20',
    min_withdrawal: '50',
    max_withdrawal: '5000',
    network_fee: '1',
    rate_source: 'FIXED',
    fixed_rate: '1',
    rail: COIN_RAIL,
    of: 'partner',
  },
]
