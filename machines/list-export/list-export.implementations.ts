/** The implementations of the list export machine over the ports. */
import { fromCallback } from 'xstate'
import { FULL_LIST_ITEM_NO } from '@contract/constants'
import type { ApiError } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { PageQuery } from '@contract/records/page-query'
import type { ApiPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { listExportMachine, type ListExportEvent } from './list-export.machine'

export interface ListExportDependencies {
  api: ApiPort
  toasts: ToastsPort
}

/** A file that is being written. */
export interface ExportFile<Row> {
  /** The list's filter and order, and the fields of the file. */
  query: PageQuery
  /** Adds rows in the order of the file. */
  add: (rows: readonly Row[]) => void
  save: () => void
}

/** A list whose rows can be exported, as data. */
export interface ExportDefinition<Row> {
  operation: Operation<string, undefined, PageQuery, undefined, Row[]>
  /** Begins a file with the list's current filter, order and columns. */
  begin: () => ExportFile<Row>
  /** '1 subscriber', '300 subscribers'. */
  counted: (count: number) => string
}

/** The error of a file that ended without its last row. */
export const EXPORT_CUT_SHORT: ApiError = {
  kind: 'network',
  message: 'The export stopped before its end: no file was saved. Try again.',
}

/** @returns the machine with everything provided, ready to start */
export function createListExport<Row>(
  { api, toasts }: ListExportDependencies,
  { operation, begin, counted }: ExportDefinition<Row>,
) {
  /** The file of the current or last export. */
  let file: ExportFile<Row> | null = null
  const exportFeed = fromCallback<ListExportEvent>(({ sendBack }) => {
    const leaving = new AbortController()
    const begun = begin()
    file = begun
    let count = 0
    const onRows = (rows: Row[]) => {
      begun.add(rows)
      count += rows.length
      sendBack({ type: 'rows.arrived', count })
    }
    void api
      .stream(operation, { ...begun.query, itemNo: FULL_LIST_ITEM_NO }, { onRows }, { signal: leaving.signal })
      .then((answer) => {
        if (leaving.signal.aborted) return
        if (!answer.ok) return sendBack({ type: 'export.failed', error: answer.error })
        if (answer.value.cutShort) return sendBack({ type: 'export.failed', error: EXPORT_CUT_SHORT })
        sendBack({ type: 'export.completed', count })
      })
    return () => leaving.abort()
  })
  return listExportMachine.provide({
    actors: { exportFeed },
    actions: {
      saveFile: () => file?.save(),
      notifySaved: (_, { count }) => toasts.show('success', `${counted(count)} exported`),
      notifyFailed: (_, { message }) => toasts.show('error', message),
    },
  })
}
