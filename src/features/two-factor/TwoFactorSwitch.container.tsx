/** The 2FA switch over its machine; the status is read whenever the switch becomes visible. Loaded with the live actors. */
import { useEffect } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import type { LiveActors } from '@features/shared/console.container'
import { selectTwoFactorSwitch, twoFactorCommands } from '@machines/two-factor/two-factor.view'
import { TwoFactorSwitch } from './TwoFactorSwitch'

export interface TwoFactorSwitchContainerProps {
  twoFactor: LiveActors['twoFactor']
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
