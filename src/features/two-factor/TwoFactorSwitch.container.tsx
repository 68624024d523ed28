/**
 * The 2FA switch, connected to its machine; the status is read whenever the switch becomes visible. Loaded with the
 * machine.
 */
import { useEffect } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import { selectTwoFactorSwitch, twoFactorCommands, type TwoFactorRef } from '@machines/two-factor/two-factor.view'
import { TwoFactorSwitch } from './TwoFactorSwitch'

export interface TwoFactorSwitchContainerProps {
  twoFactor: TwoFactorRef
  /** Closes the menu before a modal opens, so that the focus later returns to the menu's button. */
  onOpen: () => void
}

export default function TwoFactorSwitchContainer({ twoFactor, onOpen }: TwoFactorSwitchContainerProps) {
  const view = useSelector(twoFactor, selectTwoFactorSwitch, shallowEqual)
  const { toggle, retry, openRecovery } = twoFactorCommands(twoFactor.send)
  const opening = (open: () => void) => () => {
    onOpen()
    open()
  }
  useEffect(() => twoFactorCommands(twoFactor.send).look(), [twoFactor])
  return <TwoFactorSwitch {...view} onRetry={retry} onToggle={opening(toggle)} onRecovery={opening(openRecovery)} />
}
