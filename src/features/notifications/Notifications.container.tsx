import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Bell } from 'lucide-react'
import { shallowEqual, useSelector } from '@xstate/react'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { notificationsCommands, selectBell } from '@machines/notifications/notifications.view'
import type { LiveParts } from '../shared/console.container'

const load = () => import('./NotificationPanel.container')
const Panel = lazy(load)

/** What comes within this is said together, milliseconds. */
const ANNOUNCE_MS = 1000

type Live = Pick<LiveParts, 'notifications' | 'notificationRecords'>

/** Says new ones to screen readers: politely, and many at once. */
function Arrivals({ notifications, notificationRecords }: Live) {
  const arrived = useSelector(notifications, ({ context }) => context.arrived)
  const [said, setSaid] = useState({ arrived, words: '' })
  useEffect(() => {
    if (said.arrived === arrived) return
    const timer = setTimeout(() => {
      const [newest] = notifications.getSnapshot().context.ids
      const fresh = arrived - said.arrived
      const title = newest === undefined ? undefined : notificationRecords.get(newest)?.title
      setSaid({ arrived, words: fresh > 1 ? `${fresh} new notifications` : `New notification: ${title ?? ''}` })
    }, ANNOUNCE_MS)
    return () => clearTimeout(timer)
  }, [said, arrived, notifications, notificationRecords])
  // Kept in reach of screen readers while the panel is open over the page.
  return (
    <VisuallyHidden as="output" data-live-announcer="true">
      <span key={said.arrived}>{said.words}</span>
    </VisuallyHidden>
  )
}

/** The bell with its count, and the panel while it is open. Its code is loaded when the bell is near. */
export function NotificationsContainer({ notifications, notificationRecords }: Live) {
  const bell = useRef<HTMLButtonElement>(null)
  const { count, isOpen } = useSelector(notifications, selectBell, shallowEqual)
  const { open, close } = notificationsCommands(notifications.send)
  const near = () => void load().catch(() => undefined)
  return (
    <>
      <IconButton
        ref={bell}
        label="Notifications"
        icon={Bell}
        iconSize="topBar"
        size="large"
        badge={count}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
        onPointerEnter={near}
        onFocus={near}
      />
      <Arrivals notifications={notifications} notificationRecords={notificationRecords} />
      {isOpen && (
        <Suspense fallback={null}>
          <Panel notifications={notifications} notificationRecords={notificationRecords} triggerRef={bell} />
        </Suspense>
      )}
    </>
  )
}
