/**
 * Adds and changes records from a CSV file (catalogue, Import). The result of each line is sent as soon as it is decided; all
 * effects are applied in one transaction. Where the client disconnects meanwhile, nothing of the file is applied.
 */
import { canRead } from '@contract/permissions'
import { refersById } from '@contract/records/kinds'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import {
  createRowReader,
  importedBy,
  readCsv,
  type CsvRow,
  type ImportedRow,
  referable,
  type Named,
  type Referable,
  IMPORT_REASON,
} from '@contract/records/import'
import { lowered } from '@server/platform/db/letter-case'
import { DatabaseUnavailable, sqlState, type Db, type Queryable } from '@server/platform/ports/db'
import { createParams } from '@server/platform/db/params'
import type { RowBatches } from '@server/platform/db/list-stream'
import type { Answer, Origin } from '@server/platform/operations/call'
import { forbidden, HttpFailure, rejected } from '@server/platform/operations/failure'
import type { Clock } from '@server/platform/ports/clock'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import { writeAuditRows, type AuditRow } from '@server/platform/modules/audit/entry'
import type { WriteKey } from '@server/platform/modules/idempotency/keys'
import { announce } from './announce'
import { columnOf, KIND_SOURCES, writtenValue } from './kinds'
import type { RecordLists } from './list'
import type { RecordSource, RuleCall } from './source'
import { SOURCES } from './sources'
import { columnsOf, joinsFor } from './table'
import type { Within } from './writes'
import { nextTurn } from '@server/platform/lib/timers'

export interface ImportCall {
  file: Uint8Array
  isDry: boolean
  principal: Principal
  /** Code of the store that the file is about: new records belong to it, and only its records are changed. */
  store: string | null
  origin: Origin
  key: WriteKey | null
  readonly signal: AbortSignal
}
export interface ImportDeps {
  db: Db
  clock: Clock
  lists: RecordLists
  live: Live
  onError: (error: unknown, what: string) => void
  ruleOf: (
    within: Within,
    call: Pick<ImportCall, 'principal' | 'origin'> & {
      id: string | null
      body: Readonly<Record<string, unknown>>
      storeOfNew: string | null
    },
  ) => RuleCall
}

/** Number of lines that are read, decided and written together. */
const BATCH = 500

type Current = Readonly<Record<string, unknown>> & { id: string; version: number }
/** A line that changes something. */
interface Effective extends ImportedRow {
  current: Current | null
}
interface Counts {
  new: number
  changed: number
  same: number
  refused: number
}
interface Written {
  id: string
  version: number
}

class Stopped extends Error {}

/** Buffer of result lines: written as they are decided, read at the speed of the connection. */
function createLines() {
  const waiting: string[] = []
  let wake = () => {}
  let isOver = false
  let failure: Error | null = null
  const rows: RowBatches = async function* (separator) {
    for (;;) {
      if (waiting.length > 0) {
        const batch = waiting.splice(0)
        yield { count: batch.length, text: batch.join(separator) }
      } else if (failure) throw failure
      else if (isOver) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    rows,
    add: (lines: readonly object[]) => {
      waiting.push(...lines.map((line) => JSON.stringify(line)))
      wake()
    },
    end: (because: Error | null = null) => {
      isOver = true
      failure = because
      wake()
    },
  }
}

export function createImport({ db, clock, lists, live, onError, ruleOf }: ImportDeps) {
  /**
   * The records that a file may reference, by the value that identifies them in the file. Of several with the same value
   * it is that of the file's store.
   */
  async function namesFor({ record }: RecordSource, { principal: { stores }, store }: ImportCall, on: Queryable) {
    const known = new Map<string, Referable>()
    for (const field of record.imports!.columns) {
      const { type } = record.fields[field]!
      if (!refersById(type) || known.has(type.to)) continue
      const target = SOURCES[type.to as keyof typeof SOURCES]
      const by = importedBy(target.record)
      const rows = await on.query<{ id: string; name: string; enabled: boolean }>(
        `select u.id::text as id, ${lowered(`u.${columnOf(by, target.record.fields[by]!.type)}`)} as name,
            ${target.record.switch ? 'not u.is_deleted' : 'true'} as enabled from ${target.table} u
          where true ${stores ? `and u.${target.store} = any($2::text[])` : ''}
          order by u.${target.store} is not distinct from $1::text, u.id`,
        stores ? [store, stores] : [store],
      )
      const named = rows.map(({ id, name, enabled }): [string, Named] => [name, { id, isEnabled: enabled }])
      known.set(type.to, referable(target.record, new Map(named)))
    }
    return (name: string) => known.get(name)!
  }

  /** The records that lines refer to, by the key in lower case; locked where they are about to be written. */
  async function currentRows(source: RecordSource, rows: readonly CsvRow[], call: ImportCall, on: Queryable) {
    const { columns, key } = source.record.imports!
    const column = columnOf(key, source.record.fields[key]!.type)
    const params = createParams()
    const keys = params.add(
      rows.map(({ cells }) => (cells[key] ?? '').toLowerCase()),
      'text[]',
    )
    const where = [
      `${lowered(`u.${column}`)} = any(${keys})`,
      call.store === null ? `u.${source.store} is null` : `u.${source.store} = ${params.add(call.store, 'text')}`,
      ...(source.where ? [source.where('u')] : []),
    ]
    const found = await on.query<{ k: string; j: Current }>(
      `select ${lowered(`u.${column}`)} as k, (select row_to_json(t) from (select ${columnsOf(source, columns)}) t) as j
        from ${joinsFor(source, columns, source.table)} where ${where.join(' and ')}${call.isDry ? '' : ' order by u.id for update of u'}`,
      params.values,
    )
    return new Map(found.map(({ k, j }) => [k, j]))
  }

  /** Applies the record's own rules. @returns the reason why the line is refused, or null */
  async function refusalOf(source: RecordSource, { current, body }: Effective, call: ImportCall, on: Queryable) {
    if (!source.check) return null
    try {
      const within: Within = { on, afterCommit: () => undefined }
      await source.check(
        ruleOf(within, {
          principal: call.principal,
          origin: call.origin,
          id: current?.id ?? null,
          body,
          storeOfNew: call.store,
        }),
      )
      return null
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      return error.message
    }
  }

  const columnTypes = ({ record }: RecordSource, columns: readonly string[]) =>
    columns.map((field) => {
      const { type } = record.fields[field]!
      return {
        field,
        column: columnOf(field, type),
        type: KIND_SOURCES[type.kind].write.type,
        value: (value: unknown) => writtenValue(type, value),
      }
    })

  async function insert(source: RecordSource, rows: readonly Effective[], call: ImportCall, on: Queryable) {
    const at = new Date(clock.now()).toISOString()
    const stored = columnTypes(source, source.record.imports!.columns)
    const params = createParams()
    const ids = rows.map(() => uuidV7(clock.now()))
    const records = rows.map(({ body }, index) => ({
      id: ids[index]!,
      n: index + 1,
      ...Object.fromEntries(stored.map(({ field, column, value }) => [column, value(body[field])])),
    }))
    const columns = stored.map(({ column }) => column)
    const standard = ['created_at', 'updated_at', 'created_by', source.store]
    const values = [
      params.add(at, 'timestamptz'),
      params.add(at, 'timestamptz'),
      params.add(call.principal.staffId, 'uuid'),
      params.add(call.store, 'text'),
    ]
    const place = source.record.ordered ? ['position'] : []
    const places = source.record.ordered ? [`(select coalesce(max(position), 0) from ${source.table}) + t.n`] : []
    await on.query(
      `insert into ${source.table} (${['id', ...columns, ...standard, ...place].join(', ')})
        select ${['t.id', ...columns.map((column) => `t.${column}`), ...values, ...places].join(', ')}
        from json_to_recordset(${params.add(JSON.stringify(records), 'json')}) as t(id uuid, n integer, ${stored.map(({ column, type }) => `${column} ${type}`).join(', ')})`,
      params.values,
    )
    return ids.map((id): Written => ({ id, version: 1 }))
  }

  async function update(source: RecordSource, rows: readonly Effective[], on: Queryable) {
    const at = new Date(clock.now()).toISOString()
    const fields = [...new Set(rows.flatMap(({ body }) => Object.keys(body)))]
    const stored = columnTypes(source, fields)
    const params = createParams()
    const records = rows.map(({ current, body }) => ({
      id: current!.id,
      ...Object.fromEntries(
        stored.map(({ field, column, value }) => [
          column,
          value(field in body ? body[field] : storedValue(current![field])),
        ]),
      ),
    }))
    return on.query<Written>(
      `update ${source.table} n set ${[...stored.map(({ column }) => `${column} = t.${column}`), `updated_at = ${params.add(at, 'timestamptz')}`, 'version = n.version + 1'].join(', ')}
        from json_to_recordset(${params.add(JSON.stringify(records), 'json')}) as t(id uuid, ${stored.map(({ column, type }) => `${column} ${type}`).join(', ')})
        where n.id = t.id returning n.id::text as id, n.version`,
      params.values,
    )
  }

  async function write(source: RecordSource, rows: readonly Effective[], call: ImportCall, on: Queryable) {
    const added = rows.filter(({ current }) => current === null)
    const changed = rows.filter(({ current }) => current !== null)
    const inserted = added.length > 0 ? await insert(source, added, call, on) : []
    const updated = changed.length > 0 ? await update(source, changed, on) : []
    const entries: AuditRow[] = [
      ...added.map(({ body }, index) => ({
        action: 'create',
        subjectId: inserted[index]!.id,
        before: null,
        after: body,
      })),
      ...changed.map(({ current, body }) => ({
        action: 'update',
        subjectId: current!.id,
        before: Object.fromEntries(Object.keys(body).map((field) => [field, storedValue(current![field])])),
        after: body,
      })),
    ]
    const head = {
      actorId: call.principal.staffId,
      subject: source.subject,
      origin: call.origin,
      reason: IMPORT_REASON,
    }
    await writeAuditRows(on, clock, head, entries)
    return [...inserted, ...updated]
  }

  /** Decides the lines, batch by batch, and writes those that take effect. */
  async function work(
    source: RecordSource,
    rows: readonly CsvRow[],
    call: ImportCall,
    on: Queryable,
    tell: (lines: readonly ImportLine[]) => void,
  ): Promise<{ counts: Counts; written: Written[] }> {
    const { key } = source.record.imports!
    const read = createRowReader(source.record, await namesFor(source, call, on))
    const counts: Counts = { new: 0, changed: 0, same: 0, refused: 0 }
    const written: Written[] = []
    const lineOfKey = new Map<string, number>()
    for (let from = 0; from < rows.length; from += BATCH) {
      if (call.signal.aborted) throw new Stopped()
      const batch = rows.slice(from, from + BATCH)
      const known = await currentRows(source, batch, call, on)
      const effective: Effective[] = []
      const lines: ImportLine[] = []
      for (const row of batch) {
        const name = row.cells[key] ?? ''
        const folded = name.toLowerCase()
        const earlier = lineOfKey.get(folded)
        const current = known.get(folded) ?? null
        const result =
          earlier === undefined || folded === '' ? read(row, current) : { refusal: `Line ${earlier} is about it too` }
        if (earlier === undefined) lineOfKey.set(folded, row.line)
        const line = (outcome: ImportLine['outcome'], message: string | null, changes: ImportLine['changes'] = []) => {
          counts[outcome] += 1
          lines.push({ line: row.line, outcome, key: name, changes, message })
        }
        if ('refusal' in result) {
          line('refused', result.refusal)
          continue
        }
        if (current && result.changes.length === 0) {
          line('same', null)
          continue
        }
        const one: Effective = { ...result, current }
        const refusal = await refusalOf(source, one, call, on)
        if (refusal !== null) line('refused', refusal)
        else {
          effective.push(one)
          line(current ? 'changed' : 'new', null, result.changes)
        }
      }
      if (!call.isDry && effective.length > 0) written.push(...(await write(source, effective, call, on)))
      tell(lines)
      // Lets other calls run: a batch of lines occupies the processor for a while.
      await nextTurn()
    }
    if (call.signal.aborted) throw new Stopped()
    return { counts, written }
  }

  /** @throws 422 where it is not a readable file; 403 where the person may not read the fields that the file contains */
  return async (source: RecordSource, call: ImportCall): Promise<Answer<unknown>> => {
    const { record } = source
    if (source.prepare) throw new Error(`${record.name} prepares its writes: an import would pass that by`)
    const hidden = record.imports!.columns.find((field) => !canRead(call.principal.access, record.subject, field))
    if (hidden !== undefined) throw forbidden(`An import needs the right to read ${hidden} of ${record.subject}.`)
    const file = readCsv(record, call.file)
    if ('refusal' in file) throw rejected({}, file.refusal)
    const lines = createLines()
    const endOf = (end: ImportEnd['end'], counts: Counts, message: string | null = null): ImportEnd => ({
      end,
      ...counts,
      message,
    })
    const run = async () => {
      if (call.isDry) {
        const { counts } = await work(source, file.rows, call, db, lines.add)
        return lines.add([endOf('checked', counts)])
      }
      const { counts, written } = await db.transaction(async (tx) => {
        // Only one import of a record runs at a time: two files may add the same records.
        await tx.query('select pg_advisory_xact_lock(hashtext($1::text))', [`import ${record.name}`])
        const done = await work(source, file.rows, call, tx, lines.add)
        await call.key?.inTransaction(tx, { data: [endOf('applied', done.counts)] })
        return done
      })
      lists.changed(source)
      for (const { id, version } of written) announce(live, source, { id, version }, call.store)
      lines.add([endOf('applied', counts)])
    }
    const finished = run().then(
      () => lines.end(),
      (error: unknown) => {
        // The outcome is unknown, or another process committed it: the response is cut off, and the console asks again.
        if (error instanceof DatabaseUnavailable) return lines.end(error)
        if (sqlState(error)?.constraint?.startsWith('idempotency_keys')) return lines.end(error as Error)
        if (!(error instanceof Stopped)) onError(error, 'an import')
        const message =
          error instanceof Stopped
            ? 'It was stopped. Nothing was changed.'
            : 'Something went wrong. Nothing was changed.'
        lines.add([endOf('failed', { new: 0, changed: 0, same: 0, refused: 0 }, message)])
        lines.end()
      },
    )
    return { rows: lines.rows, total: () => Promise.resolve(file.rows.length), finished }
  }
}

/** A row's value in the form of its column: references as ids. */
function storedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(storedValue)
  return typeof value === 'object' && value !== null ? (value as { id: string }).id : (value ?? null)
}
