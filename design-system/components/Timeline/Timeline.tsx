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

/** Something that happened. */
export interface TimelineEvent {
  id: string
  /** ISO 8601. */
  at: string
  icon: LucideIcon
  /** As of a status; the words say the same. */
  tone?: Tone
  /** What happened, in a few words. */
  what: ReactNode
  /** Who did it, as stored; left out where nobody is known. */
  who?: string
  /** Why, in the words of whoever did it: in sight, without a press. */
  reason?: string
  /** Opened by a press: what changed. */
  detail?: ReactNode
}

interface Props extends Omit<ComponentPropsWithRef<'section'>, 'children'> {
  /** Of what it is the history; for screen readers. */
  label: string
  /** In the order they are shown in, newest first. null while they load. */
  events: readonly TimelineEvent[] | null
  /** Instead of "Nothing has happened yet." */
  empty?: ReactNode
  /** Level of the days' headings in the page. */
  level?: 2 | 3 | 4
  /** Below the last one: a button that loads older ones, or that they could not be. */
  foot?: ReactNode
  /** Milliseconds since 1970, where it is not the clock's: decides what is today. */
  now?: number
}

function Entry({ event: { at, icon, tone = 'neutral', what, who, reason, detail } }: { event: TimelineEvent }) {
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

/** What happened to a record: what, who, when, under its days. All other props go to the root. */
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
