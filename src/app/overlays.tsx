/** What opens over any page, by key or from the frame: palette, shortcuts, messages, password. The code of each is fetched with its first use. */
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { SessionRecords } from '@features/command-palette/CommandPalette.container'
import { useSingleKeys } from '@features/shared/single-keys.container'
import { wishOf } from '@features/shared/shortcut-keys'
import { loadable } from './loadable'

const Palette = loadable(() => import('@features/command-palette/CommandPalette.container'))
const Shortcuts = lazy(() => import('@features/shortcuts/Shortcuts.container'))
const Messages = lazy(() => import('@features/toasts/MessageLog.container'))
const ChangePassword = lazy(() => import('@features/change-password/ChangePassword.container'))

type Overlay = 'find' | 'help' | 'messages' | 'password'

/** A modal that somebody else opened: nothing is put on top of it. Popovers and menus are none. */
const otherModalStands = () =>
  document.querySelector(
    '[role="alertdialog"], [role="dialog"]:not([data-placement] [role="dialog"]), dialog[open]',
  ) !== null

/** @returns how to open each, and what is open now */
export function useOverlays(): { open: (overlay: Overlay) => void; prepareFind: () => void; shown: ReactNode } {
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [session, setSession] = useState<SessionRecords>({ lines: [], uses: {} })
  useSingleKeys()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = wishOf(event)
    if (!wish) return
    // Also where nothing opens: the browser would open its own search.
    event.preventDefault()
    if (overlay === wish) setOverlay(null)
    else if (overlay === null && !otherModalStands()) setOverlay(wish)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  const close = () => setOverlay(null)
  const shown = overlay && (
    <Suspense fallback={null}>
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
      {overlay === 'password' && <ChangePassword onClose={close} />}
    </Suspense>
  )
  return { open: setOverlay, prepareFind: () => void Palette.preload(), shown }
}
