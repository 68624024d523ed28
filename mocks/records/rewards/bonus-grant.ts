import { amountOf, hundredthsOf, moneyText } from '@contract/amounts'
import { campaignStatusAt } from '@contract/records/campaigns'
import { RECORDS } from '@contract/records/records'
import { GRANT_REFUSAL, type GRANT_ORIGINS } from '@contract/records/rewards/bonus-grant'
import { countedOf } from '@contract/records/rewards/wagering'
import { aboutUser, addTo, nameOfUser, requestApproval, twoPlaces, type MockEffect } from '../../approvals'
import type { Caller } from '../../call'
import { db, tell } from '../../db'
import { mockId } from '../../ids'
import { rejected } from '../../refusal'
import { contentOfVersion } from '../../versions'
import type { Behaviour, RowsOf, StoredRecord } from '../behaviour'
import { isInAudience } from '../rules'

const cents = (amount: unknown) => Math.round(Number(amount) * 100)
const asAmount = (all: number) => (all / 100).toFixed(2)
const DAY = 24 * 3600 * 1000

const isOver = ({ expires_at }: StoredRecord, now: number) => Date.parse(expires_at as string) <= now
const counts = ({ outcome }: StoredRecord) => ['GRANTED', 'ACTIVE', 'COMPLETED'].includes(outcome as string)

const namesOf = (grant: StoredRecord, rows: RowsOf) => ({
  bonus: String((rows('bonus').find(({ id }) => id === grant.bonus)?.name as string | undefined) ?? 'bonus money'),
  user: rows('users').find(({ id }) => id === grant.user)!,
})

/** What is left of a grant's money, in cents: of the user's bonus money what the other active grants do not need. */
function leftOf(grant: StoredRecord, rows: RowsOf): number {
  const others = rows('bonusGrant').filter(
    ({ id, user, outcome }) => id !== grant.id && user === grant.user && outcome === 'ACTIVE',
  )
  const needed = others.reduce((sum, { amount }) => sum + cents(amount), 0)
  const balance = cents(rows('users').find(({ id }) => id === grant.user)!.bonus_balance)
  return Math.max(0, Math.min(cents(grant.amount), balance - needed))
}
function takeBack(grant: StoredRecord, rows: RowsOf): void {
  const left = leftOf(grant, rows)
  if (left > 0) addTo(grant.user as string, 'bonus_balance', -left, 'BONUS', grant.id)
}

/** See the source: server/platform/records/rewards/bonus-grant.ts. */
export const bonusGrantBehaviour: Behaviour = {
  derive: {
    status: (row) => (row.outcome === 'ACTIVE' && isOver(row, Date.now()) ? 'EXPIRED' : row.outcome),
    progress: ({ wagering_required, wagered }) =>
      String(
        cents(wagering_required) === 0
          ? 100
          : Math.min(100, Math.trunc((cents(wagered) * 100) / cents(wagering_required))),
      ),
  },
  actions: {
    forfeit: (grant, _body, rows) => takeBack(grant, rows),
    revoke: (grant, _body, rows) => takeBack(grant, rows),
    extend(grant, body, rows, at, caller) {
      const until = body.until as string
      if (Date.parse(until) <= Date.parse(grant.expires_at as string))
        throw rejected({ until: [GRANT_REFUSAL.notLater] })
      const { bonus, user } = namesOf(grant, rows)
      const currency = String(user.currency as string)
      const alone = requestApproval(
        {
          policy: 'BONUS',
          permission: 'Bonus',
          ...aboutUser(user),
          title: `Extend ${moneyText(String(grant.amount as string), currency)} of ${bonus}: ${nameOfUser(user)}`,
          details: [
            { label: 'Bonus', value: bonus },
            { label: 'Present end', value: String(grant.expires_at as string) },
            { label: 'New end', value: until },
            { label: 'Note', value: String(body.note as string) },
          ],
          amount: grant.amount as string,
          row: { record: 'bonusGrant', id: grant.id },
          subject: { type: 'bonus_extension', grant: grant.id, until },
          // Alone, the action itself writes the new end.
          effect: () => undefined,
        },
        at,
        caller,
      )
      if (alone) return { expires_at: until }
    },
  },
}

/** Approved, the grant ends later. */
export const extensionEffect: MockEffect = ({ subject, status }, at) => {
  if (status !== 'APPROVED') return
  const grant = db.records.bonusGrant.find(({ id }) => id === subject.grant)!
  if (grant.outcome !== 'ACTIVE' || isOver(grant, Date.parse(at))) throw rejected({}, GRANT_REFUSAL.over)
  Object.assign(grant, { expires_at: subject.until, updatedAt: at, version: grant.version + 1 })
  tell({ type: 'record:changed', payload: { subject: 'BonusHistory', id: grant.id, version: grant.version } })
}

/** Why the terms do not allow the grant: at a field; null where they do. */
function refusalOf(
  bonus: StoredRecord | undefined,
  user: StoredRecord,
  asked: unknown,
  grants: readonly StoredRecord[],
  now: number,
): Record<string, string[]> | null {
  const at = (field: string, message: string) => ({ [field]: [message] })
  if (!bonus) return at('bonus', GRANT_REFUSAL.notLive)
  if (((user.third_party_store_code as string | null) ?? user.store_code) !== bonus.store_code)
    return at('bonus', GRANT_REFUSAL.otherStore)
  if (campaignStatusAt(bonus, now) !== 'ACTIVE') return at('bonus', GRANT_REFUSAL.notLive)
  if (!isInAudience(bonus, user)) return at('bonus', GRANT_REFUSAL.audience)
  const isRunning = (grant: StoredRecord) =>
    grant.outcome === 'GRANTED' || (grant.outcome === 'ACTIVE' && !isOver(grant, now))
  if (bonus.stackable !== true && grants.some((grant) => grant.user === user.id && isRunning(grant)))
    return at('bonus', GRANT_REFUSAL.beside)
  const isFixed = bonus.reward === 'FIXED'
  if (!isFixed && !asked) return at('amount', GRANT_REFUSAL.amountRequired)
  if (isFixed && asked && cents(asked) !== cents(bonus.amount))
    return at('amount', GRANT_REFUSAL.amountFixed(bonus.amount as string))
  if (!isFixed && cents(asked) > cents(bonus.max_amount))
    return at('amount', GRANT_REFUSAL.amountOf(bonus.max_amount as string))
  const counted = grants.filter((grant) => grant.bonus === bonus.id && counts(grant))
  const [perUser, total] = [bonus.per_user_limit as number | null, bonus.total_limit as number | null]
  if (perUser !== null && counted.filter((grant) => grant.user === user.id).length >= perUser)
    return at('bonus', GRANT_REFUSAL.perUser)
  if (total !== null && counted.length >= total) return at('bonus', GRANT_REFUSAL.total)
  const spent = counted.reduce((sum, { amount }) => sum + cents(amount), 0)
  const left = bonus.budget === null ? Infinity : cents(bonus.budget) - spent
  return cents(isFixed ? bonus.amount : asked) > left
    ? at('bonus', GRANT_REFUSAL.budget(asAmount(Math.max(0, left))))
    : null
}

/** Approved, a grant is active and its money is the user's; otherwise it is revoked. */
export const grantEffect: MockEffect = ({ subject, record_id, amount, status }, at) => {
  const isApproved = status === 'APPROVED'
  const grant = db.records.bonusGrant.find(({ id }) => id === subject.id)!
  const time = Date.parse(grant.expires_at as string) - Date.parse(grant.granted_at as string)
  Object.assign(grant, {
    outcome: isApproved ? 'ACTIVE' : 'REVOKED',
    granted_at: at,
    expires_at: new Date(Date.parse(at) + time).toISOString(),
    updatedAt: at,
    version: grant.version + 1,
  })
  tell({ type: 'record:changed', payload: { subject: 'BonusHistory', id: grant.id, version: grant.version } })
  const bonus = db.records.bonus.find(({ id }) => id === grant.bonus)!
  tell({ type: 'record:changed', payload: { subject: 'Bonus', id: bonus.id, version: bonus.version, derived: true } })
  if (isApproved) addTo(record_id, 'bonus_balance', cents(amount), 'BONUS', grant.id)
}

/** Stores a grant. @param by null: a rule of the platform grants it */
function addGrant(
  user: StoredRecord,
  bonus: StoredRecord,
  { amount: asked, note }: Readonly<Record<string, unknown>>,
  outcome: 'GRANTED' | 'ACTIVE',
  at: string,
  by: Caller | null,
): StoredRecord {
  const amount = twoPlaces((bonus.reward === 'FIXED' ? bonus.amount : asked) as string)
  const grant: StoredRecord = {
    id: mockId('fresh', db.nextNumber++),
    version: 1,
    store_code: (user.third_party_store_code as string | null) ?? user.store_code,
    Creator: by && { id: by.staff.id, username: by.staff.username },
    createdAt: at,
    updatedAt: at,
    user: user.id,
    origin: by ? 'BONUS' : 'OFFER',
    bonus: bonus.id,
    bonus_version: bonus.version_no,
    granted_by: by ? 'STAFF' : 'SYSTEM',
    amount,
    wagering_required: asAmount(Math.round(cents(amount) * Number(bonus.wagering_multiplier))),
    wagered: '0.00',
    outcome,
    granted_at: at,
    expires_at: new Date(Date.parse(at) + Number(bonus.expiry_days) * DAY).toISOString(),
    note,
  }
  db.records.bonusGrant.push(grant)
  return grant
}

/** Bonus money of a reward with its own terms: a grant without a bonus, which is active at once. */
export function addRewardGrant(
  source: StoredRecord,
  { user, amount, origin, note }: { user: unknown; amount: string; origin: keyof typeof GRANT_ORIGINS; note: string },
  { wagering_multiplier, expiry_days }: StoredRecord,
  at: string,
): void {
  db.records.bonusGrant.push({
    id: mockId('fresh', db.nextNumber++),
    version: 1,
    store_code: source.store_code,
    Creator: null,
    createdAt: at,
    updatedAt: at,
    user,
    origin,
    source: source.id,
    bonus: null,
    bonus_version: null,
    granted_by: 'SYSTEM',
    amount,
    wagering_required: asAmount(Math.round(cents(amount) * Number(wagering_multiplier))),
    wagered: '0.00',
    outcome: 'ACTIVE',
    granted_at: at,
    expires_at: new Date(Date.parse(at) + Number(expiry_days) * DAY).toISOString(),
    note,
  })
}

/** Grants a bonus because of a rule: it is active at once. @returns why the bonus's terms do not allow it; null: it is granted */
export function grantByRule(
  { user: userId, bonus: bonusId, ...asked }: { user: unknown; bonus: unknown; amount: unknown; note: string },
  at: string,
): string | null {
  const user = db.users.find(({ id }) => id === userId) as StoredRecord | undefined
  const bonus = db.records.bonus.find(({ id }) => id === bonusId)
  const errors = refusalOf(bonus, user!, asked.amount, db.records.bonusGrant, Date.parse(at))
  if (errors) return Object.values(errors)[0]![0]!
  const grant = addGrant(user!, bonus!, asked, 'ACTIVE', at, null)
  addTo(user!.id, 'bonus_balance', cents(grant.amount), 'BONUS', grant.id)
  return null
}

/** Grants a bonus to a user (server/platform/records/rewards/grant.ts). @throws 422 at the field; 403 without the limit */
export function requestGrant(
  user: StoredRecord,
  body: Readonly<Record<string, unknown>>,
  rows: RowsOf,
  at: string,
  caller: Caller,
): void {
  const now = Date.parse(at)
  const bonus = rows('bonus').find(({ id }) => id === body.bonus)
  const errors = refusalOf(bonus, user, body.amount, rows('bonusGrant'), now)
  if (errors) throw rejected(errors)
  const { name, version_no, expiry_days } = bonus!
  const days = Number(expiry_days)
  const grant = addGrant(user, bonus!, body, 'GRANTED', at, caller)
  const { amount, wagering_required: toWager } = grant as StoredRecord & { amount: string; wagering_required: string }
  const currency = String(user.currency as string)
  try {
    requestApproval(
      {
        policy: 'BONUS',
        permission: 'Bonus',
        ...aboutUser(user),
        title: `Grant ${moneyText(amount, currency)} of ${String(name as string)}: ${nameOfUser(user)}`,
        details: [
          { label: 'Bonus', value: `${String(name as string)}, version ${String(version_no as number)}` },
          { label: 'To wager', value: moneyText(toWager, currency) },
          { label: 'Expires after', value: `${days} ${days === 1 ? 'day' : 'days'}` },
          { label: 'Note', value: String(body.note as string) },
        ],
        amount,
        row: { record: 'bonusGrant', id: grant.id },
        subject: { type: 'bonus_grant', id: grant.id },
        effect: grantEffect,
      },
      at,
      caller,
    )
  } catch (error) {
    db.records.bonusGrant.pop()
    throw error
  }
  tell({ type: 'record:changed', payload: { subject: 'BonusHistory', id: grant.id, version: grant.version } })
}

/** Counts settled rounds towards the grants of their users (server/platform/records/rewards/wagering.ts). @param reported rounds of one call */
export function countWagering(reported: readonly StoredRecord[], rows: RowsOf, at: string): void {
  const now = Date.parse(at)
  const rounds = reported
    .filter(({ status, stake, grant }) => status === 'SETTLED' && cents(stake) > 0 && !grant)
    .toSorted((a, b) => String(a.started_at as string).localeCompare(String(b.started_at as string)))
  const due = rows('bonusGrant')
    .filter((grant) => grant.outcome === 'ACTIVE' && !isOver(grant, now))
    .toSorted((a, b) => String(a.granted_at as string).localeCompare(String(b.granted_at as string)))
  /** The terms of the version that was granted; of the bonus as it is where that version is unknown. */
  const termsOf = (grant: StoredRecord): Readonly<Record<string, unknown>> | undefined => {
    const bonus = rows('bonus').find(({ id }) => id === grant.bonus)
    return bonus && (contentOfVersion(RECORDS.bonus, bonus, grant.bonus_version) ?? bonus)
  }
  const weightsOf = (grant: StoredRecord) => {
    const weights = (termsOf(grant)?.game_weights ?? []) as { game_type: string | { id: string }; weight: string }[]
    return Object.fromEntries(
      weights.map(({ game_type, weight }) => [typeof game_type === 'string' ? game_type : game_type.id, weight]),
    )
  }
  const mostOf = (grant: StoredRecord, what: 'max_bet' | 'max_win') => {
    const most = termsOf(grant)?.[what] as string | null | undefined
    return most ? hundredthsOf(most) : null
  }
  const counted = countedOf(
    due.map((grant) => ({
      id: grant.id,
      user: grant.user as string,
      left: hundredthsOf(grant.wagering_required as string) - hundredthsOf(grant.wagered as string),
      from: Date.parse(grant.granted_at as string),
      weights: weightsOf(grant),
      maxBet: mostOf(grant, 'max_bet'),
    })),
    rounds.map((round) => ({
      id: round.id,
      user: round.user as string,
      stake: round.stake as string,
      bet: amountOf(hundredthsOf(round.stake as string) + hundredthsOf(round.refund as string)),
      gameType: round.game_type as string,
      weight: (rows('gameType').find(({ id }) => id === round.game_type)!.wagering_weight as string | null) ?? '100',
      at: Date.parse(round.started_at as string),
    })),
  )
  for (const { round, grant: id, hundredths, percent } of counted) {
    Object.assign(
      rounds.find((each) => each.id === round)!,
      {
        grant: id,
        counted: amountOf(hundredths),
        counted_percent: percent,
      },
    )
    const grant = due.find((each) => each.id === id)!
    const wagered = hundredthsOf(grant.wagered as string) + hundredths
    Object.assign(grant, { wagered: amountOf(wagered) })
  }
  for (const id of new Set(counted.filter(({ hundredths }) => hundredths > 0n).map(({ grant }) => grant))) {
    const grant = due.find((each) => each.id === id)!
    Object.assign(grant, { version: grant.version + 1, updatedAt: at })
    if (cents(grant.wagered) >= cents(grant.wagering_required)) {
      const left = leftOf(grant, rows)
      const released = Math.min(left, Number(mostOf(grant, 'max_win') ?? left))
      grant.outcome = 'COMPLETED'
      if (released > 0) {
        addTo(grant.user as string, 'bonus_balance', -released, 'WAGERING_RELEASE', grant.id)
        addTo(grant.user as string, 'cash_balance', released, 'WAGERING_RELEASE', grant.id)
      }
      if (left > released) addTo(grant.user as string, 'bonus_balance', released - left, 'BONUS', grant.id)
    }
    tell({ type: 'record:changed', payload: { subject: 'BonusHistory', id, version: grant.version } })
  }
}
