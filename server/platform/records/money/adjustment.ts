/** Adjustments of a user's money (ledger): stored when they are requested, posted when they are approved. */
import { NOT_ENOUGH_CASH } from '@contract/entities/approval'
import { ADJUSTMENT_REASONS, type ADJUSTMENT_DIRECTIONS, type adjust } from '@contract/records/money/adjustment'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { EffectCall, Effects } from '@server/platform/modules/approvals/effects'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import type { ApprovalSource } from '@server/platform/records/approvals'

/** A change of a user's cash that people decided. */
export interface CashAdjustment {
  user_id: string
  direction: keyof typeof ADJUSTMENT_DIRECTIONS
  amount: string
  /** What it is posted for. */
  source: { type: string; id: string }
  /** Who decided last. */
  actor: string
  reason: string
  /** ISO time. */
  at: string
}

/** @returns the transfer of an adjustment */
export function adjustmentMovement({
  user_id,
  direction,
  amount,
  source,
  actor,
  reason,
  at,
}: CashAdjustment): Movement {
  const isUp = direction === 'UP'
  return {
    purpose: isUp ? 'ADJUSTMENT_UP' : 'ADJUSTMENT_DOWN',
    debit: isUp ? 'ADJUSTMENT' : 'CASH',
    credit: isUp ? 'CASH' : 'ADJUSTMENT',
    amount,
    user_id,
    source_type: source.type,
    source_id: source.id,
    actor_type: 'STAFF',
    actor_id: actor,
    reason,
    at,
  }
}

/** Posts an adjustment. @throws 422 where the user has less money than is to be taken */
export async function postAdjustment(tx: Queryable, adjustment: CashAdjustment): Promise<void> {
  try {
    await postTransfers(tx, [adjustmentMovement(adjustment)])
  } catch (error) {
    if (sqlState(error)?.constraint === 'transfer_funds') throw rejected({}, NOT_ENOUGH_CASH)
    throw error
  }
}

const adjustmentEffects: Effects = {
  /** @throws 422 where the user has less money than is to be taken */
  async approved({ tx, subjectId, actorId, at }: EffectCall) {
    const [row] = await tx.query<
      Pick<CashAdjustment, 'user_id' | 'direction' | 'amount'> & {
        reason_code: keyof typeof ADJUSTMENT_REASONS
        note: string
      }
    >(
      `select user_id::text as user_id, direction, amount::text as amount, reason_code, note from adjustments where id = $1::uuid`,
      [subjectId],
    )
    const { reason_code, note, ...adjustment } = row!
    await postAdjustment(tx, {
      ...adjustment,
      source: { type: 'adjustment', id: subjectId },
      actor: actorId!,
      reason: `${ADJUSTMENT_REASONS[reason_code]}: ${note}`,
      at,
    })
    return [{ record: 'users', ids: [adjustment.user_id] }]
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
