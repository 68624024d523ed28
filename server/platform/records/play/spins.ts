/**
 * Spins of wheels (catalogue, Play; ledger, spin paid for, spin won): the platform draws, within the caps and the budget of the day, and
 * credits in the transaction of the call. Both kinds of wheel use it.
 */
import { amountOf, hundredthsOf } from '@contract/amounts'
import { REVERSAL_REFUSAL } from '@contract/entities/approval'
import type { WHEEL_KINDS, SPIN_REWARDS } from '@contract/records/play/fortune-wheel'
import { costOfSegment, segmentWith, SPIN_REFUSAL, totalWeight, type Segment } from '@contract/records/play/wheel'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { rejected } from '@server/platform/operations/failure'
import { postTransfers, type Movement } from '@server/platform/modules/ledger/post'
import { businessDay } from '@server/platform/records/business-day'
import { reverseTransfers } from '@server/platform/modules/ledger/reverse'
import type { ApprovalSource } from '@server/platform/records/approvals'
import { campaignStatusSql } from '@server/platform/records/campaigns'
import { grantReward, revokeRewards } from '@server/platform/records/rewards/grant'
import type { AppRuleCall } from '@server/platform/records/source'
import type { Columns } from '@server/platform/records/writes'
import { randomInteger } from '@server/platform/lib/random'

/** A record of spins: its table, and what its transfers call it. */
export interface SpinRecord {
  table: string
  /** `source_type` of the transfers. */
  type: string
  kind: keyof typeof WHEEL_KINDS
}

interface Wheel {
  is_live: boolean
  is_for_user: boolean
  name: string
  version_no: number
  segments: Segment[]
  spin_cost: string
  spins_per_day: number
  budget_per_day: string
  wagering_multiplier: string | null
  expiry_days: number | null
  day: string
  /** Of the day so far; null before the first spin. */
  cost: string | null
  hits: Day['hits'] | null
  own_spins: number
}
interface Day {
  cost: string
  hits: Readonly<Record<string, number>>
}

/** What was drawn, and what the spin stores of it. */
export interface Drawn {
  /** The business day, `YYYY-MM-DD`. */
  day: string
  columns: Columns
  /** Credits it, after the row was added. @param id of the row */
  credit: (id: string) => Promise<void>
}

/** Why a day has no room for another spin; null where it has. @param room what is left of the budget, in hundredths */
function fullness(segments: readonly Segment[], { hits }: Day, room: bigint): string | null {
  if (segments.some(({ daily_cap }, index) => daily_cap && (hits[index] ?? 0) >= Number(daily_cap)))
    return SPIN_REFUSAL.cap
  return room < 0n ? SPIN_REFUSAL.budget : null
}

/**
 * Counts a spin if the wheel is still live, and the caps and the budget of the day have room for whatever it could win. A spin has the
 * terms of the wheel that it has read; an edit meanwhile is for the next ones.
 *
 * The caps are compared in an aggregate, not in `not exists`: PostgreSQL makes an anti-join of that, and does not join again when the
 * row that it waited for has changed, so that spins of the same moment would exceed a cap.
 */
const COUNT = `update wheel_days d set spins = spins + 1, cost = cost + $3::text::numeric,
    hits = jsonb_set(hits, array[$4::text], to_jsonb(coalesce((hits->>$4::text)::int, 0) + 1))
  where exists (select from fortune_wheels w where w.id = $1::uuid and ${campaignStatusSql('w')} = 'ACTIVE')
    and wheel_id = $1::uuid and day = $2::date and cost + $5::text::numeric <= $6::text::numeric
    and (select coalesce(bool_and(coalesce((d.hits->>cap.key)::int, 0) < cap.value::int), true) from json_each_text($7::json) cap)
  returning 1 as counted`

/**
 * Draws a segment. The user's row is locked until the end of the transaction. Whether the wheel is live and the day has room is read first,
 * and decided by the last statement of the transaction, so that the spins of a wheel wait for each other for a moment only.
 * @throws 422 at `wheel` or `user`: nothing was paid
 */
export async function drawSpin({ table, type, kind }: SpinRecord, call: AppRuleCall): Promise<Drawn> {
  const { tx, body, at, atLast } = call
  const { user, wheel: id } = body as { user: string; wheel: string }
  await tx.query('select 1 from users where id = $1::uuid for no key update', [user])
  const [wheel] = await tx.query<Wheel>(
    `select ${campaignStatusSql('w')} = 'ACTIVE' and w.kind = $3::text as is_live,
       not p.is_deleted and p.account_status = 'ACTIVE' and (cardinality(w.level_ids) = 0 or p.user_level_id = any(w.level_ids)) as is_for_user,
       w.name, w.version_no, w.segments, w.spin_cost::text as spin_cost, w.spins_per_day, w.budget_per_day::text as budget_per_day,
       w.wagering_multiplier::text as wagering_multiplier, w.expiry_days, today.day::text as day, d.cost::text as cost, d.hits,
       (select count(*)::int from ${table} s where s.user_id = p.id and s.wheel_id = w.id and s.business_day = today.day and not s.is_free) as own_spins
     from fortune_wheels w cross join users p
     cross join lateral (select ${businessDay('w.store_code', '$4::timestamptz')} as day) today
     left join wheel_days d on d.wheel_id = w.id and d.day = today.day
     where w.id = $1::uuid and p.id = $2::uuid`,
    [id, user, kind, at],
  )
  const { segments, day } = wheel!
  const refuse = (field: 'user' | 'wheel', why: string) => rejected({ [field]: [why] })
  if (!wheel!.is_live) throw refuse('wheel', SPIN_REFUSAL.notLive)
  if (!wheel!.is_for_user) throw refuse('user', SPIN_REFUSAL.level)

  const readDay = async (): Promise<Day> => {
    const [row] = await tx.query<Day>(
      'select cost::text as cost, hits from wheel_days where wheel_id = $1::uuid and day = $2::date',
      [id, day],
    )
    return row!
  }
  const isFree = await usesFreeSpin(tx, user, wheel!)
  const price = isFree ? 0n : hundredthsOf(wheel!.spin_cost)
  const most = segments.map(costOfSegment).reduce((high, cost) => (cost > high ? cost : high), 0n)
  const roomIn = ({ cost }: Day) => hundredthsOf(wheel!.budget_per_day) - hundredthsOf(cost) - most + price
  let { cost, hits } = wheel!
  if (cost === null || hits === null) {
    await tx.query('insert into wheel_days (wheel_id, day) values ($1::uuid, $2::date) on conflict do nothing', [
      id,
      day,
    ])
    ;({ cost, hits } = await readDay())
  }
  const full = fullness(segments, { cost, hits }, roomIn({ cost, hits }))
  if (full) throw refuse('wheel', full)

  const index = segmentWith(segments, randomInteger(totalWeight(segments)))
  const segment = segments[index]!
  const won = costOfSegment(segment)
  const caps = Object.fromEntries(segments.flatMap(({ daily_cap }, nth) => (daily_cap ? [[nth, daily_cap]] : [])))
  atLast(async () => {
    const [counted] = await tx.query(COUNT, [
      id,
      day,
      amountOf(won - price),
      String(index),
      amountOf(most - price),
      wheel!.budget_per_day,
      JSON.stringify(caps),
    ])
    if (counted) return
    const now = await readDay()
    throw refuse('wheel', fullness(segments, now, roomIn(now)) ?? SPIN_REFUSAL.notLive)
  })
  return {
    day,
    columns: {
      business_day: { value: day, type: 'date', follows: true },
      user_id: { value: user, type: 'uuid', field: 'user' },
      wheel_id: { value: id, type: 'uuid', field: 'wheel' },
      wheel_version: { value: wheel!.version_no, type: 'integer' },
      segment: { value: segment.label!, type: 'text' },
      reward_type: { value: segment.reward_type!, type: 'text' },
      reward_value: { value: segment.value!, type: 'numeric' },
      cost: { value: amountOf(price), type: 'numeric' },
      is_free: { value: isFree, type: 'boolean' },
    },
    credit: (source) => credit(call, { type, source, user, wheel: wheel!, segment, price, won }),
  }
}

/** Whether the spin is one of those that the user was given, because those of the day are used up. @throws 422 without one */
async function usesFreeSpin(tx: Queryable, user: string, { own_spins, spins_per_day }: Wheel): Promise<boolean> {
  if (own_spins < spins_per_day) return false
  const [left] = await tx.query<object>(
    'update user_spins set spins = spins - 1 where user_id = $1::uuid and spins > 0 returning 1 as used',
    [user],
  )
  if (!left) throw rejected({ user: [SPIN_REFUSAL.noneLeft] })
  return true
}

interface Credited {
  type: string
  source: string
  user: string
  wheel: Wheel
  segment: Segment
  price: bigint
  won: bigint
}
async function credit(
  { tx, at }: AppRuleCall,
  { type, source, user, wheel, segment, price, won }: Credited,
): Promise<void> {
  const reason = `Spin of ${wheel.name}: ${segment.label!}`
  const common = {
    user_id: user,
    source_type: type,
    source_id: source,
    actor_type: 'USER' as const,
    actor_id: user,
    reason,
    at,
  }
  const reward = segment.reward_type as keyof typeof SPIN_REWARDS
  const lines: Movement[] = [
    ...(price > 0n
      ? [
          {
            purpose: 'SPIN_PAID',
            debit: 'CASH' as const,
            credit: 'PROMOTION_COST' as const,
            amount: amountOf(price),
            ...common,
          },
        ]
      : []),
    ...(won > 0n && reward !== 'BONUS'
      ? [
          {
            purpose: 'SPIN_WON',
            debit: 'PROMOTION_COST' as const,
            credit: 'CASH' as const,
            amount: amountOf(won),
            ...common,
          },
        ]
      : []),
  ]
  if (lines.length > 0)
    await postTransfers(tx, lines).catch((error: unknown) => {
      throw sqlState(error)?.constraint === 'transfer_funds' ? rejected({ user: [SPIN_REFUSAL.cash] }) : error
    })
  if (reward === 'BONUS' && won > 0n)
    await grantReward(
      { tx, at },
      {
        user,
        amount: amountOf(won),
        wagering_multiplier: wheel.wagering_multiplier!,
        expiry_days: wheel.expiry_days!,
        origin: 'WHEEL',
        purpose: 'SPIN_WON',
        source,
        note: reason,
        actor: null,
      },
    )
  if (reward === 'SPIN')
    await tx.query(
      `insert into user_spins (user_id, spins) values ($1::uuid, $2::text::numeric::integer)
       on conflict (user_id) do update set spins = user_spins.spins + excluded.spins`,
      [user, segment.value!],
    )
}

interface Spun {
  user_id: string
  reward_type: string
  reward_value: string
  /** Money, a decimal with two places. */
  won: string
}
/** Reads a spin, and locks it until the end of the transaction. */
async function readSpin(tx: Queryable, table: string, id: string): Promise<Spun> {
  const [row] = await tx.query<Spun>(
    `select user_id::text as user_id, reward_type, reward_value::text as reward_value,
       case when reward_type in ('CASH', 'CREDIT', 'BONUS') then reward_value else 0 end::numeric(20, 2)::text as won
     from ${table} where id = $1::uuid for update`,
    [id],
  )
  return row!
}

/** The action of spins that voids them: the price is paid back, and what was won is taken back. */
export const voidOf = ({ table, type }: SpinRecord): ApprovalSource => ({
  async request({ tx, id }) {
    return { facts: { won: { label: 'Won', amount: (await readSpin(tx, table, id)).won } } }
  },
  async approved({ tx, id, actorId, at, body, touched }) {
    const { user_id, reward_type, reward_value } = await readSpin(tx, table, id)
    const reason = body.reason as string
    const by = { actor: actorId, reason: `Void: ${reason}`, at }
    await reverseTransfers(tx, { type, id }, by)
    if (!(await revokeRewards(tx, id, by))) throw rejected({}, REVERSAL_REFUSAL.released)
    if (reward_type === 'SPIN')
      await tx.query(
        'update user_spins set spins = greatest(0, spins - $2::text::numeric::integer) where user_id = $1::uuid',
        [user_id, reward_value],
      )
    await touched('users', [user_id])
    return { void_reason: { value: reason, type: 'text' } }
  },
})

const NET = `(case when u.reward_type in ('CASH', 'CREDIT', 'BONUS') then u.reward_value else 0 end - u.cost)`
/** SQL of the derived fields. */
export const spinDerived = { net: { value: `${NET}::numeric(20, 2)::text`, key: NET } } as const
