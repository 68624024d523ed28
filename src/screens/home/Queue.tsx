/** What waits for the signed-in person: documents, tickets, chats. */
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { LinkButton } from '@features/shared/LinkButton'
import { CouldNotCount } from './CouldNotCount'
import {
  Card,
  CardHead,
  CardTitle,
  Figure,
  Figures,
  FigureWord,
  Group,
  Part,
  Sentence,
  Still,
  Total,
} from './Home.styles'

/** One kind of work. */
export interface Queue {
  readonly key: string
  /** What waits: 'Documents to review'. */
  readonly word: string
  /** The list; null while its page is not built. */
  readonly to: string | null
  /** Null while it is counted. */
  readonly count: string | null
  /** It could not be counted. */
  readonly onRetry?: (() => void) | undefined
  /** Parts of it, or the first items. */
  readonly lines: readonly { readonly text: string; readonly note: string; readonly to: string }[]
  /** Where the work begins. */
  readonly start?: { readonly label: string; readonly to: string } | undefined
}

export interface QueueCardProps {
  queues: readonly Queue[]
}

function Shown({ queue: { word, to, count, onRetry, lines, start } }: { queue: Queue }) {
  const figure = (
    <>
      <FigureWord>{word}</FigureWord> <Figure>{onRetry ? '–' : (count ?? <Skeleton width={56} height={24} />)}</Figure>
    </>
  )
  return (
    <Group aria-busy={count === null && !onRetry}>
      {to === null ? <Still>{figure}</Still> : <Total to={to}>{figure}</Total>}
      {onRetry && <CouldNotCount word={word} onRetry={onRetry} />}
      {lines.map((line) => (
        <Part key={line.to} to={line.to}>
          <span>{line.text}</span> <span>{line.note}</span>
        </Part>
      ))}
      {start && (
        <div>
          <LinkButton to={start.to}>{start.label}</LinkButton>
        </div>
      )}
    </Group>
  )
}

export function QueueCard({ queues }: QueueCardProps) {
  return (
    <Card aria-labelledby="queue">
      <CardHead>
        <CardTitle id="queue">My queue</CardTitle>
      </CardHead>
      {queues.length === 0 ? (
        <Sentence>Nothing can wait for you here: your rights include no documents, tickets or chats.</Sentence>
      ) : (
        <Figures>
          {queues.map((queue) => (
            <Shown key={queue.key} queue={queue} />
          ))}
        </Figures>
      )}
    </Card>
  )
}
