/** The implementations of the list machine over the ports: one store and one machine for each list that is opened. */
import { fromCallback } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { ClockPort } from '@ports/clock'
import type { ToastsPort } from '@ports/toasts'
import type { Operation } from '@contract/http/operation'
import { FULL_LIST_ITEM_NO, RECORD_REFETCH_MS } from '@contract/constants'
import { createRowStore, type RowStore } from './row-store'
import type { RecordChanged } from '@contract/socket'
import type { RowListener } from '../activity/activity.implementations'
import type { VersionedRow } from '../row-action/row-action.implementations'
import { listMachine, type ListEvent, type RefetchInput } from './list.machine'

/** The query that a list is read with. */
export interface ListQuery {
  itemNo?: number
  fields?: string[]
  id?: string[]
}

/** A list, as data. */
export interface ListDefinition<Row extends VersionedRow> {
  slug: string
  operation: Operation<string, undefined, ListQuery, undefined, Row[]>
  subject: string
}

export interface ListDependencies {
  api: ApiPort
  clock: ClockPort
  toasts: ToastsPort
  /** Records that changed elsewhere, as the socket reports them. @returns how to stop listening */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** The socket is connected again after a gap. @returns how to stop listening */
  onSocketResumed: (listener: () => void) => () => void
  /** Records as actions of this console returned them. @returns how to stop listening */
  onActionRow: (listener: RowListener) => () => void
}

/** Most ids in one call for changed records; where more than a few calls would be needed, the whole list is read. */
const REFETCH_AT_MOST = 100
const RELOAD_FROM = 500

/** @returns the store of the rows and the machine that fills it, ready to start */
export function createListLogic<Row extends VersionedRow>(
  { api, clock, toasts, onRecordChanged, onSocketResumed, onActionRow }: ListDependencies,
  definition: ListDefinition<Row>,
) {
  const store: RowStore<Row> = createRowStore<Row>()
  /**
   * The read in flight. Meanwhile changes wait: a row that is put early would appear twice, or be overwritten by an older one.
   */
  let reading: { keepOldRows: boolean } | null = null
  /** New records that are not shown before the person asks: nothing moves under the pointer. */
  const arrivals = new Map<string, Row>()
  /** Records that this page created while the list was read: they are shown first afterwards. */
  const created = new Map<string, Row>()
  /** Records that a form or an action returned while the list was read: what the read returns may be older. */
  let saved: Row[] = []
  /** Whether a newer version of the record is known, shown or waiting to be. */
  const isOlder = ({ id, version }: VersionedRow) => version < ((store.get(id) ?? arrivals.get(id))?.version ?? 0)
  /** Puts a record over its row; one that is not shown is left out. */
  const patch = (row: Row) => {
    if (!isOlder(row)) store.patch([row as Row & { id: string }])
  }

  /** A form or an action returned this record. */
  const putRow = (row: Row) => {
    if (reading) saved.push(row)
    patch(row)
  }
  /** After a read: puts what was saved meanwhile over rows that are older. */
  const putSaved = () => {
    saved.forEach(patch)
    saved = []
  }

  const streamFeed = fromCallback<ListEvent, { fields: readonly string[]; keepOldRows: boolean }>(
    ({ input, sendBack }) => {
      const leaving = new AbortController()
      const arrived: Row[] = []
      reading = input
      // The list contains the new records.
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
          if (answer.ok && !answer.value.cutShort && input.keepOldRows) store.reset(arrived)
          putSaved()
          if (!answer.ok) return sendBack({ type: 'list.failed', error: answer.error })
          if (answer.value.cutShort) return sendBack({ type: 'list.cutShort', count: store.rows.length })
          store.prepend([...created.values()].filter((row) => !store.get(row.id)))
          created.clear()
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
        reading = null
      }
    },
  )

  const refetchFeed = fromCallback<ListEvent, RefetchInput>(({ input, sendBack, receive }) => {
    const leaving = new AbortController()
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined

    const countArrivals = () => sendBack({ type: 'list.arrived', count: arrivals.size })
    const wait = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        if (reading) return wait()
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
      // All of them on one page: a record that is missing from the response counts as gone.
      const query = { id: ids, itemNo: ids.length, fields: [...input.fields()] }
      const answer = await api.call(definition.operation, { query }, { signal: leaving.signal })
      if (leaving.signal.aborted) return
      if (!answer.ok || reading) {
        // Requested again: after the read, or, where the server did not answer, with the next change.
        for (const id of ids) waiting.add(id)
        return reading ? wait() : undefined
      }
      const seen = new Set(answer.value.data.map((row) => row.id))
      const newer = answer.value.data.filter((row) => !isOlder(row))
      store.put(newer.filter(({ id }) => store.get(id)))
      for (const row of newer) {
        if (!store.get(row.id)) arrivals.set(row.id, row)
      }
      const gone = ids.filter((id) => !seen.has(id))
      store.remove(gone)
      for (const id of gone) {
        arrivals.delete(id)
        // The first read broke off before the record was shown.
        created.delete(id)
      }
      sendBack({ type: 'rows.counted', count: store.rows.length })
      countArrivals()
    }
    const changed = ({ subject, id, version }: RecordChanged) => {
      if (subject !== definition.subject) return
      // The read in flight may still return an older row than the store holds.
      if (!reading && (store.get(id)?.version ?? 0) >= version) return
      waiting.add(id)
      wait()
    }
    /** The read in flight may return the record as it was before. */
    const fetchAfterRead = ({ id }: { id: string }) => {
      if (!reading) return
      waiting.add(id)
      wait()
    }
    const show = (rows: readonly Row[]) => {
      for (const row of rows) arrivals.delete(row.id)
      store.prepend(rows.filter((row) => !store.get(row.id)))
      sendBack({ type: 'rows.counted', count: store.rows.length })
      countArrivals()
    }
    receive((event) => {
      switch (event.type) {
        case 'record.changed':
          return changed(event)
        case 'list.showArrivals':
          return show([...arrivals.values()].sort((a, b) => b.id.localeCompare(a.id)))
        case 'row.added':
          fetchAfterRead(event.row)
          if (reading) created.set(event.row.id, event.row as Row)
          // During the first read it would appear twice.
          if (reading?.keepOldRows !== false) show([event.row as Row])
          return
        case 'row.saved':
          fetchAfterRead(event.row)
          putRow(event.row as Row)
      }
    })
    const stops = [
      onRecordChanged(changed),
      onSocketResumed(() => sendBack({ type: 'socket.resumed' })),
      onActionRow((list, row) => list === definition.slug && putRow(row as Row)),
    ]
    return () => {
      for (const stop of stops) stop()
      leaving.abort()
      clearTimeout(timer)
    }
  })

  return {
    store,
    machine: listMachine.provide({
      actors: { streamFeed, refetchFeed },
      actions: { notifyFailed: (_, { message }) => toasts.show('error', message) },
    }),
  }
}
