/** The server's counts for Home; each figure links to the list that it counts, already filtered. */
import { CloudOff, RotateCw } from 'lucide-react'
import type { DataOf } from '@contract/http/operation'
import type { profileOperations } from '@contract/http/profile'
import { accountLabel } from '@contract/labels'
import { KYC_STATUSES } from '@contract/records/people/users'
import { Banner } from '@design-system/components/Banner/Banner'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { listPath } from '@resources/list-address'
import { formatCount, formatTime } from '@features/shared/format'
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
  Uncounted,
} from './Home.styles'

export type Counts = DataOf<(typeof profileOperations)['counts']>

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

const DISABLED_WORD = accountLabel(true).word
const VERIFIED_WORD = KYC_STATUSES.VERIFIED
const DISABLED = { key: 'disabled', word: DISABLED_WORD, filters: { is_deleted: ['true'] } } as const

const GROUPS = [
  { key: 'staff', word: 'Staff', route: '/admin', parts: [DISABLED] },
  {
    key: 'users',
    word: 'Users',
    route: '/users',
    parts: [DISABLED, { key: 'verified', word: VERIFIED_WORD, filters: { kyc_status: ['VERIFIED'] } }],
  },
] as const

/** The groups that the person may read, with their figures; null for figures that could not be counted. */
const groupsOf = (counts: Counts) =>
  GROUPS.flatMap(({ key, word, route, parts }) => {
    const counted: Readonly<Record<string, number>> | null | undefined = counts[key]
    if (counted === undefined) return []
    const figures = counted && {
      total: counted.total ?? 0,
      parts: parts.map((part) => ({ ...part, count: counted[part.key] ?? 0 })),
    }
    return [{ key, word, route, figures }]
  })

function Shown({ counts, onRetry }: { counts: Counts; onRetry: () => void }) {
  const groups = groupsOf(counts)
  if (groups.length === 0)
    return <Sentence>There is nothing that you may count: neither staff nor users are among your rights.</Sentence>
  return (
    <Figures>
      {groups.map(({ key, word, route, figures }) => (
        <Group key={key}>
          <Total to={route}>
            <FigureWord>{word}</FigureWord> <Figure>{figures ? formatCount(figures.total) : '–'}</Figure>
          </Total>
          {!figures && (
            <Uncounted>
              Could not be counted.
              <Button size="small" onClick={onRetry}>
                <VisuallyHidden>{word}: </VisuallyHidden>Try again
              </Button>
            </Uncounted>
          )}
          {figures?.parts.map((part) => (
            <Part key={part.key} to={listPath(route, { filters: part.filters })}>
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
          {GROUPS.map(({ key }) => (
            <Skeleton key={key} height={78} />
          ))}
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
