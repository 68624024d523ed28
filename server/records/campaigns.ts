/** The status and the actions of campaigns (contract/records/campaigns.ts). */
import { END_HAS_PASSED } from '@contract/records/campaigns'
import { rejected } from '@server/http/failure'
import type { RuleCall } from './source'
import type { Columns } from './writes'

/** @param alias of the row @returns SQL of its status, by the statement's clock (as for publishing.ts) */
export const campaignStatusSql = (alias: string): string =>
  `case when ${alias}.activated_at is null then 'DRAFT' when ${alias}.ended_at is not null or ${alias}.ends_at <= statement_timestamp() then 'ENDED' when ${alias}.paused_at is not null then 'PAUSED' when ${alias}.starts_at > statement_timestamp() then 'SCHEDULED' else 'ACTIVE' end`

/** One expression for column, filter and sort. */
export const campaignStatus = { value: campaignStatusSql('u') } as const

/** Versions are kept from the activation on: what was promised stays readable. */
export const campaignVersions = { active: 'u.activated_at is not null' } as const

/** Pickers offer drafts, because they can be prepared together, but no ended campaign. */
export const isChoosableCampaign = (alias: string): string => `${campaignStatusSql(alias)} <> 'ENDED'`

const set = (name: string, value: string | null): Columns => ({ [name]: { value, type: 'timestamptz' } })

/**
 * The actions of a campaign. `activate` and `resume` are refused after the end.
 * @param table name of the record's table
 */
export const campaignRules = (table: string) => {
  const requireFuture = async ({ tx, id, at }: RuleCall) => {
    const [row] = await tx.query<{ over: boolean }>(
      `select coalesce(ends_at <= $2::timestamptz, false) as over from ${table} where id = $1::uuid`,
      [id, at],
    )
    if (row!.over) throw rejected({}, END_HAS_PASSED)
  }
  return {
    async activate(call: RuleCall) {
      await requireFuture(call)
      return set('activated_at', call.at)
    },
    pause: ({ at }: RuleCall) => Promise.resolve(set('paused_at', at)),
    async resume(call: RuleCall) {
      await requireFuture(call)
      return set('paused_at', null)
    },
    end: ({ at }: RuleCall) => Promise.resolve(set('ended_at', at)),
  } as const
}
