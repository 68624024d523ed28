import { useEffect, useRef, useState } from 'react'
import { Bell } from 'lucide-react'
import { shallowEqual, useSelector } from '@xstate/react'
import { FailedPopover } from '@design-system/components/Lazy/FailedParts'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { notificationsCommands, selectBell } from '@machines/notifications/notifications.view'
import type { LiveParts } from '@console/console'
import type { NotificationPanelContainerProps } from './NotificationPanel.container'

const Panel = lazyComponent<NotificationPanelContainerProps>(() => import('./NotificationPanel.container'), {
  name: 'The notifications',
  failed: ({ triggerRef, notifications }, failure) => (
    <FailedPopover
      failure={failure}
      triggerRef={triggerRef}
      placement="bottom end"
      onClose={notificationsCommands(notifications.send).close}
    />
  ),
})

/** Notifications that arrive within this time are announced together, milliseconds. */
const ANNOUNCE_MS = 1000

type Live = Pick<LiveParts, 'notifications' | 'notificationRecords'>

/** Announces new notifications to screen readers: politely, and several in one announcement. */
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
  // Remains accessible to screen readers while the panel is open above the page.
  return (
    <VisuallyHidden as="output" data-live-announcer="true">
      <span key={said.arrived}>{said.words}</span>
    </VisuallyHidden>
  )
}

/** The bell with its count, and the panel while it is open. The panel's code is loaded on demand. */
export function NotificationsContainer({ notifications, notificationRecords }: Live) {
  const bell = useRef<HTMLButtonElement>(null)
  const { count, isOpen } = useSelector(notifications, selectBell, shallowEqual)
  const { open, close } = notificationsCommands(notifications.send)
  const near = () => void Panel.preload()
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
      {isOpen && <Panel notifications={notifications} notificationRecords={notificationRecords} triggerRef={bell} />}
    </>
  )
}
