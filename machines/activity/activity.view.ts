/** Selectors and commands of the activity. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { BulkActionInput } from '../bulk-action/bulk-action.machine'
import type { RowActionInput } from '../row-action/row-action.machine'
import type { activityMachine } from './activity.machine'

export type ActivityRef = ActorRefFrom<typeof activityMachine>
type Snapshot = SnapshotFrom<typeof activityMachine>

/** The action of each record that is in flight or was refused, by record id. */
export const selectRowActions = ({ context }: Snapshot) => context.rowActions
/** The bulk action of each list that is in flight or has an outcome to read, by the list's slug. */
export const selectBulkActions = ({ context }: Snapshot) => context.bulkActions
/** Whether the person asked to sign out and has to decide about actions in flight. */
export const selectAsksAboutSignOut = (snapshot: Snapshot): boolean =>
  snapshot.matches({ working: 'confirmingSignOut' })

/** @param send of the activity's actor */
export const activityCommands = (send: ActivityRef['send']) => ({
  startRowAction: (input: RowActionInput) => send({ type: 'rowAction.start', ...input }),
  startBulkAction: (input: BulkActionInput) => send({ type: 'bulkAction.start', ...input }),
  signOut: () => send({ type: 'signOut.request' }),
  confirmSignOut: () => send({ type: 'signOut.confirm' }),
  staySignedIn: () => send({ type: 'signOut.cancel' }),
})
