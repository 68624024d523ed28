/** The 2FA switch over its machine: asked for whenever it comes into sight. Loaded with the live actors. */
import { useEffect } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import type { LiveActors } from '@features/shared/console.container'
import { selectTwoFactorSwitch, twoFactorCommands } from '@machines/two-factor/two-factor.view'
import { TwoFactorSwitch } from './TwoFactorSwitch'

export interface TwoFactorSwitchContainerProps {
  twoFactor: LiveActors['twoFactor']
  /** What the switch opens stands over the page: the menu goes first, and takes the focus back. */
  onOpen: () => void
}

export default function TwoFactorSwitchContainer({ twoFactor, onOpen }: TwoFactorSwitchContainerProps) {
  const view = useSelector(twoFactor, selectTwoFactorSwitch, shallowEqual)
  const { toggle, retry } = twoFactorCommands(twoFactor.send)
  useEffect(() => twoFactorCommands(twoFactor.send).look(), [twoFactor])
  return (
    <TwoFactorSwitch
      {...view}
      onRetry={retry}
      onToggle={() => {
        onOpen()
        toggle()
      }}
    />
  )
}
