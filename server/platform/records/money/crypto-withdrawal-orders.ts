/** Withdrawals that wallet services send (money, Withdrawals: Crypto). */
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { coinText } from '@contract/records/money/coin-amount'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { isCovered } from './crypto-payments'
import { endRefund } from './crypto-refund'
import { lockDeposit } from './crypto-settle'
import { knownAfter, knownOfSend } from './rail-answers'
import { sentBy, type Order, type OrderKind } from './rail-orders'
import { paidMovements } from './withdrawal-money'

export interface CryptoWithdrawalOrder extends Order {
  amount: string
  fee: string
  net_amount: string
  rail: string
  coin_id: string
  symbol: string
  network: string
  address: string
  /** Null before its approval. */
  coin_amount: string | null
  required: number
  tx_hash: string | null
  /** Id of the deposit that it sends back. */
  refund_of: string | null
}

const hashColumn = (hash: string) => ({ tx_hash: { value: hash, type: 'text', field: 'tx_hash' } })

export const cryptoWithdrawalOrders: OrderKind<CryptoWithdrawalOrder> = {
  type: 'crypto_withdrawal',
  record: 'cryptoWithdrawal',
  subject: cryptoWithdrawal.subject,
  table: 'crypto_withdrawals',
  waits: 'APPROVED',
  events: { APPROVED: 'unsent', PROCESSING: 'send', COMPLETED: 'pay', FAILED: 'fail', UNKNOWN: 'loseSight' },
  async read(tx, id) {
    const [row] = await tx.query<CryptoWithdrawalOrder>(
      `select w.id::text as id, w.user_id::text as user_id, w.store_code as store, w.reference, w.status, w.amount::text as amount,
         w.fee::text as fee, w.net_amount::text as net_amount, w.rail, w.coin_id::text as coin_id, w.symbol, w.network, w.address,
         trim_scale(w.coin_amount)::text as coin_amount, w.required_confirmations as required, w.tx_hash,
         w.refund_of_id::text as refund_of
       from crypto_withdrawals w where w.id = $1::uuid for update`,
      [id],
    )
    return row ?? null
  },
  /** The last coins of a hot wallet are asked for once: whoever comes second waits. */
  async whyNotSent(tx, { id, coin_id, symbol, refund_of }) {
    if (refund_of !== null) {
      // Reports of the deposit's payments lock it, too.
      await lockDeposit(tx, refund_of)
      const [refund] = await tx.query<{ isCovered: boolean }>(
        `select ${isCovered('w')} as "isCovered" from crypto_withdrawals w where w.id = $1::uuid`,
        [id],
      )
      if (!refund!.isCovered) return 'a payment that it sends back is gone from the chain, or not confirmed any more'
    }
    await tx.query('select 1 from coin_quotes where coin_id = $1::uuid for update', [coin_id])
    const [row] = await tx.query<{ available: string; isEnough: boolean }>(
      `select trim_scale(greatest(left_over.amount, 0))::text as available, w.coin_amount + w.network_fee <= left_over.amount as "isEnough"
       from crypto_withdrawals w join coin_quotes q on q.coin_id = w.coin_id
       cross join lateral (select q.balance - coalesce(sum(o.coin_amount + o.network_fee), 0) as amount
         from crypto_withdrawals o join rail_attempts a on a.order_type = 'crypto_withdrawal' and a.order_id = o.id
         where o.coin_id = w.coin_id and o.id <> w.id and a.state in ('SENDING', 'ACCEPTED', 'UNKNOWN', 'DONE')
           and a.started_at > q.balance_at) left_over
       where w.id = $1::uuid and q.balance is not null`,
      [id],
    )
    return row && !row.isEnough ? `the hot wallet has ${coinText(row.available, symbol)}` : null
  },
  ...sentBy('CHAIN', async (rail, order: CryptoWithdrawalOrder, { reference }) => {
    const { symbol, network, address, coin_amount } = order
    const called = await rail.chain.send({ reference, symbol, network, address, amount: coin_amount! })
    return knownAfter(called, knownOfSend)
  }),
  isDone: ({ required }, { confirmations }) => confirmations !== undefined && confirmations >= required,
  onTheWay: (order, { external_ref }) =>
    external_ref && external_ref !== order.tx_hash ? { action: 'broadcast', columns: hashColumn(external_ref) } : null,
  async done(tx, order, { external_ref }, by) {
    await postTransfers(tx, paidMovements('crypto_withdrawal', order, by))
    if (order.refund_of !== null) await endRefund(tx, { ...order, refund_of: order.refund_of }, 'SENT', by)
    return {
      paid_at: { value: by.at, type: 'timestamptz', field: 'paid_at' },
      ...(external_ref && external_ref !== order.tx_hash ? hashColumn(external_ref) : {}),
    }
  },
  adds: ({ paid_at }, { refund_of }) =>
    paid_at && refund_of !== null ? [{ record: 'cryptoDeposit', ids: [refund_of], edited: true }] : [],
}
