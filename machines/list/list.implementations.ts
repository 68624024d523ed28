/** The list machine over the ports: one store and one machine for each list that is opened. */
import { fromCallback } from 'xstate'
import type { ClockPort, ApiPort, ToastsPort } from '@contract/ports'
import type { Operation } from '@contract/http/operation'
import { FULL_LIST_ITEM_NO, RECORD_REFETCH_MS } from '@contract/constants'
import { createRowStore, type RowStore } from '@contract/row-store'
import type { RecordChanged } from '@contract/socket'
import { listMachine, type ListEvent, type RefetchInput } from './list.machine'
import { createBulkActionImplementations } from '../bulk-action/bulk-action.implementations'
import {
  createRowActionImplementations,
  type VersionedRow,
  type ActionDefinitions,
} from '../row-action/row-action.implementations'

/** The query that a list is read with. */
export interface ListQuery {
  itemNo?: number
  fields?: string[]
  id?: string[]
}

/** A list, as data. */
export interface ListDefinition<Row extends VersionedRow> {
  operation: Operation<string, undefined, ListQuery, undefined, Row[]>
  subject: string
  actions: ActionDefinitions<Row>
}

export interface ListDependencies {
  api: ApiPort
  clock: ClockPort
  toasts: ToastsPort
  /** Records that changed elsewhere, as the socket tells them. @returns how to stop listening */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** The socket is back after a loss. @returns how to stop listening */
  onSocketResumed: (listener: () => void) => () => void
}

/** Changed records are asked for in calls of at most this many ids; where more than a few calls wait, the list is read again. */
const REFETCH_AT_MOST = 100
const RELOAD_FROM = 500

/** @returns the store of the rows, the machine that fills it, and that of actions on many of them, ready to start */
export function createListLogic<Row extends VersionedRow>(
  { api, clock, toasts, onRecordChanged, onSocketResumed }: ListDependencies,
  definition: ListDefinition<Row>,
) {
  const store: RowStore<Row> = createRowStore<Row>()
  /** While the list is being read, told changes wait: a row put early would come twice, or be put back to what it was. */
  let isReading = false
  let isFirstReading = false
  /** New records that are not shown before the person asks: nothing moves under the pointer. */
  const arrivals = new Map<string, Row>()
  /** Records that this page made while the list was being read: they stand first as soon as it is. */
  const own = new Map<string, Row>()
  const isOlder = (row: VersionedRow) => row.version < (store.get(row.id)?.version ?? 0)

  const streamFeed = fromCallback<ListEvent, { fields: readonly string[]; keepOldRows: boolean }>(
    ({ input, sendBack }) => {
      const leaving = new AbortController()
      const arrived: Row[] = []
      isReading = true
      isFirstReading = !input.keepOldRows
      // New records come with the list.
      const dropArrivals = () => {
        arrivals.clear()
        sendBack({ type: 'list.arrived', count: 0 })
      }
      if (!input.keepOldRows) {
        store.reset()
        dropArrivals()
      }
      const onRows = (rows: Row[]) => {
        if (input.keepOldRows) return void arrived.push(...rows)
        store.append(rows)
        sendBack({ type: 'chunk.received', count: store.rows.length })
      }
      void api
        .stream(
          definition.operation,
          { itemNo: FULL_LIST_ITEM_NO, fields: [...input.fields] },
          { onRows },
          { signal: leaving.signal },
        )
        .then((answer) => {
          if (leaving.signal.aborted) return
          if (!answer.ok) return sendBack({ type: 'list.failed', error: answer.error })
          if (answer.value.cutShort) return sendBack({ type: 'list.cutShort', count: store.rows.length })
          if (input.keepOldRows) store.reset(arrived)
          store.prepend([...own.values()].filter((row) => !store.get(row.id)))
          own.clear()
          dropArrivals()
          sendBack({
            type: 'list.completed',
            total: answer.value.total_count,
            count: store.rows.length,
            at: clock.now(),
          })
        })
      return () => {
        leaving.abort()
        isReading = false
      }
    },
  )

  const refetchFeed = fromCallback<ListEvent, RefetchInput>(({ input, sendBack, receive }) => {
    const leaving = new AbortController()
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null

    const tellArrivals = () => sendBack({ type: 'list.arrived', count: arrivals.size })
    const wait = () => {
      timer ??= setTimeout(() => {
        timer = null
        if (isReading) return wait()
        void fetchWaiting()
      }, RECORD_REFETCH_MS)
    }
    const fetchWaiting = async () => {
      if (waiting.size > RELOAD_FROM) {
        waiting.clear()
        return sendBack({ type: 'list.reload' })
      }
      const ids = [...waiting].slice(0, REFETCH_AT_MOST)
      for (const id of ids) waiting.delete(id)
      if (waiting.size > 0) wait()
      // All of them on one page: what is not in the answer counts as gone.
      const query = { id: ids, itemNo: ids.length, fields: [...input.fields()] }
      const answer = await api.call(definition.operation, { query }, { signal: leaving.signal })
      if (leaving.signal.aborted) return
      if (!answer.ok || isReading) {
        // Asked for again: after the reading, or, where the server was not reached, with the next change.
        for (const id of ids) waiting.add(id)
        return isReading ? wait() : undefined
      }
      const seen = new Set(answer.value.data.map((row) => row.id))
      const newer = answer.value.data.filter((row) => !isOlder(row))
      store.put(newer.filter(({ id }) => store.get(id)))
      for (const row of newer) if (!store.get(row.id)) arrivals.set(row.id, row)
      const gone = ids.filter((id) => !seen.has(id))
      store.remove(gone)
      for (const id of gone) {
        arrivals.delete(id)
        own.delete(id)
      }
      sendBack({ type: 'rows.counted', count: store.rows.length })
      tellArrivals()
    }
    const changed = ({ subject, id, version }: RecordChanged) => {
      if (subject !== definition.subject || (store.get(id)?.version ?? 0) >= version) return
      waiting.add(id)
      wait()
    }
    const show = (rows: readonly Row[]) => {
      for (const row of rows) arrivals.delete(row.id)
      store.prepend(rows.filter((row) => !store.get(row.id)))
      sendBack({ type: 'rows.counted', count: store.rows.length })
      tellArrivals()
    }
    receive((event) => {
      if (event.type === 'record.changed') changed(event)
      if (event.type === 'list.showArrivals') show([...arrivals.values()].sort((a, b) => (a.id < b.id ? 1 : -1)))
      if ((event.type === 'row.added' || event.type === 'row.saved') && isReading) {
        // What is being read may hold it as it was before.
        waiting.add(event.row.id)
        wait()
        if (event.type === 'row.added') own.set(event.row.id, event.row as Row)
      }
      // While the first rows are on their way it would come twice.
      if (event.type === 'row.added' && !(isReading && isFirstReading)) show([event.row as Row])
      if (event.type === 'row.saved' && store.get(event.row.id)) store.patch([event.row as Row & { id: string }])
    })
    const stops = [onRecordChanged(changed), onSocketResumed(() => sendBack({ type: 'socket.resumed' }))]
    return () => {
      for (const stop of stops) stop()
      leaving.abort()
      if (timer) clearTimeout(timer)
    }
  })

  const putRow = (row: Row) => {
    if (store.get(row.id) && !isOlder(row)) store.patch([row as Row & { id: string }])
  }
  const rowAction = createRowActionImplementations<Row>({ api, toasts }, definition.actions, putRow)
  const bulkAction = createBulkActionImplementations<Row>({ api, toasts }, definition.actions, putRow)

  return { store, bulkAction, machine: listMachine.provide({ actors: { streamFeed, refetchFeed, rowAction } }) }
}
