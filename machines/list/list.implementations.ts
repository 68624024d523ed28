/** The implementations of the list machine over the ports: one store and one machine for each open list. */
import { fromCallback } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { ClockPort } from '@ports/clock'
import type { ToastsPort } from '@ports/toasts'
import type { Operation } from '@contract/http/operation'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import { ok } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import type { RowListener } from '../activity/activity.implementations'
import type { VersionedRow } from '../row-action/row-action.implementations'
import { ANY_VERSION, createChangeQueue } from '../refetch/change-queue'
import { createRefetchImplementations } from '../refetch/refetch.implementations'
import { listMachine, type ListEvent } from './list.machine'
import { createListRows } from './list-rows'
import { createRowStore } from './row-store'

/** The query of the call that reads a list. */
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
  /** Limits the list to rows with these values, by field. */
  within?: Readonly<Record<string, string>>
}

export interface ListDependencies {
  api: ApiPort
  clock: ClockPort
  toasts: ToastsPort
  /** Reports records that changed elsewhere, from the socket. @returns a function that unsubscribes */
  onRecordChanged: (listener: (change: RecordChanged) => void) => () => void
  /** Called when the socket is connected again after a gap. @returns a function that unsubscribes */
  onSocketResumed: (listener: () => void) => () => void
  /** Reports records that actions of this console returned. @returns a function that unsubscribes */
  onActionRow: (listener: RowListener) => () => void
}

/** @returns the store of the rows and the machine that fills it, ready to start */
export function createListLogic<Row extends VersionedRow>(
  { api, clock, toasts, onRecordChanged, onSocketResumed, onActionRow }: ListDependencies,
  definition: ListDefinition<Row>,
) {
  const store = createRowStore<Row>()
  const rows = createListRows(store)
  const queue = createChangeQueue()
  const reloads = new Set<() => void>()
  /** The fields of the last read: records that are fetched one at a time must have the same fields. */
  let fields: readonly string[] = []

  const streamFeed = fromCallback<ListEvent, { fields: readonly string[]; keepOldRows: boolean }>(
    ({ input, sendBack }) => {
      const leaving = new AbortController()
      const arrived: Row[] = []
      fields = input.fields
      if (!input.keepOldRows) rows.beginAnew()
      const onRows = (more: Row[]) => {
        if (input.keepOldRows) return void arrived.push(...more)
        store.append(more)
        sendBack({ type: 'chunk.received', count: store.rows.length })
      }
      void api
        .stream(
          definition.operation,
          { itemNo: FULL_LIST_ITEM_NO, ...definition.within, fields: [...input.fields] },
          { onRows },
          { signal: leaving.signal },
        )
        .then((answer) => {
          if (leaving.signal.aborted) return
          const isComplete = answer.ok && !answer.value.cutShort
          if (isComplete && input.keepOldRows) store.reset(arrived)
          rows.endRead(isComplete)
          if (!answer.ok) return sendBack({ type: 'list.failed', error: answer.error })
          if (answer.value.cutShort) return sendBack({ type: 'list.cutShort', count: store.rows.length })
          sendBack({
            type: 'list.completed',
            total: answer.value.total_count,
            count: store.rows.length,
            at: clock.now(),
          })
        })
      return () => leaving.abort()
    },
  )

  const rowsFeed = fromCallback<ListEvent>(({ sendBack }) => {
    const reload = () => sendBack({ type: 'list.reload' })
    reloads.add(reload)
    const stops = [
      rows.subscribe(() => {
        sendBack({ type: 'rows.counted', count: store.rows.length })
        sendBack({ type: 'list.arrived', count: rows.arrivals })
      }),
      onSocketResumed(() => sendBack({ type: 'socket.resumed' })),
      // More records changed than the server reports individually: treat it as a gap in the connection.
      onRecordChanged(
        ({ subject, id }) => subject === definition.subject && id === null && sendBack({ type: 'socket.resumed' }),
      ),
      onActionRow((list, row) => list === definition.slug && sendBack({ type: 'row.saved', row })),
      () => void reloads.delete(reload),
    ]
    return () => stops.forEach((stop) => stop())
  })

  const refetch = createRefetchImplementations<Row>({
    subject: definition.subject,
    rows,
    queue,
    onRecordChanged,
    async fetch(ids, signal) {
      // All of them on one page: a record that is missing from the response counts as removed.
      const query = { ...definition.within, id: [...ids], itemNo: ids.length, fields: [...fields] }
      const answer = await api.call(definition.operation, { query }, { signal })
      return answer.ok ? ok(answer.value.data) : answer
    },
    onReloadNeeded: () => reloads.forEach((reload) => reload()),
  })

  return {
    store,
    machine: listMachine.provide({
      actors: { streamFeed, rowsFeed, refetch },
      actions: {
        notifyFailed: (_, { message }) => toasts.show('error', message),
        showAdded: (_, { row }) => rows.add(row as Row),
        keepAdded(_, { row }) {
          rows.keepAdded(row as Row)
          queue.note({ id: row.id, version: ANY_VERSION })
        },
        showSaved: (_, { row }) => rows.save(row as Row),
        keepSaved(_, { row }) {
          rows.keepSaved(row as Row)
          queue.note({ id: row.id, version: ANY_VERSION })
        },
        showArrivals: () => rows.showArrivals(),
      },
    }),
  }
}
