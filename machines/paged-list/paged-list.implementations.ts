/** The implementations of the paged list machine over the ports: one store and one machine for each open list. */
import { fromCallback } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import {
  orderOf,
  PAGE_ROWS,
  strandQuery,
  wholeQuery,
  type PageQuery,
  type Place,
  type Strand,
} from '@contract/records/page-query'
import type { Paged } from '@contract/records/paths'
import type { RecordDefinition } from '@contract/records/record'
import type { ApiPort, Reply } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import type { RecordChanged } from '@contract/socket'
import { answered } from '../kit/answered'
import type { GoneListener, RowListener } from '../activity/activity.implementations'
import { ANY_VERSION, createChangeQueue } from '../refetch/change-queue'
import { createRefetchImplementations } from '../refetch/refetch.implementations'
import type { VersionedRow } from '../row-action/row-action.implementations'
import { createPageStore, type KeyOrder, type PageAnswer, type PageMemory, type PageStore } from './page-store'
import {
  pagedListMachine,
  START,
  type Entered,
  type EnterInput,
  type PagedListEvent,
  type PagesRead,
  type RowsChanged,
} from './paged-list.machine'

/** A paged list, as data. */
export interface PagedListDefinition<Row extends VersionedRow> {
  slug: string
  operation: Operation<string, undefined, PageQuery, undefined, Row[]>
  record: Paged & Pick<RecordDefinition, 'subject'>
}

export interface PagedListDependencies {
  api: ApiPort
  toasts: ToastsPort
  /** Reports records that changed elsewhere, from the socket. @returns a function that unsubscribes */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** Called when the socket is connected again after a gap. @returns a function that unsubscribes */
  onSocketResumed: (listener: () => void) => () => void
  /** Reports records that actions of this console returned. @returns a function that unsubscribes */
  onActionRow: (listener: RowListener) => () => void
  /**
   * Reports records that no longer exist because of an action of this console.
   * @returns a function that unsubscribes
   */
  onActionGone: (listener: GoneListener) => () => void
}

/** What a screen keeps of its list when it is left, so that a later screen shows the same rows. */
export interface LeftList extends PageMemory {
  readonly place: Place
}

/**
 * @param remembered the list of a screen that was left; null: the list begins at its start
 * @returns the store of the rows and the machine that fills it, ready to start
 */
export function createPagedListLogic<Row extends VersionedRow>(
  { api, toasts, onRecordChanged, onSocketResumed, onActionRow, onActionGone }: PagedListDependencies,
  { slug, operation, record }: PagedListDefinition<Row>,
  remembered: LeftList | null = null,
) {
  const store: PageStore<Row> = createPageStore<Row>()
  /** Records that changed and were not fetched yet. */
  const queue = createChangeQueue()
  const listeners = new Set<(change: RowsChanged) => void>()
  const reloads = new Set<() => void>()
  /** New records that wait until the person asks for them, so that nothing moves under the pointer. */
  const arrivals = new Set<string>()
  /** The query that the shown rows belong to; null before the first page. */
  let shown: Pick<EnterInput, 'view' | 'fields'> | null = null
  let shownPlace: Place = START
  /**
   * Records that changed while a page was being read, because the response may contain older versions; null: the record
   * has left the list.
   */
  let meanwhile: Map<string, Row | null> | null = null

  const call = (query: PageQuery, fields: readonly string[], signal: AbortSignal) =>
    api.call(operation, { query: { ...query, fields: [...fields] } }, { signal })
  const pageOf = ({ data, next_cursor }: Reply<Row[]>): PageAnswer<Row> => ({ rows: data, next: next_cursor ?? null })
  const read = (): PagesRead => ({ count: store.length, isNeeded: store.need() !== null })

  function keyOrder({ view }: EnterInput): KeyOrder<Row> {
    const order = orderOf(record, view)
    return {
      keyOf: (row) => {
        const value = order && (row as unknown as Readonly<Record<string, unknown>>)[order.key]
        return typeof value === 'string' || typeof value === 'number' ? String(value) : null
      },
      descending: order?.descending ?? true,
    }
  }
  /** Collects changes until the read rows are in the store, so that no older row replaces a newer one. */
  async function guarded<T>(work: (put: (write: () => void) => void) => Promise<T>): Promise<T> {
    const changed = new Map<string, Row | null>()
    meanwhile = changed
    try {
      return await work((write) => {
        write()
        store.remove([...changed].flatMap(([id, row]) => (row ? [] : [id])))
        for (const row of changed.values()) if (row) store.patch(row)
      })
    } finally {
      if (meanwhile === changed) meanwhile = null
    }
  }

  let left = remembered
  const enterList = answered<Result<Entered>, EnterInput>(({ input, signal }) =>
    guarded(async (put) => {
      const { view, place, fields } = input
      if (left) {
        const { place: before, ...memory } = left
        left = null
        store.resume(memory, keyOrder(input))
        shown = { view, fields }
        shownPlace = before
        return ok({ ...read(), place: before })
      }
      const first: Strand = place.at === 'end' ? 'back' : 'on'
      const readStrand = (strand: Strand) =>
        call({ ...strandQuery(record, view, place, strand), itemNo: PAGE_ROWS }, fields, signal)
      const answer = await readStrand(first)
      if (!answer.ok) return answer
      const page = pageOf(answer.value)
      // At a value, rows above exist too; if few rows follow, they are needed to fill the screen.
      let above: PageAnswer<Row> | 'unread' | undefined = place.at === 'value' ? 'unread' : undefined
      if (above && page.rows.length < PAGE_ROWS / 2) {
        const other = await readStrand('back')
        if (!other.ok) return other
        above = pageOf(other.value)
      }
      if (signal.aborted) return failed({ kind: 'aborted', message: '' })
      put(() =>
        store.enter(
          { [first]: page, ...(above && { back: above }) },
          keyOrder(input),
          place.at === 'start' ? 'top' : place.at === 'end' ? 'bottom' : 'on',
        ),
      )
      shown = { view, fields }
      shownPlace = place
      arrivals.clear()
      return ok({ ...read(), place })
    }),
  )

  const readPage = answered<Result<PagesRead>, EnterInput>(({ input: { view, place, fields }, signal }) =>
    guarded(async (put) => {
      const request = store.need()
      if (!request) return ok(read())
      const { strand, cursor, itemNo } = request
      const answer = await call(
        { ...strandQuery(record, view, place, strand), itemNo, ...(cursor !== null && { cursor }) },
        fields,
        signal,
      )
      if (!answer.ok) return answer
      if (!signal.aborted) {
        put(() => store.put(request, pageOf(answer.value)))
        shown = { view, fields }
      }
      return ok(read())
    }),
  )

  /** @param moves number of records that entered or left the list */
  const tell = (moves: number) => {
    for (const listener of listeners) listener({ ...read(), arrivals: arrivals.size, moves })
  }
  const put = (row: Row) => {
    meanwhile?.set(row.id, row)
    if (store.indexOf(row.id) >= 0) store.patch(row)
    else if (store.isNews(row)) arrivals.add(row.id)
  }
  const drop = (ids: readonly string[]) => {
    for (const id of ids) {
      meanwhile?.set(id, null)
      arrivals.delete(id)
    }
    store.remove(ids)
  }

  const refetch = createRefetchImplementations<Row>({
    subject: record.subject,
    rows: {
      count: () => store.length,
      // Only the server knows whether the filter still matches a record, whatever version is held here.
      isNews: () => true,
      merge(rows) {
        const before = arrivals.size
        rows.forEach(put)
        tell(arrivals.size - before)
      },
      drop(ids) {
        drop(ids)
        tell(ids.length)
      },
    },
    queue,
    onRecordChanged,
    /** Uses the filter of the shown rows: records that are missing from the response have left the list. */
    async fetch(ids, signal) {
      if (!shown) return ok([])
      const { view, fields } = shown
      const answer = await call({ ...wholeQuery(record, view), id: [...ids], itemNo: ids.length }, fields, signal)
      return answer.ok ? ok(answer.value.data) : answer
    },
    onReloadNeeded: () => reloads.forEach((reload) => reload()),
  })

  const rowsFeed = fromCallback<PagedListEvent>(({ sendBack }) => {
    const reload = () => sendBack({ type: 'list.reload' })
    const changed = (change: RowsChanged) => sendBack({ type: 'rows.changed', ...change })
    reloads.add(reload)
    listeners.add(changed)
    const stops = [
      onSocketResumed(() => sendBack({ type: 'socket.resumed' })),
      // More records changed than the server reports individually: treat it as a gap in the connection.
      onRecordChanged(
        ({ subject, id }) => subject === record.subject && id === null && sendBack({ type: 'socket.resumed' }),
      ),
      onActionRow((list, row) => list === slug && sendBack({ type: 'row.saved', row })),
      onActionGone((list, id) => list === slug && sendBack({ type: 'row.gone', id })),
      () => void reloads.delete(reload),
      () => void listeners.delete(changed),
    ]
    return () => stops.forEach((stop) => stop())
  })

  return {
    store,
    /** @returns what to keep when the screen is left; null if no row was read */
    leave: (): LeftList | null => (store.length > 0 ? { ...store.memory(), place: shownPlace } : null),
    machine: pagedListMachine.provide({
      actors: { enterList, readPage, rowsFeed, refetch },
      actions: {
        showSaved(_, { row }) {
          meanwhile?.set(row.id, row as Row)
          store.patch(row as Row)
          queue.note({ id: row.id, version: ANY_VERSION })
        },
        dropRow(_, { id }) {
          drop([id])
          queue.note({ id, version: ANY_VERSION })
        },
        clearRows: () => store.clear(),
        outdateRows: () => store.outdate(),
        notifyFailed: (_, { message }) => toasts.show('error', message),
      },
    }),
  }
}
