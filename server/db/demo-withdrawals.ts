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
import { lockMovement, paidMovements, returnMovement } from '@server/platform/records/money/withdrawal-money'

/** What became of the attempt of a withdrawal that its rail pays, by the state of the withdrawal. */
const ATTEMPTS: Readonly<Record<string, { state: string; message: string | null }>> = {
  APPROVED: { state: 'QUEUED', message: null },
  PROCESSING: { state: 'ACCEPTED', message: null },
  UNKNOWN: { state: 'UNKNOWN', message: 'No answer within 10 s' },
  FAILED: { state: 'FAILED', message: 'The bank does not know this account' },
  COMPLETED: { state: 'DONE', message: null },
}

/** Lines of a user's last redeems, after those of their visits. */
const LAST_LINE = 1000

interface Seeded {
  id: string
  user_id: string
  owed: string
  reference: string
  amount: string
  fee: string
  rail: string | null
  status: string
  payee: string
  payment_method_id: string
  actor: string | null
  at: string
  decided_at: string
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
  const rows = await tx.query<Seeded>(
    `select w.id::text as id, w.user_id::text as user_id, u.receivable::text as owed, w.reference, w.amount::text as amount,
       w.fee::text as fee, w.rail, w.status, w.payee, w.payment_method_id::text as payment_method_id, w.decided_by_id::text as actor,
       x.at::text as at, greatest(x.at + interval '1 minute', coalesce(w.paid_at, w.decided_at, w.requested_at))::text as decided_at
     from withdrawals w join users u on u.id = w.user_id
     cross join lateral (select ${notBefore('w.requested_at')} as at) x
     order by w.requested_at, w.id`,
  )
  const lines = rows.flatMap((row): TransferLine[] => {
    const by = { ...(row.actor === null ? {} : { actor: row.actor }), at: row.decided_at }
    const locked = lockMovement(row, row.at)
    if (row.status === 'COMPLETED') return [locked, ...paidMovements(row, by)]
    return ['REJECTED', 'CANCELLED'].includes(row.status) ? [locked, returnMovement(row, by)] : [locked]
  })
  await postTransfers(tx, inOrder([...winsBefore(rows, LAST_LINE), ...lines]))

  const keys = secret === undefined ? null : createKeys(secret, nodeCrypto)
  const index = new Map(manualWithdrawals.map((_, at) => [demoId('manualWithdrawal', at), at]))
  for (const row of rows) {
    const place = index.get(row.id)!
    const { payout_fields = [] } = paymentMethods[methodOf(place)]!
    const values = payout_fields
      .filter(({ is_required }) => is_required)
      .map(({ label, pattern }) => ({ label, value: payoutValue(pattern, place) }))
    if (keys) {
      const kept = sealDetails(
        values,
        { user: row.user_id, payee: row.payee },
        (text) => keys.entrusted.encrypt(utf8(text)),
        (text) => keys.digest(`erased ${text}`),
      )
      await keepDetails(
        tx,
        { user: row.user_id, payment_method: row.payment_method_id, payee: row.payee },
        kept,
        row.at,
      )
      await tx.query(
        'update withdrawals set payout_sealed = $2::text, payout_fingerprint = $3::text where id = $1::uuid',
        [row.id, kept.sealed, kept.fingerprint],
      )
    }
    const attempt = row.rail === null ? undefined : ATTEMPTS[row.status]
    if (attempt)
      await tx.query(
        // The statements of the demo's rails have what was paid before it began.
        `insert into rail_attempts (id, order_type, order_id, store_code, number, reference, rail, amount, unit, state, created_at, started_at,
           done_at, message, stated_on)
         select gen_random_uuid(), 'withdrawal', w.id, w.store_code, 1, w.reference || '-1', w.rail, w.net_amount, u.currency, $2::text,
           $3::timestamptz, case when $2::text <> 'QUEUED' then $3::timestamptz end, case when $2::text = 'DONE' then $3::timestamptz end,
           $4::text, case when $2::text = 'DONE' then $3::timestamptz::date end
         from withdrawals w join users u on u.id = w.user_id where w.id = $1::uuid`,
        [row.id, attempt.state, row.decided_at, attempt.message],
      )
  }
  await tx.query('alter table withdrawals enable trigger withdrawals_change')
  await seedCorrections(tx)
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
