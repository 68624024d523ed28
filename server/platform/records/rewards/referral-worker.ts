/**
 * Referrals in the background (ledger, Event-driven rules): users who signed up on an invitation get a referral under the rule of that
 * time; a pending one qualifies once its criteria are met, and is rejected when its time is over. Several processes may do it at once.
 */
import {
  checksOf,
  rewardOf,
  riskOf,
  type ReferralFacts,
  type RewardTerms,
} from '@contract/records/rewards/referral-checks'
import { NOT_IN_TIME, type TRACES } from '@contract/records/rewards/referral'
import type { StatedCriteria } from '@contract/records/rewards/referral-sentence'
import type { Db, Queryable } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import type { Clock } from '@server/platform/ports/clock'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Changed } from '@server/platform/modules/approvals/effects'
import { OF_THE_PLATFORM, writeAuditRows } from '@server/platform/modules/audit/entry'
import { kycJoin } from '@server/platform/records/people/kyc-status'
import { repeat } from '@server/platform/lib/background'

/** A referral qualifies within a minute of what it lacked. */
const EVERY_MS = 30_000
/** Number of referrals that one round adds or checks. */
const ROUND = 200

export interface ReferralWorkerDeps {
  db: Db
  clock: Clock
  /** Notifies consoles of rows with other values. */
  changed: (what: readonly Changed[]) => Promise<void>
  onError: (error: unknown, what: string) => void
}

const reward = (who: string) =>
  `json_build_object('kind', rule.${who}_kind, 'amount', rule.${who}_amount::text, 'percent', rule.${who}_percent::text, 'most', rule.${who}_most::text)`

/** What the rule says now, as a referral keeps it. */
export const TERMS = `jsonb_build_object('referrer', ${reward('referrer')}, 'referee', ${reward('referee')}, 'wallet', rule.wallet,
  'wagering_multiplier', rule.wagering_multiplier::text, 'expiry_days', rule.expiry_days, 'cap_per_user', rule.cap_per_user,
  'cap_per_month', rule.cap_per_month)`

/** Whether the rule applied when the user signed up. */
export const RULE_APPLIED = `rule.store_code is not distinct from u.store
  and rule.activated_at is not null and greatest(coalesce(rule.starts_at, rule.activated_at), rule.activated_at) <= u.created_at
  and (rule.ends_at is null or rule.ends_at > u.created_at) and (rule.ended_at is null or rule.ended_at > u.created_at)
  and (rule.paused_at is null or rule.paused_at > u.created_at)`

/** Adds referrals of users who have none yet. A user follows the rule that applied when they signed up. @param at ISO time @returns ids */
export async function addReferrals(tx: Queryable, at: string): Promise<string[]> {
  const due = await tx.query<{ referee: string }>(
    `select u.id::text as referee from users u join referral_rules rule on ${RULE_APPLIED}
     where u.referred_by_id is not null and not exists (select from referrals r where r.referee_id = u.id)
     order by u.created_at, u.id limit ${ROUND}`,
  )
  if (due.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    `insert into referrals (id, referrer_id, referee_id, signed_up_at, rule_id, rule_version, terms, store_code, created_at, updated_at)
     select t.id, u.referred_by_id, u.id, u.created_at, rule.id, rule.version_no,
       ${TERMS},
       u.store, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as t(id uuid, referee uuid) join users u on u.id = t.referee
     join lateral (select * from referral_rules rule where ${RULE_APPLIED}
       order by rule.activated_at limit 1) rule on true
     on conflict (referee_id) do nothing returning id::text as id`,
    [JSON.stringify(due.map(({ referee }) => ({ id: uuidV7(Date.parse(at)), referee }))), at],
  )
  return rows.map(({ id }) => id)
}

interface Pending extends Omit<ReferralFacts, 'shared'> {
  id: string
  criteria: StatedCriteria
  asks_level: boolean
  terms: { referrer: RewardTerms; referee: RewardTerms }
  shared: { kind: keyof typeof TRACES; shown: string; with: string }[]
  is_over: boolean
  checks: unknown
}
/**
 * What the new user `u` of a referral with the criteria `c` had deposited and wagered until `ends.at`, as was known at `seen.at`. A deposit that was reversed by
 * then does not count.
 */
export const PLAYED = `left join lateral (select count(*) as deposits, (array_agg(t.amount::text order by t.no))[1] as first_deposit
    from transfers t join transfer_purposes p on p.purpose = t.purpose and p.counts = 'DEPOSIT'
    where t.user_id = u.id and t.credit_entry is not null and t.reverses is null and t.amount >= coalesce(c.min_deposit, 0)
      and t.at <= ends.at and not exists (select from transfers o where o.reverses = t.no and o.at <= seen.at)) done on true
  cross join lateral (select coalesce(sum(g.stake), 0)::text as wagered from game_records g
    where g.user_id = u.id and g.status = 'SETTLED' and g.started_at <= ends.at and g.updated_at <= seen.at) played`
/** The pending referrals whose last check is the oldest, with what the new user has done within the days of the criteria. */
const PENDING = `select r.id::text as id, to_json(c) as criteria, cardinality(c.level_ids) > 0 as asks_level, r.terms, r.checks,
    coalesce(done.deposits, 0)::int as deposits, done.first_deposit, played.wagered, kyc.status = 'VERIFIED' as is_verified,
    u.user_level_id = any(c.level_ids) as has_level, coalesce(traces.shared, '[]') as shared, ends.at <= $1::timestamptz as is_over
  from referrals r join users u on u.id = r.referee_id join referral_rules rule on rule.id = r.rule_id
  join referral_criteria c on c.id = rule.criteria_id
  cross join lateral (select r.signed_up_at + make_interval(days => c.within_days) as at) ends
  cross join (select $1::timestamptz as at) seen
  ${PLAYED}
  ${kycJoin('u')}
  left join lateral (select json_agg(json_build_object('kind', mine.kind, 'shown', mine.shown, 'with', theirs.user_id) order by mine.kind, mine.hash) as shared
    from user_traces mine join user_traces theirs on theirs.kind = mine.kind and theirs.hash = mine.hash and theirs.user_id = r.referrer_id
    where mine.user_id = r.referee_id) traces on true
  where r.id in (select id from referrals where status = 'PENDING' and (checked_at is null or checked_at < $1::timestamptz)
    order by checked_at nulls first, id limit ${ROUND} for update skip locked)`

/** Checks pending referrals. @param at ISO time: none that was checked then or later @returns what has changed, and whether none was due */
export async function checkReferrals(
  tx: Queryable,
  at: string,
): Promise<{ done: boolean; qualified: string[]; expired: string[]; other: string[] }> {
  const due = await tx.query<Pending>(PENDING, [at])
  const rows = due.map(({ id, criteria, asks_level, terms, shared, is_over, checks: before, ...facts }) => {
    const kinds = shared.map(({ kind }) => kind)
    const checks = checksOf(criteria, asks_level, { ...facts, shared: kinds })
    const status = checks.every(({ is_met }) => is_met) ? 'QUALIFIED' : is_over ? 'REJECTED' : 'PENDING'
    const earns = status === 'QUALIFIED'
    return {
      id,
      status,
      checks,
      evidence: shared,
      risk_level: riskOf({ shared: kinds }),
      referrer_amount: earns ? rewardOf(terms.referrer, facts.first_deposit) : null,
      referee_amount: earns ? rewardOf(terms.referee, facts.first_deposit) : null,
      is_other: status !== 'PENDING' || JSON.stringify(before) !== JSON.stringify(checks),
    }
  })
  await tx.query(
    `update referrals r set checked_at = $2::timestamptz, status = t.status, checks = t.checks, evidence = t.evidence,
       risk_level = t.risk_level, referrer_amount = t.referrer_amount, referee_amount = t.referee_amount,
       qualified_at = case when t.status = 'QUALIFIED' then $2::timestamptz end,
       status_reason = case when t.status = 'REJECTED' then $3::text end,
       version = r.version + case when t.is_other then 1 else 0 end,
       updated_at = case when t.is_other then $2::timestamptz else r.updated_at end
     from json_to_recordset($1::json) as t(id uuid, status text, checks jsonb, evidence jsonb, risk_level text, referrer_amount numeric,
       referee_amount numeric, is_other boolean) where r.id = t.id`,
    [JSON.stringify(rows), at, NOT_IN_TIME],
  )
  const idsOf = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id)
  return {
    done: due.length < ROUND,
    qualified: idsOf('QUALIFIED'),
    expired: idsOf('REJECTED'),
    other: rows.filter(({ status, is_other }) => status === 'PENDING' && is_other).map(({ id }) => id),
  }
}

/** Adds and checks all that are due. @returns number of referrals that were added, have qualified, or whose time is over */
export async function settleReferrals({
  db,
  clock,
  changed,
}: Omit<ReferralWorkerDeps, 'onError'>): Promise<{ added: number; qualified: number; expired: number }> {
  const total = { added: 0, qualified: 0, expired: 0 }
  const at = new Date(clock.now()).toISOString()
  for (;;) {
    const added = await retriedTransaction(db, (tx) => addReferrals(tx, at))
    await changed([{ record: 'referral', ids: added, edited: true }])
    total.added += added.length
    if (added.length < ROUND) break
  }
  for (;;) {
    const round = await retriedTransaction(db, async (tx) => {
      const checked = await checkReferrals(tx, at)
      const told = (ids: readonly string[], action: string) =>
        ids.map((subjectId) => ({
          action,
          subjectId,
          before: { status: 'PENDING' },
          after: { status: action === 'qualify' ? 'QUALIFIED' : 'REJECTED' },
        }))
      await writeAuditRows(tx, clock, { actorId: null, subject: 'ReferralBonusHistory', origin: OF_THE_PLATFORM }, [
        ...told(checked.qualified, 'qualify'),
        ...told(checked.expired, 'expire'),
      ])
      return checked
    })
    await changed([{ record: 'referral', ids: [...round.qualified, ...round.expired, ...round.other], edited: true }])
    total.qualified += round.qualified.length
    total.expired += round.expired.length
    if (round.done) return total
  }
}

/** Starts the work. @returns stops it */
export const startSettlingReferrals = ({ onError, ...deps }: ReferralWorkerDeps): (() => Promise<void>) =>
  repeat(EVERY_MS, () => settleReferrals(deps), onError, 'checking referrals')
