/** The activity over the ports: the actions of every list, their machines, and what pages observe of them. */
import { fromCallback } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { UnloadPort } from '@ports/page'
import type { ToastsPort } from '@ports/toasts'
import { createBulkActionImplementations } from '../bulk-action/bulk-action.implementations'
import {
  createRowActionImplementations,
  type ListActions,
  type VersionedRow,
} from '../row-action/row-action.implementations'
import { activityMachine } from './activity.machine'
import { createRecordSets } from './record-sets'

export interface ActivityDependencies {
  api: ApiPort
  toasts: ToastsPort
  unload: UnloadPort
  /** Asks the session to sign out. */
  signOut: () => void
}

/** A record as an action returned it. */
export type RowListener = (list: string, row: VersionedRow) => void

const INTERRUPTED =
  'Your session ended while changes were being made. Look which of them are done, then repeat the others.'

/** @returns the machine, ready to start, and what lists and pages share with it */
export function createActivityLogic({ api, toasts, unload, signOut }: ActivityDependencies) {
  const defined = new Map<string, ListActions>()
  const listeners = new Set<RowListener>()
  const sets = createRecordSets()
  const actionsOf = (list: string): ListActions => {
    const found = defined.get(list)
    if (!found) throw new Error(`The list ${list} has defined no actions`)
    return found
  }
  const putRow: RowListener = (list, row) => listeners.forEach((listener) => listener(list, row))
  const rowAction = createRowActionImplementations({ api, toasts }, actionsOf, putRow)
  const bulkAction = createBulkActionImplementations({ api, toasts }, actionsOf, putRow, sets)
  const machine = activityMachine.provide({
    actors: { rowAction, bulkAction, unloadGuard: fromCallback(() => unload.guard()) },
    actions: {
      requestSignOut: signOut,
      notifyInterrupted: () => toasts.show('warning', INTERRUPTED),
    },
  })
  return {
    machine,
    sets,
    actionsOf,
    /** Names the actions of a list; a list does so before it starts one. */
    define: (actions: ListActions) => void defined.set(actions.list, actions),
    /** Reports each record that an action returned. @returns how to stop listening */
    onRow: (listener: RowListener): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type ActivityLogic = ReturnType<typeof createActivityLogic>
