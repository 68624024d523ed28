/**
 * One action on several records: each row is checked and changed like a single call, in one transaction; on the embedded database,
 * which answers nobody else meanwhile, in one for each few records. A dry run performs the same work and rolls it back, so that its
 * result cannot differ from the real one. See docs/decisions.md, 'Actions on many records'.
 */
import { pause } from '@server/platform/lib/timers'
import { BULK_ROWS_MAX } from '@contract/constants'
import type { BulkResult } from '@contract/records/calls'
import { EVERYTHING } from '@contract/permissions'
import { readBulkFilter } from '@contract/records/operations'
import { sqlState, type Db, type Queryable } from '@server/platform/ports/db'
import { retriedTransaction } from '@server/platform/db/retry'
import { HttpFailure, malformed, notFound, rejected, stale, unavailable } from '@server/platform/operations/failure'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import type { Principal } from '@server/platform/modules/access/principal'
import type { StorableAnswer, WriteKey } from '@server/platform/modules/idempotency/keys'
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

/** Number of records that one transaction changes on the embedded database: others wait for all of its statements. */
const EMBEDDED_PART = 5
/** Time for the calls of others between two of these transactions: most consist of several statements, one after the other. */
const EMBEDDED_PAUSE_MS = 10

/** Begins to watch what a transaction moves. @returns what it has moved since, for a dry run of an action on money */
export type MoneyIn = (tx: Queryable) => () => Promise<NonNullable<BulkResult['money']>>
/** What a dry run tells of a record that changes. */
type Told = Pick<BulkResult, 'effects' | 'money'>

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
  moneyIn: MoneyIn | null
  elsewhere: boolean
}
interface Seen {
  version: number
  values: string
}
/** Reads records before and after the action, by id; without those that do not exist for the person. */
type Look = (
  source: RecordSource,
  ids: readonly string[],
  principal: Principal,
  tx: Queryable,
) => Promise<ReadonlyMap<string, Seen>>

async function undo(tx: Queryable) {
  await tx.query('rollback to savepoint one')
  await tx.query('release savepoint one')
}
/** A refusal of a record, which its result tells. @throws any other error */
function refusalIn(error: unknown): HttpFailure {
  if (!(error instanceof HttpFailure) || error.status >= 500) throw error
  return error
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

  /** @param fieldsOf the fields that are read, whether or not the person may read them */
  const lookAt =
    (fieldsOf: (source: RecordSource) => string[]): Look =>
    async (source, ids, principal, tx) => {
      const permissions = [{ action: 'read' as const, subject: source.subject, fields: fieldsOf(source) }]
      const reader = { ...principal, access: { accessible_pages: [], permissions } }
      const found = await writes.readMany(source, ids, reader, tx)
      return new Map(
        ids.flatMap((id): [string, Seen][] => {
          const one = found.get(id.toLowerCase())
          if (!one) return []
          const {
            version: _version,
            updatedAt: _updatedAt,
            ...values
          } = JSON.parse(one.json) as Record<string, unknown>
          return [[id, { version: one.version, values: JSON.stringify(values) }]]
        }),
      )
    }
  /** The stored fields that need no join. */
  const lookAtOwnFields = lookAt((source) =>
    Object.keys(source.fields).filter((name) => !source.fields[name]!.joins && !source.record.allFields[name]?.derived),
  )
  const lookAtRecord = lookAt(() => [EVERYTHING])

  /** Performs the action on one record that was looked at. @returns what it would change, for a dry run. @throws a refusal */
  async function performOn(
    id: string,
    version: number,
    { body }: BulkCall,
    { perform, effectsOn, moneyIn }: Work,
    tx: Queryable,
    news: News,
  ): Promise<Told> {
    const values = (body.values ?? {}) as object
    const effects = await effectsOn?.(id, values, tx)
    const moved = moneyIn?.(tx)
    await perform(id, version, values, { on: tx, afterCommit: (tell) => void news.push(tell), isPart: true })
    return { ...(effects && { effects }), ...(moved && { money: await moved() }) }
  }
  const changed = (id: string, { version }: Seen, told: Told): BulkResult => ({
    id,
    outcome: 'changed',
    version,
    message: null,
    ...told,
  })

  /**
   * Performs the action on records that it changes, one after the other between two looks at all of them.
   * @returns null, with nothing changed, where one of them is refused or stays the same: those are found one by one
   */
  async function attemptTogether(
    source: RecordSource,
    targets: readonly Target[],
    call: BulkCall,
    work: Work,
    tx: Queryable,
    news: News,
  ): Promise<BulkResult[] | null> {
    const ids = targets.map(([id]) => id)
    const before = await lookAtOwnFields(source, ids, call.principal, tx)
    if (targets.some(([id, seen]) => !before.has(id) || (seen !== null && seen !== before.get(id)!.version)))
      return null
    const own: News = []
    await tx.query('savepoint one')
    try {
      const told: Told[] = []
      for (const id of ids) told.push(await performOn(id, before.get(id)!.version, call, work, tx, own))
      const after = await lookAtOwnFields(source, ids, call.principal, tx)
      if (ids.every((id) => after.has(id) && (work.elsewhere || after.get(id)!.values !== before.get(id)!.values))) {
        await tx.query('release savepoint one')
        news.push(...own)
        return ids.map((id, index) => changed(id, after.get(id)!, told[index]!))
      }
    } catch (error) {
      refusalIn(error)
    }
    await undo(tx)
    return null
  }

  async function attempt(
    source: RecordSource,
    [id, seen]: Target,
    call: BulkCall,
    work: Work,
    tx: Queryable,
    look: Look,
    news: News,
  ): Promise<BulkResult> {
    const own: News = []
    let version: number | null = null
    const lookOnce = async () => {
      const found = (await look(source, [id], call.principal, tx)).get(id)
      if (!found) throw notFound()
      return found
    }
    await tx.query('savepoint one')
    try {
      const before = await lookOnce()
      version = before.version
      if (seen !== null && seen !== version) throw stale(before.values)
      const told = await performOn(id, version, call, work, tx, own)
      const after = await lookOnce()
      if (after.values === before.values && !work.elsewhere) {
        // A change without effect leaves no audit entry.
        await undo(tx)
        return { id, outcome: 'same', version, message: null }
      }
      await tx.query('release savepoint one')
      news.push(...own)
      return changed(id, after, told)
    } catch (error) {
      const { details, message } = refusalIn(error)
      await undo(tx)
      const fields = Object.values(details.errors ?? {}).flat()
      return { id, outcome: 'refused', version, message: fields.length > 0 ? fields.join('. ') : message }
    }
  }
  /**
   * Most actions change a field of the row itself. Only where these stay the same is the action repeated between two reads
   * of the whole record, which take longer than the action.
   */
  async function attemptAlone(
    source: RecordSource,
    target: Target,
    call: BulkCall,
    work: Work,
    tx: Queryable,
    news: News,
  ): Promise<BulkResult> {
    const result = await attempt(source, target, call, work, tx, lookAtOwnFields, news)
    return result.outcome === 'same' ? attempt(source, target, call, work, tx, lookAtRecord, news) : result
  }

  return async (
    source: RecordSource,
    call: BulkCall,
    perform: PerformOn,
    /** Null: a dry run returns no effects. */
    effects: EffectsOn | null,
    /** Null: a dry run does not tell what moves. */
    money: MoneyIn | null,
    /** Whether the action writes other rows, so that it has an effect even if the record stays the same. */
    elsewhere: boolean,
  ): Promise<StorableAnswer> => {
    const targets = await targetsOf(source, call)
    const isDry = call.body.dry_run === true
    const work = { perform, effectsOn: isDry ? effects : null, moneyIn: isDry ? money : null, elsewhere }
    const isEmbedded = db.kind === 'pglite'
    const size = isEmbedded ? EMBEDDED_PART : BULK_ROWS_MAX

    async function performPart(part: readonly Target[], tx: Queryable, news: News): Promise<BulkResult[]> {
      // Locked in a fixed order, so that concurrent calls on the same records wait for each other instead of deadlocking.
      if (!isDry)
        await tx.query(`select 1 from ${source.table} where id = any($1::uuid[]) order by id for update`, [
          part.map(([id]) => id),
        ])
      const together = part.length > 1 ? await attemptTogether(source, part, call, work, tx, news) : null
      if (together) return together
      const results: BulkResult[] = []
      for (const target of part) results.push(await attemptAlone(source, target, call, work, tx, news))
      return results
    }

    /** Rolled back. A later part does not see what an earlier one would have changed: that matters to a rule across many records. */
    async function rehearse(): Promise<StorableAnswer> {
      const results: BulkResult[] = []
      const all = [...targets]
      for (let from = 0; from < all.length; from += size) {
        if (from > 0) await pause(EMBEDDED_PAUSE_MS)
        await retriedTransaction(db, async (tx) => {
          throw new Undone(await performPart(all.slice(from, from + size), tx, []))
        }).catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
          results.push(...error.results)
        })
      }
      return { data: results }
    }

    /** With the effects of each part its results are stored under the key: a repetition of an interrupted call goes on after them. */
    async function carryOut(): Promise<StorableAnswer> {
      let results: BulkResult[] = []
      for (;;) {
        let news: News = []
        const { answer, all, isUnfinished } = await retriedTransaction(db, async (tx) => {
          news = []
          const stored = isEmbedded ? await call.key?.unfinished(tx) : null
          const done = stored == null ? results : (JSON.parse(stored) as BulkResult[])
          const known = new Set(done.map(({ id }) => id))
          const left = [...targets].filter(([id]) => !known.has(id))
          const soFar = [...done, ...(await performPart(left.slice(0, size), tx, news))]
          const stands: StorableAnswer = { data: soFar, message: SUCCESS_MESSAGE.updated }
          const goesOn = left.length > size
          await call.key?.inTransaction(tx, stands, { isUnfinished: goesOn, goesOn: stored != null })
          return { answer: stands, all: soFar, isUnfinished: goesOn }
        })
        for (const tell of news) tell()
        if (!isUnfinished) return answer
        results = all
        await pause(EMBEDDED_PAUSE_MS)
      }
    }

    try {
      return await (isDry ? rehearse() : carryOut())
    } catch (error) {
      if (sqlState(error)?.code === '40P01')
        throw unavailable('Other changes are under way. Nothing was changed. Try again in a few seconds.')
      throw error
    }
  }
}
