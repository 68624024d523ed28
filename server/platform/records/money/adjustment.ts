/** Adjustments of a user's money (ledger): stored when they are requested, posted when they are approved. */
import { NOT_ENOUGH_CASH } from '@contract/entities/approval'
import { ADJUSTMENT_REASONS, type adjust } from '@contract/records/money/adjustment'
import { sqlState } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { EffectCall, Effects } from '@server/platform/modules/approvals/effects'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { ApprovalSource } from '@server/platform/records/approvals'

const adjustmentEffects: Effects = {
  /** @throws 422 where the user has less money than is to be taken */
  async approved({ tx, subjectId, actorId, at }: EffectCall) {
    const [row] = await tx.query<{
      user_id: string
      direction: 'UP' | 'DOWN'
      amount: string
      reason_code: string
      note: string
    }>(
      `select user_id::text as user_id, direction, amount::text as amount, reason_code, note from adjustments where id = $1::uuid`,
      [subjectId],
    )
    const { user_id, direction, amount, reason_code, note } = row!
    const isUp = direction === 'UP'
    try {
      await postTransfers(tx, [
        {
          purpose: isUp ? 'ADJUSTMENT_UP' : 'ADJUSTMENT_DOWN',
          debit: isUp ? 'ADJUSTMENT' : 'CASH',
          credit: isUp ? 'CASH' : 'ADJUSTMENT',
          amount,
          user_id,
          source_type: 'adjustment',
          source_id: subjectId,
          actor_type: 'STAFF',
          actor_id: actorId!,
          reason: `${ADJUSTMENT_REASONS[reason_code as keyof typeof ADJUSTMENT_REASONS]}: ${note}`,
          at,
        },
      ])
    } catch (error) {
      if (sqlState(error)?.constraint === 'transfer_funds') throw rejected({}, NOT_ENOUGH_CASH)
      throw error
    }
    return [{ record: 'users', ids: [user_id] }]
  },
}

/** The action of users that adjusts their money: the adjustment is stored with the request, and nothing moves before it is approved. */
export const adjusting: ApprovalSource = {
  async request({ tx, id, body, principal, at }) {
    const { direction, account, amount, reason_code, note } = body as Record<keyof typeof adjust.asks, string>
    const adjustment = uuidV7(Date.parse(at))
    await tx.query(
      `insert into adjustments (id, user_id, direction, account, amount, reason_code, note, requested_by, created_at)
       values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text::numeric, $6::text, $7::text, $8::uuid, $9::timestamptz)`,
      [adjustment, id, direction, account, amount, reason_code, note, principal.staffId, at],
    )
    return { subject: adjustment }
  },
  added: { ...adjustmentEffects, table: 'adjustments', auditedAs: null },
}
