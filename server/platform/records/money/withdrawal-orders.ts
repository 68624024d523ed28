/** Withdrawals that rails pay. */
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { knownAfter, knownOfPayout } from './rail-answers'
import { sentBy, type Order, type OrderKind } from './rail-orders'
import { detailsIn } from './payout-details'
import { paidMovements } from './withdrawal-money'

export interface WithdrawalOrder extends Order {
  amount: string
  fee: string
  net_amount: string
  rail: string | null
  payee: string
  currency: string
  payout_sealed: string | null
}

export const withdrawalOrders: OrderKind<WithdrawalOrder> = {
  type: 'withdrawal',
  record: 'manualWithdrawal',
  subject: manualWithdrawal.subject,
  table: 'withdrawals',
  waits: 'APPROVED',
  events: { APPROVED: 'unsent', PROCESSING: 'send', COMPLETED: 'pay', FAILED: 'fail', UNKNOWN: 'loseSight' },
  async read(tx, id) {
    const [row] = await tx.query<WithdrawalOrder>(
      `select w.id::text as id, w.user_id::text as user_id, w.store_code as store, w.reference, w.status, w.amount::text as amount,
         w.fee::text as fee, w.net_amount::text as net_amount, w.rail, w.payee, p.currency, w.payout_sealed
       from withdrawals w join users p on p.id = w.user_id where w.id = $1::uuid for update of w`,
      [id],
    )
    return row ?? null
  },
  ...sentBy('PAYOUT', async (rail, order: WithdrawalOrder, { reference, unseal }) => {
    const { net_amount, currency, payee, payout_sealed } = order
    if (payout_sealed === null) return { is: 'FAILED', message: 'The payout details are not known' }
    const details = detailsIn(unseal(payout_sealed))
    const called = await rail.payouts.pay({ reference, amount: net_amount, currency, payee, details })
    return knownAfter(called, knownOfPayout)
  }),
  async done(tx, order, { external_ref }, by) {
    await postTransfers(tx, paidMovements('withdrawal', { ...order, refund_of: null }, by))
    return {
      paid_at: { value: by.at, type: 'timestamptz', field: 'paid_at' },
      ...(external_ref ? { external_ref: { value: external_ref, type: 'text', field: 'external_ref' } } : {}),
    }
  },
}
