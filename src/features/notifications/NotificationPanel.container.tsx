import { useEffect, useId, useState, useSyncExternalStore, type MouseEvent, type RefObject } from 'react'
import { shallowEqual, useSelector } from '@xstate/react'
import { media } from '@design-system/tokens/tokens'
import DrawerOverlay from '@design-system/components/Drawer/DrawerOverlay'
import { useMedia } from '@design-system/primitives/hooks/use-media'
import PopoverPanel from '@design-system/components/Popover/PopoverPanel'
import { entryCommands, selectEntry } from '@machines/notification-entry/notification-entry.view'
import type { EntryActor } from '@machines/notifications/notifications.machine'
import { notificationsCommands, selectPanel } from '@machines/notifications/notifications.view'
import { useConsole, type LiveParts } from '@console/console'
import { ageChangesIn } from './relative-time'
import { NotificationEntry } from './NotificationEntry'
import { NotificationPanel } from './NotificationPanel'
import { pathOf } from './notification-look'

type Live = Pick<LiveParts, 'notifications' | 'notificationRecords'>

const PHONE = media.phone.replace('@media ', '')

/**
 * The time that ages are computed from; updated while the panel is open.
 * @param youngest the newest time that is shown
 */
function useNow(youngest: string | undefined): number {
  const { clock } = useConsole()
  const [now, setNow] = useState(() => clock.now())
  const pause = ageChangesIn(youngest, now)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), pause)
    return () => clearInterval(timer)
  }, [clock, pause])
  return now
}

interface EntryProps extends Pick<Live, 'notificationRecords'> {
  id: string
  entry: EntryActor
  now: number
  onLeave: () => void
}

/** One entry, connected to its actor and its record. */
function Entry({ id, entry, now, notificationRecords: records, onLeave }: EntryProps) {
  const access = useSelector(useConsole().actors.access, ({ context }) => context.access)
  const { isUnread, canAccept, state, problem } = useSelector(entry, selectEntry, shallowEqual)
  const record = useSyncExternalStore(records.subscribe, () => records.get(id))
  // It has just been removed from the list.
  if (!record) return null
  const commands = entryCommands(entry.send)
  const to = pathOf(record, access)
  const open = (event: MouseEvent) => {
    commands.click()
    // It opens in another tab or window, so this panel stays open.
    if (to !== null && !event.metaKey && !event.ctrlKey && !event.shiftKey) onLeave()
  }
  return (
    <NotificationEntry
      notification={record}
      isUnread={isUnread}
      canAccept={canAccept}
      isAccepting={state === 'accepting'}
      problem={state === 'refused' ? problem : null}
      to={to}
      now={now}
      onOpen={open}
      onAccept={commands.accept}
    />
  )
}

export interface NotificationPanelContainerProps extends Live {
  triggerRef: RefObject<Element | null>
}

/** The open panel: attached to its bell, or a full sheet on phones. */
export default function NotificationPanelContainer({
  notifications,
  notificationRecords,
  triggerRef,
}: NotificationPanelContainerProps) {
  const titleId = useId()
  const isSheet = useMedia(PHONE)
  const view = useSelector(notifications, selectPanel, shallowEqual)
  const entries = useSelector(notifications, ({ context }) => context.entries)
  const sync = useSelector(notifications, ({ children }) => children.sync)
  const isMarkingAll = useSelector(sync, (snapshot) => snapshot?.matches('markingAll') ?? false)
  const commands = notificationsCommands(notifications.send)
  const now = useNow(view.ids[0] === undefined ? undefined : notificationRecords.get(view.ids[0])?.createdAt)
  const panel = (
    <NotificationPanel
      {...view}
      titleId={titleId}
      isMarkingAll={isMarkingAll}
      onClose={isSheet ? commands.close : undefined}
      onMarkAll={commands.markAll}
      onShowNew={commands.showNew}
      onEnd={commands.loadMore}
      onReading={(reading) => (reading ? commands.enter() : commands.leave())}
      onRetry={commands.retry}
    >
      {view.ids.map(
        (id) =>
          entries[id] && (
            <Entry
              key={id}
              id={id}
              entry={entries[id]}
              now={now}
              notificationRecords={notificationRecords}
              onLeave={commands.close}
            />
          ),
      )}
    </NotificationPanel>
  )
  if (isSheet)
    return (
      <DrawerOverlay labelledBy={titleId} onClose={commands.close}>
        {panel}
      </DrawerOverlay>
    )
  return (
    <PopoverPanel bare triggerRef={triggerRef} label="Notification" placement="bottom end" onClose={commands.close}>
      {panel}
    </PopoverPanel>
  )
}
