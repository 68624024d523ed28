import { users as definition } from '@contract/records/people/users'
import { changedTags } from '@contract/records/tags'
import { users } from '@server/platform/db/schema'
import { adjusting } from '@server/platform/records/money/adjustment'
import { granting } from '@server/platform/records/rewards/grant'
import { defineSource, type RuleCall } from '@server/platform/records/source'
import { kycJoin, kycStatus } from './kyc-status'
import { reachedLevel } from './user-level'
import { rejected } from '@server/platform/operations/failure'
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

export default defineSource(definition, {
  table: users,
  scope: ACCOUNT_SCOPE,
  derived: { kyc_status: kycStatus },
  joins: { kyc: kycJoin('u') },
  prepare: prepareUser,
  approvals: { adjust: adjusting, grantBonus: granting },
  actions: {
    tags: tagColumns,
    setLevel: levelColumns,
    followDeposits: levelColumns,
  },
})
