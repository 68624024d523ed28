/** Redeems of the last weeks: most are done, and the newest wait for staff or for their platform. */
import { feeOf } from '@contract/records/money/method-fee'
import { moneyFor } from '@contract/records/money/platform-request'
import type { RowsOf } from '../rows'
import { demoRequests } from './platform-request'

const SEED = 11
const FIRST = 33_000
/** Every so many asks for everything on the account. */
const ALL_EVERY = 4

export const platformWithdrawals = demoRequests('R', SEED, FIRST).map(({ index, status, rate, fee_percent, row }) => {
  const all = index % ALL_EVERY === 2
  const credits = `${50 + ((index * index * 11 + index * 5) % 28) * 5}.00`
  // A rail redeems what was asked for.
  const moved = index % 9 === 4 && row.rail === null ? `${Number(credits) - 12}.50` : credits
  const amount = moneyFor(moved, rate)
  const { fee, net } = feeOf({ fee_fixed: null, fee_percent }, amount)
  const isLess = !all && moved !== credits
  return {
    ...row,
    credits: all ? null : credits,
    everything: all,
    fee_percent,
    ...(status === 'COMPLETED' && {
      moved_credits: moved,
      amount,
      fee,
      net_amount: net,
      ...(isLess && { difference: 'The user went on playing: this was left.' }),
    }),
  }
}) as RowsOf<'platformWithdrawal'>
