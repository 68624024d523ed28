/** Writes of records. Each is one statement: the change, its additional statements, and its audit entry. */
import { UPLOAD_AGAIN } from '@contract/files'
import type { Clock } from '@server/platform/ports/clock'
import { SQL_STATE, sqlState, type Db, type Param, type Queryable } from '@server/platform/ports/db'
import { createParams, type Params } from '@server/platform/db/params'
import type { Json, Origin } from '@server/platform/operations/call'
import { notFound, rejected, stale } from '@server/platform/operations/failure'
import type { Live } from '@server/platform/live/live'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Reader, Writer } from '@server/platform/modules/access/principal'
import { statementOf, type WriteKey } from '@server/platform/modules/idempotency/keys'
import { ASKED, MASKED, auditInsert, type AuditHead } from '@server/platform/modules/audit/entry'
import { attachedFiles, attachmentField } from '@server/platform/modules/files/repository'
import type { ErasureKeys } from './erasure'
import { announce } from './announce'
import type { RecordLists } from './list'
import { inStoresOf, joinsFor, readableFields, rowJson, type RecordTable } from './table'

/** A written record as the caller may see it. */
export interface Written {
  json: Json<never>
  version: number
}

interface WrittenRow {
  j: string
  id: string
  version: number
  store: string | null
  /** Store before an update. */
  old_store: string | null
}

/** The caller, and the key under which the answer is stored. */
export interface Act {
  principal: Writer
  origin: Origin
  key: WriteKey | null
}

/** New values of columns, by column. `secret` ones are masked in the audit. */
export type Columns = Readonly<
  Record<
    string,
    {
      value: Param
      type: string
      secret?: boolean
      /** Derived from other values, so the audit does not show it. */
      follows?: boolean
      /** Name in the contract, where it differs from the column's. */
      field?: string
      /** Files in the value, which are attached to this record; `purpose`: `record.field`, in items `record.list.field`. */
      attaches?: readonly { purpose: string; ids: readonly string[] }[]
    }
  >
>

export interface Changes {
  columns: Columns
  action: string
  /** The response's sentence for staff. */
  message: string
  /** The time of the change, where it is determined before the write: ISO 8601. */
  at?: string
  /** The caller's reason, for the audit entry. */
  reason?: string
  /** The caller's other answers, as far as the history shows them. */
  asked?: Readonly<Record<string, unknown>>
  /** Assignments in addition to the columns, which the audit does not show. SQL; `n` is the row. */
  sets?: readonly string[]
  /**
   * Further statements, by name: parts of the change's `with` list, in which `changed` is the written row.
   * @param at the time of the change
   */
  also?: (params: Params, at: string) => Readonly<Record<string, string>>
  /** Values that the statement returns in addition to the row, by name. SQL over `changed` and the statements in `also`. */
  returns?: Readonly<Record<string, string>>
}

/** The connection of a write, and whether consoles are notified immediately. Inside a transaction they are notified after the commit. */
export interface Within {
  on: Queryable
  afterCommit: (tell: () => void) => void
  /** Part of a bulk call: its response contains no record, so that none is read after the write. */
  isPart?: true
}

export interface RecordWrites {
  /** @returns the record's JSON and version. @throws 404 where it does not exist for the caller */
  read(record: RecordTable, id: string, principal: Reader, on?: Queryable): Promise<Written>
  /** @returns the JSON and version of several records, by id; without those that do not exist for the caller */
  readMany(
    record: RecordTable,
    ids: readonly string[],
    principal: Reader,
    on: Queryable,
  ): Promise<ReadonlyMap<string, Written>>
  /** @param options `expressions`: SQL of columns that the person does not set; `storeCode`: of the record, where it is not the writer's own; `reason`: for the audit. @throws 422 where a constraint is violated */
  create(
    record: RecordTable,
    columns: Columns,
    message: string,
    act: Act,
    options?: {
      expressions?: Readonly<Record<string, string>>
      storeCode?: string | null
      reason?: string
      within?: Within
    },
  ): Promise<Written>
  /**
   * @returns the record, and the values of `changes.returns`
   * @throws 404, 409 with the current record where `version` is not the current one, 422 as `create`
   */
  update<Returned extends object = object>(
    record: RecordTable,
    id: string,
    version: number,
    changes: Changes,
    act: Act,
    within?: Within,
  ): Promise<Written & { returned: Returned }>
}

/** The SQL value of a column. @param record SQL of the record's id */
function valueOf(
  params: Params,
  { value, type, attaches = [] }: Columns[string],
  { writer, recordId, at }: { writer: Writer; recordId: string; at: string },
): string {
  const added = params.add(value, type)
  const calls = attaches
    .filter(({ ids }) => ids.length > 0)
    .map(({ ids, purpose }) => attachedFiles(params, ids, { purpose, writer, recordId, at }))
  // The function fails where a file cannot be attached; otherwise it returns its ids.
  return calls.length === 0
    ? added
    : `case when ${calls.map((call) => `${call} is not null`).join(' and ')} then ${added} end`
}

const fieldOf = (name: string, { field }: Columns[string]) => field ?? name

export function createRecordWrites(deps: {
  db: Db
  clock: Clock
  lists: RecordLists
  live: Live
  erasure: ErasureKeys
}): RecordWrites {
  const { db, clock, lists, live, erasure } = deps
  const nowIso = () => new Date(clock.now()).toISOString()
  const atOnce: Within = { on: db, afterCommit: (tell) => tell() }

  /** The caller may write only to records of their stores, and only to rows that belong to the record. */
  const scope = (record: RecordTable, principal: Reader, params: Params, alias: string) =>
    [...inStoresOf(record, principal, params, alias), ...(record.where ? [record.where(alias)] : [])]
      .map((condition) => ` and ${condition}`)
      .join('')

  /**
   * Erasable values in the form of the audit: encrypted here, because the database has no key.
   * @param version of the row before the change; null for a new one
   * @returns by column; empty without erasable values
   */
  async function sealedValues(
    record: RecordTable,
    columns: Columns,
    id: string,
    version: number | null,
    on: Queryable,
  ) {
    const names = Object.keys(columns).filter((name) => record.erasable?.has(name) && !columns[name]!.secret)
    if (names.length === 0) return {}
    const [before] =
      version === null
        ? []
        : await on.query<Record<string, unknown>>(
            `select ${names.join(', ')} from ${record.table} where id = $1::uuid and version = $2::integer`,
            [id, version],
          )
    const seal = await erasure.sealer(on, id)
    return Object.fromEntries(
      names.map((name) => [
        name,
        { before: JSON.stringify(seal(before?.[name])), after: JSON.stringify(seal(columns[name]!.value)) },
      ]),
    )
  }

  /** Converts a violated constraint to messages at its fields. */
  function asFieldErrors(record: RecordTable, error: unknown, columns: Columns): unknown {
    const state = sqlState(error)
    if (state?.constraint == null) return error
    const unattached = attachmentField(state.constraint)
    if (unattached !== null) return rejected({ [unattached]: [UPLOAD_AGAIN] })
    const known = record.constraintErrors(state.constraint)
    const isRule = !([SQL_STATE.uniqueViolation, SQL_STATE.foreignKeyViolation] as string[]).includes(state.code)
    if (!known || (isRule && !known.message)) return error
    const written = new Set(Object.entries(columns).map(([name, column]) => fieldOf(name, column)))
    const errors = Object.fromEntries(Object.entries(known.errors).filter(([field]) => !isRule || written.has(field)))
    return known.message === undefined ? rejected(errors) : rejected(errors, known.message)
  }

  async function run<Row extends WrittenRow>(
    record: RecordTable,
    on: Queryable,
    text: string,
    params: Params,
    columns: Columns,
  ): Promise<Row | undefined> {
    try {
      const [row] = await on.query<Row>(text, params.values)
      return row
    } catch (error) {
      throw asFieldErrors(record, error, columns)
    }
  }

  function written(record: RecordTable, row: WrittenRow, { afterCommit }: Within): Written {
    afterCommit(() => {
      lists.changed(record)
      announce(live, record, { id: row.id, version: row.version }, row.store, row.old_store)
    })
    return { json: row.j as Json<never>, version: row.version }
  }

  /** The result of a statement with the CTE `changed`. @param fields that the caller gets */
  const result = (
    record: RecordTable,
    fields: readonly string[],
    oldStore: string,
    returns: Changes['returns'] = {},
  ) => {
    const more = Object.entries(returns).map(([name, sql]) => `, ${sql} as ${name}`)
    return `select ${rowJson(record, fields)} as j, u.id::text as id, u.version, u.${record.store} as store, ${oldStore} as old_store${more.join('')} from ${joinsFor(record, fields, 'changed')}`
  }

  async function readWhere(
    record: RecordTable,
    where: (params: Params) => string,
    principal: Reader,
    on: Queryable,
  ): Promise<[id: string, Written][]> {
    const fields = readableFields(record, principal.access)
    const params = createParams()
    const rows = await on.query<{ j: string; id: string; version: number }>(
      `select ${rowJson(record, fields)} as j, u.id::text as id, u.version from ${joinsFor(record, fields, record.table)} where ${where(params)}${scope(record, principal, params, 'u')}`,
      params.values,
    )
    return rows.map(({ j, id, version }) => [id, { json: j as Json<never>, version }])
  }

  const read: RecordWrites['read'] = async (record, id, principal, on = db) => {
    const [found] = await readWhere(record, (params) => `u.id = ${params.add(id, 'uuid')}`, principal, on)
    if (!found) throw notFound()
    return found[1]
  }
  const readMany: RecordWrites['readMany'] = async (record, ids, principal, on) =>
    new Map(await readWhere(record, (params) => `u.id = any(${params.add(ids, 'uuid[]')})`, principal, on))

  return {
    read,
    readMany,
    async create(
      record,
      columns,
      message,
      { principal, origin, key },
      { expressions = {}, storeCode, reason, within = atOnce } = {},
    ) {
      const params = createParams()
      const id = uuidV7(clock.now())
      const sealed = await sealedValues(record, columns, id, null, within.on)
      const recordId = params.add(id, 'uuid')
      const at = nowIso()
      const values = {
        id: recordId,
        created_at: params.add(nowIso(), 'timestamptz'),
        updated_at: params.add(nowIso(), 'timestamptz'),
        created_by: params.add(principal.staffId, 'uuid'),
        // A record belongs to the store of the person who adds it; an account has a separate column for a partner's.
        store_code: params.add(
          storeCode !== undefined ? storeCode : record.store === 'store_code' ? principal.store : principal.storeCode,
          'text',
        ),
        ...expressions,
        ...Object.fromEntries(
          Object.entries(columns).map(([name, column]) => [
            name,
            valueOf(params, column, { writer: principal, recordId, at }),
          ]),
        ),
      }
      const numbers = (record.numbered ?? []).map((name) => `'${name}', changed.${name}`)
      const after = Object.entries(columns).flatMap(([name, column]) =>
        column.follows
          ? []
          : `'${fieldOf(name, column)}', ${column.secret ? `'${MASKED}'` : sealed[name] ? params.add(sealed[name].after, 'jsonb') : `changed.${name}`}`,
      )
      const head: AuditHead = { actorId: principal.staffId, action: 'create', subject: record.subject, origin, reason }
      const audit = auditInsert(params, clock, head, {
        id: 'changed.id::text',
        before: 'null',
        after: `jsonb_build_object(${[...numbers, ...after].join(', ')})`,
        from: 'from changed',
      })
      const insert = `with changed as (insert into ${record.table} (${Object.keys(values).join(', ')}) values (${Object.values(values).join(', ')}) returning *),
        audit as (${audit})`
      const text = statementOf(
        key,
        params,
        insert,
        result(record, readableFields(record, principal.access), 'null::text'),
        {
          data: 'j',
          version: 'version',
          message,
        },
      )
      return written(record, (await run<WrittenRow>(record, within.on, text, params, columns))!, within)
    },
    async update<Returned extends object>(
      record: RecordTable,
      id: string,
      version: number,
      changes: Changes,
      { principal, origin, key }: Act,
      within = atOnce,
    ) {
      const { columns, action, reason, asked, message } = changes
      const sealed = await sealedValues(record, columns, id, version, within.on)
      const params = createParams()
      const recordId = params.add(id, 'uuid')
      const now = changes.at ?? nowIso()
      const at = params.add(now, 'timestamptz')
      const expected = params.add(version, 'integer')
      const names = Object.keys(columns)
      const audited = names.filter((name) => !columns[name]!.follows)
      const sets = [
        ...names.map(
          (name) => `${name} = ${valueOf(params, columns[name]!, { writer: principal, recordId, at: now })}`,
        ),
        ...(changes.sets ?? []),
      ]
      const inAudit = (name: string, when: 'before' | 'after') => {
        if (columns[name]!.secret) return `'${MASKED}'`
        return sealed[name]
          ? params.add(sealed[name][when], 'jsonb')
          : `changed.${when === 'before' ? 'old_' : ''}${name}`
      }
      const told = asked ? [`'${ASKED}', ${params.add(JSON.stringify(asked), 'jsonb')}`] : []
      const snapshot = (when: 'before' | 'after') =>
        `jsonb_build_object(${[
          ...audited.map((name) => `'${fieldOf(name, columns[name]!)}', ${inAudit(name, when)}`),
          ...(when === 'after' ? told : []),
        ].join(', ')})`
      // PostgreSQL computes the new values, and so attaches the files, before it waits for somebody else who is changing the row. If that
      // person is first, the update changes nothing, but the files would stay attached. So a change with files locks the row before.
      const isLocked = names.some((name) => (columns[name]!.attaches ?? []).length > 0)
      const locked = isLocked
        ? `locked as materialized (select * from ${record.table} where id = ${recordId} and version = ${expected} for update), `
        : ''
      // `o` is the row before the change: it has the same version, or the update finds nothing.
      const change = `update ${record.table} n set ${[...sets, `updated_at = ${at}`, 'version = n.version + 1'].join(', ')} from ${isLocked ? 'locked' : record.table} o
        where n.id = ${recordId} and o.id = n.id and n.version = ${expected} and o.version = ${expected}${scope(record, principal, params, 'n')}
        returning n.*, o.${record.store} as old_store${audited.map((name) => `, o.${name} as old_${name}`).join('')}`
      const head: AuditHead = { actorId: principal.staffId, action, subject: record.subject, origin, reason }
      const audit = auditInsert(params, clock, head, {
        id: 'changed.id::text',
        before: snapshot('before'),
        after: snapshot('after'),
        from: 'from changed',
      })
      const also = Object.entries(changes.also?.(params, at) ?? {}).map(([name, sql]) => `, ${name} as (${sql})`)
      const text = statementOf(
        key,
        params,
        `with ${locked}changed as (${change}), audit as (${audit})${also.join('')}`,
        result(record, within.isPart ? [] : readableFields(record, principal.access), 'u.old_store', changes.returns),
        { data: 'j', version: 'version', message },
      )
      const row = await run<WrittenRow & Returned>(record, within.on, text, params, columns)
      if (!row) throw stale((await read(record, id, principal, within.on)).json)
      return { ...written(record, row, within), returned: row as Returned }
    },
  }
}
