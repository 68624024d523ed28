import { ChevronDown, History, type LucideIcon } from 'lucide-react'
import { useId, useState, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import type { Tone } from '../../tokens/tokens'
import { EmptyState } from '../EmptyState/EmptyState'
import {
  Bones,
  Box,
  Clock,
  Day,
  Detail,
  Event,
  Events,
  Head,
  Line,
  Mark,
  More,
  Reason,
  What,
  Who,
} from './Timeline.styles'
import { clockOf, groupByDay } from './timeline-days'

/** One event. */
export interface TimelineEvent {
  id: string
  /** ISO 8601. */
  at: string
  icon: LucideIcon
  /** Like that of a status; the text says the same. */
  tone?: Tone
  /** What happened, in a few words. */
  what: ReactNode
  /** The person, as stored; left out where unknown. */
  who?: string
  /** What it was about, if that is not the record itself; always visible. */
  about?: string
  /** The person's reason, always visible. */
  reason?: string
  /** Shown after a press: what changed. */
  detail?: ReactNode
}

interface Props extends Omit<ComponentPropsWithRef<'section'>, 'children'> {
  /** Name of the record whose history it is, for screen readers. */
  label: string
  /** In the displayed order, newest first. null while they load. */
  events: readonly TimelineEvent[] | null
  /** Replaces "Nothing has happened yet." */
  empty?: ReactNode
  /** Heading level of the days. */
  level?: 2 | 3 | 4
  /** Below the last event: a button that loads older ones, or an error. */
  foot?: ReactNode
  /** Milliseconds since 1970, by default the current time: determines the current day. */
  now?: number
}

function Entry({ event: { at, icon, tone = 'neutral', what, who, about, reason, detail } }: { event: TimelineEvent }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Event>
      <Mark data-tone={tone}>
        <Icon icon={icon} size="pill" />
      </Mark>
      <Line>
        <What>
          <span dir="auto">{what}</span>
          {who && (
            <Who>
              {' '}
              by <bdi>{who}</bdi>
            </Who>
          )}
        </What>
        <Clock dateTime={at} title={at}>
          {clockOf(at)}
        </Clock>
      </Line>
      {about !== undefined && (
        <Reason>
          <bdi>{about}</bdi>
        </Reason>
      )}
      {reason !== undefined && (
        <Reason>
          <span>Reason:</span> <bdi>{reason}</bdi>
        </Reason>
      )}
      {detail && (
        <>
          <More type="button" aria-expanded={open} aria-controls={`${id}detail`} onClick={() => setOpen(!open)}>
            {open ? 'Hide details' : 'Details'}
            <VisuallyHidden> of {what}</VisuallyHidden>
            <Icon icon={ChevronDown} size="pill" />
          </More>
          <Detail id={`${id}detail`} hidden={!open}>
            {detail}
          </Detail>
        </>
      )}
    </Event>
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

/** The history of a record: what, who, when, grouped by day. All other props are passed to the root. */
export function Timeline({ label, events, empty = 'Nothing has happened yet.', level = 3, foot, now, ...rest }: Props) {
  const [clock] = useState(() => Date.now())
  return (
    <Box {...rest} aria-label={label}>
      {events === null && <Loading />}
      {events?.length === 0 && (
        <EmptyState icon={History} title={`${label}: none`} text={empty} level={level === 4 ? 3 : level} />
      )}
      {events &&
        groupByDay(events, now ?? clock).map(({ key, word, events: some }) => (
          <Day key={key}>
            <Head as={`h${level}`}>{word}</Head>
            <Events>
              {some.map((event) => (
                <Entry key={event.id} event={event} />
              ))}
            </Events>
          </Day>
        ))}
      {foot}
    </Box>
  )
}
