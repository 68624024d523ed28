/** Claims of offers (catalogue, /offer-claim-history): what was promised, who decides, and how it is credited (ledger, offer credited). */
import { moneyText } from '@contract/amounts'
import { CLAIM_DAYS, CLAIM_REFUSAL, offerClaim } from '@contract/records/rewards/offer-claim'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { isoTime } from '@server/platform/db/iso-time'
import { staff, users } from '@server/platform/db/schema'
import type { Queryable } from '@server/platform/ports/db'
import { notFound, rejected } from '@server/platform/operations/failure'
import type { ApprovalSource } from '@server/platform/records/approvals'
import { postTransfers } from '@server/platform/modules/ledger/post'
import { campaignStatusSql } from '@server/platform/records/campaigns'
import { recordTable } from '@server/platform/records/record-table'
import { defineSource, type AppRuleCall, type RuleCall } from '@server/platform/records/source'
import { bonuses, isInAudience } from './bonus'
import { grantByRule } from './grant'
import { offers } from './offer'

const TABLE = 'offer_claims'
/** A trigger (migration `offer_claims`) keeps what was promised, and lets a claim be credited once. */
export const offerClaims = recordTable(offerClaim, TABLE, {
  user: () => users.id,
  offer: () => offers.id,
  bonus: () => bonuses.id,
  decided_by: () => staff.id,
})

/** Free spins that a user has not used. */
export const userSpins = pgTable(
  'user_spins',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id),
    spins: integer().notNull(),
  },
  () => [check('user_spins_spins', sql`spins >= 0`)],
)

/** Claims that count towards the limits of an offer. @param alias of the claim */
const counts = (alias: string) => `${alias}.status <> 'REJECTED'`

/** A pending claim is expired from a while after its offer's end on. @param alias of the row */
const isExpired = (alias: string) =>
  `(select least(o.ends_at, o.ended_at) + interval '${CLAIM_DAYS} days' <= statement_timestamp() from offers o where o.id = ${alias}.offer_id)`

/** The offer, the user, and what limits the claim. Amounts are decimal texts with two places. */
interface Promised {
  is_live: boolean
  is_for_user: boolean
  min_deposit: string | null
  is_below_deposit: boolean
  per_user_is_reached: boolean
  total_is_reached: boolean
  reward_type: 'CREDIT' | 'BONUS' | 'FREE_SPIN'
  value: string
  /** Null for spins, and where there is no deposit to give a percentage of. */
  amount: string | null
  bonus: string | null
  spins: number | null
  needs_approval: boolean
}

/**
 * Reads what an offer gives a user now, with locks until the end of the transaction: the user's row, so that two claims of one user follow
 * each other, then the offer's, which nobody may pause meanwhile. Only an offer with a limit in total makes all of its claims wait.
 */
async function promiseOf({ tx, app, body }: AppRuleCall): Promise<Promised | undefined> {
  const { user, offer } = body as { user: string; offer: string }
  await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
  await tx.query('select 1 from offers where id = $1::uuid and total_limit is null for share', [offer])
  await tx.query('select 1 from offers where id = $1::uuid and total_limit is not null for no key update', [offer])
  const [row] = await tx.query<Promised>(
    `select ${campaignStatusSql('o')} = 'ACTIVE' as is_live, ${isInAudience('o', 'p')} as is_for_user,
       o.min_deposit::text as min_deposit, coalesce(p.total_deposit < o.min_deposit, false) as is_below_deposit,
       (select count(*) from ${TABLE} c where c.offer_id = o.id and c.user_id = p.id and ${counts('c')}) >= o.per_user_limit as per_user_is_reached,
       o.total_limit is not null and (select count(*) from ${TABLE} c where c.offer_id = o.id and ${counts('c')}) >= o.total_limit as total_is_reached,
       o.reward_type, o.spins, b.id::text as bonus, coalesce(o.needs_approval, false) as needs_approval,
       case o.reward_type when 'CREDIT' then o.amount::text when 'BONUS' then b.name
         else o.spins || case when o.spins = 1 then ' spin' else ' spins' end end as value,
       case when o.reward_type = 'CREDIT' then o.amount when b.reward = 'FIXED' then b.amount
         when last.amount is not null then least(round(last.amount * b.percent / 100, 2), b.max_amount) end::numeric(20, 2)::text as amount
     from offers o cross join users p left join bonuses b on b.id = o.bonus_id and o.reward_type = 'BONUS'
     left join lateral (select t.amount from transfers t join transfer_purposes x on x.purpose = t.purpose and x.counts = 'DEPOSIT'
       where b.reward = 'PERCENT' and t.user_id = p.id and t.credit_entry is not null order by t.no desc limit 1) last on true
     where o.id = $2::uuid and p.id = $1::uuid and o.store_code = $3::text`,
    [user, offer, app.store],
  )
  return row
}

/** Why a user may not claim an offer: a message; null where they may. */
function refusalOf(row: Promised): string | null {
  if (!row.is_live) return CLAIM_REFUSAL.notLive
  if (!row.is_for_user) return CLAIM_REFUSAL.audience
  if (row.is_below_deposit) return CLAIM_REFUSAL.minDeposit(row.min_deposit!)
  if (row.per_user_is_reached) return CLAIM_REFUSAL.perUser
  if (row.total_is_reached) return CLAIM_REFUSAL.total
  return row.reward_type === 'BONUS' && row.amount === null ? CLAIM_REFUSAL.noDeposit : null
}

/** Claims an offer. @throws 404 for an offer of another store; 422 at the user */
async function claim(call: AppRuleCall): Promise<string> {
  const { sent, at, add } = call
  const promised = await promiseOf(call)
  if (!promised) throw notFound()
  const refusal = refusalOf(promised)
  if (refusal) throw rejected({ user: [refusal] })
  const { reward_type, value, amount, bonus, spins, needs_approval } = promised
  return add({
    ...sent,
    claimed_at: { value: at, type: 'timestamptz' },
    reward_type: { value: reward_type, type: 'text' },
    value: { value, type: 'text' },
    amount: { value: amount, type: 'numeric' },
    bonus_id: { value: bonus, type: 'uuid', field: 'bonus' },
    spins: { value: spins, type: 'integer' },
    needs_approval: { value: needs_approval, type: 'boolean' },
  })
}

interface Claim {
  user_id: string
  user_name: string
  offer: string
  reward_type: Promised['reward_type']
  value: string
  amount: string | null
  bonus_id: string | null
  spins: number | null
  needs_approval: boolean
  /** ISO time. */
  claimed_at: string
  currency: string
  store: string | null
}
/** Reads a claim, and locks it until the end of the transaction. */
async function readClaim(tx: Queryable, id: string): Promise<Claim> {
  const [row] = await tx.query<Claim>(
    `select c.user_id::text as user_id, p.first_name || ' ' || p.last_name as user_name, o.title as offer, c.reward_type, c.value,
       c.amount::text as amount, c.bonus_id::text as bonus_id, c.spins, c.needs_approval, ${isoTime('c.claimed_at')} as claimed_at,
       p.currency, p.store
     from ${TABLE} c join users p on p.id = c.user_id join offers o on o.id = c.offer_id where c.id = $1::uuid for update of c`,
    [id],
  )
  return row!
}

/** Credits a claim: cash, a grant of its bonus, or spins. @throws 422 where the bonus cannot be granted */
async function credit(
  { tx, at }: Pick<RuleCall, 'tx' | 'at'>,
  id: string,
  { user_id, offer, reward_type, amount, bonus_id, spins }: Claim,
  actor: string,
): Promise<void> {
  const reason = `Claim of ${offer}`
  if (reward_type === 'CREDIT')
    await postTransfers(tx, [
      {
        purpose: 'OFFER_CREDITED',
        debit: 'PROMOTION_COST',
        credit: 'CASH',
        amount: amount!,
        user_id,
        source_type: 'offer_claim',
        source_id: id,
        actor_type: 'STAFF',
        actor_id: actor,
        reason,
        at,
      },
    ])
  else if (reward_type === 'BONUS') {
    const granted = await grantByRule(
      { tx, at },
      {
        user: user_id,
        bonus: bonus_id!,
        amount: amount!,
        origin: 'OFFER',
        purpose: 'OFFER_CREDITED',
        source: null,
        note: reason,
        actor,
      },
    )
    if ('refused' in granted) throw rejected({}, CLAIM_REFUSAL.bonus(granted.refused))
  } else
    await tx.query(
      `insert into user_spins (user_id, spins) values ($1::uuid, $2::integer)
       on conflict (user_id) do update set spins = user_spins.spins + excluded.spins`,
      [user_id, spins!],
    )
}

/** Credited at once, or approved by this person first: another one decides then. Refused, it is rejected; where nobody decided in time, it is pending again. */
const approve: ApprovalSource = {
  async request(call) {
    const { value, amount, bonus_id, currency } = await readClaim(call.tx, call.id)
    return {
      facts: { value: { value: amount !== null && bonus_id === null ? moneyText(value, currency) : value } },
      columns: { status: { value: 'APPROVED', type: 'text', field: 'status' } },
    }
  },
  /** @throws 422 where the bonus cannot be granted */
  async approved(call) {
    const found = await readClaim(call.tx, call.id)
    await credit(call, call.id, found, call.actorId)
    await call.touched('users', [found.user_id])
  },
  refused: ({ actorId }) =>
    Promise.resolve({ status: { value: actorId === null ? 'PENDING' : 'REJECTED', type: 'text' } }),
}

export default defineSource(offerClaim, {
  table: offerClaims,
  scope: { store: 'row' },
  derived: {},
  computed: { status: { EXPIRED: isExpired } },
  appCalls: { claim },
  approvals: { approve },
})
