/** 2FA in the frame: the switch in the avatar menu, and what it opens over the page. */
import { useEffect, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { useLive, type LiveActors } from '@features/shared/console.container'
import { TwoFactorPlace } from '@features/two-factor/TwoFactorPlace'
import { twoFactorCommands } from '@machines/two-factor/two-factor.view'

type TwoFactor = Pick<LiveActors, 'twoFactor'>

const Switch = lazyComponent<TwoFactor & { onOpen: () => void }>(
  () => import('@features/two-factor/TwoFactorSwitch.container'),
  {
    name: 'The 2FA switch',
    fallback: TwoFactorPlace,
    failed: (_props, failure) => <FailedInBar failure={failure} />,
  },
)
const Modals = lazyComponent<TwoFactor>(() => import('@features/two-factor/TwoFactor.container'), {
  name: 'Two-factor authentication',
  failed: ({ twoFactor }, failure) => (
    <FailedModal failure={failure} onClose={twoFactorCommands(twoFactor.send).cancel} />
  ),
})

/** The menu is open: loads what the switch opens while somebody looks at it. */
function SwitchInMenu({ twoFactor, closeMenu }: TwoFactor & { closeMenu: () => void }) {
  useEffect(() => void Modals.preload(), [])
  return <Switch twoFactor={twoFactor} onOpen={closeMenu} />
}

/** @returns what draws the switch into the menu, and what is open over the page now */
export function useTwoFactor(): { drawSwitch: (closeMenu: () => void) => ReactNode; shown: ReactNode } {
  const twoFactor = useLive()?.twoFactor
  const isOpen = useSelector(twoFactor, (snapshot) => snapshot !== undefined && !snapshot.matches('closed'))
  return {
    drawSwitch: (closeMenu) =>
      twoFactor ? <SwitchInMenu twoFactor={twoFactor} closeMenu={closeMenu} /> : <TwoFactorPlace />,
    shown: twoFactor && isOpen && <Modals twoFactor={twoFactor} />,
  }
}
