/** The switch of one row; it follows the actor of the row's action while there is one. */
import { shallowEqual, useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { useSteady } from '@design-system/primitives/hooks/use-steady'
import { unresolvedText } from '@machines/row-action/row-action.implementations'
import { rowActionCommands, selectRowActionView, type RowActionRef } from '@machines/row-action/row-action.view'
import { AccountSwitch, type AccountSwitchProps, type SwitchAction } from './AccountSwitch'

export interface AccountSwitchContainerProps extends Omit<AccountSwitchProps, 'action'> {
  action: RowActionRef | undefined
}

export function AccountSwitchContainer({ action, onToggle, ...props }: AccountSwitchContainerProps) {
  const { actionsOf } = useConsole().activity()
  const view = useSelector(action, (snapshot) => snapshot && selectRowActionView(snapshot), shallowEqual)
  const toggle = useSteady(onToggle)
  const shown = (): SwitchAction | undefined => {
    switch (view?.state) {
      case 'busy':
        return { state: 'saving' }
      case 'checking':
      case 'waiting':
        return { state: 'checking' }
      case 'unresolved':
        return {
          state: 'unresolved',
          problem: unresolvedText(actionsOf, view),
          onCheck: () => rowActionCommands((event) => action!.send(event)).check(),
        }
      case 'refused':
        return { state: 'refused', problem: view.problem! }
      default:
        return undefined
    }
  }
  return <AccountSwitch {...props} onToggle={onToggle && toggle} action={shown()} />
}
