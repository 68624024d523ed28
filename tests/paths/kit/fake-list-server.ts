/** A list on a server that a test controls: it streams on request, keeps all data, and reports changes. */
import { DEFAULT_PAGE_SIZE } from '@contract/constants'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { BulkResult } from '@contract/records/calls'
import type { ApiPort, Reply, StreamListeners } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import type { RecordChanged } from '@contract/socket'
import { createActor } from 'xstate'
import { createActivityLogic } from '@machines/activity/activity.implementations'
import * as bulkActionCode from '@machines/bulk-action/bulk-action.implementations'
import { createListLogic, type ListDefinition } from '@machines/list/list.implementations'
import type { ActionDefinition, ListActions } from '@machines/row-action/row-action.implementations'
import type { RowActionInput } from '@machines/row-action/row-action.machine'
import { Calls, FakeLine, FakePending } from './fake-ports'
import { UNREACHABLE } from './samples'

export interface Row {
  id: string
  version: number
  /** Text of the record at its version. */
  label: string
}
interface Streaming {
  onRows: (rows: Row[]) => void
  /** The rows at the time of the request that were not sent yet. */
  left: Row[]
  total: number
}

export const SUBJECT = 'Users'
const UPDATE = { id: 'users.update' } as unknown as ActionDefinition['operation']
const BULK_UPDATE = { id: 'users.bulkUpdate' } as unknown as NonNullable<ActionDefinition['bulk']>

export class FakeListServer {
  private readonly records = new Map<string, Row>()
  everMade = 0
  readonly streams = new Calls<Streaming, Result<{ total_count: number | null; cutShort: boolean }>>()
  readonly refetches = new Calls<string[], Result<Reply<Row[]>>>()
  /** Number of rows that each refetch requested. */
  private readonly pageSizes = new WeakMap<string[], number>()
  /** The queries of all reads and refetches, in their order. */
  readonly queries: unknown[] = []
  /** Calls about one record (its id), and about a batch (their ids). */
  readonly actions = new Calls<string | readonly string[], Result<Reply<Row> | Reply<BulkResult[]>>>()
  private readonly listeners = new Set<(change: RecordChanged) => void>()
  private readonly resumes = new Set<() => void>()

  constructor(rows: number) {
    for (let row = 0; row < rows; row += 1) this.create()
  }
  get rows(): Row[] {
    return [...this.records.values()].map((row) => ({ ...row }))
  }
  readonly listen = (listener: (change: RecordChanged) => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }
  readonly onResumed = (listener: () => void) => {
    this.resumes.add(listener)
    return () => void this.resumes.delete(listener)
  }
  resume = () => this.resumes.forEach((listener) => listener())

  readonly api = {
    stream: (
      _operation: unknown,
      query: unknown,
      listeners: StreamListeners<Row>,
      { signal }: { signal: AbortSignal },
    ) => {
      this.queries.push(query)
      return this.streams.call(
        { onRows: (rows) => listeners.onRows(rows), left: this.rows, total: this.records.size },
        signal,
      )
    },
    call: (
      operation: { id: string },
      input: { query?: { id: string[]; itemNo?: number }; params?: { id: string }; body?: { ids: readonly string[] } },
      { signal }: { signal: AbortSignal },
    ) => {
      if (operation === UPDATE) return this.actions.call(input.params!.id, signal)
      if (operation === BULK_UPDATE) return this.actions.call(input.body!.ids, signal)
      this.queries.push(input.query)
      const { id, itemNo = DEFAULT_PAGE_SIZE } = input.query!
      this.pageSizes.set(id, itemNo)
      return this.refetches.call(id, signal)
    },
  } as unknown as ApiPort

  /** Reports a change, as the socket does. */
  tellOf = (change: RecordChanged) => this.listeners.forEach((listener) => listener(change))
  private tell = ({ id, version }: Row) => this.tellOf({ subject: SUBJECT, id, version })
  create() {
    this.everMade += 1
    const row = { id: `row-${this.everMade}`, version: 1, label: `row ${this.everMade}, version 1` }
    this.records.set(row.id, row)
    this.tell(row)
    return { ...row }
  }
  change(id = this.records.keys().next().value) {
    const row = id === undefined ? undefined : this.records.get(id)
    if (!row) return undefined
    const changed = { id: row.id, version: row.version + 1, label: `${row.id}, version ${row.version + 1}` }
    this.records.set(row.id, changed)
    this.tell(changed)
    return changed
  }
  changeAll = () => [...this.records.keys()].forEach((id) => this.change(id))
  remove() {
    const id = [...this.records.keys()].at(-1)
    if (id === undefined) return
    const { version } = this.records.get(id)!
    this.records.delete(id)
    this.tell({ id, version: version + 1, label: '' })
  }
  /** Sends the next rows of the oldest stream. */
  sendChunk(size = 3) {
    const [stream] = this.streams.inFlight
    if (stream && stream.input.left.length > 0) stream.input.onRows(stream.input.left.splice(0, size))
  }
  complete() {
    const [stream] = this.streams.inFlight
    while (stream && stream.input.left.length > 0) this.sendChunk()
    this.streams.answerNext(({ total }) => ok({ total_count: total, cutShort: false }))
  }
  cutShort = () => this.streams.answerNext(() => ok({ total_count: null, cutShort: true }))
  failStream = () => this.streams.answerNext(() => failed(UNREACHABLE))
  answerRefetch = () =>
    this.refetches.answerNext((ids) =>
      ok({ data: this.rows.filter((row) => ids.includes(row.id)).slice(0, this.pageSizes.get(ids)) }),
    )
  failRefetch = () => this.refetches.answerNext(() => failed(UNREACHABLE))
  completeAction = () =>
    this.actions.answerNext((asked) => {
      const gone: ApiError = { kind: 'notFound', message: '' }
      if (typeof asked === 'string') {
        const row = this.change(asked)
        return row ? ok({ data: { ...row } }) : failed(gone)
      }
      return ok({
        data: asked.map((id) => {
          const version = this.change(id)?.version ?? null
          return { id, outcome: version === null ? 'refused' : 'changed', version, message: null }
        }),
      })
    })
  refuseAction = () =>
    this.actions.answerNext((asked) => {
      const current = (id: string) => this.records.get(id) ?? null
      if (typeof asked === 'string') return failed({ kind: 'conflict', message: '', current: current(asked) })
      return ok({
        data: asked.map((id) => ({ id, outcome: 'refused', version: current(id)?.version ?? null, message: null })),
      })
    })
}

/** The list of these rows. */
const LIST = { slug: 'rows', operation: { id: 'users.list' }, subject: SUBJECT } as unknown as ListDefinition<Row>
/** Its only action, which `enable` undoes. */
export const LIST_ACTIONS: ListActions = {
  list: 'rows',
  subject: SUBJECT,
  route: '/rows',
  selectionPath: (token) => `/rows?only=${token}`,
  noun: { one: 'row', many: 'rows' },
  actions: {
    disable: {
      operation: UPDATE,
      bulk: BULK_UPDATE,
      success: () => 'Disabled.',
      gerund: ({ is_deleted }) => (is_deleted === false ? 'Enabling' : 'Disabling'),
      participle: ({ is_deleted }) => (is_deleted === false ? 'enabled' : 'disabled'),
      reverse: ({ is_deleted }) => ({ is_deleted: is_deleted === false }),
    },
  },
}
/** A request to disable one of these rows. */
export const disabling = (rowId: string, version = 1): RowActionInput => ({
  list: 'rows',
  rowId,
  version,
  action: 'disable',
  payload: { is_deleted: true },
  key: `key of ${rowId}`,
  record: { name: rowId, href: `/rows/${rowId}` },
})

/** The list of a server's rows and the activity, created as in the console; the activity runs. */
export function listAndActivity(server: FakeListServer, toasts: ToastsPort) {
  const signOuts = { requested: 0 }
  const guards = { set: 0 }
  const pending = new FakePending()
  const line = new FakeLine()
  const logic = createActivityLogic({
    api: server.api,
    toasts,
    unload: {
      guard() {
        guards.set += 1
        return () => void (guards.set -= 1)
      },
    },
    pending,
    onLineBack: line.listen,
    signOut: () => void (signOuts.requested += 1),
    loadBulkActions: () => Promise.resolve(bulkActionCode),
  })
  logic.takeBulkActions(bulkActionCode)
  logic.define(LIST_ACTIONS)
  const activity = createActor(logic.machine).start()
  const list = createListLogic<Row>(
    {
      api: server.api,
      clock: { now: () => 5_000 },
      toasts,
      onRecordChanged: server.listen,
      onSocketResumed: server.onResumed,
      onActionRow: logic.onRow,
    },
    LIST,
  )
  return { ...list, activity, logic, signOuts, guards, pending, line }
}
