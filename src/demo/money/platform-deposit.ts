/** Loads of the last weeks: most are done, and the newest wait for staff or for their platform. */
import { feeOf } from '@contract/records/money/method-fee'
import { creditsFor } from '@contract/records/money/platform-request'
import type { RowsOf } from '../rows'
import { demoRequests } from './platform-request'

const SEED = 3
const FIRST = 71_000

export const platformDeposits = demoRequests('L', SEED, FIRST).map(
  ({ index, status, rate, fee_percent, least, most, row }) => {
    const amount = `${Math.min(most, least + ((index * index * 7 + index * 13) % 30) * 5)}.00`
    const { fee, net } = feeOf({ fee_fixed: null, fee_percent }, amount)
    const credits = creditsFor(net, rate)
    return { ...row, amount, fee, credits, ...(status === 'COMPLETED' && { moved_credits: credits }) }
  },
) as RowsOf<'platformDeposit'>
