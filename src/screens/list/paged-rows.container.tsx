/** The rows of a list that is read in pages: its machine, and the store that the machine owns. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { describeError } from '@contract/errors'
import type { RecordDefinition } from '@contract/records/record'
import { PagedEngine } from '@design-system/patterns/Table/engine/paged-engine'
import type { PagedSource, Paging, TableView } from '@design-system/patterns/Table/types'
import { createPagedListLogic } from '@machines/paged-list/paged-list.implementations'
import { pagedListCommands, selectPagedListView, selectPageStatus } from '@machines/paged-list/paged-list.view'
import { recordActions } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'

/** The state of the pages, and why the last one could not be loaded. */
function pagingOf(snapshot: Parameters<typeof selectPageStatus>[0]): Paging {
  const { error } = snapshot.context
  return { page: selectPageStatus(snapshot), ...(error && { failure: describeError(error) }) }
}

/**
 * @param view the initial view; the table reports changes
 * @param fields that the list shows; missing ones are requested after a change
 * @returns the rows as a table's source, the state of the list, and its commands
 */
export function usePagedRows(
  resource: Resource<Row>,
  record: RecordDefinition,
  view: TableView,
  fields: readonly string[],
) {
  const running = useConsole()
  const { settled } = running
  const { key: entry } = useLocation()
  const [{ store, machine, leaveAt }] = useState(() => {
    running.activity().define(recordActions(resource))
    return running.pagedList<Row>(
      createPagedListLogic,
      { slug: resource.slug, operation: resource.operations.list as never, record },
      entry,
    )
  })
  const list = useActorRef(machine, { input: { view, fields: [...fields] } })
  const state = useSelector(list, selectPagedListView, shallowEqual)
  const commands = useMemo(() => pagedListCommands(list), [list])

  const source = useMemo(
    (): PagedSource<Row> => ({
      ...store,
      get paging() {
        return pagingOf(list.getSnapshot())
      },
      subscribe(listener) {
        let last = list.getSnapshot()
        const pages = list.subscribe((snapshot) => {
          if (selectPageStatus(snapshot) !== selectPageStatus(last)) listener({ kind: 'paging' })
          last = snapshot
        })
        const stop = store.subscribe(listener)
        return () => {
          pages.unsubscribe()
          stop()
        }
      },
      get length() {
        return store.length
      },
      get heldCount() {
        return store.heldCount
      },
      get reaches() {
        return store.reaches
      },
      ask: commands.ask,
      see(first, end) {
        store.see(first, end)
        commands.see(store.need() !== null)
      },
      go: (at) => commands.go({ at }),
      createEngine() {
        return new PagedEngine(this)
      },
    }),
    [store, commands, list],
  )
  useEffect(() => () => leaveAt(entry), [leaveAt, entry])
  const needed = fields.join()
  useEffect(() => commands.chooseFields(needed.split(',')), [commands, needed])
  const hasContent = state.status !== 'loading'
  // In the commit that paints the rows, so that a first picture is removed in the same frame.
  useLayoutEffect(() => {
    if (hasContent) settled.mark()
  }, [hasContent, settled])

  const rowOf = useCallback((id: string) => store.get(id), [store])
  const { status, arrivals, error } = state
  return {
    source,
    rowOf,
    state: { status, total: null, completedAt: null, arrivals, error },
    commands: { ...commands, added: commands.saved },
    isComplete: hasContent,
    go: commands.go,
    moves: state.moves,
  }
}
