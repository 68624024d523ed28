/** The status and the actions of campaigns (contract/records/campaigns.ts). */
import type { RecordDefinition } from '@contract/records/record'
import { CAMPAIGN_TIMES, COST_REFUSAL, END_HAS_PASSED } from '@contract/records/campaigns'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import type { ApprovedCall, RequestCall, Requested } from './approvals'
import type { RuleCall } from './source'
import type { Columns } from './writes'

/** @param alias of the row @returns SQL of its status, by the statement's clock (as for publishing.ts) */
export const campaignStatusSql = (alias: string): string =>
  `case when ${alias}.activated_at is null then 'DRAFT' when ${alias}.ended_at is not null or ${alias}.ends_at <= statement_timestamp() then 'ENDED' when ${alias}.paused_at is not null then 'PAUSED' when ${alias}.starts_at > statement_timestamp() then 'SCHEDULED' else 'ACTIVE' end`

/** One expression for column, filter and sort. */
export const campaignStatus = { value: campaignStatusSql('u') } as const
/** The same for campaigns whose activation other people approve. */
export const approvedCampaignStatus = {
  value: `case when u.activated_at is null and u.requested_at is not null then 'REQUESTED' else ${campaignStatusSql('u')} end`,
} as const

/** Versions are kept from the activation on: what was promised stays readable. */
export const campaignVersions = { active: 'u.activated_at is not null' } as const
/** The same from the request on: what was approved stays readable. */
export const approvedCampaignVersions = { active: 'coalesce(u.activated_at, u.requested_at) is not null' } as const

/** Pickers offer drafts, because they can be prepared together, but no ended campaign. */
export const isChoosableCampaign = (alias: string): string => `${campaignStatusSql(alias)} <> 'ENDED'`

const set = (name: string, value: string | null): Columns => ({ [name]: { value, type: 'timestamptz' } })

/**
 * For campaigns that must not overlap in time within a store. Two activations in a store wait for each other, so that the second one sees
 * the first. What is over no longer matters.
 * @param table name of the record's table @param same a column: only campaigns with an equal value must not overlap
 * @returns the name of another campaign that was activated, has not ended, and runs in the period of this one; null: none
 */
export async function runningBeside(
  { tx, id, at }: Pick<RuleCall, 'tx' | 'at'> & { id: string | null },
  table: string,
  same?: string,
): Promise<string | null> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('${table} ' || coalesce(store_code, ''), 0)) from ${table} where id = $1::uuid`,
    [id],
  )
  const [other] = await tx.query<{ name: string }>(
    `select o.name from ${table} me join ${table} o on o.id <> me.id and o.store_code is not distinct from me.store_code
       and o.activated_at is not null and o.ended_at is null ${same ? `and o.${same} = me.${same}` : ''}
     where me.id = $1::uuid and me.ended_at is null
       and coalesce(o.ends_at, 'infinity') > $2::timestamptz and coalesce(me.ends_at, 'infinity') > $2::timestamptz
       and tstzrange(greatest(me.starts_at, $2::timestamptz), me.ends_at) && tstzrange(greatest(o.starts_at, $2::timestamptz), o.ends_at)
     order by o.starts_at nulls first, o.id limit 1`,
    [id, at],
  )
  return other?.name ?? null
}

/** What limits the cost of a campaign whose activation other people approve. */
export interface CampaignCost {
  /** The field whose value limits the cost. */
  limit: string
  /** What it may cost, as the approval calls it; without it the definition names a field. */
  label?: string
  /** A decimal with two places; null: it has no maximum. */
  costOf: (tx: Queryable, id: string) => Promise<string | null>
}

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
    activate: async (call: RuleCall) => {
      await requireFuture(call)
      return set(CAMPAIGN_TIMES.activate, call.at)
    },
    pause: ({ at }: RuleCall) => Promise.resolve(set(CAMPAIGN_TIMES.pause, at)),
    async resume(call: RuleCall) {
      await requireFuture(call)
      return set(CAMPAIGN_TIMES.pause, null)
    },
    end: ({ at }: RuleCall) => Promise.resolve(set(CAMPAIGN_TIMES.end, at)),
  } as const
}

/**
 * The rules of a campaign whose activation other people approve. A trigger (`keep_activation`) lets it become active only with the
 * approval, and makes it a draft again when its content changes; that cancels the request (`cancel_approvals`).
 * @param table name of the record's table
 */
export function approvedCampaignRules(
  table: string,
  record: Pick<RecordDefinition, 'actions'>,
  { limit, label, costOf }: CampaignCost,
) {
  const { type } = record.actions.activate!.approval!
  const { activate, ...rules } = campaignRules(table)
  /** What it might have cost before the edit: only an edit that raises the cost is refused. */
  const before = new WeakMap<object, string | null>()
  return {
    approvals: {
      activate: {
        /** @throws 422 after its end, or where the cost has no maximum */
        async request(call: RequestCall): Promise<Requested> {
          await activate(call)
          const amount = await costOf(call.tx, call.id)
          if (amount === null) throw rejected({}, COST_REFUSAL.unlimited)
          return {
            ...(label !== undefined && { facts: { maximum_cost: { label, amount } } }),
            columns: set('requested_at', call.at),
          }
        },
        approved: ({ at }: ApprovedCall) =>
          Promise.resolve({ ...set(CAMPAIGN_TIMES.activate, at), ...set('requested_at', null) }),
        refused: () => Promise.resolve(set('requested_at', null)),
      },
    },
    actions: {
      ...rules,
      withdraw: () => Promise.resolve(set('requested_at', null)),
    },
    async check(call: RuleCall): Promise<void> {
      if (call.id === null) return
      before.set(call, await costOf(call.tx, call.id))
    },
    /** @throws 422 where an active campaign might cost more than was approved */
    async afterWrite(call: RuleCall & { id: string }): Promise<void> {
      if (!before.has(call)) return
      const [approved] = await call.tx.query<{ most: string; is_more: boolean }>(
        `select a.amount::text as most, coalesce($3::text::numeric > greatest(a.amount, $4::text::numeric), $4::text is not null) as is_more
         from approvals a where a.subject_type = $1::text and a.subject_id = $2::uuid and a.status = 'APPROVED' order by a.settled_at desc limit 1`,
        [type, call.id, await costOf(call.tx, call.id), before.get(call) ?? null],
      )
      if (approved?.is_more) throw rejected({ [limit]: [COST_REFUSAL.more(approved.most)] })
    },
  } as const
}
