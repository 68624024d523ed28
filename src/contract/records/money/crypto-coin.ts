import { awaitsApproval } from '../action-approval'
import { PLATFORM_CURRENCY } from '../../amounts'
import {
  coin,
  cryptoAddress,
  decimal,
  flag,
  image,
  integer,
  label32,
  oneOf,
  someOf,
  text,
  text255,
  time,
} from '../field'
import { RAIL_NAME, RAIL_NAME_MAX } from '../rail-name'
import { defineRecord, type ActionDefinition } from '../record'

export const COIN_NETWORKS = {
  BITCOIN: 'Bitcoin',
  LITECOIN: 'Litecoin',
  ETHEREUM: 'Ethereum',
  BSC: 'BNB Smart Chain',
  POLYGON: 'Polygon',
  TRON: 'Tron',
  SOLANA: 'Solana',
} as const
export const RATE_SOURCES = { FIXED: 'Fixed', FEED: 'Feed' } as const
/** Minutes after which a rate of the feed is too old for new deposits. */
export const RATE_MINUTES = 15
export const COIN_ALERTS = {
  NO_RATE: 'No rate',
  RATE_OLD: `The rate is older than ${RATE_MINUTES} minutes`,
  LOW_BALANCE: 'The hot wallet is low',
} as const

const reason = text255('Reason', { required: true })
const direction = (what: 'deposit' | 'withdrawal', on: boolean): ActionDefinition => ({
  label: `${on ? 'Enable' : 'Disable'} ${what}s`,
  needs: 'update',
  from: { field: `is_${what}_enabled`, values: [!on] },
  sets: { [`is_${what}_enabled`]: on },
  asks: { reason },
  question: `${on ? 'Enable' : 'Disable'} ${what}s of`,
  effect: on
    ? `Users can make ${what}s with this coin again.`
    : `Users can start no new ${what}s with this coin. Those under way go on.`,
  gerund: `${on ? 'Enabling' : 'Disabling'} ${what}s of`,
  participle: `${on ? 'enabled' : 'disabled'} for ${what}s`,
  past: `${on ? 'enabled' : 'disabled'} ${what}s`,
  success: on ? 'Successfully Enabled' : 'Successfully Disabled',
  ...(on ? {} : { tone: 'danger' }),
})

/** More than nothing: at a rate of 0 a deposit would be worth nothing. */
export const RATE = { places: 8, min: 0.00000001 } as const

/** The fields that describe the amounts of a coin. */
export const COIN = { places: 'decimals', symbol: 'symbol' } as const

/**
 * Coins that users deposit and withdraw (catalogue, /crypto-coin). Whoever sets the rate of a coin decides what its deposits are worth, so
 * no form writes it, not even that of a new coin: a coin follows the feed until another person has approved a fixed rate (COIN_RATE).
 */
export const cryptoCoin = defineRecord({
  name: 'cryptoCoin',
  base: 'admin-crypto-coin',
  subject: 'CryptoCoins',
  noun: ['coin', 'coins'],
  namedBy: ['symbol', 'name'],
  appBase: 'crypto-coins',
  reads: 'whole',
  uniqueTogether: ['symbol', 'network'],
  ranges: [['min_withdrawal', 'max_withdrawal']],
  fields: {
    icon: image('Icon', { public: true }),
    symbol: text(
      'Symbol',
      { pattern: /^[A-Z0-9]{2,10}$/, message: '2 to 10 capital letters and digits', reads: 'code' },
      10,
      {
        required: true,
        write: 'create',
        search: true,
        public: true,
      },
    ),
    network: oneOf('Network', COIN_NETWORKS, { required: true, write: 'create', filter: true, public: true }),
    name: label32('Name', { required: true, search: true, public: true }),
    decimals: integer('Decimals', { min: 0, max: 18 }, { required: true, public: true }),
    contract_address: cryptoAddress('Contract address', 'network', {
      hint: 'For tokens; empty for a network’s own coin',
      when: { field: 'network', values: ['ETHEREUM', 'BSC', 'POLYGON', 'TRON', 'SOLANA'] },
    }),
    required_confirmations: integer('Required confirmations', { min: 1, max: 999 }, { required: true, public: true }),
    min_deposit: coin('Minimum deposit', COIN, { required: true, public: true }),
    min_withdrawal: coin('Minimum withdrawal', COIN, { required: true, public: true }),
    max_withdrawal: coin('Maximum withdrawal', COIN, { required: true, public: true }),
    network_fee: coin('Network fee', COIN, { required: true, public: true }),
    rail: text('Wallet service', RAIL_NAME, RAIL_NAME_MAX, {
      hint: 'Name of the rail of the server’s settings that gives its addresses; empty: nobody can deposit it',
    }),
    rate_source: oneOf('Rate source', RATE_SOURCES, { write: 'never', required: true, initial: 'FEED' }),
    fixed_rate: decimal('Fixed rate', RATE, {
      write: 'never',
      unit: PLATFORM_CURRENCY,
      when: { field: 'rate_source', values: ['FIXED'], required: true },
    }),
    rate: decimal('Rate', RATE, { derived: true, unit: PLATFORM_CURRENCY, public: true }),
    /** Null for a fixed rate. */
    rate_at: time('Rate of', { derived: true }),
    /** What its wallet service can send. */
    hot_wallet_balance: coin('Hot wallet', COIN, { derived: true }),
    hot_wallet_at: time('Hot wallet of', { derived: true }),
    /** What staff should look at. */
    alerts: someOf('Alerts', COIN_ALERTS, { derived: true }),
    /** A fixed rate is requested, and another person must approve it. */
    awaits_approval: awaitsApproval,
    has_rail: flag('Has a wallet service', { derived: true, required: true }),
    low_balance_at: coin('Warn below', COIN),
    is_deposit_enabled: flag('Deposits', { write: 'never', required: true, initial: true, filter: true, public: true }),
    is_withdrawal_enabled: flag('Withdrawals', {
      write: 'never',
      required: true,
      initial: true,
      filter: true,
      public: true,
    }),
  },
  actions: {
    setRate: {
      label: 'Set a fixed rate…',
      needs: 'update',
      // It decides what every later deposit and withdrawal of the coin is worth.
      movesMoney: true,
      asks: {
        fixed_rate: decimal('Fixed rate', RATE, { required: true, unit: PLATFORM_CURRENCY, hint: 'Price of one coin' }),
        reason,
      },
      keeps: ['fixed_rate'],
      sets: { rate_source: 'FIXED' },
      // Nobody knows how much will be paid at a rate: without an amount, a set with any limit for it lets its people decide.
      approval: {
        policy: 'COIN_RATE',
        type: 'coin_rate',
        title: 'Set the rate of {symbol} on {network} to {fixed_rate}',
        details: ['rate', 'fixed_rate', 'change', 'max_withdrawal', 'reason'],
      },
      question: 'Set a fixed rate of',
      effect:
        'Another person must approve it. Until then the coin keeps the rate that it has, and a change of the coin cancels the request.',
      gerund: 'Setting the rate of',
      participle: 'sent for approval',
      past: 'set a fixed rate',
      success: 'Sent for approval',
    },
    /** Alone: a person gives the rate out of hand, and sets none. */
    useFeed: {
      label: 'Use the feed…',
      needs: 'update',
      from: { field: 'rate_source', values: ['FIXED'], otherwise: 'This coin follows the feed already.' },
      sets: { rate_source: 'FEED' },
      asks: { reason },
      question: 'Use the feed for',
      effect: 'The fixed rate ends at once. Another person must approve a new one.',
      gerund: 'Changing the rate of',
      participle: 'set to follow the feed',
      past: 'ended the fixed rate',
      success: 'Successfully Updated',
    },
    refresh: {
      label: 'Refresh',
      needs: 'update',
      from: { field: 'has_rail', values: [true], otherwise: 'This coin has no wallet service.' },
      elsewhere: true,
      question: 'Refresh',
      effect: 'Its wallet service is asked for the rate and for what it can send. A fixed rate stays as it is.',
      gerund: 'Refreshing',
      participle: 'asked about at its wallet service',
      past: 'asked for the rate and the balance',
      success: 'The wallet service is asked now',
    },
    enableDeposits: direction('deposit', true),
    disableDeposits: direction('deposit', false),
    enableWithdrawals: direction('withdrawal', true),
    disableWithdrawals: direction('withdrawal', false),
  },
})
