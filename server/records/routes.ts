/** The handlers of every record's calls: one for each verb of the grammar (contract, Records on the wire). */
import { SENT_FOR_APPROVAL } from '@contract/entities/approval'
import { can, canRead, STORE_FIELD, SUBJECTS } from '@contract/permissions'
import { sentFields } from '@contract/records/app-calls'
import { isEnableDisable, type RecordVerb, type VerbCall } from '@contract/records/calls'
import type { Reference } from '@contract/records/field'
import { holdsList, refersByCode } from '@contract/records/kinds'
import { RECORD_OPERATIONS } from '@contract/records/operations'
import { accessEffects } from '@contract/records/people/access-change'
import { RECORDS } from '@contract/records/records'
import { ROLL_BACK } from '@contract/records/versions'
import { dependentErrors, emptiedBy, touchesDependents } from '@contract/records/dependents'
import { limitErrors, touchesLimits } from '@contract/records/limits'
import { rangeErrors, touchesRange } from '@contract/records/ranges'
import { filesIn, keptReferences, referencesIn, type ReferenceInBody } from '@contract/records/references'
import {
  actionPreviewAsks,
  appUploadRulesOf,
  fileRulesOf,
  fixedField,
  pickedFields,
  uploadRulesOf,
  ownFieldOf,
  previewAsks,
  privateFields,
  writableFields,
  type ActionDefinition,
  type Fields,
  type RecordDefinition,
} from '@contract/records/record'
import type { Clock } from '@server/lib/clock'
import type { Db, Queryable } from '@server/db/db'
import { retriedTransaction } from '@server/db/retry'
import type { Answer, FileAnswer, Json, Origin } from '@server/http/call'
import { forbidden, HttpFailure, malformed, rejected, stale } from '@server/http/failure'
import type { Live } from '@server/live/live'
import { SUCCESS_MESSAGE } from '@server/messages'
import type { Principal, Reader } from '@server/modules/access/principal'
import type { StorableAnswer, WriteKey } from '@server/modules/idempotency/keys'
import type { Keys } from '@server/lib/secrets'
import { requireStepUp } from '@server/modules/two-factor/step-up'
import { writeAudit, writeAuditRows } from '@server/modules/audit/entry'
import { enqueue } from '@server/modules/outbox/messages'
import type { Outbox } from '@server/modules/outbox/worker'
import type { HistoryReader } from '@server/modules/audit/history'
import { announce } from './announce'
import type { FileRepository } from '@server/modules/files/repository'
import { writerOf, type AppCaller } from '@server/modules/apps/keys'
import { createRecordFiles } from '@server/modules/files/routes'
import { createBulk, type EffectsOn, type PerformOn } from './bulk'
import { claim, ENDS_CLAIM, release, releaseIn, requireClaim } from './claims'
import { findFed } from './feeds'
import { createImport } from './import'
import { KIND_SOURCES, columnOf, writtenValue } from './kinds'
import type { ErasureKeys } from './erasure'
import { everythingOf, type ListQuery } from './filters'
import { isOnePiece, type RecordLists } from './list'
import { isWholeList, type RecordPages } from './pages'
import { createPreview } from './preview'
import { shownHistory } from './shown-history'
import { recordsThatReferTo, sourceFor, type Prepared, type RecordSource, type RuleCall } from './source'
import { CLAIMABLE, SOURCES } from './sources'
import { readableFields } from './table'
import { createVersions } from './versions'
import type { Columns, RecordWrites, Within, Written } from './writes'

export interface RecordRoutesDeps {
  db: Db
  clock: Clock
  lists: RecordLists
  pages: RecordPages
  keys: Pick<Keys, 'digest'>
  erasure: ErasureKeys
  writes: RecordWrites
  history: HistoryReader
  live: Live
  outbox: Pick<Outbox, 'wake'>
  files: FileRepository
  onError: (error: unknown, what: string) => void
}

/** A call of a record, after its input was parsed and its right checked. */
interface RecordCall {
  params: { id: string }
  query: object
  body: Readonly<Record<string, unknown>>
  ifMatch: number
  ifMatches: readonly number[] | null
  principal: Principal
  /** Set for a call by an app, which has no principal. */
  app: AppCaller
  origin: Origin
  key: WriteKey | null
  streamed: boolean
  /** The body of an upload. */
  file: Uint8Array
  readonly signal: AbortSignal
}
type RecordAnswer = Answer<unknown> | { file: FileAnswer }
type RecordHandler = (call: RecordCall) => Promise<RecordAnswer>

/** Maximum number of names that a picker gets at a time. */
const PICKER_NAMES = 50

const ORDERED: StorableAnswer = { data: null, message: SUCCESS_MESSAGE.updated }

const nameIn = (value: string | Reference | null | undefined) =>
  typeof value === 'object' ? (value?.name ?? '') : (value ?? '')

const answer = ({ json, version }: Written, message?: string): StorableAnswer => ({
  json: json as Json<unknown>,
  version,
  message,
})

/** The refusal of a store that does not exist, is disabled, or is not the writer's. */
const NO_SUCH_STORE = 'Choose an enabled store of the list'

const nothingToChange = () => rejected({}, 'There is nothing to change.')
const columnNamed = ({ fields }: RecordDefinition, name: string) => columnOf(name, fields[name]!.type)

/** The rows that can be chosen in a picker. */
const onlyChoosable = (source: RecordSource): RecordSource => ({
  ...source,
  where: (alias) => [source.where?.(alias), source.choosable!(alias)].filter(Boolean).join(' and '),
})

/** The part of a body, beside its reason, that the history shows; undefined: none. */
function toldOf({ tells = [] }: ActionDefinition, body: Readonly<Record<string, unknown>>) {
  const told = tells.filter((name) => body[name] !== undefined && body[name] !== null && body[name] !== '')
  return told.length > 0 ? Object.fromEntries(told.map((name) => [name, body[name]])) : undefined
}

/**
 * The columns that a body sets: its fields and the switch. The store of a new record is written on its own
 * (`storeCodeOf`). The write also attaches the body's files to the record.
 */
function columnsOf(
  { name: record, fields, allFields }: RecordDefinition,
  body: Readonly<Record<string, unknown>>,
): Columns {
  const places = Object.keys(fileRulesOf({ fields }))
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => allFields[name] && (fields[name] || name === 'is_deleted'))
      .map(([name, value]) => {
        const { type } = allFields[name]!
        const column = { value: writtenValue(type, value), type: KIND_SOURCES[type.kind].write.type, field: name }
        const attaches = places
          .filter((place) => ownFieldOf(place) === name)
          .map((place) => ({ purpose: `${record}.${place}`, ids: filesIn(body, place) }))
        return [columnOf(name, type), attaches.length > 0 ? { ...column, attaches } : column]
      }),
  )
}

/** @returns id of the call → its handler */
export function createRecordRoutes(deps: RecordRoutesDeps): Record<string, RecordHandler> {
  const { db, clock, lists, pages, keys, erasure, writes, history, live, outbox, files } = deps
  const versions = createVersions({ db, writes })

  /** Runs a write in a transaction where rules need one; consoles are notified after the commit. @param outer the transaction of a bulk call */
  async function inTransaction<T>(
    needed: boolean,
    work: (within: Within | undefined) => Promise<T>,
    outer?: Within,
  ): Promise<T> {
    if (outer) return work(outer)
    if (!needed) return work(undefined)
    let news: (() => void)[] = []
    const result = await retriedTransaction(db, (on) => {
      news = []
      return work({ on, afterCommit: (tell) => void news.push(tell) })
    })
    for (const tell of news) tell()
    return result
  }

  /** Notifies consoles of rows that a rule changed, after the commit. */
  const tellsChanged =
    ({ afterCommit }: Within): RuleCall['changed'] =>
    (name, rows, derived) =>
      afterCommit(() => {
        const other = SOURCES[name as keyof typeof SOURCES]
        lists.changed(other)
        for (const row of rows)
          announce(live, other, { id: row.id, version: row.version, ...(derived ? { derived } : {}) }, row.store_code)
      })

  const ruleOf = <Id extends string | null>(
    { on, afterCommit }: Within,
    {
      principal,
      origin,
      id,
      body,
      storeOfNew = principal.store,
      waits = () => undefined,
    }: Pick<RecordCall, 'principal' | 'origin' | 'body'> & {
      id: Id
      storeOfNew?: string | null
      waits?: RuleCall['waits']
    },
  ): RuleCall & { id: Id } => ({
    tx: on,
    principal,
    id,
    body,
    storeOfNew,
    at: new Date(clock.now()).toISOString(),
    hash: (text) => keys.digest(`erased ${text}`),
    notify: async (staffIds, what) => {
      if (staffIds.length === 0) return
      await enqueue(on, 'notification', { staff_ids: staffIds, at: clock.now(), what })
      afterCommit(() => outbox.wake())
    },
    committed: (tell) => afterCommit(() => tell(live)),
    waits,
    releaseClaims: async (staffId) => {
      for (const source of CLAIMABLE)
        afterCommit(
          await releaseIn(on, { clock, live, lists, sourceOf }, source, staffId, {
            actorId: principal.staffId,
            origin,
          }),
        )
    },
    audit: (name, rows) =>
      writeAuditRows(on, clock, { actorId: principal.staffId, subject: RECORDS[name].subject, origin }, rows),
    auditAs: (subject, rows) => writeAuditRows(on, clock, { actorId: principal.staffId, subject, origin }, rows),
    destroyKey: async () => {
      if (id !== null) await erasure.destroy(on, id)
    },
    changed: tellsChanged({ on, afterCommit }),
  })

  const sourceOf = (name: string) => SOURCES[name as keyof typeof SOURCES]
  /** Notifies consoles of rows with derived values of this one, after the commit where there is a transaction. */
  async function tellFed(source: RecordSource, id: string, within?: Within): Promise<void> {
    if (!source.record.feeds) return
    const tell = await findFed({ live, lists, sourceOf }, source, [id], within?.on ?? db)
    if (within) within.afterCommit(tell)
    else tell()
  }

  /**
   * Referenced records must exist, be enabled and be in a store of the person.
   * @param current the row before the change: what it refers to already may stay @throws 422 at the field
   */
  async function requireReferences(
    fields: Fields,
    body: RecordCall['body'],
    principal: Reader,
    on: Queryable,
    current: Readonly<Record<string, unknown>> | null = null,
    refusal = (one: string) => `Choose an enabled ${one} of the list`,
  ) {
    const errors: Record<string, string[]> = {}
    const isKept = keptReferences(fields, current)
    // All references to one record are looked up together: the items of a list may have many.
    const groups = new Map<string, ReferenceInBody[]>()
    for (const each of referencesIn(fields, body)) {
      const by = `${each.to} ${refersByCode(each.type) ? 'by code' : 'by id'}`
      groups.set(by, [...(groups.get(by) ?? []), each])
    }
    for (const group of groups.values()) {
      const { to, type } = group[0]!
      const target = SOURCES[to as keyof typeof SOURCES]
      const [key, kind] = refersByCode(type)
        ? [columnNamed(target.record, target.record.identifiedBy!), 'text']
        : ['id', 'uuid']
      const keys = group.flatMap((each) => each.keys)
      const found = await on.query<{ key: string }>(
        `select u.${key}::text as key from ${target.table} u where u.${key} = any($1::${kind}[])
          ${target.record.switch ? 'and not u.is_deleted' : ''} ${target.choosable ? `and ${target.choosable('u')}` : ''}
          ${principal.stores ? `and u.${target.store} = any($2::text[])` : ''}`,
        principal.stores ? [keys, principal.stores] : [keys],
      )
      const known = new Set(found.map((row) => row.key))
      // Ids are the same in any letter case.
      const isKnown = (each: string) => known.has(kind === 'uuid' ? each.toLowerCase() : each)
      for (const each of group)
        if (!each.keys.every((key) => isKnown(key) || isKept(each, key)))
          errors[each.at] = [refusal(target.record.noun[0])]
    }
    if (Object.keys(errors).length > 0) throw rejected(errors)
  }

  /**
   * Checks the version before the rules, because a rule's refusal must not reveal a row that the person has not seen.
   * @returns the whole current row, including fields that the person may not read. @throws 404, 409 with the row
   */
  async function requireVersion(source: RecordSource, call: RecordCall, on: Queryable) {
    const { principal, params } = call
    const current = await writes.read(source, params.id, { ...principal, access: everythingOf(source) }, on)
    if (current.version !== call.ifMatch) throw stale((await writes.read(source, params.id, principal, on)).json)
    return JSON.parse(current.json as string) as Record<string, unknown>
  }

  const refersTo = (fields: Fields, body: RecordCall['body']) => referencesIn(fields, body).length > 0

  /** Checks what applies to the values of every body, before the record's own rules. @returns the row before the change @throws 404, 409, 422 at the field */
  async function requireValues(source: RecordSource, call: RecordCall, fields: Fields, on: Queryable) {
    const current = await requireVersion(source, call, on)
    // The inputs of an action are not the record's fields, even if one has the same name.
    const before = fields === source.record.fields ? current : null
    await requireReferences(fields, call.body, call.principal, on, before)
    const errors = {
      ...(touchesRange(source.record, call.body) ? rangeErrors(source.record, { ...current, ...call.body }) : {}),
      ...(fields === source.record.fields && touchesLimits(source.record, call.body)
        ? limitErrors(source.record, { ...current, ...call.body })
        : {}),
      ...(fields === source.record.fields && touchesDependents(source.record, call.body)
        ? dependentErrors(source.record, current, call.body)
        : {}),
    }
    if (Object.keys(errors).length > 0) throw rejected(errors)
    return current
  }

  const prepare = async (
    source: RecordSource,
    { principal, body }: RecordCall,
    action: string,
    id: string | null,
    on: Queryable = db,
  ): Promise<Prepared> => (await source.prepare?.({ action, db: on, principal, id, body })) ?? {}

  /** An action is allowed in some states only. @throws 409 with the row in any other state */
  async function requireState(
    source: RecordSource,
    call: RecordCall,
    from: NonNullable<ActionDefinition['from']>,
    on: Queryable,
  ) {
    const current = await writes.read(source, call.params.id, { ...call.principal, access: everythingOf(source) }, on)
    const value = (JSON.parse(current.json as string) as Record<string, unknown>)[from.field]
    if (!from.values.includes(value as string | boolean))
      throw stale(
        (await writes.read(source, call.params.id, call.principal, on)).json,
        from.otherwise ?? `This cannot be done in the state that the ${source.record.noun[0]} is in now.`,
      )
  }

  async function change(
    source: RecordSource,
    call: RecordCall,
    {
      columns,
      action,
      message,
      reason,
      asked,
      from,
      run,
      sets = [],
      fields = source.record.fields,
    }: {
      columns: Columns
      from?: ActionDefinition['from']
      /** Of the body; by default the record's own. */
      fields?: Fields
      action: string
      message: string
      reason?: string
      /** The person's other answers, as far as the history shows them. */
      asked?: Readonly<Record<string, unknown>> | undefined
      run?: ((call: RuleCall & { id: string }) => Promise<Columns | void>) | undefined
      /** Assignments in addition to the columns, which the audit does not show. SQL */
      sets?: readonly string[]
    },
    outer?: Within,
  ): Promise<Answer<unknown>> {
    const { params, ifMatch, principal, origin, body, key } = call
    const { check, after } = source
    const prepared = await prepare(source, call, action, params.id, outer?.on)
    if (from) await requireState(source, call, from, outer?.on ?? db)
    const changes = {
      ...prepared.with,
      sets: [...(prepared.with?.sets ?? []), ...sets],
      columns: { ...columns, ...prepared.columns },
      action,
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(asked === undefined ? {} : { asked }),
    }
    const isOneStatement = !(check ?? after ?? run ?? source.versions ?? prepared.after)
    return inTransaction(
      !isOneStatement,
      async (within) => {
        // Without rules a change is one statement: only references and rules between fields need to read other values.
        const isOwn = fields === source.record.fields
        const looks = refersTo(fields, body) || touchesRange(source.record, body)
        const stored =
          within || looks || (isOwn && (touchesDependents(source.record, body) || touchesLimits(source.record, body)))
            ? await requireValues(source, call, fields, within?.on ?? db)
            : null
        const emptied = stored && isOwn ? columnsOf(source.record, emptiedBy(source.record, stored, body)) : {}
        const whole = { ...changes, columns: { ...changes.columns, ...emptied } }
        if (!within) {
          const written = await writes.update(source, params.id, ifMatch, whole, { principal, origin, key })
          prepared.committed?.(live, written.returned as Readonly<Record<string, unknown>>)
          await tellFed(source, params.id)
          return answer(written, message)
        }
        let isWaiting = false
        const waits = () => void (isWaiting = true)
        const rule = ruleOf(within, { principal, origin, id: params.id, body, waits })
        await check?.(rule)
        const more = (await run?.(rule)) ?? {}
        const written = await writes.update(
          source,
          params.id,
          ifMatch,
          { ...whole, at: rule.at, columns: { ...whole.columns, ...more } },
          { principal, origin, key: null },
          within,
        )
        within.afterCommit(() => prepared.committed?.(live, written.returned as Readonly<Record<string, unknown>>))
        await after?.(rule)
        await prepared.after?.(rule)
        await tellFed(source, params.id, within)
        if (source.versions) await versions.keep(source, { id: params.id, principal, on: within.on, at: rule.at })
        // Read again, so that the response contains what the rules changed. An erased record can no longer be read.
        const json = more.erased_at ? 'null' : (await writes.read(source, params.id, principal, within.on)).json
        const answered = answer(
          { json: json as Json<never>, version: written.version },
          isWaiting ? SENT_FOR_APPROVAL : message,
        )
        await key?.inTransaction(within.on, answered)
        return answered
      },
      outer,
    )
  }

  const enableDisable = (source: RecordSource, call: RecordCall, outer?: Within): Promise<Answer<unknown>> => {
    const isDeleted = call.body.is_deleted === true
    const changes = {
      columns: { is_deleted: { value: isDeleted, type: 'boolean' } },
      action: isDeleted ? 'disable' : 'enable',
      message: isDeleted ? SUCCESS_MESSAGE.disabled : SUCCESS_MESSAGE.enabled,
    }
    return change(source, call, changes, outer)
  }

  /**
   * @returns the code of a new record's store, which a reference determines or the writer chooses; undefined: the writer's own
   * @throws 422 at the field where the writer may not write to the chosen store
   */
  async function storeCodeOf({ storeFrom }: RecordDefinition, body: RecordCall['body'], { stores }: Principal) {
    if (storeFrom !== undefined) {
      const [row] = await db.query<{ code: string }>('select code from stores where id = $1::uuid', [
        body[storeFrom] as string,
      ])
      return row?.code ?? null
    }
    const chosen = body[STORE_FIELD] as string | null | undefined
    if (!chosen) return undefined
    const [open] = await db.query('select code from stores where code = $1::text and not is_deleted', [chosen])
    if (!open || (stores && !stores.includes(chosen))) throw rejected({ [STORE_FIELD]: [NO_SUCH_STORE] })
    return chosen
  }

  /** Allows reading the names of a record to its readers, and to those who may write a record that refers to it (catalogue, All of them). */
  function requireNames({ record }: RecordSource, { access }: Principal) {
    const reads = pickedFields(record).every((field) => canRead(access, record.subject, field))
    const writes = recordsThatReferTo(record.name).some(
      ({ subject }) => can(access, 'create', subject) || can(access, 'update', subject),
    )
    if (!reads && !writes) throw forbidden(`You may not read the names of ${record.subject}.`)
  }

  async function names(source: RecordSource, { query, principal }: RecordCall): Promise<Answer<unknown>> {
    requireNames(source, principal)
    const { record } = source
    const { search, id } = query as { search?: string; id?: string[] }
    // Only the names are read, with the rights to do so.
    const reader: Principal = {
      ...principal,
      access: {
        accessible_pages: [],
        permissions: [
          { action: 'read', subject: record.subject, fields: [...pickedFields(record), 'is_deleted', 'position'] },
        ],
      },
    }
    const { json } = await lists.page(
      id || !source.choosable ? source : onlyChoosable(source),
      {
        itemNo: PICKER_NAMES,
        fields: pickedFields(record),
        ...(source.order ? {} : { sort_by: record.namedBy[0]! }),
        ...(search ? { search } : {}),
        ...(id ? { id } : record.switch ? { is_deleted: 'false' } : {}),
      },
      reader,
    )
    const rows = JSON.parse(json) as ({ id: string; version: number } & Record<string, string | Reference | null>)[]
    return {
      data: rows.map((row) => ({
        id: row.id,
        name: record.namedBy.map((field) => nameIn(row[field])).join(' '),
        version: row.version,
        ...(record.identifiedBy !== undefined && { code: row[record.identifiedBy] as string }),
      })),
    }
  }

  async function order(source: RecordSource, { body, principal, origin, key }: RecordCall): Promise<Answer<unknown>> {
    const ids = body.ids as string[]
    if (new Set(ids).size !== ids.length) throw malformed('Each id only once.')
    const { table, record } = source
    const changed = await db.transaction(async (tx) => {
      const mine = principal.stores ? `where ${source.store} = any($1::text[])` : ''
      // Rows are locked in a fixed order, so that concurrent reorders wait for each other instead of deadlocking.
      const rows = await tx.query<{ id: string; position: number; version: number; store: string | null }>(
        `select id::text as id, position, version, ${source.store} as store from ${table} ${mine} order by id for update`,
        principal.stores ? [principal.stores] : [],
      )
      const known = new Map(rows.map((row) => [row.id, row]))
      if (ids.length !== rows.length || !ids.every((id) => known.has(id)))
        throw new HttpFailure(
          409,
          'STALE',
          `The list of ${record.noun[1]} has changed meanwhile. Look at it and try again.`,
        )
      // People who see only some stores reorder their records within the positions of these.
      const places = rows.map(({ position }) => position).toSorted((a, b) => a - b)
      const moved = ids.flatMap((id, index) =>
        known.get(id)!.position === places[index] ? [] : [{ id, position: places[index]! }],
      )
      await key?.inTransaction(tx, ORDERED)
      if (moved.length === 0) return []
      await tx.query(
        `update ${table} n set position = t.position from json_to_recordset($1::json) as t(id uuid, position integer) where t.id = n.id`,
        [JSON.stringify(moved)],
      )
      await writeAudit(
        tx,
        clock,
        { actorId: principal.staffId, action: 'order', subject: record.subject, origin },
        null,
        { ids },
      )
      return moved.map(({ id }) => known.get(id)!)
    })
    if (changed.length > 0) lists.changed(source)
    // A position is not an edit: the version stays, but consoles fetch the row.
    for (const { id, version, store } of changed) announce(live, source, { id, version, derived: true }, store)
    return ORDERED
  }

  /** Writes the content of an earlier version as an edit: every rule of an edit applies. */
  async function rollBack(source: RecordSource, call: RecordCall): Promise<Answer<unknown>> {
    const { params, principal, body: asked } = call
    await requireVersion(source, call, db)
    const body = await versions.bodyOf(source, params.id, asked.version_no as number, principal)
    const action = source.record.actions[ROLL_BACK]!
    const changes = {
      columns: columnsOf(source.record, body),
      action: ROLL_BACK,
      message: action.success,
      asked: toldOf(action, asked),
    }
    return change(source, { ...call, body }, changes)
  }

  async function act(source: RecordSource, call: RecordCall, name: string, outer?: Within): Promise<Answer<unknown>> {
    const action = source.record.actions[name]!
    // Of a bulk call it is checked once, before the first record.
    if (action.stepUp && !outer) {
      // Nobody is asked for a password for a record that does not exist for them, or that has changed.
      await requireVersion(source, call, db)
      await requireStepUp({ db, clock }, call.principal)
    }
    if (name === ROLL_BACK && source.versions) return rollBack(source, call)
    const { from, sets = {}, underClaim } = action
    const own = source.actions[name]
    const underOwn = async (rule: RuleCall & { id: string }) => {
      await requireClaim(source, { rule, principal: call.principal, origin: call.origin, clock, writes })
      return own?.(rule)
    }
    const changes = {
      columns: columnsOf(source.record, sets),
      action: name,
      message: action.success,
      ...(typeof call.body.reason === 'string' && call.body.reason !== '' ? { reason: call.body.reason } : {}),
      asked: toldOf(action, call.body),
      from,
      run: underClaim ? underOwn : own,
      ...(underClaim ? { sets: ENDS_CLAIM } : {}),
      fields: action.asks ?? {},
    }
    return change(source, call, changes, outer)
  }

  /** Claims or releases a record: the row is locked, and the answer is stored under the key together with the effect. */
  const changeClaim = (perform: typeof claim, source: RecordSource, call: RecordCall): Promise<Answer<unknown>> =>
    inTransaction(true, async (within) => {
      const { principal, origin, params, body, key } = call
      const rule = ruleOf(within!, { principal, origin, id: params.id, body })
      const written = await perform(source, { rule, principal, origin, clock, writes })
      await tellFed(source, params.id, within)
      const answered = answer(written, SUCCESS_MESSAGE.updated)
      await key?.inTransaction(within!.on, answered)
      return answered
    })

  /** The uploads and the private files of a record. @param fields that accept uploads */
  const filesOf = (source: RecordSource, fields = uploadRulesOf(source.record)) =>
    createRecordFiles(
      { files },
      {
        domain: source.record.name,
        subject: source.subject,
        fields,
        readable: ({ access }) =>
          privateFields(source.record).filter((field) => canRead(access, source.subject, field)),
        requireRead: (id, principal) => writes.read(source, id, principal),
      },
    )
  const performBulk = createBulk({ db, lists, writes })
  async function bulk(source: RecordSource, call: RecordCall, action: string): Promise<Answer<unknown>> {
    if (source.record.actions[action]?.stepUp && call.body.dry_run !== true)
      await requireStepUp({ db, clock }, call.principal)
    const { principal } = call
    const definition = source.record.actions[action]
    const effectsOn: EffectsOn = async (id, values, on) => {
      const from = Object.keys(actionPreviewAsks(definition!))
      const body = Object.fromEntries(Object.entries(values).filter(([name]) => from.includes(name)))
      const asked = { body, principal, id, ids: [id], storeOfNew: principal.store }
      return accessEffects((await preview(source, asked, action, on)) as Readonly<Record<string, unknown>>)
    }
    const perform: PerformOn = (id, version, values, within) => {
      const one: RecordCall = { ...call, params: { id }, body: { ...values }, ifMatch: version, key: null }
      return action === 'enableDisable' ? enableDisable(source, one, within) : act(source, one, action, within)
    }
    const effects = definition?.preview?.of === 'access' ? effectsOn : null
    return performBulk(source, call, perform, effects, definition?.elsewhere ?? false)
  }
  const importCsv = createImport({ db, clock, lists, live, onError: deps.onError, ruleOf })

  /** A row as apps receive it. */
  const forApps = ({ version: _version, ...row }: Readonly<Record<string, unknown>>) => row

  /** A call with which an app writes; its history names the app's key. */
  const sendFromApp = (source: RecordSource, call: RecordCall, name: string): Promise<Answer<unknown>> =>
    inTransaction(true, async (within) => {
      const { app, origin, key, params } = call
      const { on } = within!
      const sent = source.record.appCalls![name]!
      const body = sent.of ? { ...call.body, [sent.of]: params.id } : call.body
      const writer = writerOf(app)
      const by = { principal: writer, origin, key: null }
      await requireReferences(
        sentFields(sent),
        call.body,
        writer,
        on,
        null,
        (one) => `There is no enabled ${one} with this id in the key's store`,
      )
      const at = new Date(clock.now()).toISOString()
      const sender = `App ${app.hint}…`
      const rowForApp = async (id: string) => {
        const { json } = await writes.read(source.forApps!, id, writer, on)
        return forApps(JSON.parse(json as string) as Record<string, unknown>)
      }
      const last: (() => Promise<void>)[] = []
      const result = await source.appCalls[name]!({
        tx: on,
        body,
        atLast: (work) => last.push(work),
        at,
        app,
        changed: tellsChanged(within!),
        audit: (of, rows) =>
          writeAuditRows(on, clock, { actorId: null, subject: RECORDS[of].subject, origin, reason: sender }, rows),
        hash: (text) => keys.digest(`erased ${text}`),
        inTurn: async (about) => {
          await on.query('select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [
            `${source.record.name} ${about}`,
          ])
        },
        async add(columns) {
          const { json } = await writes.create(source, columns, '', by, { reason: sender, within: within! })
          const { id: added } = JSON.parse(json as string) as { id: string }
          await tellFed(source, added, within)
          return added
        },
        async change({ id: changed, version }, action, columns, reason) {
          const changes = { columns, action, message: '', at, reason: reason ? `${sender}: ${reason}` : sender }
          await writes.update(source, changed, version, changes, by, within)
          await tellFed(source, changed, within)
        },
      })
      const answered = { data: typeof result === 'string' ? await rowForApp(result) : result }
      await key?.inTransaction(on, answered)
      for (const work of last) await work()
      return answered
    })

  const preview = createPreview({ db, clock, lists, claimable: CLAIMABLE })
  /** @param id of the record whose edit is previewed; null for a new record or an independent preview */
  async function answerPreview(source: RecordSource, { body, principal }: RecordCall, id: string | null) {
    // Refused like the record itself: in another store it does not exist.
    if (id !== null) await writes.read(source, id, principal)
    await requireReferences(previewAsks(source.record), body, principal, db)
    const chosen =
      id === null ? await storeCodeOf({ ...source.record, storeFrom: undefined }, body, principal) : undefined
    const ids = id === null ? [] : [id]
    return { data: await preview(source, { body, principal, id, ids, storeOfNew: chosen ?? principal.store }) }
  }
  /** What an action would do; refused like the action itself. */
  async function answerActionPreview(source: RecordSource, call: RecordCall, name: string) {
    const { body, principal, params } = call
    await writes.read(source, params.id, principal)
    await requireReferences(actionPreviewAsks(source.record.actions[name]!), body, principal, db)
    await prepare(source, call, name, params.id)
    const asked = { body, principal, id: params.id, ids: [params.id], storeOfNew: principal.store }
    return { data: await preview(source, asked, name) }
  }
  /** What disabling many records would interrupt: only those count that exist for the caller. */
  async function answerPreviewOfMany(source: RecordSource, { body, principal }: RecordCall) {
    const asked = body.ids as string[]
    const { json } = await lists.page(source, { id: asked, itemNo: asked.length, fields: [] }, principal)
    const ids = (JSON.parse(json) as { id: string }[]).map(({ id }) => id)
    return { data: await preview(source, { body, principal, id: null, ids, storeOfNew: principal.store }) }
  }

  /** One handler for each verb; a missing one fails the type check. */
  const VERBS: {
    [V in RecordVerb]: (source: RecordSource, call: RecordCall, action: string) => Promise<RecordAnswer>
  } = {
    async list(source, call) {
      const asked = call.query as ListQuery
      if (source.record.reads === 'paged') {
        if (isWholeList(asked)) return pages.stream(source, asked, call.principal, call.signal)
        const { json, next_cursor } = await pages.page(source, asked, call.principal)
        return { json: json as Json<unknown>, total_count: null, next_cursor }
      }
      if (call.streamed || !isOnePiece(asked)) return lists.stream(source, asked, call.principal, call.signal)
      const { json, total_count } = await lists.page(source, asked, call.principal)
      return { json: json as Json<unknown>, total_count }
    },
    totals: async (source, { query, principal }) => ({
      data: await pages.totals(source, query as ListQuery, principal),
    }),
    tabs: async (source, { principal }) => ({ data: await pages.tabs(source, principal) }),
    get: async (source, { params, principal }) => answer(await writes.read(source, params.id, principal)),
    async history(source, { params, principal }) {
      // Refused like the record itself: in another store it does not exist.
      await writes.read(source, params.id, principal)
      const entries = await history([source.subject, ...(source.shares ?? [])], params.id, {
        all: Object.keys(source.record.allFields),
        readable: readableFields(source, principal.access),
        subjects: SUBJECTS.filter((subject) => can(principal.access, 'read', subject)),
      })
      return {
        data: await shownHistory(db, source, principal.access, entries),
      }
    },
    async versions(source, { params, principal }) {
      return { data: await versions.read(source, params.id, principal) }
    },
    names,
    async create(source, call) {
      const { body, principal, origin, key } = call
      const { check, after, record } = source
      const prepared = await prepare(source, call, 'create', null)
      const expressions: Record<string, string> = {}
      if (record.ordered) expressions.position = `(select coalesce(max(position), 0) + 1 from ${source.table})`
      const columns = { ...columnsOf(record, { ...withLists(record, body), ...partOf(record) }), ...prepared.columns }
      const storeCode = await storeCodeOf(record, body, principal)
      const storeOfNew = storeCode === undefined ? principal.store : storeCode
      return inTransaction(Boolean(check ?? after), async (within) => {
        await requireReferences(record.fields, body, principal, within?.on ?? db)
        const act = { principal, origin, key: within ? null : key }
        if (!within) {
          const written = await writes.create(source, columns, SUCCESS_MESSAGE.added, act, { expressions, storeCode })
          if (record.feeds) await tellFed(source, (JSON.parse(written.json as string) as { id: string }).id)
          return answer(written, SUCCESS_MESSAGE.added)
        }
        await check?.(ruleOf(within, { principal, origin, id: null, body, storeOfNew }))
        const { json } = await writes.create(source, columns, SUCCESS_MESSAGE.added, act, {
          expressions,
          storeCode,
          within,
        })
        const { id } = JSON.parse(json as string) as { id: string }
        await after?.({ ...ruleOf(within, { principal, origin, id, body, storeOfNew }), id })
        await tellFed(source, id, within)
        // Read again, so that the response contains derived values and what the rules changed.
        const answered = answer(await writes.read(source, id, principal, within.on), SUCCESS_MESSAGE.added)
        await key?.inTransaction(within.on, answered)
        return answered
      })
    },
    async update(source, call) {
      if (source.record.switch && isEnableDisable(call.body)) return enableDisable(source, call)
      const columns = columnsOf(source.record, call.body)
      if (Object.keys(columns).length === 0) throw nothingToChange()
      return change(source, call, {
        columns,
        action: 'update',
        message: SUCCESS_MESSAGE.updated,
      })
    },
    enableDisable: (source, call) => enableDisable(source, call),
    order,
    upload: (source, call) =>
      filesOf(source).upload({
        ...call,
        writer: call.principal,
        query: call.query as { field: string; name?: string },
      }),
    file: (source, call) => filesOf(source).file({ ...call, params: call.params as { id: string; file: string } }),
    action: (source, call, name) => act(source, call, name),
    claim: (source, call) => changeClaim(claim, source, call),
    release: (source, call) => changeClaim(release, source, call),
    bulk,
    preview: (source, call) => answerPreview(source, call, null),
    previewOf: (source, call) => answerPreview(source, call, call.params.id),
    previewMany: answerPreviewOfMany,
    previewAction: answerActionPreview,
    async appList(source, { query, app }) {
      const { json, total_count } = await lists.page(source.forApps!, query as ListQuery, writerOf(app))
      const rows = JSON.parse(json) as Record<string, unknown>[]
      return { json: JSON.stringify(rows.map(forApps)), total_count }
    },
    async appGet(source, { params, app }) {
      const { json } = await writes.read(source.forApps!, params.id, writerOf(app))
      return { data: forApps(JSON.parse(json as string) as Record<string, unknown>) }
    },
    appUpload: (source, call) =>
      filesOf(source, appUploadRulesOf(source.record)).upload({
        ...call,
        writer: writerOf(call.app),
        query: call.query as { field: string; name?: string },
      }),
    appCall: sendFromApp,
    async import(source, call) {
      const { dry_run, ...chosen } = call.query as { dry_run: boolean } & Readonly<Record<string, unknown>>
      const store = (await storeCodeOf(source.record, chosen, call.principal)) ?? call.principal.store
      return importCsv(source, { ...call, isDry: dry_run, store, signal: call.signal })
    },
  }

  const handlerOf = (call: VerbCall): RecordHandler => {
    const source = SOURCES[call.id.split('.')[0] as keyof typeof SOURCES]
    // Apps have no personal rights: the definition declares what they read (`public`), which is never masked.
    const isOfApps = call.access === 'app'
    return (received) =>
      VERBS[call.verb](
        isOfApps ? source : sourceFor(source, received.principal.access),
        received,
        'action' in call ? call.action : '',
      )
  }
  return Object.fromEntries(RECORD_OPERATIONS.map(({ call }) => [call.id, handlerOf(call)]))
}

/** Sets the value that makes a record part of another one. */
const partOf = (record: RecordDefinition) => {
  const field = fixedField(record)
  return field === null ? {} : { [field]: record.partOf!.value }
}

/** Gives a new record empty lists where the body has none. */
const withLists = (record: RecordDefinition, body: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(
    writableFields(record, 'create')
      .filter(([, { type }]) => holdsList(type))
      .map(([name]) => [name, []]),
  ),
  ...body,
})
