/** Two-factor in the frame: the switch in the avatar menu, and the modals that it opens. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createActor } from 'xstate'
import { useSelector } from '@xstate/react'
import { newKey } from '@contract/http/idempotency'
import { FailedInBar } from '@design-system/components/Lazy/FailedInBar'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import { useConsole } from '@console/console'
import { TwoFactorPlace } from '@features/two-factor/TwoFactorPlace'
import type { TwoFactorRef } from '@machines/two-factor/two-factor.view'

interface TwoFactor {
  twoFactor: TwoFactorRef
}

/** The machine's code; an idle console loads it before the menu is opened. */
export const twoFactorCode = lazyModule(() => import('@machines/two-factor/two-factor.implementations'), {
  preload: 'idle',
})

/** Its code is loaded together with the machine's, and the actor starts then. */
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
    <FailedModal failure={failure} onClose={() => twoFactor.send({ type: 'cancel' })} />
  ),
})

/** The menu is open: loads the modals while the person looks at the switch. */
function SwitchInMenu({ twoFactor, closeMenu }: { twoFactor: TwoFactorRef | null; closeMenu: () => void }) {
  useEffect(() => void Modals.preload(), [])
  return <Switch twoFactor={twoFactor} onOpen={closeMenu} />
}

type TwoFactorCode = NonNullable<ReturnType<typeof twoFactorCode.get>>

/**
 * @returns a source of the actor for one subscriber; the actor runs from the loading of its code until the subscriber
 * unsubscribes
 */
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

/**
 * @returns the actor, or null until its code is loaded. It stops with the frame, that is with the session, so that no
 * secret outlives it
 */
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
        { input: { key: newKey() } },
      ),
    ),
  )
  return useSyncExternalStore(late.subscribe, late.get)
}

/** @returns a function that renders the switch into the menu, and the open modal */
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
