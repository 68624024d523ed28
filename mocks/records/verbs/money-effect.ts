/** What an action would do to money (server/platform/records/verbs/money-effect.ts): it is performed on a copy of the data. */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { can, canRead } from '@contract/permissions'
import { masked } from '@contract/records/mask'
import {
  aboveOwnLimit,
  accountChanges,
  BALANCE_FIELDS,
  hypothetical,
  movedAmount,
  rehearsedBody,
  rewardFacts,
  type MoneyEffect,
  type UserAccount,
  type UserRewards,
} from '@contract/records/money/money-effect'
import type { RecordDefinition } from '@contract/records/record'
import { GRANT_ORIGINS } from '@contract/records/rewards/bonus-grant'
import { approveInRehearsal, nameOfUser, ownLimitOf, tiersOf } from '../../approvals'
import { callerOf } from '../../call'
import { db, rehearse } from '../../db'
import { forbidden, Refusal } from '../../refusal'
import type { StoredRecord } from '../behaviour'
import { APPROVAL_EFFECTS } from '../approval-effects'
import type { RecordCall } from './call'
import { act } from './change'

function usersOf(record: RecordDefinition, row: StoredRecord): string[] {
  if ((record.partOf?.record ?? record.name) === 'users') return [row.id]
  return Object.entries(record.fields).flatMap(([name, { type }]) =>
    type.kind === 'reference' && type.to === 'users' && row[name] ? [row[name] as string] : [],
  )
}
const isOpen = ({ outcome, expires_at }: StoredRecord, now: number) =>
  outcome === 'GRANTED' || (outcome === 'ACTIVE' && Date.parse(expires_at as string) > now)

const rewardsOf = (ids: readonly string[], now: number): UserRewards[] =>
  ids.map((id) => {
    const user = db.users.find((each) => each.id === id)! as unknown as StoredRecord
    return {
      id,
      name: nameOfUser(user),
      currency: user.currency as string,
      spins: 0,
      grants: db.records.bonusGrant
        .filter((grant) => grant.user === id && isOpen(grant, now))
        .toSorted((a, b) => String(a.granted_at as string).localeCompare(String(b.granted_at as string)))
        .map((grant) => ({
          id: grant.id,
          name: String(
            (db.records.bonus.find((bonus) => bonus.id === grant.bonus)?.name as string | undefined) ??
              GRANT_ORIGINS[grant.origin as keyof typeof GRANT_ORIGINS],
          ),
          wagered: grant.wagered as string,
          wagering_required: grant.wagering_required as string,
          expires_at: grant.expires_at as string,
        })),
    }
  })

const entriesSince = (posted: number) =>
  db.records.walletTransaction.slice(posted).map((entry) => ({
    user: entry.user as string,
    account: entry.wallet as UserAccount,
    currency: db.users.find(({ id }) => id === entry.user)!.currency,
    before: entry.balance_before as string,
    after: entry.balance_after as string,
  }))

/** What a rehearsal moves from here on. @returns what it has moved since */
export function moneyIn(): () => { amount: string | null; currency: string } {
  const [posted, requested] = [db.records.walletTransaction.length, db.approvals.length]
  return () => {
    const approval = db.approvals.length > requested ? db.approvals.at(-1)! : null
    const entries = entriesSince(posted)
    const changes = accountChanges(
      entries,
      (id) => id,
      () => true,
    )
    return {
      amount: approval?.amount ?? movedAmount(changes),
      currency: approval?.currency ?? entries[0]?.currency ?? PLATFORM_CURRENCY,
    }
  }
}

/** @throws what the action would throw */
export function effectOnMoney(
  record: RecordDefinition,
  call: RecordCall,
  row: StoredRecord,
  action: string,
): MoneyEffect {
  const caller = callerOf(call)
  return rehearse(() => {
    const users = usersOf(record, row)
    const before = rewardsOf(users, call.now)
    const [posted, requested] = [db.records.walletTransaction.length, db.approvals.length]
    const body = rehearsedBody(record.actions[action]!, call.body)
    try {
      act(record, { ...call, body, ifMatch: row.version }, action)
    } catch (error) {
      const limit = ownLimitOf(caller.staff, error)
      throw limit === null ? error : forbidden(aboveOwnLimit(limit))
    }
    const approval = db.approvals.length > requested ? db.approvals.at(-1)! : null
    const isWaiting = approval?.status === 'PENDING'
    let problem: string | null = null
    let deciders: number | null = null
    if (isWaiting)
      try {
        deciders = approveInRehearsal(approval, call.now, APPROVAL_EFFECTS)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        deciders = approval.required
        const fields = Object.values(error.more.errors ?? {}).flat()
        problem = hypothetical(fields.join('. ') || error.message)
      }
    const sees = can(caller.access, 'read', 'Users')
    const shown = (all: readonly UserRewards[]) =>
      all.map((user) => ({ ...user, name: sees ? user.name : masked(user.name, { kind: 'reference' }) }))
    const after = shown(rewardsOf(users, call.now))
    const changes = accountChanges(
      entriesSince(posted),
      (id) => after.find((user) => user.id === id)!.name,
      (_id, account) => canRead(caller.access, 'Users', BALANCE_FIELDS[account]),
    )
    return {
      amount: approval ? approval.amount : movedAmount(changes),
      currency: approval?.currency ?? after[0]!.currency,
      accounts: changes,
      facts: rewardFacts(shown(before), after, can(caller.access, 'read', 'BonusHistory')),
      approvers: approval?.required ?? 0,
      deciders,
      ...tiersOf(approval?.policy ?? null),
      needs_step_up: approval?.needs_step_up ?? false,
      problem,
    }
  })
}
