/** The money of the demo's rewards: the transfers that lead to what each grant and each claim says. */
import { businessDay } from '@server/platform/records/business-day'
import { checksOf, rewardOf, type RewardTerms } from '@contract/records/rewards/referral-checks'
import type { StatedCriteria } from '@contract/records/rewards/referral-sentence'
import { addReferrals, checkReferrals, PLAYED, TERMS } from '@server/platform/records/rewards/referral-worker'
import { postTransfers, type Movement, type Reversal } from '@server/platform/modules/ledger/post'
import type { Queryable } from '@server/platform/ports/db'

/** Outcome → what follows the grant of the money. */
const THEN: Readonly<Record<string, Pick<Movement, 'purpose' | 'debit' | 'credit'>>> = {
  COMPLETED: { purpose: 'BONUS_RELEASED', debit: 'BONUS', credit: 'CASH' },
  FORFEITED: { purpose: 'BONUS_FORFEITED', debit: 'BONUS', credit: 'BONUS_COST' },
  REVOKED: { purpose: 'BONUS_REVOKED', debit: 'BONUS', credit: 'BONUS_COST' },
}

/**
 * SQL of a time that is not before the transfers of a user. Each transfer has an entry on the debit side, on the credit side, or on both,
 * and each side has an index, which is read only with its condition.
 */
export const notBefore = (time: string, user: string) => {
  const last = (entry: string) =>
    `(select max(t.at) from transfers t where t.user_id = ${user} and t.${entry} is not null)`
  return `greatest(${time}, ${last('debit_entry')}, ${last('credit_entry')})::text`
}

/**
 * Posts the transfers of all grants, claims and referrals, after those that their users have already.
 * @param anchor milliseconds since 1970
 */
export async function seedRewardMoney(tx: Queryable, anchor: number): Promise<void> {
  await seedGrants(tx)
  await seedClaims(tx)
  await seedReferrals(tx, new Date(anchor).toISOString())
  for (const [type, table, time] of SPINS) await seedSpins(tx, { type, table, time })
  await seedFreeSpins(tx)
}

async function seedGrants(tx: Queryable): Promise<void> {
  const grants = await tx.query<{
    id: string
    user_id: string
    amount: string
    status: string
    at: string
    ended_at: string
  }>(
    `select g.id::text as id, g.user_id::text as user_id, g.amount::text as amount, g.status, granted.at::text as at,
       greatest(granted.at, g.granted_at + (least(g.expires_at, now()) - g.granted_at) * 0.9)::text as ended_at
     from user_bonuses g cross join lateral (select ${notBefore('g.granted_at', 'g.user_id')}::timestamptz as at) granted
     order by g.granted_at, g.id`,
  )
  const ended = grants.filter(({ status }) => status in THEN)
  const lines = grants.flatMap(({ id, user_id, amount, status, at, ended_at }): Movement[] => {
    const source = { amount, user_id, source_type: 'bonus_grant', source_id: id }
    const granted: Movement = { purpose: 'BONUS_GRANTED', debit: 'BONUS_COST', credit: 'BONUS', ...source, at }
    const then = THEN[status]
    return then ? [granted, { ...then, ...source, at: ended_at }] : [granted]
  })
  await postTransfers(tx, lines)
  await tx.query(
    `update user_bonuses g set updated_at = t.at from json_to_recordset($1::json) as t(id uuid, at timestamptz) where g.id = t.id`,
    [JSON.stringify(ended.map(({ id, ended_at }) => ({ id, at: ended_at })))],
  )
}

async function seedClaims(tx: Queryable): Promise<void> {
  const claims = await tx.query<{ id: string; user_id: string; amount: string; title: string; at: string }>(
    `select c.id::text as id, c.user_id::text as user_id, c.amount::text as amount, o.title,
       ${notBefore('c.decided_at', 'c.user_id')} as at
     from offer_claims c join offers o on o.id = c.offer_id
     where c.status = 'CREDITED' and c.reward_type = 'CREDIT' order by c.decided_at, c.id`,
  )
  await postTransfers(
    tx,
    claims.map(({ title, id, ...money }): Movement => ({
      purpose: 'OFFER_CREDITED',
      debit: 'PROMOTION_COST',
      credit: 'CASH',
      ...money,
      source_type: 'offer_claim',
      source_id: id,
      reason: `Claim of ${title}`,
    })),
  )
}

interface Qualified {
  id: string
  store: string
  /** Milliseconds since 1970. */
  qualified_at: number
  criteria: StatedCriteria
  terms: { referrer: RewardTerms; referee: RewardTerms }
  deposits: number
  first_deposit: string | null
  wagered: string
}
/** What the new users of referrals that have qualified had done by then. */
const QUALIFIED = `select r.id::text as id, r.store_code as store, (extract(epoch from r.qualified_at) * 1000)::float8 as qualified_at, to_json(c) as criteria, r.terms, coalesce(done.deposits, 0)::int as deposits, done.first_deposit,
    played.wagered
  from referrals r join users u on u.id = r.referee_id join referral_rules rule on rule.id = r.rule_id
  join referral_criteria c on c.id = rule.criteria_id
  cross join lateral (select r.qualified_at as at) seen
  cross join lateral (select least(r.signed_up_at + make_interval(days => c.within_days), seen.at) as at) ends
  ${PLAYED} where r.qualified_at is not null order by r.id`
const qualifies = ({ criteria, ...facts }: Qualified) =>
  checksOf(criteria, false, { ...facts, is_verified: true, has_level: true, shared: [] }).every(({ is_met }) => is_met)

/** Users without a referral, the oldest first, with their deposits: the time in milliseconds, and the amount. */
const REFEREES = `select u.id::text as id, u.store, d.deposits from users u
  join (select t.user_id, json_agg(json_build_array((extract(epoch from t.at) * 1000)::float8, t.amount::float8)) as deposits
    from transfers t where t.purpose = 'DEPOSIT' group by t.user_id) d on d.user_id = u.id
  where u.referred_by_id is null and not u.is_deleted
    and u.id not in (select referee_id from referrals union select referrer_id from referrals)
  order by u.created_at, u.id`
interface Referee {
  id: string
  store: string
  deposits: readonly (readonly [number, number])[]
}

/** Each referral of the demo that has qualified is of a user whose deposits were enough by then, and earns what the rule gives. */
async function followDeposits(tx: Queryable): Promise<void> {
  const others = (await tx.query<Qualified>(QUALIFIED)).filter((row) => !qualifies(row))
  const referees = others.length === 0 ? [] : await tx.query<Referee>(REFEREES)
  const taken = new Set<string>()
  for (const { id, store, qualified_at, criteria } of others) {
    const [least, count] = [Number(criteria.min_deposit ?? 0), Math.max(1, Number(criteria.min_deposit_count ?? 1))]
    const referee = referees.find(
      (user) =>
        user.store === store &&
        !taken.has(user.id) &&
        user.deposits.filter(([at, amount]) => at <= qualified_at && amount >= least).length >= count,
    )
    if (!referee) continue
    taken.add(referee.id)
    await tx.query('update referrals set referee_id = $2::uuid where id = $1::uuid', [id, referee.id])
  }
  const earned = (await tx.query<Qualified>(QUALIFIED)).map((row) => {
    const [referrer, referee] = [row.terms.referrer, row.terms.referee].map((of) => rewardOf(of, row.first_deposit))
    return { id: row.id, referrer, referee }
  })
  await tx.query(
    `update referrals r set referrer_amount = t.referrer, referee_amount = t.referee
     from json_to_recordset($1::json) as t(id uuid, referrer numeric, referee numeric) where r.id = t.id`,
    [JSON.stringify(earned)],
  )
}

/** Every so many referrals, both users have been seen with one device, and more often with one address. */
const SHARED = { DEVICE: 9, ADDRESS: 4 } as const

async function seedReferrals(tx: Queryable, at: string): Promise<void> {
  // The demo's rows follow the rules as they are; the trigger does not let terms change later.
  await tx.query('alter table referrals disable trigger referrals_change')
  await tx.query(`update referrals r set terms = ${TERMS} from referral_rules rule where rule.id = r.rule_id`)
  await followDeposits(tx)
  await tx.query('alter table referrals enable trigger referrals_change')
  for (const [kind, every] of Object.entries(SHARED))
    await tx.query(
      `insert into user_traces (user_id, kind, hash, shown, seen_at)
       select pair.user_id, $1::text, md5($1::text || u.nth), case $1::text when 'DEVICE' then 'Phone •••• ' || right(md5('DEVICE' || u.nth), 4)
         else '203.0.113.•••' end, u.created_at
       from (select id, referred_by_id, created_at, row_number() over (order by created_at, id) as nth from users where referred_by_id is not null) u
       cross join lateral (values (u.id), (u.referred_by_id)) pair(user_id)
       where u.nth % $2::integer = 0 on conflict do nothing`,
      [kind, every],
    )
  while ((await addReferrals(tx, at)).length > 0) continue
  while (!(await checkReferrals(tx, at)).done) continue
  const paid = await tx.query<{
    id: string
    user_id: string
    amount: string
    line: number
    name: string
    at: string
    is_reversed: boolean
  }>(
    `select r.id::text as id, e.user_id::text as user_id, e.amount::text as amount, e.line, u.first_name || ' ' || u.last_name as name,
       ${notBefore('r.paid_at', 'e.user_id')} as at, r.status = 'REVERSED' as is_reversed
     from referrals r join users u on u.id = r.referee_id
     cross join lateral (values (r.referrer_id, r.referrer_amount, 0), (r.referee_id, r.referee_amount, 1)) e(user_id, amount, line)
     where r.status in ('PAID', 'REVERSED') and e.amount > 0 order by r.paid_at, r.id, e.line`,
  )
  const posted = await postTransfers(
    tx,
    paid.map(({ id, name, is_reversed: _, ...money }): Movement => ({
      purpose: 'REFERRAL_PAID',
      debit: 'PROMOTION_COST',
      credit: 'CASH',
      ...money,
      source_type: 'referral',
      source_id: id,
      reason: `Referral of ${name}`,
    })),
  )
  await postTransfers(
    tx,
    paid.flatMap(({ id, name, amount, line, at: time, is_reversed }, index): Reversal[] =>
      is_reversed
        ? [
            {
              purpose: 'REVERSAL',
              reverses: posted[index]!.no,
              amount,
              line,
              source_type: 'referral',
              source_id: id,
              reason: `Reversal of the referral of ${name}`,
              at: time,
            },
          ]
        : [],
    ),
  )
}

/** Source type, table, and the column of the time. */
const SPINS = [
  ['daily_spin', 'daily_spins', 'spun_at'],
  ['skill_spin', 'skill_spins', 'played_at'],
] as const
/** The demo's spins are free ones: what they won is their money. */
async function seedSpins(
  tx: Queryable,
  { type, table, time }: { type: string; table: string; time: string },
): Promise<void> {
  await tx.query(`update ${table} s set business_day = ${businessDay('s.store_code', `s.${time}`)}`)
  await tx.query(
    `insert into wheel_days (wheel_id, day, spins, cost)
     select wheel_id, business_day, count(*), sum(case when reward_type in ('CASH', 'CREDIT', 'BONUS') then reward_value else 0 end - cost)
     from ${table} group by wheel_id, business_day`,
  )
  const won = await tx.query<{ id: string; user_id: string; amount: string; segment: string; at: string }>(
    `select s.id::text as id, s.user_id::text as user_id, s.reward_value::text as amount, s.segment, ${notBefore(`s.${time}`, 's.user_id')} as at
     from ${table} s where s.status = 'CREDITED' and s.reward_type in ('CASH', 'CREDIT') order by s.${time}, s.id`,
  )
  await postTransfers(
    tx,
    won.map(({ id, segment, ...money }): Movement => ({
      purpose: 'SPIN_WON',
      debit: 'PROMOTION_COST',
      credit: 'CASH',
      ...money,
      source_type: type,
      source_id: id,
      reason: `Spin: ${segment}`,
    })),
  )
}

async function seedFreeSpins(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into user_spins (user_id, spins) select e.user_id, sum(e.spins) from (
       select user_id, spins from offer_claims where status = 'CREDITED' and reward_type = 'FREE_SPIN'
       union all select user_id, reward_value::integer from daily_spins where status = 'CREDITED' and reward_type = 'SPIN') e
     group by e.user_id`,
  )
}
