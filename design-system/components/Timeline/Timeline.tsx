import { ChevronDown, History, type LucideIcon } from 'lucide-react'
import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Avatar } from '../../primitives/Avatar/Avatar'
import { Icon } from '../../primitives/Icon/Icon'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import type { Tone } from '../../tokens/tokens'
import { EmptyState } from '../EmptyState/EmptyState'
import {
  Body,
  Bones,
  Box,
  Clock,
  Day,
  Detail,
  Entry,
  Events,
  Facts,
  Group,
  Head,
  Line,
  Mark,
  More,
  Name,
  Quote,
  Sentences,
  Sign,
  What,
} from './Timeline.styles'
import { clockOf, groupByDay, type MinuteGroup } from './timeline-days'

/** One event. */
export interface TimelineEvent {
  id: string
  /** ISO 8601. */
  at: string
  icon: LucideIcon
  /** Like that of a status; the text says the same. */
  tone?: Tone
  /** Who did it: a person, with an avatar, or what acts instead. Without one `what` is a whole sentence. */
  actor?: { name: string; isPerson: boolean } | null
  /** A sentence that continues the name of the actor: 'raised the budget'. */
  what: ReactNode
  /** `what` as plain text, where it is more than that: names what a press opens, for screen readers. */
  whatText?: string
  /** Further sentences, such as one for each field that changed. */
  sentences?: readonly ReactNode[]
  /** What is known besides, in a muted line. */
  facts?: ReactNode
  /** The person's own words: a reason, a note. */
  quotes?: readonly string[]
  /** Shown after a press: texts before and after. */
  detail?: ReactNode
}

interface Props extends Omit<ComponentPropsWithRef<'section'>, 'children'> {
  /** Name of the record whose history it is, for screen readers. */
  label: string
  /** In the displayed order, newest first. null while they load. */
  events: readonly TimelineEvent[] | null
  /** Replaces "Nothing has happened yet." */
  empty?: ReactNode | undefined
  /** The events could not be read: `foot` says so. */
  isUnread?: boolean
  /** Heading level of the days. */
  level?: 2 | 3 | 4
  /** Below the last event: a button that loads older ones, or an error. */
  foot?: ReactNode
  /** Milliseconds since 1970, by default the current time: determines the current day. */
  now?: number
}

function EntryOf({
  event: { at, icon, tone = 'neutral', actor, what, whatText, sentences = [], facts, quotes = [], detail },
  isFirst,
  hasSign,
}: {
  event: TimelineEvent
  isFirst: boolean
  /** Its icon stands before the sentence, because the mark of the group is a person's avatar. */
  hasSign: boolean
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Entry>
      <Line>
        {hasSign && (
          <Sign data-tone={tone}>
            <Icon icon={icon} size="pill" />
          </Sign>
        )}
        <What data-continues={!isFirst || undefined}>
          {actor && isFirst && (
            <>
              <Name>{actor.name}</Name>{' '}
            </>
          )}
          {what}
        </What>
        {isFirst && (
          <Clock dateTime={at} title={at}>
            {clockOf(at)}
          </Clock>
        )}
      </Line>
      {sentences.length > 0 && (
        <Sentences>
          {sentences.map((sentence, index) => (
            <li key={index}>{sentence}</li>
          ))}
        </Sentences>
      )}
      {facts && <Facts>{facts}</Facts>}
      {quotes.map((quote, index) => (
        <Quote key={index}>
          <bdi>{quote}</bdi>
        </Quote>
      ))}
      {detail && (
        <>
          <More type="button" aria-expanded={open} aria-controls={`${id}detail`} onClick={() => setOpen(!open)}>
            {open ? 'Hide details' : 'Details'}
            <VisuallyHidden>
              {' '}
              of {actor && `${actor.name} `}
              {whatText ?? what}
            </VisuallyHidden>
            <Icon icon={ChevronDown} size="pill" />
          </More>
          <Detail id={`${id}detail`} hidden={!open}>
            {detail}
          </Detail>
        </>
      )}
    </Entry>
  )
}

/** What one person did within a minute, or one event that happened by itself. */
function GroupOf({ events }: Pick<MinuteGroup<TimelineEvent>, 'events'>) {
  const { actor, icon, tone = 'neutral' } = events[0]!
  const isPerson = actor?.isPerson === true
  // A sign says what kind of thing the person did; the mark of anything else shows it already.
  const hasSigns = isPerson || events.some((event) => event.icon !== icon)
  return (
    <Group>
      {isPerson ? (
        <Avatar name={actor.name} size={24} />
      ) : (
        <Mark data-tone={tone}>
          <Icon icon={icon} size="pill" />
        </Mark>
      )}
      <Body>
        {events.map((event, index) => (
          <EntryOf key={event.id} event={event} isFirst={index === 0} hasSign={hasSigns} />
        ))}
      </Body>
    </Group>
  )
}

const Loading = () => (
  <Bones aria-busy>
    <VisuallyHidden as="output">Loading</VisuallyHidden>
    <Skeleton width={72} />
    {['64%', '48%', '72%', '40%'].map((width) => (
      <div key={width}>
        <Skeleton width={24} height={24} round />
        <Skeleton width={width} />
      </div>
    ))}
  </Bones>
)

/** The history of a record: who did what, when, grouped by day and by person and minute. All other props are passed to the root. */
export function Timeline({
  label,
  events,
  empty = 'Nothing has happened yet.',
  isUnread,
  level = 3,
  foot,
  now,
  ...rest
}: Props) {
  const [clock] = useState(() => Date.now())
  return (
    <Box {...rest} aria-label={label}>
      {events === null && <Loading />}
      {events?.length === 0 && !isUnread && (
        <EmptyState icon={History} title={`${label}: none`} text={empty} level={level === 4 ? 3 : level} />
      )}
      {events &&
        groupByDay(events, now ?? clock).map(({ key, word, groups }) => (
          <Day key={key}>
            <Head as={`h${level}`}>{word}</Head>
            <Events>
              {groups.map((group) => (
                <GroupOf key={group.key} events={group.events} />
              ))}
            </Events>
          </Day>
        ))}
      {foot}
    </Box>
  )
}
