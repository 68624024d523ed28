/** The implementations of the order machine over the activity, which saves the order, and over the rows of a list. */
import { fromCallback, type ActorRefFrom } from 'xstate'
import type { DraftKey, DraftsPort } from '@ports/drafts'
import type { UnloadPort } from '@ports/page'
import type { activityMachine } from '../activity/activity.machine'
import { answered } from '../kit/answered'
import type { ActionRecord, RowAction } from '../row-action/row-action.machine'
import { selectRowActionState, type RowActionRef } from '../row-action/row-action.view'
import { isSameOrder } from './merge-order'
import { orderMachine, type KeptMoves, type OrderEvent, type Saving } from './order.machine'

/** How long changes of the list are collected before they are reported together, in milliseconds. */
export const COLLECTED_MS = 100

/** The rows that are ordered. */
export interface OrderedRows<Row> {
  readonly rows: readonly Row[]
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
}

/** The order of one list. */
export interface OrderDefinition<Row> {
  /** Slug of the list. */
  list: string
  /** Name of the list's action that saves the order, and its id in the activity. */
  action: string
  actionId: string
  /** Name of the order in messages, and the address they link to. */
  record: ActionRecord
  rows: OrderedRows<Row>
  /** @returns the place of a row */
  placeOf: (row: Row) => number
  draftKey: DraftKey
  /** Reads the list again. */
  reread: () => void
}

export interface OrderDependencies {
  activity: ActorRefFrom<typeof activityMachine>
  drafts: DraftsPort
  unload: UnloadPort
}

/** @returns the ids of the rows, in their order */
export const idsInOrder = <Row extends { id: string }>({
  rows: { rows },
  placeOf,
}: Pick<OrderDefinition<Row>, 'rows' | 'placeOf'>): string[] =>
  rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ id }) => id)

/** @returns the machine with everything provided, ready to start */
export function createOrderImplementations<Row extends { id: string }>(
  { activity, drafts, unload }: OrderDependencies,
  definition: OrderDefinition<Row>,
) {
  const { list, action, actionId, record, rows, draftKey, reread } = definition
  const saveInFlight = (): RowActionRef | undefined => activity.getSnapshot().context.rowActions[actionId]
  const forget = () => saveInFlight()?.send({ type: 'rowAction.dismiss' })

  return orderMachine.provide({
    actors: {
      listFeed: fromCallback<OrderEvent>(({ sendBack }) => {
        let told = idsInOrder(definition)
        let timer: ReturnType<typeof setTimeout> | undefined
        const tell = () => {
          timer = undefined
          const ids = idsInOrder(definition)
          if (isSameOrder(ids, told)) return
          told = ids
          sendBack({ type: 'list.changed', ids })
        }
        const stop = rows.subscribe(() => (timer ??= setTimeout(tell, COLLECTED_MS)))
        return () => {
          stop()
          clearTimeout(timer)
        }
      }),
      loadMoves: answered<KeptMoves | null>(async () => {
        const draft = await drafts.load(draftKey)
        return draft?.from ? { base: draft.from.ids as string[], ids: draft.values.ids as string[] } : null
      }),
      unloadGuard: fromCallback(() => (drafts.canKeep() ? undefined : unload.guard())),
      saveFeed: fromCallback<OrderEvent, Saving>(({ input: { ids, key, isFollowing }, sendBack, receive }) => {
        if (!isFollowing) {
          const start: RowAction = { list, rowId: actionId, version: null, action, payload: { ids }, key, record }
          activity.send({ type: 'rowAction.start', ...start })
        }
        const save = saveInFlight()
        // The save that was to be followed ended before the dialog opened, and the list has been read since.
        if (!save) return sendBack({ type: 'save.done' })
        let told: OrderEvent['type'] | null = null
        const report = () => {
          const event = outcomeOf(save)
          if (!event || event.type === told) return
          told = event.type
          // The dialog shows the reason, so the activity need not.
          if (event.type === 'save.refused') forget()
          sendBack(event)
        }
        report()
        const subscription = save.subscribe({ next: report, complete: report })
        receive(({ type }) => type === 'order.check' && save.send({ type: 'rowAction.check' }))
        return () => subscription.unsubscribe()
      }),
    },
    actions: {
      keepMoves: (_, { base, ids }) =>
        void drafts.save(draftKey, { values: { ids: [...ids] }, from: { ids: [...base] }, version: null }),
      dropMoves: () => void drafts.discard(draftKey),
      forgetSave: forget,
      rereadList: reread,
    },
  })
}

/** @returns the event that tells the dialog the current state of the save; null if it was dismissed */
function outcomeOf(save: RowActionRef): OrderEvent | null {
  const snapshot = save.getSnapshot()
  switch (selectRowActionState(snapshot)) {
    case 'busy':
      return { type: 'save.began' }
    case 'checking':
    case 'waiting':
      return { type: 'save.unanswered' }
    case 'unresolved':
      return { type: 'save.unresolved' }
    case 'refused':
      return { type: 'save.refused', error: snapshot.context.error! }
    case 'done':
    case 'left':
      return { type: 'save.done' }
    case 'dismissed':
      return null
  }
}
