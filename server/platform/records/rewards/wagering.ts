/**
 * Wagering: settled rounds count towards the grant of their user, and a grant whose wagering is done is released (ledger, Rounds).
 * The one place for it: a round counts once, for the oldest active grant that was granted before it, with the weight of its game type
 * in the version of the bonus that was granted.
 */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { countedOf, type Weighted } from '@contract/records/rewards/wagering'
import type { AppRuleCall, ChangedRow } from '@server/platform/records/source'
import { release } from './grant'

/** The terms of a grant that its rounds need, as the granted version of its bonus has them. */
export interface GrantTerms {
  max_bet: string | null
  /** As a row or a version has them: the game type as an id, or with its name. */
  weights: readonly { game_type: string | { id: string }; weight: string }[]
}
/** SQL of them, for a grant `g`. */
export const GRANT_TERMS = {
  columns: `case when v.record_id is null then b.max_bet::text else v.values->>'max_bet' end as max_bet,
    coalesce(v.values->'game_weights', b.game_weights, '[]') as weights`,
  joins: `left join bonuses b on b.id = g.bonus_id
  left join record_versions v on v.record_id = b.id and v.version_no = g.bonus_version`,
} as const
/** @returns as `countedOf` takes them */
export const termsOf = ({ max_bet, weights }: GrantTerms): Pick<Weighted, 'weights' | 'maxBet'> => ({
  weights: Object.fromEntries(
    weights.map(({ game_type, weight }) => [typeof game_type === 'string' ? game_type : game_type.id, weight]),
  ),
  maxBet: max_bet === null ? null : hundredthsOf(max_bet),
})

interface Due extends GrantTerms {
  id: string
  user_id: string
  required: string
  wagered: string
  granted_at: string
}
interface Round {
  id: string
  user_id: string
  stake: string
  bet: string
  game_type: string
  weight: string
  started_at: string
}

/** Settled rounds that no grant counts yet. */
const ROUNDS = `select r.id::text as id, r.user_id::text as user_id, r.stake::text as stake, (r.stake + r.refund)::text as bet, r.game_type_id::text as game_type,
    coalesce(t.wagering_weight, 100)::text as weight, r.started_at::text as started_at
  from game_records r join game_types t on t.id = r.game_type_id
  where r.id = any($1::uuid[]) and r.status = 'SETTLED' and r.stake > 0 and r.grant_id is null
    and exists (select from user_bonuses g where g.user_id = r.user_id and g.status = 'ACTIVE')
  order by r.started_at, r.id`
/** The active grants of users, the oldest first; they stay locked until the transaction ends. */
const GRANTS = `select g.id::text as id, g.user_id::text as user_id, g.wagering_required::text as required,
    g.wagered::text as wagered, g.granted_at::text as granted_at, ${GRANT_TERMS.columns}
  from user_bonuses g ${GRANT_TERMS.joins}
  where g.user_id = any($1::uuid[]) and g.status = 'ACTIVE' and g.expires_at > statement_timestamp()
  order by g.granted_at, g.id for update of g`

/** @param ids of rounds that were reported, in the transaction of the report */
export async function countWagering({ tx, at, changed, audit }: AppRuleCall, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rounds = await tx.query<Round>(ROUNDS, [[...ids]])
  if (rounds.length === 0) return
  const due = await tx.query<Due>(GRANTS, [[...new Set(rounds.map(({ user_id }) => user_id))]])
  const counted = countedOf(
    due.map((grant) => ({
      id: grant.id,
      user: grant.user_id,
      left: hundredthsOf(grant.required) - hundredthsOf(grant.wagered),
      from: Date.parse(grant.granted_at),
      ...termsOf(grant),
    })),
    rounds.map((round) => ({
      id: round.id,
      user: round.user_id,
      stake: round.stake,
      bet: round.bet,
      gameType: round.game_type,
      weight: round.weight,
      at: Date.parse(round.started_at),
    })),
  )
  if (counted.length === 0) return
  const json = JSON.stringify(
    counted.map(({ round, grant, hundredths, percent }) => ({
      round,
      grant_id: grant,
      amount: amountOf(hundredths),
      percent,
    })),
  )
  await tx.query(
    `update game_records r set grant_id = t.grant_id, counted = t.amount, counted_percent = t.percent
     from json_to_recordset($1::json) as t(round uuid, grant_id uuid, amount numeric, percent numeric) where r.id = t.round`,
    [json],
  )
  const moved = await tx.query<ChangedRow & { is_done: boolean }>(
    `update user_bonuses g set wagered = g.wagered + t.amount, version = g.version + 1, updated_at = $2::timestamptz
     from (select c.grant_id, sum(c.amount) as amount from json_to_recordset($1::json) as c(grant_id uuid, amount numeric)
       group by 1 having sum(c.amount) > 0) t
     where g.id = t.grant_id
     returning g.id::text as id, g.version, g.store_code, g.wagered >= g.wagering_required as is_done`,
    [json, at],
  )
  for (const { id } of moved.filter(({ is_done }) => is_done)) {
    const { user, bonus } = await release(tx, id, at)
    changed('users', [user], true)
    if (bonus) changed('bonus', [bonus], true)
    await audit('bonusGrant', [
      { action: 'complete', subjectId: id, before: { status: 'ACTIVE' }, after: { status: 'COMPLETED' } },
    ])
  }
  changed('bonusGrant', moved)
}
