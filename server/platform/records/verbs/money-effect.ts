/**
 * What an action would do to money (contract, money-effect): it is performed in a transaction that is rolled back, with the rules, the
 * refusals and the postings of the action itself. Where others must approve it, those who may do so within that transaction.
 */
import { PLATFORM_CURRENCY } from '@contract/amounts'
import { APPROVAL_REFUSAL } from '@contract/entities/approval'
import { can, canRead } from '@contract/permissions'
import {
  aboveOwnLimit,
  accountChanges,
  BALANCE_FIELDS,
  hypothetical,
  movedAmount,
  recordFacts,
  rehearsedBody,
  rewardFacts,
  type MoneyEffect,
  type OpenGrant,
  type PostedEntry,
  type UserRewards,
} from '@contract/records/money/money-effect'
import { masked } from '@contract/records/mask'
import { GRANT_ORIGINS } from '@contract/records/rewards/bonus-grant'
import type { RecordDefinition } from '@contract/records/record'
import { sqlState, type Queryable } from '@server/platform/ports/db'
import { isoTime } from '@server/platform/db/iso-time'
import { retriedTransaction } from '@server/platform/db/retry'
import { forbidden, HttpFailure, unavailable } from '@server/platform/operations/failure'
import type { Principal } from '@server/platform/modules/access/principal'
import {
  decidersOf,
  insertDecision,
  readOwnLimit,
  readTerms,
  type ApprovalTerms,
} from '@server/platform/modules/approvals/store'
import { postedEntries } from '@server/platform/modules/ledger/posted'
import { beginRehearsal } from '@server/platform/modules/ledger/rehearsal'
import { APPROVAL_EFFECTS } from '@server/platform/records/approval-effects'
import { everythingOf } from '@server/platform/records/filters'
import type { MoneyIn } from '@server/platform/records/bulk'
import type { RecordSource } from '@server/platform/records/source'
import type { Within } from '@server/platform/records/writes'
import type { RecordCall, RecordRoutesDeps } from './call'

export type EffectOnMoney = (source: RecordSource, call: RecordCall, action: string) => Promise<MoneyEffect>
type Act = (source: RecordSource, call: RecordCall, action: string, outer: Within) => Promise<unknown>

/** Thrown to roll a rehearsal back. */
class Rehearsed extends Error {
  readonly effect: MoneyEffect
  constructor(effect: MoneyEffect) {
    super('a rehearsal')
    this.effect = effect
  }
}
/** A rehearsal does not wait longer for a lock that a long write holds. */
const LOCK_WAIT = '2s'
const BUSY = 'Other changes of this account are under way. Try again in a few seconds.'

/** @returns ids of the users that a record is about */
function usersOf(record: RecordDefinition, row: Readonly<Record<string, unknown>>): string[] {
  if ((record.partOf?.record ?? record.name) === 'users') return [row.id as string]
  return Object.entries(record.fields).flatMap(([name, { type }]) => {
    const user = type.kind === 'reference' && type.to === 'users' ? (row[name] as { id: string } | null) : null
    return user ? [user.id] : []
  })
}

interface UserNow extends UserRewards {
  store: string | null
}
async function readUsers(on: Queryable, ids: readonly string[]): Promise<UserNow[]> {
  const rows = await on.query<
    Omit<UserNow, 'grants'> & {
      grants: (Omit<OpenGrant, 'name'> & { bonus: string | null; origin: keyof typeof GRANT_ORIGINS })[]
    }
  >(
    `select p.id::text as id, p.first_name || ' ' || p.last_name as name, p.currency, p.store, coalesce(s.spins, 0) as spins,
       coalesce((select json_agg(json_build_object('id', g.id, 'bonus', b.name, 'origin', g.origin, 'wagered', g.wagered::text,
           'wagering_required', g.wagering_required::text, 'expires_at', ${isoTime('g.expires_at')}) order by g.granted_at, g.id)
         from user_bonuses g left join bonuses b on b.id = g.bonus_id
         where g.user_id = p.id and (g.status = 'GRANTED' or (g.status = 'ACTIVE' and g.expires_at > statement_timestamp()))), '[]') as grants
     from users p left join user_spins s on s.user_id = p.id where p.id = any ($1::uuid[]) order by array_position($1::uuid[], p.id)`,
    [[...ids]],
  )
  return rows.map(({ grants, ...user }) => ({
    ...user,
    grants: grants.map(({ bonus, origin, ...grant }) => ({ ...grant, name: bonus ?? GRANT_ORIGINS[origin] })),
  }))
}

const readEntries = (on: Queryable, ids: readonly string[]): Promise<PostedEntry[]> =>
  on.query<PostedEntry>(
    `select t.user_id::text as user, t.wallet as account, t.currency, t.balance_before::text as before, t.balance_after::text as after
     from wallet_transaction t where t.id = any ($1::uuid[]) order by t.transfer_no, t.direction desc`,
    [[...ids]],
  )

/** A refusal as one sentence. */
const sentenceOf = ({ details, message }: HttpFailure) =>
  Object.values(details.errors ?? {})
    .flat()
    .join('. ') || message

/** Approves what a rehearsal requested, as those who may. @returns why it could not take effect; null: it has */
async function approveIn(
  tx: Queryable,
  id: string,
  {
    required,
    subject_type,
    subject_id,
    asked,
  }: Pick<ApprovalTerms, 'required' | 'subject_type' | 'subject_id' | 'asked'>,
  deciders: readonly string[],
  at: string,
): Promise<string | null> {
  if (deciders.length < required) return null
  await tx.query('savepoint approved')
  try {
    for (const staffId of deciders.slice(0, required))
      await insertDecision(tx, id, { staffId, decision: 'APPROVED', reason: null, at })
    await APPROVAL_EFFECTS[subject_type]!.approved({
      tx,
      subjectId: subject_id,
      actorId: deciders[required - 1]!,
      at,
      asked,
    })
    return null
  } catch (error) {
    if (!(error instanceof HttpFailure) || error.status >= 500) throw error
    await tx.query('rollback to savepoint approved')
    return hypothetical(sentenceOf(error))
  }
}

/** What a transaction that is rolled back moves from here on (bulk.ts). */
export const moneyIn: MoneyIn = (tx) => {
  const rehearsal = beginRehearsal(tx)
  const earlier = postedEntries(tx).length
  return async () => {
    const terms = rehearsal.approvalId === null ? null : await readTerms(tx, rehearsal.approvalId)
    const entries = await readEntries(tx, postedEntries(tx).slice(earlier))
    const changes = accountChanges(
      entries,
      (id) => id,
      () => true,
    )
    const currency = terms?.currency ?? entries[0]?.currency ?? PLATFORM_CURRENCY
    return { amount: terms?.amount ?? movedAmount(changes), currency }
  }
}

/** @param act performs an action @returns what an action would do; it throws what the action would throw */
export function createEffectOnMoney(
  { db, clock, writes }: Pick<RecordRoutesDeps, 'db' | 'clock' | 'writes'>,
  act: Act,
): EffectOnMoney {
  async function rehearse(tx: Queryable, source: RecordSource, call: RecordCall, action: string): Promise<MoneyEffect> {
    const { principal, params } = call
    const at = new Date(clock.now()).toISOString()
    const rehearsal = beginRehearsal(tx)
    const { json, version } = await writes.read(source, params.id, { ...principal, access: everythingOf(source) }, tx)
    const users = usersOf(source.record, JSON.parse(json) as Record<string, unknown>)
    const before = await readUsers(tx, users)
    const { preview } = source.record.actions[action]!
    const seenRow = async () =>
      JSON.parse((await writes.read(source, params.id, principal, tx)).json) as Record<string, unknown>
    const rowBefore = preview?.shows?.length ? await seenRow() : {}
    const body = rehearsedBody(source.record.actions[action]!, call.body)
    const one: RecordCall = { ...call, body, ifMatch: version, key: null }
    await act(source, one, action, { on: tx, afterCommit: () => undefined, isPart: true }).catch(
      async (error: unknown) => {
        throw await explained(error, principal, rehearsal.policy)
      },
    )
    const { approvalId } = rehearsal
    const terms = approvalId === null ? null : await readTerms(tx, approvalId)
    const isWaiting = terms?.status === 'PENDING'
    const deciders = isWaiting ? await decidersOf(tx, approvalId!, at) : []
    const problem = isWaiting ? await approveIn(tx, approvalId!, terms, deciders, at) : null

    const after = await readUsers(tx, users)
    const entries = await readEntries(tx, postedEntries(tx))
    const named = new Map(after.map((user) => [user.id, user]))
    const { access, stores } = principal
    const nameOf = ({ name }: UserNow) => (can(access, 'read', 'Users') ? name : masked(name, { kind: 'reference' }))
    const changes = accountChanges(
      entries,
      (id) => nameOf(named.get(id)!),
      (id, account) =>
        canRead(access, 'Users', BALANCE_FIELDS[account]) &&
        (stores === null || stores.includes(named.get(id)!.store ?? '')),
    )
    const shown = (all: readonly UserNow[]) => all.map((user) => ({ ...user, name: nameOf(user) }))
    // Without a user nothing moves.
    const currency = terms?.currency ?? after[0]?.currency ?? PLATFORM_CURRENCY
    return {
      amount: terms ? terms.amount : movedAmount(changes),
      currency,
      accounts: changes,
      facts: [
        ...(preview?.shows?.length
          ? recordFacts(source.record.fields, preview.shows, rowBefore, await seenRow(), currency)
          : []),
        ...rewardFacts(shown(before), shown(after), can(access, 'read', 'BonusHistory')),
      ],
      approvers: terms?.required ?? 0,
      deciders: isWaiting ? deciders.length : null,
      alone_up_to: terms?.alone_up_to ?? null,
      one_up_to: terms?.one_up_to ?? null,
      needs_step_up: terms?.needs_step_up ?? false,
      next: preview?.next ?? null,
      problem,
    }
  }

  /** The refusal of an amount above the person's own limit names the limit. */
  async function explained(error: unknown, { staffId }: Principal, policy: Parameters<typeof readOwnLimit>[2] | null) {
    if (policy === null || !(error instanceof HttpFailure) || error.message !== APPROVAL_REFUSAL.LIMIT) return error
    // The transaction cannot be read from any more.
    return new OwnLimit(staffId, policy)
  }

  return async (source, call, action) => {
    try {
      await retriedTransaction(db, async (tx) => {
        await tx.query(`set local lock_timeout = '${LOCK_WAIT}'`)
        throw new Rehearsed(await rehearse(tx, source, call, action))
      })
      throw new Error('a rehearsal was not rolled back')
    } catch (error) {
      if (error instanceof Rehearsed) return error.effect
      if (error instanceof OwnLimit) {
        const limit = await readOwnLimit(db, error.staffId, error.policy)
        throw forbidden(limit === null ? APPROVAL_REFUSAL.LIMIT : aboveOwnLimit(limit))
      }
      if (sqlState(error)?.code === '55P03') throw unavailable(BUSY)
      throw error
    }
  }
}

/** The person may not decide this amount alone. */
class OwnLimit extends Error {
  readonly staffId: string
  readonly policy: Parameters<typeof readOwnLimit>[2]
  constructor(staffId: string, policy: Parameters<typeof readOwnLimit>[2]) {
    super('above the own limit')
    this.staffId = staffId
    this.policy = policy
  }
}
