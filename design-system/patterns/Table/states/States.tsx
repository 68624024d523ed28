import { Ban, Inbox, Lock, SearchX, TriangleAlert, WifiOff } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { EmptyState } from '../../../components/EmptyState/EmptyState'
import { Button } from '../../../primitives/Button/Button'
import { Icon } from '../../../primitives/Icon/Icon'
import { Skeleton } from '../../../primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import { useStore } from '../../../primitives/hooks/use-store'
import type { EngineState, RowEngine } from '../engine/row-engine'
import { Overlay } from '../Table.styles'
import type { Column, TableScope, TableStatus, TableView, TableWords } from '../types'
import type { LiveSearch } from '../use-local-view'
import { failedTitle, noMatchWords, number } from '../words'
import { Band, BandLink, SkeletonRow } from './States.styles'

export interface TableError {
  readonly message: string
  readonly requestId?: string | null
}

interface Props<Row> {
  engine: RowEngine<Row>
  status: TableStatus
  words: TableWords
  error: TableError | null | undefined
  /** Time at which the rows were current: '14:29:51'. */
  asOf?: string
  onRetry?: () => void
  /** All columns, because a column that is not displayed can have a filter. */
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  selectable: boolean
  view: TableView
  scope: TableScope<Row> | null
  search: LiveSearch
  onChange: (part: Partial<TableView>) => void
  rowHeight: number
}

/** A band above the head if the displayed rows are incomplete or out of date. */
export function StateBand<Row>({ engine, status, error, asOf, onRetry, words }: Props<Row>) {
  const state = useStore(engine.subscribe, engine.getState)
  const paging = state.pages?.paging
  if (state.loaded === 0) return null
  if (status === 'offline') {
    return (
      <Band data-tone="inverse">
        <Icon icon={WifiOff} size="pill" />
        <span>Offline.{asOf ? ` Rows as of ${asOf}.` : ''} Changes wait for the connection.</span>
        {onRetry && (
          <BandLink type="button" onClick={onRetry}>
            Try now
          </BandLink>
        )}
      </Band>
    )
  }
  const text =
    paging?.page === 'failed'
      ? `More ${words.noun.many} could not be loaded. ${paging.failure ?? ''}`
      : status === 'cutShort'
        ? `Stopped early after ${number(state.loaded)} rows.`
        : status === 'outdated' || status === 'unreachable'
          ? `${failedTitle(words.noun)} again.${error ? ` ${error.message}` : ''}${asOf ? ` Rows as of ${asOf}.` : ''}`
          : null
  if (text === null) return null
  return (
    <Band data-tone="warning">
      <Icon icon={TriangleAlert} size="pill" />
      <span>{text}</span>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {status === 'cutShort' ? 'Load the rest' : 'Try again'}
        </Button>
      )}
    </Band>
  )
}

/** Displayed instead of rows; head, bar and foot stay visible. */
export function StateOverlay<Row>(props: Props<Row>) {
  const { engine, search } = props
  const state = useStore(engine.subscribe, engine.getState)
  const term = useStore(search.subscribe, search.get)
  const content = contentOf(props, state, { ...props.view, search: term })
  return content && <Overlay>{content}</Overlay>
}

function contentOf<Row>(
  { status, words, error, onRetry, columns, shown, selectable, scope, onChange, rowHeight }: Props<Row>,
  state: EngineState,
  view: TableView,
): ReactNode {
  const { noun, empty } = words
  if (state.loaded > 0 || (state.pages && state.filtered && status === 'ready')) {
    if (state.length > 0 || state.counting || status === 'streaming') return null
    const { title, text } = noMatchWords(columns, view, state.pages ? null : state.loaded, noun, scope?.label)
    const filtered = Object.values(view.filters).some((values) => values.length > 0)
    return (
      <EmptyState
        icon={SearchX}
        title={title}
        text={text}
        actions={
          <>
            {scope && <Button onClick={scope.onClear}>Show all {noun.many}</Button>}
            {filtered && <Button onClick={() => onChange({ filters: {} })}>Clear filters</Button>}
            {view.search && (
              <Button variant={filtered ? 'ghost' : 'secondary'} onClick={() => onChange({ search: '' })}>
                Clear search
              </Button>
            )}
          </>
        }
      />
    )
  }
  if (status === 'loading' || status === 'streaming' || status === 'refreshing')
    return <SkeletonRows columns={shown} selectable={selectable} rowHeight={rowHeight} label={`Loading ${noun.many}`} />
  if (status === 'noPermission') {
    return (
      <EmptyState
        icon={Lock}
        title={words.noPermission?.title ?? `You may not see ${noun.many}`}
        text={words.noPermission?.text ?? 'Ask an administrator for the right to read them.'}
      />
    )
  }
  if (status === 'offline')
    return (
      <EmptyState
        icon={WifiOff}
        tone="warning"
        title="Offline"
        text={`No ${noun.many} were loaded before the connection was lost.`}
        actions={onRetry && <Button onClick={onRetry}>Try now</Button>}
      />
    )
  if (status === 'empty' || status === 'ready') {
    return (
      <EmptyState
        icon={Inbox}
        title={empty.title}
        text={empty.text}
        actions={empty.action && <Button onClick={empty.action.onSelect}>{empty.action.label}</Button>}
      />
    )
  }
  return (
    <EmptyState
      role="alert"
      icon={status === 'cutShort' ? Ban : TriangleAlert}
      tone="danger"
      title={failedTitle(noun)}
      text={error?.message ?? 'The list stopped before its first row. Nothing was changed.'}
      requestId={error?.requestId}
      actions={
        onRetry && (
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  )
}

/** Widths of the skeleton bars in percent, different so that they look like text. */
const SHARES = [70, 55, 80, 62, 75, 50]

/** Delay before skeleton bars are rendered, milliseconds: fast responses show none. They become visible 150 ms later. */
const BARS_AFTER_MS = 50

interface SkeletonProps<Row> {
  columns: readonly Column<Row>[]
  selectable: boolean
  rowHeight: number
  label: string
}

function SkeletonRows<Row>({ label, ...bars }: SkeletonProps<Row>) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), BARS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div data-skeleton>
      <VisuallyHidden as="output">{label}</VisuallyHidden>
      {isSlow && <Bars {...bars} />}
    </div>
  )
}

const Bars = <Row,>({ columns, selectable, rowHeight }: Omit<SkeletonProps<Row>, 'label'>) =>
  Array.from({ length: 12 }, (_, row) => (
    <SkeletonRow key={row} aria-hidden style={{ height: rowHeight }}>
      {selectable && <Skeleton width={16} height={16} />}
      {columns.map(({ key, kind }, column) => (
        <div
          key={key}
          data-align={kind === 'number' || kind === 'money' ? 'end' : undefined}
          style={{ inlineSize: `${SHARES[(row + column * 2) % SHARES.length]!}%` }}
        >
          <Skeleton height={10} />
        </div>
      ))}
    </SkeletonRow>
  ))
