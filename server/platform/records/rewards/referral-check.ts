/**
 * Whether referrals are what their criteria and terms give (referral-worker.ts), computed from deposits and rounds as they were when the
 * referral qualified or was checked last. Where the criteria were changed since, what they were is not known, and nothing is compared.
 */
import { checksOf, rewardOf, type ReferralCheck, type RewardTerms } from '@contract/records/rewards/referral-checks'
import type { StatedCriteria } from '@contract/records/rewards/referral-sentence'
import type { Queryable } from '@server/platform/ports/db'
import { PLAYED, RULE_APPLIED } from './referral-worker'

/** Referrals of one read. */
const READ = 500
/** What follows from transfers and rounds; the other checks follow from documents, levels and devices. */
const FOLLOWING: readonly string[] = ['DEPOSITS', 'WAGER']

interface Checked {
  id: string
  name: string
  status: string
  criteria: StatedCriteria
  terms: { referrer: RewardTerms; referee: RewardTerms }
  checks: readonly ReferralCheck[]
  deposits: number
  first_deposit: string | null
  wagered: string
  qualified: boolean
  referrer_amount: string | null
  referee_amount: string | null
}

const CHECK = `select r.id::text as id, u.username as name, r.status, to_json(c) as criteria, r.terms, r.checks,
    coalesce(done.deposits, 0)::int as deposits, done.first_deposit, played.wagered, r.qualified_at is not null as qualified,
    r.referrer_amount::text as referrer_amount, r.referee_amount::text as referee_amount
  from referrals r join users u on u.id = r.referee_id join referral_rules rule on rule.id = r.rule_id
  join referral_criteria c on c.id = rule.criteria_id
  cross join lateral (select coalesce(r.qualified_at, r.checked_at) as at) seen
  cross join lateral (select least(r.signed_up_at + make_interval(days => c.within_days), seen.at) as at) ends
  ${PLAYED}
  where r.id > $1::uuid and seen.at is not null and c.updated_at <= seen.at and rule.updated_at <= seen.at
  order by r.id limit ${READ}`

function* differencesOf(row: Checked): Generator<string, void, void> {
  const { id, name, criteria, terms, checks, deposits, first_deposit, wagered, qualified } = row
  const facts = { deposits, first_deposit, wagered, is_verified: false, has_level: false, shared: [] }
  for (const { check, is_met } of checksOf(criteria, false, facts)) {
    const stored = checks.find((each) => each.check === check)
    if (FOLLOWING.includes(check) && stored?.is_met !== is_met)
      yield `referral ${id} of ${name}: ${check.toLowerCase()} should be ${is_met ? 'met' : 'not met'}`
  }
  if (!qualified) return
  for (const who of ['referrer', 'referee'] as const) {
    const [stored, earned] = [row[`${who}_amount`], rewardOf(terms[who], first_deposit)]
    if (stored !== earned)
      yield `referral ${id} of ${name}: the ${who} earns ${stored ?? 'nothing'} instead of ${earned}`
  }
}

/** Reads the referrals in parts. @returns a sentence for each that is missing, or differs from the rule */
export async function* referralDifferences(tx: Queryable): AsyncGenerator<string, void, void> {
  // The worker adds them within a minute.
  const missing = await tx.query<{ name: string }>(
    `select u.username as name from users u where u.referred_by_id is not null and u.created_at < now() - interval '5 minutes'
       and not exists (select from referrals r where r.referee_id = u.id) and exists (select from referral_rules rule where ${RULE_APPLIED})
     order by u.id`,
  )
  for (const { name } of missing) yield `user ${name}: was invited under a rule, and has no referral`
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await tx.query<Checked>(CHECK, [last])
    for (const row of rows) yield* differencesOf(row)
    if (rows.length < READ) return
    last = rows.at(-1)!.id
  }
}
