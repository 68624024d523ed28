import type { Behaviour } from '../behaviour'

/** See the source: server/records/money/crypto-coin.ts. */
export const cryptoCoinBehaviour: Behaviour = {
  derive: { rate: ({ rate_source, fixed_rate }) => (rate_source === 'FIXED' ? fixed_rate : null) },
}
