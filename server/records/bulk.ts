/**
 * One action on several records: each row is checked and changed like a single call, all in one transaction, each behind a
 * savepoint. A dry run performs the same work and rolls it back, so that its result cannot differ from the real one.
 */
import { BULK_ROWS_MAX } from '@contract/constants'
import type { BulkResult } from '@contract/records/calls'
import { EVERYTHING } from '@contract/permissions'
import { readBulkFilter } from '@contract/records/operations'
import { sqlState, type Db, type Queryable } from '@server/db/db'
import { retriedTransaction } from '@server/db/retry'
import { HttpFailure, malformed, rejected, stale, unavailable } from '@server/http/failure'
import { SUCCESS_MESSAGE } from '@server/messages'
import type { Principal } from '@server/modules/access/principal'
import type { StorableAnswer, WriteKey } from '@server/modules/idempotency/keys'
import type { RecordLists } from './list'
import type { RecordSource } from './source'
import type { RecordWrites, Within } from './writes'

export interface BulkCall {
  body: Readonly<Record<string, unknown>>
  principal: Principal
  key: WriteKey | null
  /** The version of each record that the person saw, in the order of the ids; null: accept any current version. */
  ifMatches: readonly number[] | null
}
/** Performs the action on one record. @throws a refusal */
export type PerformOn = (id: string, version: number, values: object, within: Within) => Promise<unknown>
/** What the action would change for one record, before it is performed; for a dry run. @throws a refusal */
export type EffectsOn = (id: string, values: object, on: Queryable) => Promise<readonly string[]>

/** Thrown to roll a dry run back. */
class Undone extends Error {
  readonly results: BulkResult[]
  constructor(results: BulkResult[]) {
    super('a dry run')
    this.results = results
  }
}

type News = (() => void)[]
type Target = [id: string, version: number | null]
interface Work {
  perform: PerformOn
  effectsOn: EffectsOn | null
  elsewhere: boolean
}
/** Reads a record before and after the action. @throws 404 where it does not exist for the person */
type Look = (
  source: RecordSource,
  id: string,
  principal: Principal,
  tx: Queryable,
) => Promise<{ version: number; values: string }>

async function undo(tx: Queryable) {
  await tx.query('rollback to savepoint one')
  await tx.query('release savepoint one')
}

export function createBulk({ db, lists, writes }: { db: Db; lists: RecordLists; writes: RecordWrites }) {
  /** @returns the records of a call, each with the version that it must have; null: any */
  async function targetsOf(
    source: RecordSource,
    { body, principal, ifMatches }: BulkCall,
  ): Promise<Map<string, number | null>> {
    if (body.ids) {
      const ids = body.ids as string[]
      if (ifMatches && ifMatches.length !== ids.length) throw malformed('If-Match must carry one version for each id.')
      return new Map(ids.map((id, index) => [id, ifMatches?.[index] ?? null]))
    }
    if (ifMatches) throw malformed('If-Match needs the ids that its versions belong to.')
    const { json, total_count } = await lists.page(
      source,
      { ...readBulkFilter(source.record, body.filter as object), itemNo: BULK_ROWS_MAX, fields: [] },
      principal,
    )
    if (total_count > BULK_ROWS_MAX)
      throw rejected({
        filter: [
          `It finds ${total_count} ${source.record.noun[1]}, one action takes at most ${BULK_ROWS_MAX}: narrow it`,
        ],
      })
    return new Map((JSON.parse(json) as { id: string }[]).map(({ id }) => [id, null]))
  }

  /** @param fields of the record, whether or not the person may read them */
  const readFields = async (
    source: RecordSource,
    fields: string[],
    id: string,
    principal: Principal,
    tx: Queryable,
  ) => {
    const permissions = [{ action: 'read' as const, subject: source.subject, fields }]
    const { json, version } = await writes.read(
      source,
      id,
      { ...principal, access: { accessible_pages: [], permissions } },
      tx,
    )
    const { version: _version, updatedAt: _updatedAt, ...values } = JSON.parse(json) as Record<string, unknown>
    return { version, values: JSON.stringify(values) }
  }
  /** The stored fields that need no join. */
  const readOwnFields: Look = (source, ...of) =>
    readFields(
      source,
      Object.keys(source.fields).filter(
        (name) => !source.fields[name]!.joins && !source.record.allFields[name]?.derived,
      ),
      ...of,
    )
  const readRecord: Look = (source, ...of) => readFields(source, [EVERYTHING], ...of)

  async function attempt(
    source: RecordSource,
    [id, seen]: Target,
    { principal, body }: BulkCall,
    { perform, effectsOn, elsewhere }: Work,
    tx: Queryable,
    look: Look,
    news: News,
  ): Promise<BulkResult> {
    const own: News = []
    let version: number | null = null
    await tx.query('savepoint one')
    try {
      const before = await look(source, id, principal, tx)
      version = before.version
      if (seen !== null && seen !== version) throw stale(before.values)
      const values = (body.values ?? {}) as object
      const effects = await effectsOn?.(id, values, tx)
      await perform(id, version, values, { on: tx, afterCommit: (tell) => void own.push(tell), isPart: true })
      const after = await look(source, id, principal, tx)
      if (after.values === before.values && !elsewhere) {
        // A change without effect leaves no audit entry.
        await undo(tx)
        return { id, outcome: 'same', version, message: null }
      }
      await tx.query('release savepoint one')
      news.push(...own)
      return { id, outcome: 'changed', version: after.version, message: null, ...(effects && { effects }) }
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status >= 500) throw error
      await undo(tx)
      const fields = Object.values(error.details.errors ?? {}).flat()
      return { id, outcome: 'refused', version, message: fields.length > 0 ? fields.join('. ') : error.message }
    }
  }
  /**
   * Most actions change a field of the row itself. Only where these stay the same is the action repeated between two reads
   * of the whole record, which take longer than the action.
   */
  async function performOn(
    source: RecordSource,
    target: Target,
    call: BulkCall,
    work: Work,
    tx: Queryable,
    news: News,
  ): Promise<BulkResult> {
    const result = await attempt(source, target, call, work, tx, readOwnFields, news)
    return result.outcome === 'same' ? attempt(source, target, call, work, tx, readRecord, news) : result
  }

  return async (
    source: RecordSource,
    call: BulkCall,
    perform: PerformOn,
    /** Null: a dry run returns no effects. */
    effects: EffectsOn | null,
    /** Whether the action writes other rows, so that it has an effect even if the record stays the same. */
    elsewhere: boolean,
  ): Promise<StorableAnswer> => {
    const targets = await targetsOf(source, call)
    const ids = [...targets.keys()]
    const isDry = call.body.dry_run === true
    let news: News = []
    try {
      const answer = await retriedTransaction(db, async (tx) => {
        news = []
        // Locked in a fixed order, so that concurrent calls on the same records wait for each other instead of deadlocking.
        if (!isDry)
          await tx.query(`select 1 from ${source.table} where id = any($1::uuid[]) order by id for update`, [ids])
        const results: BulkResult[] = []
        const work = { perform, effectsOn: isDry ? effects : null, elsewhere }
        for (const target of targets) results.push(await performOn(source, target, call, work, tx, news))
        if (isDry) throw new Undone(results)
        const done: StorableAnswer = { data: results, message: SUCCESS_MESSAGE.updated }
        await call.key?.inTransaction(tx, done)
        return done
      })
      for (const tell of news) tell()
      return answer
    } catch (error) {
      if (error instanceof Undone) return { data: error.results }
      if (sqlState(error)?.code === '40P01')
        throw unavailable('Other changes are under way. Nothing was changed. Try again in a few seconds.')
      throw error
    }
  }
}
