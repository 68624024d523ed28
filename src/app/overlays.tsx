/** Overlays that open above any page, by key or from the frame: palette, shortcuts, messages, password. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { CommandPaletteContainerProps, SessionRecords } from '@features/command-palette/CommandPalette.container'
import { useSingleKeys } from '@console/single-keys'
import { wishOf } from '@features/shared/shortcut-keys'

interface Closable {
  onClose: () => void
}

const Palette = lazyComponent<CommandPaletteContainerProps>(
  () => import('@features/command-palette/CommandPalette.container'),
  {
    name: 'The search for pages and records',
    failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
  },
)
const Shortcuts = lazyComponent<Closable>(() => import('@features/shortcuts/Shortcuts.container'), {
  name: 'The list of shortcuts',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
const Messages = lazyComponent<Closable>(() => import('@features/toasts/MessageLog.container'), {
  name: 'The list of messages',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
const Rights = lazyComponent<Closable>(() => import('@features/rights/Rights.container'), {
  name: 'Your rights',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})
const ChangePassword = lazyComponent<Closable>(() => import('@features/change-password/ChangePassword.container'), {
  name: 'The password form',
  failed: ({ onClose }, failure) => <FailedModal failure={failure} onClose={onClose} />,
})

type Overlay = 'find' | 'help' | 'messages' | 'rights' | 'password'

/** Whether another modal is open: none of these overlays opens on top of it. Popovers and menus do not count. */
const isOtherModalOpen = () =>
  document.querySelector(
    '[role="alertdialog"], [role="dialog"]:not([data-placement] [role="dialog"]), dialog[open]',
  ) !== null

/** @returns functions that open each overlay, and the overlay that is open */
export function useOverlays(): { open: (overlay: Overlay) => void; prepareFind: () => void; shown: ReactNode } {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [session, setSession] = useState<SessionRecords>({ lines: [], uses: {} })
  useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = wishOf(event)
    if (!wish) return
    // Also if nothing opens, because the browser would open its own search.
    event.preventDefault()
    if (overlay === wish) setOverlay(null)
    else if (overlay === null && !isOtherModalOpen()) setOverlay(wish)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  const close = () => setOverlay(null)
  const shown = overlay && (
    <>
      {overlay === 'find' && (
        <Palette
          session={session}
          onSession={setSession}
          onClose={close}
          onChangePassword={() => setOverlay('password')}
          onMessages={() => setOverlay('messages')}
          onHelp={() => setOverlay('help')}
        />
      )}
      {overlay === 'help' && <Shortcuts onClose={close} />}
      {overlay === 'messages' && <Messages onClose={close} />}
      {overlay === 'rights' && <Rights onClose={close} />}
      {overlay === 'password' && <ChangePassword onClose={close} />}
    </>
  )
  return { open: setOverlay, prepareFind: () => void Palette.preload(), shown }
}
