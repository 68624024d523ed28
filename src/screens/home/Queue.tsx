/** What waits for the signed-in person, one card for each kind of work; what is empty takes one line in all. */
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { Link } from '@features/shared/Link'
import { LinkButton } from '@features/shared/LinkButton'
import { CouldNotCount } from './CouldNotCount'
import {
  Card,
  Cards,
  Empty,
  Figure,
  FigureWord,
  Foot,
  Group,
  Heading,
  QuietLink,
  Sentence,
  Still,
  Strip,
  Total,
  Waiting,
} from './Home.styles'

export interface QueueLine {
  readonly text: string
  readonly note: string
  readonly to: string
}

/** One kind of work. */
export interface Queue {
  readonly key: string
  /** What waits: 'Documents to review'. */
  readonly word: string
  /** The list; null while its page is not built, or where there is none. */
  readonly to: string | null
  /** Null while it is counted. */
  readonly count: string | null
  /** It could not be counted. */
  readonly onRetry?: (() => void) | undefined
  /** The first of them. */
  readonly lines: readonly QueueLine[]
  /** Where the work begins. */
  readonly start?: { readonly label: string; readonly to: string } | undefined
}

/** Whether nothing waits there. */
export const isEmptyQueue = ({ count, onRetry }: Queue): boolean => count === '0' && !onRetry

const LOADING_LINES = 3

function QueueCard({ queue: { key, word, to, count, onRetry, lines, start } }: { queue: Queue }) {
  const figure = (
    <>
      <FigureWord id={`queue-${key}`}>{word}</FigureWord>{' '}
      <Figure>{onRetry ? '–' : (count ?? <Skeleton width={32} height={24} />)}</Figure>
    </>
  )
  const isLoading = count === null && !onRetry
  return (
    <Card aria-labelledby={`queue-${key}`} aria-busy={isLoading}>
      <Group>
        <h3>{to === null ? <Still>{figure}</Still> : <Total to={to}>{figure}</Total>}</h3>
        {onRetry && <CouldNotCount word={word} onRetry={onRetry} />}
        {isLoading &&
          Array.from({ length: LOADING_LINES }, (_none, index) => <Skeleton key={index} width="auto" height={20} />)}
        {!onRetry &&
          lines.map((line) => (
            <Waiting key={line.to} to={line.to}>
              <span dir="auto">{line.text}</span> <span>{line.note}</span>
            </Waiting>
          ))}
      </Group>
      <Foot>
        {start && !onRetry && <LinkButton to={start.to}>{start.label}</LinkButton>}
        {to !== null && (
          <QuietLink to={to}>
            See all<VisuallyHidden>: {word}</VisuallyHidden>
          </QuietLink>
        )}
      </Foot>
    </Card>
  )
}

export interface QueuesProps {
  queues: readonly Queue[]
}

export function Queues({ queues }: QueuesProps) {
  const waiting = queues.filter((queue) => !isEmptyQueue(queue))
  const empty = queues.filter(isEmptyQueue)
  return (
    <Strip aria-labelledby="queue">
      <Heading id="queue">My queue</Heading>
      {queues.length === 0 && <Sentence>Your role has no lists in which work waits. These are your pages.</Sentence>}
      {queues.length > 0 && waiting.length === 0 && (
        <Sentence>
          <strong>All done.</strong> Nothing waits for you.
        </Sentence>
      )}
      {waiting.length > 0 && (
        <Cards>
          {waiting.map((queue) => (
            <QueueCard key={queue.key} queue={queue} />
          ))}
        </Cards>
      )}
      {empty.length > 0 && (
        <Empty>
          <span>Nothing in:</span>
          {empty.map(({ key, word, to }) =>
            to === null ? (
              <span key={key}>{word}</span>
            ) : (
              <Link key={key} to={to}>
                {word}
              </Link>
            ),
          )}
        </Empty>
      )}
    </Strip>
  )
}
