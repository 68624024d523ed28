/** Adjustments of a user's money (ledger): stored when they are requested, posted when they are approved. */
import { moneyText } from '@contract/amounts'
import { NOT_ENOUGH_CASH } from '@contract/entities/approval'
import {
  adjust,
  ADJUSTMENT_ACCOUNTS,
  ADJUSTMENT_DIRECTIONS,
  ADJUSTMENT_REASONS,
} from '@contract/records/money/adjustment'
import { sqlState } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { EffectCall, Effects } from '@server/platform/modules/approvals/effects'
import { requestApproval } from '@server/platform/modules/approvals/request'
import { postTransfers } from '@server/platform/modules/ledger/post'
import type { RuleCall } from '@server/platform/records/source'

export const adjustmentEffects: Effects = {
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

/** Stores an adjustment and requests its approval; nothing moves before. */
export async function requestAdjustment(call: RuleCall & { id: string }): Promise<void> {
  const { tx, id, body, principal, at } = call
  const { direction, account, amount, reason_code, note } = body as Record<keyof typeof adjust.asks, string>
  const [row] = await tx.query<{
    adjustment: string
    amount: string
    name: string
    currency: string
    store: string | null
  }>(
    `with added as (
       insert into adjustments (id, user_id, direction, account, amount, reason_code, note, requested_by, created_at)
       values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text::numeric, $6::text, $7::text, $8::uuid, $9::timestamptz) returning *)
     select a.id::text as adjustment, a.amount::text as amount, u.first_name || ' ' || u.last_name as name, u.currency, u.store
     from added a join users u on u.id = a.user_id`,
    [uuidV7(Date.parse(at)), id, direction, account, amount, reason_code, note, principal.staffId, at],
  )
  const { adjustment, name, currency, store, amount: decimal } = row!
  await requestApproval(call, {
    policy: 'ADJUSTMENT',
    subject: { type: 'adjustment', id: adjustment, effects: adjustmentEffects },
    permission: adjust.subject,
    about: { record: 'users', id, store },
    title: `${direction === 'UP' ? 'Add' : 'Take'} ${moneyText(decimal, currency)}: ${name}`,
    details: [
      {
        label: adjust.asks.direction.label,
        value: ADJUSTMENT_DIRECTIONS[direction as keyof typeof ADJUSTMENT_DIRECTIONS],
      },
      { label: adjust.asks.account.label, value: ADJUSTMENT_ACCOUNTS[account as keyof typeof ADJUSTMENT_ACCOUNTS] },
      {
        label: adjust.asks.reason_code.label,
        value: ADJUSTMENT_REASONS[reason_code as keyof typeof ADJUSTMENT_REASONS],
      },
      { label: adjust.asks.note.label, value: note },
    ],
    amount: decimal,
    currency,
  })
}
