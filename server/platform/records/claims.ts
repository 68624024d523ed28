/**
 * Claims of records (records, Actions): a lease in the row. The database's clock decides whether a lease is valid, in the
 * statement that needs to know; no timer ends it, so that several processes and restarts make no difference.
 */
import { rehearsalOf } from '@server/platform/modules/ledger/rehearsal'
import { CLAIM_MINUTES, claimedByOther, claimFirst, notWaiting, takenOver } from '@contract/records/claims'
import { STATUS } from '@contract/records/queue'
import type { Db, Queryable } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import { retriedTransaction } from '@server/platform/db/retry'
import { stale } from '@server/platform/operations/failure'
import type { Origin } from '@server/platform/operations/call'
import type { Clock } from '@server/platform/ports/clock'
import type { Principal } from '@server/platform/modules/access/principal'
import { writeAuditRows } from '@server/platform/modules/audit/entry'
import { announce } from './announce'
import { onlyFields } from './filters'
import { findFed, type FeedDeps } from './feeds'
import type { RecordSource, RuleCall } from './source'
import type { RecordWrites, Written } from './writes'

/** Columns of every record in a queue: fields of the row are derived from them. */
const HOLDER = 'claimed_by'
const UNTIL = 'claim_until'
/** Whether the lease is valid. A write that waited for the row reads the clock again: inside a transaction `now()` does not advance. */
const isLive = (alias: string, clock = 'clock_timestamp()') => `${alias}.${UNTIL} > ${clock}`
/** Whether a claim is valid for reads, with the same time for all rows of a list. @param alias of the row */
export const isClaimed = (alias: string): string => isLive(alias, 'statement_timestamp()')

export const CLAIM_JOINS = {
  holder: `left join staff holder on holder.id = u.${HOLDER}`,
} as const

/** Ends the claim with the write of a decision. SQL; `n` is the row. */
export const ENDS_CLAIM = [`${HOLDER} = null`, `${UNTIL} = null`] as const

interface ClaimCall {
  rule: RuleCall & { id: string }
  principal: Principal
  origin: Origin
  clock: Clock
  writes: Pick<RecordWrites, 'read'>
}
interface Held {
  /** Holder of the last claim, valid or not: id and username. */
  holder: string | null
  username: string | null
  version: number
  store: string | null
}

/** Locks the row, so that concurrent calls wait and see the outcome of this one. @throws 404 as a read does */
async function lock(source: RecordSource, { rule: { tx, id }, principal, writes }: ClaimCall): Promise<Held> {
  await writes.read(source, id, { ...principal, access: onlyFields(source, []) }, tx)
  const [held] = await tx.query<Held>(
    `select u.${HOLDER}::text as holder, holder.username, u.version, u.${source.store} as store from ${source.table} u ${CLAIM_JOINS.holder}
     where u.id = $1::uuid for update of u`,
    [id],
  )
  return held!
}

/** Username of the person who holds the claim now; null: nobody. */
async function holderOf(source: RecordSource, tx: Queryable, id: string): Promise<string | null> {
  const [row] = await tx.query<{ username: string }>(
    `select holder.username from ${source.table} u ${CLAIM_JOINS.holder} where u.id = $1::uuid and ${isLive('u')}`,
    [id],
  )
  return row?.username ?? null
}

/** @throws 409 with the current row, which names the claim's holder */
async function refuse(source: RecordSource, { rule: { tx, id }, principal, writes }: ClaimCall): Promise<never> {
  const [one] = source.record.noun
  const holder = await holderOf(source, tx, id)
  const { json } = await writes.read(source, id, principal, tx)
  throw stale(json, holder === null ? claimFirst(one) : claimedByOther(holder, one))
}

const noted = (call: ClaimCall, source: RecordSource, action: string, before: string | null, after: string | null) => {
  const { rule, principal, origin, clock } = call
  const note = rule.body.note
  return writeAuditRows(
    rule.tx,
    clock,
    {
      actorId: principal.staffId,
      subject: source.record.subject,
      origin,
      ...(typeof note === 'string' && note !== '' ? { reason: note } : {}),
    },
    [{ action, subjectId: rule.id, before: { claimed_by: before }, after: { claimed_by: after } }],
  )
}

/** Makes consoles fetch the row; its version stays, because a claim is not an edit. */
const announceClaim = (source: RecordSource, { rule }: ClaimCall, { version, store }: Held) =>
  rule.changed(
    source.record.name as Parameters<RuleCall['changed']>[0],
    [{ id: rule.id, version, store_code: store }],
    true,
  )

/**
 * Claims a record, renews the caller's own claim, or takes over another person's with a note.
 * @returns the row as the caller may see it. @throws 404; 409 where another person holds it and there is no note
 */
export async function claim(source: RecordSource, call: ClaimCall): Promise<Written> {
  const { rule, principal, writes } = call
  const { tx, id, body } = rule
  const held = await lock(source, call)
  const me = principal.staffId
  const params = createParams()
  const [recordId, own] = [params.add(id, 'uuid'), params.add(me, 'uuid')]
  const takesOver = params.add(typeof body.note === 'string' && body.note.trim() !== '', 'boolean')
  const [before] = await tx.query<{ was_live: boolean | null }>(
    `update ${source.table} n set ${HOLDER} = ${own}, ${UNTIL} = clock_timestamp() + interval '${CLAIM_MINUTES} minutes'
     from ${source.table} o where n.id = ${recordId} and o.id = n.id
       and (${takesOver} or o.${HOLDER} is null or o.${HOLDER} = ${own} or not ${isLive('o')})
     returning ${isLive('o')} as was_live`,
    params.values,
  )
  if (!before) return refuse(source, call)
  const holder = before.was_live ? held.holder : null
  // A renewal is not audited: such entries would hide the relevant ones.
  if (holder !== me)
    await noted(call, source, holder === null ? 'claim' : 'takeOver', holder && held.username, principal.username)
  if (holder !== null && holder !== me)
    await rule.notify([holder], {
      keyword: 'CLAIM_TAKEN_OVER',
      keywordId: id,
      about: { record: source.record.name, id },
      eventKey: `claim ${id} taken over ${rule.at}`,
      title: takenOver(principal.username, source.record.noun[0]),
      description: (body.note as string).trim(),
    })
  announceClaim(source, call, held)
  return writes.read(source, id, principal, tx)
}

/** The same of many records: only of those that wait for a decision. @throws 409 for any other */
export async function claimWaiting(source: RecordSource, call: ClaimCall): Promise<Written> {
  const { rule, principal, writes } = call
  const { json } = await writes.read(source, rule.id, { ...principal, access: onlyFields(source, [STATUS]) }, rule.tx)
  const { waits, claim: shown, secondApproval = [] } = source.record.queue!
  const state = (JSON.parse(json) as Record<string, unknown>)[STATUS] as string
  if (![...waits, ...secondApproval, shown.shows].includes(state))
    throw stale((await writes.read(source, rule.id, principal, rule.tx)).json, notWaiting(source.record.noun[0]))
  return claim(source, call)
}

/**
 * Ends the caller's claim, or with `after_seconds` shortens it; succeeds also where it has expired or was released before.
 * @throws 404; 409 where another person holds it
 */
export async function release(source: RecordSource, call: ClaimCall): Promise<Written> {
  const { rule, principal, writes } = call
  const { tx, id, body } = rule
  const held = await lock(source, call)
  if (typeof body.after_seconds === 'number') return shorten(source, call, held, body.after_seconds)
  const [before] = await tx.query<{ was_live: boolean | null }>(
    `update ${source.table} n set ${ENDS_CLAIM.join(', ')} from ${source.table} o
     where n.id = $1::uuid and o.id = n.id and o.${HOLDER} = $2::uuid returning ${isLive('o')} as was_live`,
    [id, principal.staffId],
  )
  if (!before && (await holderOf(source, tx, id)) !== null) return refuse(source, call)
  if (before?.was_live) {
    await noted(call, source, 'release', principal.username, null)
    announceClaim(source, call, held)
  }
  return writes.read(source, id, principal, tx)
}

/**
 * Lets the caller's claim end after this many seconds unless they renew it. Not audited: it may be renewed, and an expiry
 * is not audited either.
 */
async function shorten(source: RecordSource, call: ClaimCall, held: Held, seconds: number): Promise<Written> {
  const { rule, principal, writes } = call
  const { tx, id } = rule
  const [own] = await tx.query(
    `update ${source.table} n set ${UNTIL} = least(n.${UNTIL}, clock_timestamp() + $3::int * interval '1 second')
     where n.id = $1::uuid and n.${HOLDER} = $2::uuid and ${isLive('n')} returning n.id`,
    [id, principal.staffId, seconds],
  )
  if (own) announceClaim(source, call, held)
  else if ((await holderOf(source, tx, id)) !== null) return refuse(source, call)
  return writes.read(source, id, principal, tx)
}

interface ReleaseAllDeps extends FeedDeps {
  db: Db
  clock: Clock
  sources: readonly RecordSource[]
}

/**
 * Ends every claim of a person who has signed out, so that colleagues need not wait until they expire.
 * @param sources of the records in queues. @param person whose last session has ended
 */
export async function releaseAll(
  { db, clock, sources, ...feeding }: ReleaseAllDeps,
  person: { id: string },
  origin: Origin,
): Promise<void> {
  for (const source of sources) {
    const tell = await retriedTransaction(db, (tx) =>
      releaseIn(tx, { clock, ...feeding }, source, person.id, { actorId: person.id, origin }),
    )
    tell()
  }
}

/** Ends a person's claims of one record, in a transaction. @param by who ends them @returns notifies consoles; call it after the commit */
export async function releaseIn(
  tx: Queryable,
  { clock, ...feeding }: FeedDeps & { clock: Clock },
  source: RecordSource,
  staffId: string,
  by: { actorId: string; origin: Origin },
): Promise<() => void> {
  const { live, lists } = feeding
  const rows = await tx.query<{
    id: string
    version: number
    store: string | null
    was_live: boolean
    username: string
  }>(
    `update ${source.table} n set ${ENDS_CLAIM.join(', ')} from ${source.table} o join staff holder on holder.id = o.${HOLDER}
     where o.id = n.id and o.${HOLDER} = $1::uuid
     returning n.id::text as id, n.version, n.${source.store} as store, ${isLive('o')} as was_live, holder.username`,
    [staffId],
  )
  const ended = rows.filter(({ was_live }) => was_live)
  if (ended.length === 0) return () => {}
  await writeAuditRows(
    tx,
    clock,
    { subject: source.record.subject, ...by },
    ended.map(({ id, username }) => ({
      action: 'release',
      subjectId: id,
      before: { claimed_by: username },
      after: { claimed_by: null },
    })),
  )
  const tellFed = await findFed(
    feeding,
    source,
    ended.map(({ id }) => id),
    tx,
  )
  return () => {
    lists.changed(source)
    for (const { id, version, store } of ended) announce(live, source, { id, version, derived: true }, store)
    tellFed()
  }
}

/** @returns the number of records that these people have claimed now */
export async function countClaims(
  on: Queryable,
  sources: readonly RecordSource[],
  staffIds: readonly string[],
): Promise<number> {
  if (sources.length === 0) return 0
  const counts = sources.map(
    ({ table }) => `(select count(*) from ${table} u where u.${HOLDER} = any($1::uuid[]) and ${isClaimed('u')})`,
  )
  const [row] = await on.query<{ n: number }>(`select (${counts.join(' + ')})::int as n`, [staffIds])
  return row!.n
}

/**
 * Requires what the record's queue says of claims: that the caller holds the record's claim, or that no other person does. The action's own
 * write ends it. A preview needs no claim of its own: the console claims a record with the action.
 * @param claim by default what the queue says of actions
 * @throws 409 with the current row
 */
export async function requireClaim(
  source: RecordSource,
  call: ClaimCall,
  claim = source.record.queue!.claim.is,
): Promise<void> {
  const { tx, id } = call.rule
  const { holder } = await lock(source, call)
  const isHeld = (await holderOf(source, tx, id)) !== null
  const isOwn = isHeld && holder === call.principal.staffId
  const isNeeded = claim === 'needed' && !rehearsalOf(tx)
  if (!isOwn && (isHeld || isNeeded)) await refuse(source, call)
}
