/** Spins of wheels in the mocks (server/platform/records/play/spins.ts). */
import { amountOf, hundredthsOf } from '@contract/amounts'
import type { Subject } from '@contract/permissions'
import { ROUND_KNOWN } from '@contract/records/play/skill-spin'
import { costOfSegment, segmentWith, SPIN_REFUSAL, totalWeight, type Segment } from '@contract/records/play/wheel'
import { campaignStatusAt } from '@contract/records/campaigns'
import type { Reference } from '@contract/records/field'
import { aboutUser, addTo, awaitsApproval, nameOfUser, requestApproval, type MockEffect } from '../../approvals'
import { db, tell } from '../../db'
import { rejected } from '../../refusal'
import type { AppSending, Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { addRewardGrant } from '../rewards/bonus-grant'

const DAY = 24 * 3600 * 1000
const MONEY: readonly unknown[] = ['CASH', 'CREDIT', 'BONUS']
const KINDS = {
  dailySpin: { kind: 'DAILY_SPIN', time: 'spun_at', subject: 'DailySpinRecords', type: 'daily_spin_void' },
  skillSpin: { kind: 'SKILL', time: 'played_at', subject: 'SkillFortuneRecords', type: 'skill_spin_void' },
} as const
type SpinKey = keyof typeof KINDS

/** The mocks' stores do business in UTC. */
const dayOf = (time: unknown) => String(time).slice(0, 10)
export const netOf = ({ reward_type, reward_value, cost }: StoredRecord): string =>
  amountOf((MONEY.includes(reward_type) ? hundredthsOf(reward_value as string) : 0n) - hundredthsOf(cost as string))
/** The spins of a wheel on the day of a time. */
export const spinsOn = (wheel: StoredRecord, rows: RowsOf, at: string): StoredRecord[] =>
  (Object.keys(KINDS) as SpinKey[]).flatMap((name) =>
    rows(name).filter((row) => row.wheel === wheel.id && dayOf(row[KINDS[name].time]) === dayOf(at)),
  )

/** Free spins that a user has not used, by their id. */
const freeSpins = new Map<string, number>()

function spin(name: SpinKey, { body, at, rows, add }: AppSending, more: object): StoredRecord {
  const { kind, time } = KINDS[name]
  const wheel = rows('fortuneWheel').find(({ id }) => id === body.wheel)!
  const user = rows('users').find(({ id }) => id === body.user)!
  const [segments, levels] = [wheel.segments as Segment[], wheel.levels as readonly string[]]
  if (campaignStatusAt(wheel, Date.parse(at)) !== 'ACTIVE' || wheel.kind !== kind)
    throw rejected({ wheel: [SPIN_REFUSAL.notLive] })
  const isFor = levels.length === 0 || levels.includes((user.user_level as Reference | null)?.id ?? '')
  if (user.is_deleted === true || user.account_status !== 'ACTIVE' || !isFor)
    throw rejected({ user: [SPIN_REFUSAL.level] })
  const spun = spinsOn(wheel, rows, at)
  const hits = (label: unknown) => spun.filter(({ segment }) => segment === label).length
  if (segments.some(({ daily_cap, label }) => daily_cap && hits(label) >= Number(daily_cap)))
    throw rejected({ wheel: [SPIN_REFUSAL.cap] })
  const own = spun.filter((row) => row.user === user.id && row.is_free !== true).length
  const isFree = own >= Number(wheel.spins_per_day)
  const left = freeSpins.get(user.id) ?? 0
  if (isFree && left === 0) throw rejected({ user: [SPIN_REFUSAL.noneLeft] })
  const price = isFree ? 0n : hundredthsOf(wheel.spin_cost as string)
  const cost = spun.reduce((sum, row) => sum + hundredthsOf(netOf(row)), 0n)
  const most = segments.map(costOfSegment).reduce((high, each) => (each > high ? each : high), 0n)
  if (cost + most - price > hundredthsOf(wheel.budget_per_day as string))
    throw rejected({ wheel: [SPIN_REFUSAL.budget] })
  if (price > hundredthsOf(user.cash_balance as string)) throw rejected({ user: [SPIN_REFUSAL.cash] })

  const segment = segments[segmentWith(segments, Math.floor(Math.random() * totalWeight(segments)))]!
  const won = costOfSegment(segment)
  if (isFree) freeSpins.set(user.id, left - 1)
  const row = add({
    user: user.id,
    wheel: wheel.id,
    wheel_version: wheel.version_no,
    segment: segment.label,
    reward_type: segment.reward_type,
    reward_value: segment.value,
    cost: amountOf(price),
    is_free: isFree,
    status: 'CREDITED',
    [time]: at,
    ...more,
  })
  if (price > 0n) addTo(user.id, 'cash_balance', -Number(price), 'WHEEL', row.id)
  if (won > 0n)
    addTo(user.id, segment.reward_type === 'BONUS' ? 'bonus_balance' : 'cash_balance', Number(won), 'WHEEL', row.id)
  if (segment.reward_type === 'BONUS')
    addRewardGrant(
      row,
      {
        user: user.id,
        amount: amountOf(won),
        origin: 'WHEEL',
        note: `Spin of ${wheel.name as string}: ${segment.label!}`,
      },
      wheel,
      at,
    )
  if (segment.reward_type === 'SPIN') freeSpins.set(user.id, (freeSpins.get(user.id) ?? 0) + Number(segment.value))
  return row
}

/** The mocks keep no debts: what a user has spent is not taken back. */
const voidEffectOf =
  (name: SpinKey): MockEffect =>
  ({ subject, status }, at) => {
    if (status !== 'APPROVED') return
    const row = db.records[name].find(({ id }) => id === subject.id)!
    const user = db.users.find(({ id }) => id === row.user)!
    addTo(user.id, 'cash_balance', Number(hundredthsOf(row.cost as string)), 'REVERSAL', row.id)
    const account = row.reward_type === 'BONUS' ? 'bonus_balance' : 'cash_balance'
    const won = MONEY.includes(row.reward_type) ? Number(hundredthsOf(row.reward_value as string)) : 0
    addTo(user.id, account, -Math.min(won, Math.round(Number(user[account]) * 100)), 'REVERSAL', row.id)
    for (const grant of db.records.bonusGrant) if (grant.source === row.id) grant.outcome = 'REVOKED'
    Object.assign(row, { status: 'VOID', void_reason: subject.reason, updatedAt: at, version: row.version + 1 })
    tell({ type: 'record:changed', payload: { subject: KINDS[name].subject, id: row.id, version: row.version } })
  }
export const dailyVoidEffect = voidEffectOf('dailySpin')
export const skillVoidEffect = voidEffectOf('skillSpin')

const behaviourOf = (name: SpinKey, spins: (sending: AppSending) => StoredRecord): Behaviour => ({
  derive: { net: netOf, awaits_approval: ({ id }) => awaitsApproval([KINDS[name].type], id) },
  appCalls: { spin: spins },
  actions: {
    void(row, { reason }, rows, at, caller) {
      const user = rows('users').find(({ id }) => id === row.user)!
      const wheel = rows('fortuneWheel').find(({ id }) => id === row.wheel)!
      requestApproval(
        {
          policy: 'SPIN_VOID',
          permission: KINDS[name].subject as Subject,
          ...aboutUser(user),
          row: { record: name, id: row.id },
          title: `Void the spin of ${nameOfUser(user)} on ${wheel.name as string}`,
          details: [{ label: 'Reason', value: reason as string }],
          amount: MONEY.includes(row.reward_type) ? (row.reward_value as string) : '0.00',
          subject: { type: KINDS[name].type, id: row.id, reason },
          effect: voidEffectOf(name),
        },
        at,
        caller,
      )
    },
  },
})

export const dailySpinBehaviour = behaviourOf('dailySpin', (sending) => {
  const { body, rows, at, store } = sending
  const own = rows('dailySpin').filter((row) => row.user === body.user && row.wheel === body.wheel)
  const streakOn = (day: string) =>
    Math.max(0, ...own.filter((row) => dayOf(row.spun_at) === day).map((row) => Number(row.streak_day)))
  const yesterday = dayOf(new Date(Date.parse(at) - DAY).toISOString())
  const isAgain = rows('dailySpin').some(
    (row) => row.device === body.device && row.store_code === store && dayOf(row.spun_at) === dayOf(at),
  )
  return spin('dailySpin', sending, {
    streak_day: streakOn(dayOf(at)) || streakOn(yesterday) + 1,
    device: body.device,
    device_use: isAgain ? 'AGAIN' : 'FIRST',
    ip: body.ip || null,
  })
})
export const skillSpinBehaviour = behaviourOf('skillSpin', (sending) => {
  const { body, rows, store } = sending
  const { user, wheel, round_id, score, seed, result_hash, duration_ms, moves } = body
  const known = rows('skillSpin').find((row) => row.store_code === store && row.round_id === round_id)
  if (known && known.user === user && known.wheel === wheel && known.score === score) return known
  if (known) throw rejected({ round_id: [ROUND_KNOWN] })
  return spin('skillSpin', sending, {
    round_id,
    score,
    seed: seed || null,
    result_hash: result_hash || null,
    duration_ms: duration_ms ?? null,
    moves: moves ?? null,
  })
})
