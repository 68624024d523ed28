/**
 * The activity over the ports: the actions of every list, their machines, and the changes that pages can subscribe to.
 */
import { fromCallback, type ActorRefFrom } from 'xstate'
import type { RecordChanged } from '@contract/socket'
import type { UnloadPort } from '@ports/page'
import type * as BulkAction from '../bulk-action/bulk-action.implementations'
import { isBulkActionPending } from '../bulk-action/bulk-slots'
import {
  createRowActionImplementations,
  type ListActions,
  type RowActionDependencies,
  type VersionedRow,
} from '../row-action/row-action.implementations'
import type { RowAction } from '../row-action/row-action.machine'
import { activityMachine } from './activity.machine'
import { createRecordSets } from './record-sets'

/** The code of bulk actions, which is loaded when the first one is about to be started. */
export type BulkActionCode = Pick<typeof BulkAction, 'createBulkActionImplementations' | 'pendingBulkAction'>
type ActivityActor = ActorRefFrom<typeof activityMachine>

export interface ActivityDependencies extends RowActionDependencies {
  unload: UnloadPort
  /** Asks the session to sign out. */
  signOut: () => void
  /** Loads the code of bulk actions. @throws if it cannot be loaded */
  loadBulkActions: () => Promise<BulkActionCode>
}

/** Receives a record that an action returned. */
export type RowListener = (list: string, row: VersionedRow) => void
/**
 * Receives a change made by an action whose response did not contain the record: lists fetch the record, or read the
 * whole list, as if the socket had reported the change.
 */
export type ChangeListener = (change: RecordChanged) => void
/** Receives the id of a record that no longer exists because of an action. */
export type GoneListener = (list: string, id: string) => void

const ignore = () => undefined

const INTERRUPTED =
  'Your session ended while changes were being made. Check which of them were made, then repeat the rest.'

/** @returns the machine, ready to start, and the functions that lists and pages share with it */
export function createActivityLogic({ unload, signOut, loadBulkActions, ...shared }: ActivityDependencies) {
  const { toasts, pending } = shared
  const defined = new Map<string, ListActions>()
  const listeners = new Set<RowListener>()
  const goneListeners = new Set<GoneListener>()
  const changeListeners = new Set<ChangeListener>()
  const sets = createRecordSets()
  const actionsOf = (list: string): ListActions => {
    const found = defined.get(list)
    if (!found) throw new Error(`The list ${list} has defined no actions`)
    return found
  }
  const putRow: RowListener = (list, row) => listeners.forEach((listener) => listener(list, row))
  const dropRow: GoneListener = (list, id) => goneListeners.forEach((listener) => listener(list, id))
  const readAgain = (list: string) => {
    const { subject } = actionsOf(list)
    changeListeners.forEach((listener) => listener({ subject, id: null }))
  }
  const rowAction = createRowActionImplementations(shared, actionsOf, putRow, dropRow, readAgain)
  const noteChanged: RowListener = (list, { id, version }) => {
    const { subject } = actionsOf(list)
    changeListeners.forEach((listener) => listener({ subject, id, version }))
  }
  const machine = activityMachine.provide({
    actors: { rowAction, unloadGuard: fromCallback(() => unload.guard()) },
    actions: {
      requestSignOut: signOut,
      notifyInterrupted: () => toasts.show('warning', INTERRUPTED),
    },
  })
  /** Null until the code of bulk actions is loaded. */
  let bulk: BulkActionCode | null = null
  const takeBulkActions = (code: BulkActionCode): void => {
    if (bulk) return
    bulk = code
    // A machine looks up the logic of an actor when it spawns the actor.
    machine.implementations.actors.bulkAction = code.createBulkActionImplementations(
      shared,
      actionsOf,
      noteChanged,
      sets,
    )
  }
  const resumeBulkAction = (list: string, activity: ActivityActor) => {
    const input = bulk!.pendingBulkAction(pending, list)
    if (input) activity.send({ type: 'bulkAction.start', ...input })
  }
  return {
    machine,
    sets,
    actionsOf,
    /** Registers the actions of a list. A list must call this before it starts an action. */
    define(actions: ListActions): void {
      defined.set(actions.list, actions)
    },
    /** Resumes the actions of a list that were started before a reload of the page and whose outcome is unknown. */
    resume(list: string, activity: ActivityActor): void {
      for (const input of pending.list(`row.${list}.`))
        activity.send({ type: 'rowAction.start', ...(input as RowAction), isResumed: true })
      if (!isBulkActionPending(pending, list)) return
      if (bulk) return resumeBulkAction(list, activity)
      // If the code cannot be loaded now, the action is resumed when the list is opened again.
      void loadBulkActions().then((code) => {
        takeBulkActions(code)
        resumeBulkAction(list, activity)
      }, ignore)
    },
    /** Receives the code of bulk actions, before the first of them is started. */
    takeBulkActions,
    /** Reports each record that an action returned. @returns a function that unsubscribes */
    onRow: (listener: RowListener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Reports each record that an action changed, without its values. @returns a function that unsubscribes */
    onChanged: (listener: ChangeListener): (() => void) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    /** Reports each record that no longer exists because of an action. @returns a function that unsubscribes */
    onGone: (listener: GoneListener): (() => void) => {
      goneListeners.add(listener)
      return () => void goneListeners.delete(listener)
    },
  }
}
export type ActivityLogic = ReturnType<typeof createActivityLogic>
