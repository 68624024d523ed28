import { PLATFORM_CURRENCY } from '@contract/amounts'
import { describeRate, isSameRate, RATE_REFUSAL } from '@contract/records/money/coin-rate'
import { COIN_NETWORKS } from '@contract/records/money/crypto-coin'
import { awaitsApproval, requestApproval, type MockEffect } from '../../approvals'
import { db, tell } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour } from '../behaviour'

const RATE = 'coin_rate'

export const coinRateEffect: MockEffect = ({ subject, status }, at) => {
  const row = db.records.cryptoCoin.find(({ id }) => id === subject.id)!
  const isApproved = status === 'APPROVED'
  if (isApproved)
    Object.assign(row, {
      rate_source: 'FIXED',
      fixed_rate: subject.rate,
      updatedAt: at,
      version: row.version + 1,
    })
  const changed = { subject: 'CryptoCoins', id: row.id, version: row.version } as const
  tell({ type: 'record:changed', payload: isApproved ? changed : { ...changed, derived: true } })
}

/** See the source: server/platform/records/money/crypto-coin.ts. */
export const cryptoCoinBehaviour: Behaviour = {
  derive: {
    rate: ({ rate_source, fixed_rate }) => (rate_source === 'FIXED' ? fixed_rate : null),
    awaits_approval: ({ id }) => awaitsApproval([RATE], id),
  },
  actions: {
    setRate(row, body, _rows, at, caller) {
      const { fixed_rate: asked, reason } = body as { fixed_rate: string; reason: string }
      const now = row.fixed_rate as string | null
      if (now !== null && isSameRate(now, asked)) throw rejected({ fixed_rate: [RATE_REFUSAL.same] })
      requestApproval(
        {
          policy: 'COIN_RATE',
          permission: 'CryptoCoins',
          record: 'cryptoCoin',
          record_id: row.id,
          row: { record: 'cryptoCoin', id: row.id },
          store: row.store_code,
          ...describeRate(
            {
              symbol: row.symbol as string,
              network: COIN_NETWORKS[row.network as keyof typeof COIN_NETWORKS],
              fixed_rate: now,
              max_withdrawal: row.max_withdrawal as string,
            },
            asked,
            reason,
          ),
          amount: '0.00',
          currency: PLATFORM_CURRENCY,
          subject: { type: RATE, id: row.id, rate: asked },
          effect: coinRateEffect,
        },
        at,
        caller,
      )
    },
    useFeed: () => ({ fixed_rate: null }),
  },
}
