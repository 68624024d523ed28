import { REFERRAL_REFUSAL } from '@contract/records/rewards/referral'
import {
  aboutUser,
  addTo,
  awaitsApproval,
  nameOfUser,
  requestApproval,
  twoPlaces,
  type MockEffect,
} from '../../approvals'
import type { Caller } from '../../call'
import { db, tell } from '../../db'
import { rejected } from '../../refusal'
import type { Behaviour, StoredRecord } from '../behaviour'
import { addRewardGrant } from './bonus-grant'

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)
const ruleOf = (row: StoredRecord) => db.records.referralBonus.find(({ id }) => id === row.rule)!
const userOf = (id: unknown) => db.users.find((user) => user.id === id)! as unknown as StoredRecord

const PAYMENT = 'referral_payment'
const REVERSAL = 'referral_reversal'
const earnings = (row: StoredRecord) =>
  [
    { user: row.referrer, amount: cents(row.referrer_amount) },
    { user: row.referee, amount: cents(row.referee_amount) },
  ].filter(({ amount }) => amount > 0)

/** Pays both rewards (server/platform/records/rewards/referral.ts). */
function payRewards(row: StoredRecord, at: string): void {
  const rule = ruleOf(row)
  const paid = db.records.referral.filter(
    (each) => each.referrer === row.referrer && each.rule === row.rule && each.status === 'PAID',
  )
  const thisMonth = paid.filter(({ paid_at }) => String(paid_at).slice(0, 7) === at.slice(0, 7))
  if (rule.cap_per_user !== null && paid.length >= Number(rule.cap_per_user))
    throw rejected({}, REFERRAL_REFUSAL.perUser)
  if (rule.cap_per_month !== null && thisMonth.length >= Number(rule.cap_per_month))
    throw rejected({}, REFERRAL_REFUSAL.perMonth)
  for (const { user, amount } of earnings(row)) {
    addTo(user as string, rule.wallet === 'CASH' ? 'cash_balance' : 'bonus_balance', amount, 'REFERRAL', row.id)
    if (rule.wallet === 'BONUS')
      addRewardGrant(
        row,
        { user, amount: asAmount(amount), origin: 'REFERRAL', note: `Referral of ${nameOfUser(userOf(row.referee))}` },
        rule,
        at,
      )
  }
}
/** The mocks keep no debts: what a user has spent is not taken back. */
function takeBack(row: StoredRecord): void {
  const isCash = ruleOf(row).wallet === 'CASH'
  for (const { user, amount } of earnings(row)) {
    const account = isCash ? 'cash_balance' : 'bonus_balance'
    addTo(user as string, account, -Math.min(amount, cents(userOf(user)[account])), 'REVERSAL', row.id)
  }
  for (const grant of db.records.bonusGrant) if (grant.source === row.id) grant.outcome = 'REVOKED'
}

function settled(id: unknown, values: object, at: string): void {
  const row = db.records.referral.find((each) => each.id === id)!
  Object.assign(row, values, { updatedAt: at, version: row.version + 1 })
  tell({ type: 'record:changed', payload: { subject: 'ReferralBonusHistory', id: row.id, version: row.version } })
}
export const paymentEffect: MockEffect = ({ subject, status }, at) => {
  if (status !== 'APPROVED') return
  payRewards(
    db.records.referral.find(({ id }) => id === subject.id)!,
    at,
  )
  settled(subject.id, { status: 'PAID', paid_at: at }, at)
}
export const reversalEffect: MockEffect = ({ subject, status }, at) => {
  if (status !== 'APPROVED') return
  takeBack(db.records.referral.find(({ id }) => id === subject.id)!)
  settled(subject.id, { status: 'REVERSED', outcome_reason: subject.reason }, at)
}

function request(
  row: StoredRecord,
  what: { type: typeof PAYMENT | typeof REVERSAL; verb: string; reason?: unknown; effect: MockEffect },
  at: string,
  caller: Caller,
): void {
  const [referrer, referee] = [userOf(row.referrer), userOf(row.referee)]
  requestApproval(
    {
      policy: 'REFERRAL',
      permission: 'ReferralBonusHistory',
      ...aboutUser(referee),
      row: { record: 'referral', id: row.id },
      title: `${what.verb} the referral of ${nameOfUser(referee)} by ${nameOfUser(referrer)}`,
      details: [
        { label: 'Rule', value: ruleOf(row).name as string },
        ...(what.reason ? [{ label: 'Reason', value: what.reason as string }] : []),
      ],
      amount: twoPlaces(asAmount(cents(row.referrer_amount) + cents(row.referee_amount))),
      subject: { type: what.type, id: row.id, reason: what.reason },
      effect: what.effect,
    },
    at,
    caller,
  )
}

const stop = (_row: StoredRecord, { reason }: Readonly<Record<string, unknown>>) => ({ outcome_reason: reason })

export const referralBehaviour: Behaviour = {
  derive: {
    criteria_met: ({ checks }) => {
      const all = checks as { is_met: boolean }[]
      return `${all.filter(({ is_met }) => is_met).length} of ${all.length}`
    },
    awaits_approval: ({ id }) => awaitsApproval([PAYMENT, REVERSAL], id),
  },
  actions: {
    pay(row, _body, _rows, at, caller) {
      if (row.risk_level === 'HIGH')
        return request(row, { type: PAYMENT, verb: 'Pay', effect: paymentEffect }, at, caller)
      payRewards(row, at)
      return { status: 'PAID', paid_at: at }
    },
    hold: stop,
    release: ({ qualified_at }) => ({ status: qualified_at ? 'QUALIFIED' : 'PENDING', outcome_reason: null }),
    reject: stop,
    reverse: (row, { reason }, _rows, at, caller) =>
      request(row, { type: REVERSAL, verb: 'Reverse', reason, effect: reversalEffect }, at, caller),
  },
}
