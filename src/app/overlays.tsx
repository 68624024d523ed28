/** Overlays that open above any page, by key or from the frame: palette, shortcuts, messages, password. */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { FailedModal } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { CommandPaletteContainerProps, SessionRecords } from '@features/command-palette/CommandPalette.container'
import { EarlyField } from '@features/command-palette/EarlyField'
import { useSingleKeys } from '@console/single-keys'
import { wishOf } from '@features/shared/shortcut-keys'

interface Closable {
  onClose: () => void
}

const Palette = lazyComponent<CommandPaletteContainerProps>(
  () => import('@features/command-palette/CommandPalette.container'),
  {
    name: 'The search for pages and records',
    fallback: ({ begun, onBegin, onClose }) => <EarlyField value={begun} onChange={onBegin} onClose={onClose} />,
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
  const [begun, setBegun] = useState('')
  /** What had the focus when the palette was opened before its code was there; otherwise null. */
  const opener = useRef<Element | null>(null)
  useSingleKeys()
  const open = (next: Overlay) => {
    opener.current = next === 'find' && !Palette.module.get() ? document.activeElement : null
    setBegun('')
    setOverlay(next)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const wish = wishOf(event)
    if (!wish) return
    // Also if nothing opens, because the browser would open its own search.
    event.preventDefault()
    if (overlay === wish) setOverlay(null)
    else if (overlay === null && !isOtherModalOpen()) open(wish)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  // A dialog returns the focus to what had it when it was rendered: the early field, which is gone by then.
  useEffect(() => {
    if (overlay !== null) return
    if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus()
    opener.current = null
  }, [overlay])

  const close = () => setOverlay(null)
  const shown = overlay && (
    <>
      {overlay === 'find' && (
        <Palette
          begun={begun}
          onBegin={setBegun}
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
  return { open, prepareFind: () => void Palette.preload(), shown }
}
