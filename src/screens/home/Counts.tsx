/** Disabled accounts by the server's counts; each figure leads to the list of them, where they can be enabled. */
import { CloudOff, RotateCw } from 'lucide-react'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { formatCount, formatTime } from '@features/shared/format'
import { CouldNotCount } from './CouldNotCount'
import { Age, Card, CardHead, CardTitle, Group, Note, Part, Sentence } from './Home.styles'
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

function Shown({ counts: { groups }, onRetry }: { counts: Counts; onRetry: () => void }) {
  const shown = groups.filter(({ disabled }) => disabled === null || disabled > 0)
  if (shown.length === 0) return <Sentence>All accounts are enabled.</Sentence>
  return (
    <Group>
      {shown.map(({ word, to, disabled }) =>
        disabled === null ? (
          <CouldNotCount key={to} word={word} onRetry={onRetry} />
        ) : (
          <Part key={to} to={to}>
            <span>{word}</span> <span>{formatCount(disabled)}</span>
          </Part>
        ),
      )}
    </Group>
  )
}

export function CountsCard({ state, counts, problem, requestId, onRetry, onRefresh }: CountsCardProps) {
  return (
    <Card aria-labelledby="counts" aria-busy={state === 'loading'}>
      <CardHead>
        <CardTitle id="counts">Disabled accounts</CardTitle>
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
      {state === 'loading' && <Skeleton height={56} />}
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
