/** 2FA in the frame: the switch in the avatar menu, and what it opens over the page. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createActor } from 'xstate'
import { useSelector } from '@xstate/react'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { useConsole } from '@console/console'
import { TwoFactorPlace } from '@features/two-factor/TwoFactorPlace'
import { twoFactorCommands, type TwoFactorRef } from '@machines/two-factor/two-factor.view'

interface TwoFactor {
  twoFactor: TwoFactorRef
}

/** The machine's code; a console at rest loads it ahead of the menu. */
export const twoFactorCode = lazyModule(() => import('@machines/two-factor/two-factor.implementations'), {
  preload: 'idle',
})

/** Its code comes with the machine's: once it is loaded, the actor runs. */
const Switch = lazyComponent<{ twoFactor: TwoFactorRef | null; onOpen: () => void }>(
  async () => {
    const [{ default: Container }] = await Promise.all([
      import('@features/two-factor/TwoFactorSwitch.container'),
      twoFactorCode.load(),
    ])
    return {
      default: ({ twoFactor, onOpen }) =>
        twoFactor ? <Container twoFactor={twoFactor} onOpen={onOpen} /> : <TwoFactorPlace />,
    }
  },
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
function SwitchInMenu({ twoFactor, closeMenu }: { twoFactor: TwoFactorRef | null; closeMenu: () => void }) {
  useEffect(() => void Modals.preload(), [])
  return <Switch twoFactor={twoFactor} onOpen={closeMenu} />
}

type TwoFactorCode = NonNullable<ReturnType<typeof twoFactorCode.get>>

/** @returns a source of the actor for one subscriber: it runs from when the code is loaded until the subscriber leaves */
function createLateActor(create: (code: TwoFactorCode) => TwoFactorRef) {
  let actor: TwoFactorRef | null = null
  return {
    get: () => actor,
    subscribe: (listener: () => void) => {
      const begin = () => {
        const code = twoFactorCode.get()
        if (!code || actor) return
        actor = create(code)
        actor.start()
        listener()
      }
      const stop = twoFactorCode.subscribe(begin)
      begin()
      return () => {
        stop()
        actor?.stop()
        actor = null
      }
    },
  }
}

/** @returns the actor, null until its code is loaded. It goes with the frame, that is with the session: no secret outlives it */
function useTwoFactorActor(): TwoFactorRef | null {
  const { api, toasts, actors } = useConsole()
  const [late] = useState(() =>
    createLateActor(({ createTwoFactorImplementations }) =>
      createActor(
        createTwoFactorImplementations({
          api,
          toasts,
          userId: () => actors.session.getSnapshot().context.session?.user.id ?? null,
        }),
      ),
    ),
  )
  return useSyncExternalStore(late.subscribe, late.get)
}

/** @returns what draws the switch into the menu, and what is open over the page now */
export function useTwoFactor(): { drawSwitch: (closeMenu: () => void) => ReactNode; shown: ReactNode } {
  const twoFactor = useTwoFactorActor()
  const isOpen = useSelector(
    twoFactor ?? undefined,
    (snapshot) => snapshot !== undefined && !snapshot.matches('closed'),
  )
  return {
    drawSwitch: (closeMenu) => <SwitchInMenu twoFactor={twoFactor} closeMenu={closeMenu} />,
    shown: twoFactor && isOpen && <Modals twoFactor={twoFactor} />,
  }
}
