/** Runs the machine of a queue over the items of one tab of a list, the one that has waited longest first. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import type { Operation } from '@contract/http/operation'
import type { PageQuery } from '@contract/records/page-query'
import { queueOrder } from '@contract/records/queue'
import { createQueueImplementations } from '@machines/queue/queue.implementations'
import { queueCommands, selectQueueView } from '@machines/queue/queue.view'
import { useConsole } from '@console/console'
import type { Resource, Row } from '@resources/resource'

/** Number of items in a page: a second page is read only after this many were skipped. */
const PAGE_ITEMS = 20

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * @param resource of a paged list @param waiting name of the tab with the waiting items
 * @param id of the open item; null if none is open @param onFound opens an item
 * @returns the view of the queue and its commands
 */
export function useQueue(resource: Resource<Row>, waiting: string, id: string | null, onFound: (id: string) => void) {
  const { api, onRecordChanged, onSocketResumed, onLineBack } = useConsole()
  const [machine] = useState(() => {
    const { operations, record, subject } = resource
    const operation = operations.list as unknown as Operation<string, undefined, PageQuery, undefined, Row[]>
    const order = queueOrder(record)
    return createQueueImplementations({
      async readPage(cursor, signal) {
        // Every row contains the id.
        const query = { tab: waiting, sort_by: order, sort_order: 'asc' as const, itemNo: PAGE_ITEMS, fields: [order] }
        const answer = await api.call(
          operation,
          { query: { ...query, ...(cursor !== null && { cursor }) } },
          { signal },
        )
        if (!answer.ok) return answer
        return ok({ ids: answer.value.data.map((row) => row.id), next: answer.value.next_cursor ?? null })
      },
      onChanged(listener) {
        const stops = [onRecordChanged((change) => change.subject === subject && listener()), onSocketResumed(listener)]
        return () => stops.forEach((stop) => stop())
      },
      onLineBack,
    })
  })
  const [input] = useState(() => ({ current: id }))
  const actor = useActorRef(machine, { input })
  const view = useSelector(actor, selectQueueView, sameJson)
  const [commands] = useState(() => queueCommands((event) => actor.send(event)))
  const found = useEffectEvent(onFound)
  useEffect(() => {
    const heard = actor.on('item.found', ({ id: next }) => found(next))
    return () => heard.unsubscribe()
  }, [actor])
  return { view, commands }
}
