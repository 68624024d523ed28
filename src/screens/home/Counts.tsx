/** The server's counts for Home; each figure links to the list that it counts, already filtered. */
import { CloudOff, RotateCw } from 'lucide-react'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { formatCount, formatTime } from '@features/shared/format'
import { CouldNotCount } from './CouldNotCount'
import {
  Age,
  Card,
  CardHead,
  CardTitle,
  Figure,
  Figures,
  FigureWord,
  Group,
  Note,
  Part,
  Sentence,
  Total,
} from './Home.styles'
import type { Counts } from './counted-records'

export interface CountsCardProps {
  state: 'loading' | 'ready' | 'refreshing' | 'retrying' | 'outdated' | 'unreachable'
  /** The last counts; null before the first. */
  counts: Counts | null
  /** Why counting failed; null if there is no message. */
  problem: string | null
  requestId: string | null
  onRetry: () => void
  onRefresh: () => void
}

function Shown({ counts, onRetry }: { counts: Counts; onRetry: () => void }) {
  const { groups } = counts
  if (groups.length === 0)
    return (
      <Sentence>There is nothing to count: none of the records that are counted here is among your rights.</Sentence>
    )
  return (
    <Figures>
      {groups.map(({ word, route, total, parts }) => (
        <Group key={route}>
          <Total to={route}>
            <FigureWord>{word}</FigureWord> <Figure>{total === null ? '–' : formatCount(total)}</Figure>
          </Total>
          {total === null && <CouldNotCount word={word} onRetry={onRetry} />}
          {parts.map((part) => (
            <Part key={part.to} to={part.to}>
              <span>
                <VisuallyHidden>{word}: </VisuallyHidden>
                {part.word}
              </span>{' '}
              <span>{formatCount(part.count)}</span>
            </Part>
          ))}
        </Group>
      ))}
    </Figures>
  )
}

export function CountsCard({ state, counts, problem, requestId, onRetry, onRefresh }: CountsCardProps) {
  return (
    <Card aria-labelledby="counts" aria-busy={state === 'loading'}>
      <CardHead>
        <CardTitle id="counts">Accounts</CardTitle>
        {counts && (
          <Age>
            As of {formatTime(counts.counted_at)}
            <IconButton
              size="small"
              icon={RotateCw}
              label="Count again"
              busy={state === 'retrying'}
              onClick={onRefresh}
            />
          </Age>
        )}
      </CardHead>
      {state === 'unreachable' && (
        <EmptyState
          icon={CloudOff}
          tone="danger"
          level={3}
          title="The figures could not be counted"
          text={problem}
          requestId={requestId}
          actions={<Button onClick={onRetry}>Try again</Button>}
        />
      )}
      {state === 'loading' && (
        <Figures>
          <Skeleton height={78} />
          <Skeleton height={78} />
        </Figures>
      )}
      {counts && state === 'outdated' && (
        <Note>
          <Banner
            tone="warning"
            action={
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            These figures may be old. {problem}
          </Banner>
        </Note>
      )}
      {counts && <Shown counts={counts} onRetry={onRetry} />}
    </Card>
  )
}
