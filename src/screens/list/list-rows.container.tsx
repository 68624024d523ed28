/** The rows of one list: its machine, and the store that the machine owns. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { listCommands, selectListView } from '@machines/list/list.view'
import { recordActions } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'

/**
 * @param fields that the list shows, filters or sorts by; a change requests the missing ones
 * @returns the rows, the state of the list, and its commands
 */
export function useListRows(resource: Resource<Row>, fields: readonly string[]) {
  const running = useConsole()
  const { settled } = running
  const [{ store, machine }] = useState(() => {
    running.activity().define(recordActions(resource))
    return running.list<Row>({
      slug: resource.slug,
      operation: resource.operations.list,
      subject: resource.subject,
      ...(resource.record.within && { within: resource.record.within }),
    })
  })
  const list = useActorRef(machine, { input: { fields: [...fields] } })
  const state = useSelector(list, selectListView, shallowEqual)
  const commands = useMemo(() => listCommands((event) => list.send(event)), [list])

  // The address determines the columns, also after Back: the list receives the fields that they need.
  const needed = fields.join()
  useEffect(() => commands.chooseFields(needed.split(',')), [commands, needed])
  const hasContent = state.status !== 'loading'
  // In the commit that paints the rows, so that a first picture is removed in the same frame.
  useLayoutEffect(() => {
    if (hasContent) settled.mark()
  }, [hasContent, settled])
  const rowOf = useCallback((id: string) => store.get(id), [store])
  return {
    source: store,
    rowOf,
    state,
    commands,
    isComplete: hasContent && state.status !== 'streaming',
  }
}
