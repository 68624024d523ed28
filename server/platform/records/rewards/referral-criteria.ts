/** Criteria of referrals, and how many of the latest referrals would meet them (catalogue, /referral-bonus-criteria). */
import {
  CRITERIA_IN_USE,
  PREVIEW_DAYS,
  referralCriteria as definition,
} from '@contract/records/rewards/referral-criteria'
import { depositsAsked, sentenceOf, type StatedCriteria } from '@contract/records/rewards/referral-sentence'
import { rejected } from '@server/platform/operations/failure'
import { kycJoin } from '@server/platform/records/people/kyc-status'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type PreviewCall, type RuleCall } from '@server/platform/records/source'

export const referralCriteria = recordTable(definition, 'referral_criteria')

/** A deposit counts at the time of its transfer, unless it was reversed. */
const DEPOSITS = `(select count(*)::int from transfers t join transfer_purposes p on p.purpose = t.purpose
    where t.user_id = u.id and t.credit_entry is not null and p.counts = 'DEPOSIT' and t.reverses is null
      and t.amount >= $3::numeric and t.at <= u.created_at + make_interval(days => $4::int)
      and not exists (select 1 from transfers r where r.reverses = t.no))`

/** Counts the referrals of a store in the days before `at`, and those that meet the criteria. */
async function answerPreview({ on, id, body, storeOfNew, at }: PreviewCall): Promise<object> {
  const criteria = body as unknown as StatedCriteria
  const levels = (body.levels as string[] | undefined) ?? []
  const [stored] =
    id === null
      ? []
      : await on.query<{ store_code: string | null }>('select store_code from referral_criteria where id = $1::uuid', [
          id,
        ])
  const store = stored ? stored.store_code : storeOfNew
  const names = await on.query<{ name: string }>(
    'select name from user_levels where id = any($1::uuid[]) order by min_total_deposit',
    [levels],
  )
  const [row] = await on.query<{ referrals: number; would_qualify: number }>(
    `select count(*)::int as referrals, count(*) filter (
        where ${DEPOSITS} >= $5::int
          and ($8::numeric = 0 or (select coalesce(sum(g.stake), 0) from game_records g where g.user_id = u.id and g.status = 'SETTLED'
            and g.started_at <= u.created_at + make_interval(days => $4::int)) >= $8::numeric)
          and not exists (select from user_traces mine join user_traces theirs on theirs.kind = mine.kind and theirs.hash = mine.hash
            and theirs.user_id = u.referred_by_id where mine.user_id = u.id
            and ((mine.kind = 'DEVICE' and $9::boolean) or (mine.kind = 'ADDRESS' and $10::boolean)))
          and (not $6::boolean or kyc.status = 'VERIFIED')
          and ($7::uuid[] = '{}' or u.user_level_id = any($7::uuid[]))
      )::int as would_qualify
     from users u ${kycJoin('u')}
     where u.store is not distinct from $1 and u.referred_by_id is not null
       and u.created_at > $2::timestamptz - make_interval(days => ${PREVIEW_DAYS}) and u.created_at <= $2::timestamptz`,
    [
      store,
      at,
      criteria.min_deposit ?? '0',
      criteria.within_days,
      depositsAsked(criteria),
      criteria.kyc_required === true,
      levels,
      criteria.min_wager ?? '0',
      criteria.exclude_same_device === true,
      criteria.exclude_same_ip === true,
    ],
  )
  return {
    sentence: sentenceOf(
      criteria,
      names.map(({ name }) => name),
    ),
    ...row,
  }
}

/** Criteria that a rule applies, now or from its start on, cannot be disabled. @throws 422 with the rule's name */
async function requireUnused({ tx, id, body }: RuleCall): Promise<void> {
  if (id === null || body.is_deleted !== true) return
  const [rule] = await tx.query<{ name: string }>(
    `select r.name from referral_rules r where r.criteria_id = $1::uuid and r.activated_at is not null and r.ended_at is null
       and (r.ends_at is null or r.ends_at > statement_timestamp()) order by r.name limit 1`,
    [id],
  )
  if (!rule) return
  const message = CRITERIA_IN_USE(rule.name)
  throw rejected({ is_deleted: [message] }, message)
}

export default defineSource(definition, {
  table: referralCriteria,
  scope: { store: 'row' },
  derived: {},
  check: requireUnused,
  preview: answerPreview,
})
