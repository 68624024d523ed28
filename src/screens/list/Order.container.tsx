/** Reorders the records of a list: changed in a dialog, saved as one call of the activity (records, Lists). */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import type { RowSource } from '@design-system/patterns/Table/types'
import { useConsole } from '@console/console'
import { newKey } from '@contract/http/idempotency'
import { guardUnload } from '@features/shared/guard-unload'
import { useLeaveGuard } from '@features/shared/leave-guard'
import { movedOf } from '@machines/order/merge-order'
import { createOrderImplementations, idsInOrder } from '@machines/order/order.implementations'
import { orderCommands, selectOrderView } from '@machines/order/order.view'
import { ORDER, orderIdOf, orderRecordOf } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'
import { nameOfRow, valuesOfRow } from '@resources/row-values'
import { OrderDialog } from './OrderDialog'

export interface OrderContainerProps {
  resource: Resource<Row>
  /** All records of the list. */
  rows: RowSource<Row>
  /** Reloads the list. */
  onReread: () => void
  onClose: () => void
}

const placeOf = (row: Row) => Number(valuesOfRow(row).position ?? 0)

/**
 * A line of the dialog for each current or former record of the list: the same object as long as nothing in it changes,
 * so that it is not rendered again.
 */
function createThings(resource: Resource<Row>) {
  const known = new Map<string, { id: string; name: string; muted?: boolean }>()
  return {
    note(rows: readonly Row[]) {
      for (const row of rows) {
        const name = nameOfRow(resource, row)
        const muted = row.is_deleted === true
        const before = known.get(row.id)
        if (before?.name !== name || (before.muted ?? false) !== muted)
          known.set(row.id, { id: row.id, name, ...(muted && { muted }) })
      }
    },
    get: (id: string) => known.get(id) ?? { id, name: id },
  }
}

export default function OrderContainer({ resource, rows, onReread, onClose }: OrderContainerProps) {
  const { activity, drafts, actors } = useConsole()
  const [opened] = useState(() => {
    const { actor } = activity()
    const userId = actors.session.getSnapshot().context.session?.user.id ?? ''
    const sent = actor.getSnapshot().context.rowActions[orderIdOf(resource.slug)]?.getSnapshot().context.payload
    const definition = {
      list: resource.slug,
      action: ORDER,
      actionId: orderIdOf(resource.slug),
      record: orderRecordOf(resource),
      rows,
      placeOf,
      draftKey: { userId, form: `${resource.slug}.${ORDER}`, record: 'all' },
      reread: onReread,
    }
    return {
      machine: createOrderImplementations({ activity: actor, drafts, unload: { guard: guardUnload } }, definition),
      input: { list: idsInOrder(definition), sent: (sent?.ids as string[] | undefined) ?? null, key: newKey() },
      things: createThings(resource),
    }
  })
  const actor = useActorRef(opened.machine, { input: opened.input })
  const view = useSelector(
    actor,
    selectOrderView,
    (a, b) => JSON.stringify(shownOf(a)) === JSON.stringify(shownOf(b)) && a.ids === b.ids,
  )
  const [commands] = useState(() => orderCommands((event) => actor.send(event)))

  const things = useMemo(() => {
    opened.things.note(rows.rows)
    return view.ids.map((id) => opened.things.get(id))
  }, [opened, rows, view.ids])
  const moved = useMemo(() => movedOf(view.base, view.ids).size, [view.base, view.ids])

  /** Target of Back, Forward or a link that asked to leave. */
  const destination = useRef<(() => void) | null>(null)
  useLeaveGuard({
    holds: () => selectOrderView(actor.getSnapshot()).holds,
    ask(proceed) {
      destination.current = proceed
      commands.leave()
    },
  })
  const closed = useEffectEvent(() => {
    const proceed = destination.current
    onClose()
    proceed?.()
  })
  useEffect(() => {
    const closing = actor.on('order.closed', () => closed())
    return () => closing.unsubscribe()
  }, [actor])

  return (
    <OrderDialog
      view={view}
      noun={resource.noun}
      things={things}
      moved={moved}
      nameOf={(id) => opened.things.get(id).name}
      onLeave={() => {
        destination.current = null
        if (view.state === 'leaving') commands.stay()
        else commands.leave()
      }}
      onMove={commands.move}
      onSave={commands.save}
      onCheck={commands.check}
      onReread={commands.reread}
      onDiscard={commands.discard}
      onStay={commands.stay}
      onLeaveAnyway={commands.leaveAnyway}
    />
  )
}

/** The state that a view shows in addition to the order. */
const shownOf = ({ state, changes, isRestored, problem }: ReturnType<typeof selectOrderView>) => [
  state,
  changes,
  isRestored,
  problem,
]
