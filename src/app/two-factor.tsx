/** 2FA in the frame: the switch in the avatar menu, and what it opens over the page. */
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { useLive, type LiveActors } from '@features/shared/console.container'
import { TwoFactorPlace } from '@features/two-factor/TwoFactorPlace'
import { loadable } from './loadable'

const Switch = lazy(() => import('@features/two-factor/TwoFactorSwitch.container'))
const Modals = loadable(() => import('@features/two-factor/TwoFactor.container'))

/** The menu is open: what the switch opens is fetched while somebody looks at it. */
function SwitchInMenu({ twoFactor, closeMenu }: Pick<LiveActors, 'twoFactor'> & { closeMenu: () => void }) {
  useEffect(() => void Modals.preload(), [])
  return (
    <Suspense fallback={<TwoFactorPlace />}>
      <Switch twoFactor={twoFactor} onOpen={closeMenu} />
    </Suspense>
  )
}

/** @returns what draws the switch into the menu, and what stands over the page now */
export function useTwoFactor(): { drawSwitch: (closeMenu: () => void) => ReactNode; shown: ReactNode } {
  const twoFactor = useLive()?.twoFactor
  const isOpen = useSelector(twoFactor, (snapshot) => snapshot !== undefined && !snapshot.matches('closed'))
  return {
    drawSwitch: (closeMenu) =>
      twoFactor ? <SwitchInMenu twoFactor={twoFactor} closeMenu={closeMenu} /> : <TwoFactorPlace />,
    shown: twoFactor && isOpen && (
      <Suspense fallback={null}>
        <Modals twoFactor={twoFactor} />
      </Suspense>
    ),
  }
}
