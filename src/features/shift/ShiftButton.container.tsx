import { useSelector } from '@xstate/react'
import { isSameShiftView, selectShiftView, shiftCommands } from '@machines/shift/shift.view'
import type { LiveActors } from '@console/console'
import { ShiftButton } from './ShiftButton'

/** The shift button, connected to its machine. A response that changes nothing causes no render. */
export function ShiftButtonContainer({ shift }: Pick<LiveActors, 'shift'>) {
  const view = useSelector(shift, selectShiftView, isSameShiftView)
  return <ShiftButton {...view} onToggle={shiftCommands(shift.send).toggle} />
}
