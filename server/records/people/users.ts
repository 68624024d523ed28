import {
  adjust,
  ADJUSTMENT_ACCOUNTS,
  ADJUSTMENT_DIRECTIONS,
  ADJUSTMENT_REASONS,
} from '@contract/records/money/adjustment'
import { users as definition } from '@contract/records/people/users'
import { changedTags } from '@contract/records/tags'
import { users } from '@server/db/schema'
import { defineSource, type RuleCall } from '../source'
import { KYC_JOIN, kycStatus } from './kyc-status'
import { reachedLevel } from './user-level'
import { rejected } from '@server/http/failure'
import { uuidV7 } from '@server/lib/uuid-v7'
import { requestApproval } from '@server/modules/approvals/request'
import { ACCOUNT_SCOPE, prepareUser } from './account'

/** The columns that an action on a user's level needs. */
async function levelColumns({ tx, id, body }: RuleCall & { id: string }) {
  const [row] = await tx.query<{ reached: string | null; level: string | null }>(
    `select ${reachedLevel('u.store', 'u.total_deposit')}::text as reached,
       (select l.id::text from user_levels l where l.id = $2::uuid and l.store_code is not distinct from u.store) as level
     from users u where u.id = $1::uuid`,
    [id, (body.level as string | undefined) ?? null],
  )
  if (body.level !== undefined && row!.level === null) throw rejected({ level: ['Choose a level of the user’s store'] })
  return {
    user_level_id: { value: body.level === undefined ? row!.reached : row!.level, type: 'uuid', field: 'user_level' },
    level_kept: { value: false, type: 'boolean', follows: true },
  }
}

async function tagColumns({ tx, id, body }: RuleCall & { id: string }) {
  const [row] = await tx.query<{ tags: string[] }>('select tags from users where id = $1::uuid', [id])
  const tags = changedTags(null, row!.tags, body)
  if ('errors' in tags) throw rejected(tags.errors)
  return { tags: { value: tags.after, type: 'text[]' } }
}

/** Stores an adjustment and requests its approval; nothing moves before. */
async function requestAdjustment(call: RuleCall & { id: string }) {
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
    subject: { type: 'adjustment', id: adjustment },
    permission: adjust.subject,
    about: { record: 'users', id, store },
    title: `${direction === 'UP' ? 'Add' : 'Take'} ${decimal} ${currency}: ${name}`,
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

export default defineSource(definition, {
  table: users,
  scope: ACCOUNT_SCOPE,
  derived: { kyc_status: kycStatus },
  joins: { kyc: KYC_JOIN },
  prepare: prepareUser,
  actions: { adjust: requestAdjustment, tags: tagColumns, setLevel: levelColumns, followDeposits: levelColumns },
})
