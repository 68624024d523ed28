import { ArrowUp, Bell, CircleAlert, RotateCw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Badge } from '@design-system/primitives/Badge/Badge'
import { Button } from '@design-system/primitives/Button/Button'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { NOTIFICATION_PAGE_SIZE } from '@contract/constants'
import { EntryBones } from './NotificationEntry'
import { End, Head, MarkAll, NewOnes, Panel, Scroller, Title, Trouble } from './NotificationPanel.styles'
import { useReading } from './use-reading'

/** Number of placeholder entries while more load (look.md, Shell). */
const BONES_OF_MORE = 2

export interface NotificationPanelProps {
  /** Id of the title, which labels the surrounding dialog. */
  titleId: string
  list: 'loading' | 'ready' | 'loadingMore' | 'unreachable' | 'empty'
  /** The displayed entries, newest first; the same array until they change. */
  ids: readonly string[]
  unreadCount: number
  /** Number of new entries above those that are shown. */
  held: number
  hasMore: boolean
  /** Why a page could not be loaded. */
  problem: string | null
  isMarkingAll: boolean
  /** Closes the full sheet, which has a close button; omitted in the panel at the bell. */
  onClose?: () => void
  onMarkAll: () => void
  onShowNew: () => void
  /** The end of the list is visible: loads more entries. */
  onEnd: () => void
  /** Called when the person begins or stops reading the list. */
  onReading: (reading: boolean) => void
  onRetry: () => void
  /** One entry for each id. */
  children: ReactNode
}

const bones = (count: number) => Array.from({ length: count }, (_, place) => <EntryBones key={place} />)
const newOnes = (count: number) => `${count} new notification${count === 1 ? '' : 's'}`

const stopsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-entry]')]
/** The index of the entry that contains an element; -1 if none does. */
const placeOf = (target: EventTarget, list: Element) => {
  const entry = (target as Element).closest('li')
  return stopsIn(list).findIndex((stop) => entry?.contains(stop))
}

/** Arrow keys move between entries; Tab also reaches the controls within them. */
function moveBetweenEntries(event: KeyboardEvent<HTMLElement>) {
  const stops = stopsIn(event.currentTarget)
  const at = placeOf(event.target, event.currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: stops.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  stops[Math.min(Math.max(next, 0), stops.length - 1)]?.focus()
}

/**
 * The person's notifications, the newest first (spec 2, Notification panel; look.md, Shell). Pages load when the end
 * becomes visible.
 */
export function NotificationPanel({
  titleId,
  list,
  ids,
  unreadCount,
  held,
  hasMore,
  problem,
  isMarkingAll,
  onClose,
  onMarkAll,
  onShowNew,
  onEnd,
  onReading,
  onRetry,
  children,
}: NotificationPanelProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const tellEnd = useEffectEvent(onEnd)
  const reading = useReading(onReading)
  const wantsMore = list === 'ready' && hasMore

  // Observed again after each change: an end that stays visible causes no further event.
  useEffect(() => {
    if (!wantsMore || !end.current) return
    const watching = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && tellEnd(),
      { root: scroller.current, rootMargin: '40px' },
    )
    watching.observe(end.current)
    return () => watching.disconnect()
  }, [wantsMore, ids])

  /** Index of the focused entry. */
  const focused = useRef(-1)
  // When the focused entry is removed, the focus moves to the entry that takes its position, not to the page behind.
  useLayoutEffect(() => {
    if (focused.current < 0 || document.activeElement !== document.body) return
    const stops = stopsIn(scroller.current!)
    const next = stops[Math.min(focused.current, stops.length - 1)] ?? scroller.current
    next?.focus({ preventScroll: true })
  }, [ids])

  const showNew = () => {
    onShowNew()
    scroller.current?.scrollTo({ top: 0 })
    scroller.current?.focus({ preventScroll: true })
  }
  const none = ids.length === 0
  return (
    <Panel data-sheet={onClose ? '' : undefined} aria-busy={list === 'loading' || list === 'loadingMore' || undefined}>
      <Head>
        <Title id={titleId}>
          Notification <Badge count={unreadCount} tone="neutral" word="unread" />
        </Title>
        <MarkAll
          variant="ghost"
          busy={isMarkingAll}
          busyLabel="Marking"
          disabledReason={unreadCount === 0 ? 'Nothing is unread.' : undefined}
          onClick={onMarkAll}
        >
          Mark all as read
        </MarkAll>
        {onClose && <IconButton label="Close" icon={X} size="large" onClick={onClose} />}
        {held > 0 && (
          <NewOnes type="button" onClick={showNew}>
            <Icon icon={ArrowUp} size="pill" />
            {newOnes(held)}
          </NewOnes>
        )}
      </Head>
      <Scroller
        ref={scroller}
        tabIndex={-1}
        {...reading}
        onFocusCapture={(event) => {
          focused.current = placeOf(event.target, event.currentTarget)
        }}
        onKeyDown={moveBetweenEntries}
      >
        {!none && <ul aria-labelledby={titleId}>{children}</ul>}
        {list === 'loading' && (
          <>
            <VisuallyHidden as="output">Loading notifications</VisuallyHidden>
            {bones(NOTIFICATION_PAGE_SIZE.panel)}
          </>
        )}
        {(list === 'loadingMore' || (list === 'ready' && none)) && bones(BONES_OF_MORE)}
        {list === 'empty' && (
          <EmptyState
            icon={Bell}
            level={3}
            title="No Notification"
            text="Tickets that become yours and shifts that are handed over to you will appear here."
          />
        )}
        {problem !== null && none && (
          <EmptyState
            icon={CircleAlert}
            tone="danger"
            level={3}
            title="Notifications could not be loaded"
            text={problem}
            actions={
              <Button icon={RotateCw} onClick={onRetry}>
                Try again
              </Button>
            }
          />
        )}
        {problem !== null && !none && (
          <Trouble>
            <p>{problem}</p>
            <Button size="small" icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          </Trouble>
        )}
        <End ref={end} aria-hidden />
      </Scroller>
    </Panel>
  )
}
