/** Maps a snapshot of the shift to what the button shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { ShiftDetails } from '@contract/entities/shift'
import { canEnd, canStart, type shiftMachine } from './shift.machine'

export interface ShiftView {
  /** What a press does; null if there is no button. */
  action: 'start' | 'end' | null
  /** The action is in progress: the button shows it and ignores presses. */
  busy: boolean
  /** The action ended a moment ago: the server would treat a press as a repeat. */
  resting: boolean
  /** The shift itself, if the back end sends it. */
  shift: NonNullable<ShiftDetails['shift']> | null
}

/** @param snapshot of `shiftMachine` */
export function selectShiftView(snapshot: SnapshotFrom<typeof shiftMachine>): ShiftView {
  const { details } = snapshot.context
  const busy = snapshot.hasTag('busy')
  const resting = snapshot.matches({ button: 'resting' })
  // During a toggle this stays the pressed action until the result is known.
  const action = canStart(details) ? 'start' : canEnd(details) ? 'end' : null
  return { action, busy, resting, shift: details?.shift ?? null }
}

/** Whether two views show the same, so that nothing needs to render again. */
export const isSameShiftView = (a: ShiftView, b: ShiftView): boolean =>
  a.action === b.action && a.busy === b.busy && a.resting === b.resting && a.shift === b.shift

/** @param send of the shift's actor */
export const shiftCommands = (send: ActorRefFrom<typeof shiftMachine>['send']) => ({
  toggle: () => send({ type: 'shift.toggle' }),
})
