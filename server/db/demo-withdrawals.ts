/** The money, the payout details and the attempts of the demo's withdrawals. */
import { manualWithdrawals, methodOf } from '@demo/money/manual-withdrawal'
import { payoutValue } from '@demo/money/payout-accounts'
import { demoId } from '@demo/rows'
import { paymentMethods } from '@demo/system/payment-method'
import { nodeCrypto } from '@server/node/crypto'
import { utf8 } from '@server/platform/lib/bytes'
import { createKeys } from '@server/platform/lib/secrets'
import { postTransfers, type TransferLine } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'
import { adjustmentMovement, type CashAdjustment } from '@server/platform/records/money/adjustment'
import { correctionReason } from '@server/platform/records/money/discrepancy'
import { keepDetails, sealDetails } from '@server/platform/records/money/payout-details'
import { inOrder, notBefore, winsBefore } from './demo-wins'
import {
  lockMovement,
  paidMovements,
  returnMovement,
  WITHDRAWAL_TABLES,
  type WithdrawalType,
} from '@server/platform/records/money/withdrawal-money'

/** What became of the attempt of a withdrawal that its rail pays, by the state of the withdrawal. */
const ATTEMPTS: Readonly<Record<string, { state: string; message: string | null }>> = {
  APPROVED: { state: 'QUEUED', message: null },
  PROCESSING: { state: 'ACCEPTED', message: null },
  UNKNOWN: { state: 'UNKNOWN', message: 'No answer within 10 s' },
  FAILED: { state: 'FAILED', message: 'The bank does not know this account' },
  COMPLETED: { state: 'DONE', message: null },
}

/** The same of what the wallet service sends. */
const COIN_ATTEMPTS: Readonly<Record<string, { state: string; message: string | null; isOnNetwork?: true }>> = {
  APPROVED: { state: 'QUEUED', message: 'The wallet service was not reached' },
  PROCESSING: { state: 'ACCEPTED', message: null, isOnNetwork: true },
  UNKNOWN: { state: 'UNKNOWN', message: 'No answer within 10 s' },
  FAILED: { state: 'FAILED', message: 'The network refuses the transaction' },
  COMPLETED: { state: 'DONE', message: null, isOnNetwork: true },
}

/** Lines of a user's last redeems, after those of their visits. */
const LAST_LINE = 1000
const LAST_LINE_OF_COINS = 3000

interface Seeded {
  id: string
  user_id: string
  owed: string
  reference: string
  amount: string
  fee: string
  rail: string | null
  status: string
  refund_of: string | null
  actor: string | null
  at: string
  decided_at: string
}

/** Posts the transfers of the withdrawals of a table. Each user won the amount just before, unless it sends a deposit back. @param from first line of those wins */
async function seedMoney(tx: Queryable, type: WithdrawalType, from: number): Promise<Seeded[]> {
  const rows = await tx.query<Seeded>(
    `select w.id::text as id, w.user_id::text as user_id, u.receivable::text as owed, w.reference, w.amount::text as amount,
       w.fee::text as fee, w.rail, w.status, ${type === 'withdrawal' ? 'null' : 'w.refund_of_id::text'} as refund_of, w.decided_by_id::text as actor,
       x.at::text as at, greatest(x.at + interval '1 minute', coalesce(w.paid_at, w.decided_at, w.requested_at))::text as decided_at
     from ${WITHDRAWAL_TABLES[type]} w join users u on u.id = w.user_id
     cross join lateral (select ${notBefore('w.requested_at')} as at) x
     order by w.requested_at, w.id`,
  )
  const lines = rows.flatMap((row): TransferLine[] => {
    const by = { ...(row.actor === null ? {} : { actor: row.actor }), at: row.decided_at }
    const locked = lockMovement(type, row, { at: row.at })
    if (row.status === 'COMPLETED') return [locked, ...paidMovements(type, row, by)]
    return ['REJECTED', 'CANCELLED'].includes(row.status) ? [locked, returnMovement(type, row, by)] : [locked]
  })
  const ofUsers = rows.filter(({ refund_of }) => refund_of === null)
  await postTransfers(tx, inOrder([...winsBefore(ofUsers, from), ...lines]))
  return rows
}

/**
 * Posts the transfers of withdrawals after those that their users have already. Each user won the amount just before.
 * @param secret of the server; without it nobody knows the payout details
 */
export async function seedWithdrawals(tx: Queryable, secret: string | undefined): Promise<void> {
  // The demo's rows do not know the names of its users. What was requested never changes afterwards.
  await tx.query('alter table withdrawals disable trigger withdrawals_change')
  await tx.query(
    `update withdrawals w set payee = u.first_name || ' ' || u.last_name from users u where u.id = w.user_id and w.payee = ''`,
  )
  const rows = await seedMoney(tx, 'withdrawal', LAST_LINE)
  const payees = new Map(
    (
      await tx.query<{ id: string; payee: string; payment_method_id: string }>(
        'select id::text as id, payee, payment_method_id::text as payment_method_id from withdrawals',
      )
    ).map(({ id, ...payee }) => [id, payee]),
  )

  const keys = secret === undefined ? null : createKeys(secret, nodeCrypto)
  const index = new Map(manualWithdrawals.map((_, at) => [demoId('manualWithdrawal', at), at]))
  for (const row of rows) {
    const place = index.get(row.id)!
    const { payee, payment_method_id } = payees.get(row.id)!
    const { payout_fields = [] } = paymentMethods[methodOf(place)]!
    const values = payout_fields
      .filter(({ is_required }) => is_required)
      .map(({ label, pattern }) => ({ label, value: payoutValue(pattern, place) }))
    if (keys) {
      const kept = sealDetails(
        values,
        { user: row.user_id, payee },
        (text) => keys.entrusted.encrypt(utf8(text)),
        (text) => keys.digest(`erased ${text}`),
      )
      await keepDetails(tx, { user: row.user_id, payment_method: payment_method_id, payee }, kept, row.at)
      await tx.query(
        'update withdrawals set payout_sealed = $2::text, payout_fingerprint = $3::text where id = $1::uuid',
        [row.id, kept.sealed, kept.fingerprint],
      )
    }
    const attempt = row.rail === null ? undefined : ATTEMPTS[row.status]
    if (attempt) await seedAttempt(tx, 'withdrawal', { amount: 'w.net_amount', unit: 'u.currency' }, row, attempt)
  }
  await tx.query('alter table withdrawals enable trigger withdrawals_change')
  await seedCorrections(tx)
}

/** Adds the attempt of a withdrawal. @param moves SQL of what it pays, of the withdrawal `w` and its user `u` */
const seedAttempt = (
  tx: Queryable,
  type: WithdrawalType,
  moves: { amount: string; unit: string; hash?: string; confirmations?: string },
  { id, decided_at }: Seeded,
  { state, message }: { state: string; message: string | null },
) =>
  tx.query(
    // The statements of the demo's rails have what was paid before it began.
    `insert into rail_attempts (id, order_type, order_id, store_code, number, reference, rail, amount, unit, state, created_at, started_at,
       done_at, message, stated_on, external_ref, confirmations)
     select gen_random_uuid(), '${type}', w.id, w.store_code, 1, w.reference || '-1', w.rail, ${moves.amount}, ${moves.unit}, $2::text,
       $3::timestamptz, case when $2::text <> 'QUEUED' then $3::timestamptz end, case when $2::text = 'DONE' then $3::timestamptz end,
       $4::text, case when $2::text = 'DONE' then $3::timestamptz::date end, ${moves.hash ?? 'null'}, ${moves.confirmations ?? 'null'}
     from ${WITHDRAWAL_TABLES[type]} w join users u on u.id = w.user_id where w.id = $1::uuid`,
    [id, state, decided_at, message],
  )

/** The first confirmations of what is being sent. */
const SOME_CONFIRMATIONS = 'least(1, w.required_confirmations)'
/** Posts the transfers of crypto withdrawals, after those of the others, and adds what their rates send and their attempts. */
export async function seedCryptoWithdrawals(tx: Queryable): Promise<void> {
  await tx.query('alter table crypto_withdrawals disable trigger user')
  await tx.query(
    'update crypto_withdrawals set coin_amount = trunc(net_amount / rate, decimals) - network_fee where rate is not null',
  )
  const rows = await seedMoney(tx, 'crypto_withdrawal', LAST_LINE_OF_COINS)
  for (const row of rows) {
    const attempt = COIN_ATTEMPTS[row.status]
    const moves = { amount: 'trim_scale(w.coin_amount)', unit: 'w.symbol', hash: 'w.tx_hash' }
    const confirmations = row.status === 'COMPLETED' ? 'w.required_confirmations' : SOME_CONFIRMATIONS
    if (attempt)
      await seedAttempt(
        tx,
        'crypto_withdrawal',
        attempt.isOnNetwork ? { ...moves, confirmations } : moves,
        row,
        attempt,
      )
  }
  await tx.query('alter table crypto_withdrawals enable trigger user')
}

/** Posts the corrections of discrepancies that were resolved with one, after the other transfers of their users. */
async function seedCorrections(tx: Queryable): Promise<void> {
  const rows = await tx.query<
    Pick<CashAdjustment, 'user_id' | 'direction' | 'amount' | 'actor' | 'at'> & {
      id: string
      reference: string
      resolution: string
    }
  >(
    `update discrepancies d set decided_at = x.at from withdrawals w
     cross join lateral (select max(t.at) + interval '1 minute' as at from transfers t where t.user_id = w.user_id) x
     where w.id = d.withdrawal_id and d.correction is not null
     returning d.id::text as id, d.reference, d.resolution, d.correction as direction, d.amount::text as amount, w.user_id::text as user_id,
       d.decided_by_id::text as actor, x.at::text as at`,
  )
  await postTransfers(
    tx,
    rows.map(({ id, reference, resolution, ...adjustment }) =>
      adjustmentMovement({
        ...adjustment,
        source: { type: 'discrepancy', id },
        reason: correctionReason(reference, resolution),
      }),
    ),
  )
}
