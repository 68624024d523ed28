import { CircleAlert } from 'lucide-react'
import { useId, type MouseEvent } from 'react'
import type { Notification } from '@contract/entities/notification'
import { Button } from '@design-system/primitives/Button/Button'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { formatAge, formatMoment } from './relative-time'
import {
  BoneEntry,
  Description,
  Dot,
  Entry,
  Foot,
  Line,
  Plate,
  Problem,
  Time,
  TitleButton,
  TitleLink,
} from './NotificationEntry.styles'
import { iconOf } from './notification-look'

export interface NotificationEntryProps {
  notification: Pick<Notification, 'title' | 'description' | 'keyword' | 'createdAt'>
  isUnread: boolean
  /** The notification offers a shift handover that can still be accepted. */
  canAccept: boolean
  isAccepting: boolean
  /** Why the shift could not be accepted. */
  problem: string | null
  /** Path that it leads to; null: pressing it only marks it as read. */
  to: string | null
  /** Milliseconds since 1970. */
  now: number
  onOpen: (event: MouseEvent) => void
  onAccept: () => void
}

/** One notification: its subject, time and read state, and ACCEPT for a shift handover (spec 2, 4). */
export function NotificationEntry({
  notification,
  isUnread,
  canAccept,
  isAccepting,
  problem,
  to,
  now,
  onOpen,
  onAccept,
}: NotificationEntryProps) {
  const id = useId()
  const { title, description, keyword, createdAt } = notification
  // An entry without text can still be clicked.
  const words = (
    <>
      {title || 'Notification'}
      {isUnread && <VisuallyHidden>, unread</VisuallyHidden>}
    </>
  )
  return (
    <Entry data-unread={isUnread || undefined}>
      <Plate>
        <Icon icon={iconOf(keyword)} />
      </Plate>
      <div>
        <Line>
          {to === null ? (
            <TitleButton type="button" data-entry aria-describedby={`${id}text ${id}time`} onClick={onOpen}>
              {words}
            </TitleButton>
          ) : (
            <TitleLink to={to} data-entry aria-describedby={`${id}text ${id}time`} onClick={onOpen}>
              {words}
            </TitleLink>
          )}
          <Time id={`${id}time`} dateTime={createdAt} title={formatMoment(createdAt, now)}>
            <span aria-hidden>{formatAge(createdAt, now)}</span>
            <VisuallyHidden>{formatMoment(createdAt, now)}</VisuallyHidden>
          </Time>
          <Dot aria-hidden />
        </Line>
        <Description id={`${id}text`}>{description}</Description>
        {problem && !isAccepting && (
          <Problem>
            <Icon icon={CircleAlert} size="pill" />
            <span>{problem}</span>
          </Problem>
        )}
        {(canAccept || isAccepting) && (
          <Foot>
            <Button
              variant={problem ? 'secondary' : 'primary'}
              busy={isAccepting}
              busyLabel="Accepting"
              aria-describedby={`${id}text`}
              onClick={onAccept}
            >
              {problem ? 'Try again' : 'ACCEPT'}
            </Button>
          </Foot>
        )}
      </div>
    </Entry>
  )
}

/** Placeholder of an entry that is loading. */
export const EntryBones = () => (
  <BoneEntry>
    <Skeleton width={28} height={28} round />
    <div>
      <Skeleton width="45%" height={10} />
      <Skeleton width="80%" height={10} />
    </div>
  </BoneEntry>
)
