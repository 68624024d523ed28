/** Referrals (catalogue, /referral-bonus-history): payment of both rewards, and its reversal (ledger, referral paid; Reversal). */
import { REVERSAL_REFUSAL } from '@contract/entities/approval'
import { referral, REFERRAL_REFUSAL } from '@contract/records/rewards/referral'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { reverseTransfers } from '@server/platform/modules/ledger/reverse'
import type { ApprovedCall } from '@server/platform/records/approvals'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type RuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { grantReward, revokeRewards } from './grant'
import { referralRules } from './referral-bonus'

const TABLE = 'referrals'
const time = () => timestamp({ precision: 3, withTimezone: true })
/** A trigger (migration `referrals`) keeps what was promised, and requires approvals where the risk is high and for reversals. */
export const referrals = recordTable(
  referral,
  TABLE,
  {
    referrer: () => users.id,
    referee: () => users.id,
    rule: () => referralRules.id,
    decided_by: () => staff.id,
  },
  {
    columns: {
      /** What the rule said when the new user signed up (`Terms`). */
      terms: jsonb().notNull().default({}),
      checked_at: time(),
    },
    indexes: ({ referee_id, checked_at }) => [
      uniqueIndex('referrals_referee').on(referee_id!),
      index('referrals_unchecked')
        .on(checked_at!)
        .where(sql`status = 'PENDING'`),
    ],
  },
)

/** What accounts were seen with: a device, an address, a payment detail. The value is hashed; `shown` is masked. */
export const userTraces = pgTable(
  'user_traces',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    kind: text().notNull(),
    hash: text().notNull(),
    shown: text().notNull(),
    seen_at: time().notNull(),
  },
  ({ user_id, kind, hash }) => [
    primaryKey({ columns: [user_id, kind, hash] }),
    index('user_traces_hash').on(kind, hash),
  ],
)

interface Referral {
  referrer_id: string
  referrer_name: string
  referee_id: string
  referee_name: string
  rule: string
  rule_id: string
  referrer_amount: string
  referee_amount: string
  total: string
  risk_level: string
  status: string
  wallet: 'CASH' | 'BONUS'
  wagering_multiplier: string | null
  expiry_days: number | null
  per_user_is_reached: boolean
  per_month_is_reached: boolean
  currency: string
  store: string | null
}

/** Reads a referral, and locks it and its referrer, so that two payments to one referrer follow each other. @param at ISO time */
async function readReferral(tx: Queryable, id: string, at: string): Promise<Referral> {
  await tx.query(
    'select 1 from users where id = (select referrer_id from referrals where id = $1::uuid) for no key update',
    [id],
  )
  await tx.query(`select 1 from ${TABLE} where id = $1::uuid for update`, [id])
  const [row] = await tx.query<Referral>(
    `with paid as (select r.paid_at from ${TABLE} r join ${TABLE} me on me.id = $1::uuid
       where r.referrer_id = me.referrer_id and r.rule_id = me.rule_id and r.status = 'PAID')
     select r.referrer_id::text as referrer_id, a.first_name || ' ' || a.last_name as referrer_name, r.referee_id::text as referee_id,
       b.first_name || ' ' || b.last_name as referee_name, rule.name as rule, r.rule_id::text as rule_id,
       coalesce(r.referrer_amount, 0)::text as referrer_amount, coalesce(r.referee_amount, 0)::text as referee_amount,
       coalesce(r.terms->>'wallet', rule.wallet) as wallet,
       coalesce(r.terms->>'wagering_multiplier', rule.wagering_multiplier::text) as wagering_multiplier,
       coalesce((r.terms->>'expiry_days')::integer, rule.expiry_days) as expiry_days,
       coalesce((select count(*) from paid) >= (r.terms->>'cap_per_user')::integer, false) as per_user_is_reached,
       coalesce((select count(*) from paid where paid_at >= date_trunc('month', $2::timestamptz at time zone coalesce(s.business_timezone, 'UTC'))
         at time zone coalesce(s.business_timezone, 'UTC')) >= (r.terms->>'cap_per_month')::integer, false) as per_month_is_reached,
       b.currency, r.store_code as store
     from ${TABLE} r join users a on a.id = r.referrer_id join users b on b.id = r.referee_id
     join referral_rules rule on rule.id = r.rule_id left join stores s on s.code = r.store_code where r.id = $1::uuid`,
    [id, at],
  )
  return row!
}

/** Pays both rewards. @throws 422 where the referrer has had as many as the rule allows */
async function payRewards(tx: Queryable, id: string, found: Referral, actor: string, at: string): Promise<void> {
  if (found.per_user_is_reached) throw rejected({}, REFERRAL_REFUSAL.perUser)
  if (found.per_month_is_reached) throw rejected({}, REFERRAL_REFUSAL.perMonth)
  const note = `Referral of ${found.referee_name}`
  const earned = [
    { line: 0, user: found.referrer_id, amount: found.referrer_amount },
    { line: 1, user: found.referee_id, amount: found.referee_amount },
  ].filter(({ amount }) => Number(amount) > 0)
  if (found.wallet === 'CASH')
    await postTransfers(
      tx,
      earned.map(({ line, user, amount }) => ({
        purpose: 'REFERRAL_PAID',
        debit: 'PROMOTION_COST' as const,
        credit: 'CASH' as const,
        amount,
        user_id: user,
        source_type: 'referral',
        source_id: id,
        line,
        actor_type: 'STAFF' as const,
        actor_id: actor,
        reason: note,
        at,
      })),
    )
  else
    for (const { user, amount } of earned)
      await grantReward(
        { tx, at },
        {
          user,
          amount,
          wagering_multiplier: found.wagering_multiplier!,
          expiry_days: found.expiry_days!,
          origin: 'REFERRAL',
          purpose: 'REFERRAL_PAID',
          source: id,
          note,
          actor,
        },
      )
}

/** Pays both rewards. @throws 422 where the referrer has had as many as the rule allows */
async function pay({ tx, id, actorId, at, touched }: ApprovedCall): Promise<Columns> {
  const found = await readReferral(tx, id, at)
  await payRewards(tx, id, found, actorId, at)
  await touched('users', [found.referrer_id, found.referee_id])
  return { paid_at: { value: at, type: 'timestamptz' } }
}

/** Takes the rewards back: cash, and bonus money as far as it is left. @throws 422 where a bonus was released, or the cash changes now */
async function reverse({ tx, id, actorId, at, body, touched }: ApprovedCall): Promise<Columns> {
  const { referee_name, referrer_id, referee_id } = await readReferral(tx, id, at)
  const by = { actor: actorId, reason: `Reversal of the referral of ${referee_name}`, at }
  await reverseTransfers(tx, { type: 'referral', id }, by)
  if (!(await revokeRewards(tx, id, by))) throw rejected({}, REVERSAL_REFUSAL.released)
  await touched('users', [referrer_id, referee_id])
  return { status_reason: { value: body.reason as string, type: 'text' } }
}

const stop = ({ body }: RuleCall): Promise<Columns> =>
  Promise.resolve({ status_reason: { value: body.reason as string, type: 'text' } })

export default defineSource(referral, {
  table: referrals,
  scope: { store: 'row' },
  derived: {
    criteria_met: {
      value: `(select count(*) filter (where (c->>'is_met')::boolean) || ' of ' || count(*) from jsonb_array_elements(u.checks) c)`,
    },
  },
  approvals: { pay: { approved: pay }, reverse: { approved: reverse } },
  actions: {
    hold: stop,
    async resume({ tx, id }) {
      const [row] = await tx.query<{ has_qualified: boolean }>(
        `select qualified_at is not null as has_qualified from ${TABLE} where id = $1::uuid`,
        [id],
      )
      return {
        status: { value: row!.has_qualified ? 'QUALIFIED' : 'PENDING', type: 'text' },
        status_reason: { value: null, type: 'text' },
      }
    },
    reject: stop,
  },
})
