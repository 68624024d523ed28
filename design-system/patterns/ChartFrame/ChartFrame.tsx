import { ChartColumn, Table2, TriangleAlert } from 'lucide-react'
import { Component, useEffect, useId, useState, type ReactNode } from 'react'
import { ChartDrawing } from '../../components/Chart/ChartDrawing'
import type { ChartTableData } from '../../components/Chart/chart-table'
import { EmptyState } from '../../components/EmptyState/EmptyState'
import { Button } from '../../primitives/Button/Button'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Skeleton } from '../../primitives/Skeleton/Skeleton'
import { Spinner } from '../../primitives/Spinner/Spinner'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import {
  Age,
  Body,
  BoneBars,
  BoneRing,
  Card,
  DataTable,
  Head,
  Kept,
  Late,
  TableScroller,
  Title,
  Tools,
} from './ChartFrame.styles'

/** `outdated`: the last refresh failed, and the previous numbers are shown. */
export type ChartStatus = 'loading' | 'ready' | 'refreshing' | 'outdated' | 'empty' | 'failed'

export interface ChartFrameProps {
  title: string
  status: ChartStatus
  /** Time of the numbers, as text: '14:29'. */
  asOf?: string
  /** The legend, beside the title. */
  legend?: ReactNode
  /** A control for the numbers, or a link: a SegmentedControl, a link. It stays in every state. */
  filter?: ReactNode
  /** The same numbers as a table; without it there is no switch. */
  table?: ChartTableData
  /** The failure, in the words of the server. */
  error?: { message: string; requestId?: string | null } | null
  onRetry?: () => void
  /** Shown without numbers: a title, a sentence, a first step. */
  empty?: { title: string; text?: string; action?: ReactNode }
  /** Placeholder while it loads. */
  shape?: 'bars' | 'ring'
  /** Height of the chart, pixels, the same in every state. */
  height?: number
  /** Heading level of the title. */
  level?: 2 | 3
  /** The chart. */
  children?: ReactNode
}

const KEPT: readonly ChartStatus[] = ['ready', 'refreshing', 'outdated']

/**
 * A card around one chart: title, age, filter, and the chart's numbers as a table. Its head and its height are the same in every
 * state, and failures are isolated: neither a failed call nor an error in a drawing affects the cards beside it.
 */
export function ChartFrame({
  title,
  status,
  asOf,
  legend,
  filter,
  table,
  error,
  onRetry,
  empty,
  shape = 'bars',
  height = 242,
  level = 2,
  children,
}: ChartFrameProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const kept = KEPT.includes(status)
  const shown = kept && asTable && table !== undefined
  // Loads the drawing library in parallel with the numbers, not after them.
  useEffect(() => {
    if (status === 'loading') void ChartDrawing.preload()
  }, [status])
  return (
    <Card aria-labelledby={id} aria-busy={status === 'loading' || status === 'refreshing' || undefined}>
      <Head>
        <Title id={id} as={`h${level}`}>
          {title}
        </Title>
        {legend}
        <Tools>
          {!kept && <Kept aria-hidden>As of 00:00</Kept>}
          {!kept && table && <Kept aria-hidden data-switch />}
          <Age>
            {status === 'refreshing' ? (
              <>
                <Spinner size={12} />
                Refreshing
              </>
            ) : kept && asOf ? (
              `As of ${asOf}`
            ) : null}
          </Age>
          {table && kept && (
            <IconButton
              size="small"
              icon={asTable ? ChartColumn : Table2}
              label={asTable ? 'Show as chart' : 'Show as table'}
              onClick={() => setAsTable(!asTable)}
            />
          )}
          {filter}
        </Tools>
      </Head>
      {status === 'outdated' && (
        <Late>
          <Icon icon={TriangleAlert} size="pill" />
          <span>Could not be refreshed.{error ? ` ${error.message}` : ''}</span>
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Late>
      )}
      <Body data-filled={shown || undefined} style={{ minHeight: height + 34 }}>
        {shown ? (
          <Twin of={table} label={title} height={height + 34} />
        ) : kept ? (
          <Fence hasTable={table !== undefined}>{children}</Fence>
        ) : status === 'loading' ? (
          <Bones shape={shape} height={height} title={title} />
        ) : status === 'empty' ? (
          <EmptyState
            icon={ChartColumn}
            title={empty?.title ?? 'Nothing yet'}
            text={empty?.text}
            actions={empty?.action}
            level={3}
          />
        ) : (
          <EmptyState
            role="alert"
            icon={TriangleAlert}
            tone="danger"
            level={3}
            title={`${title} could not be loaded`}
            text={error?.message}
            requestId={error?.requestId}
            actions={onRetry && <Button onClick={onRetry}>Try again</Button>}
          />
        )}
      </Body>
    </Card>
  )
}

function Twin({ of: { columns, rows }, label, height }: { of: ChartTableData; label: string; height: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
    <TableScroller aria-label={`${label}, table`} tabIndex={0} style={{ maxHeight: height }}>
      <DataTable>
        <VisuallyHidden as="caption">{label}</VisuallyHidden>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={columns[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </TableScroller>
  )
}

/** Heights of placeholder bars, in percent. */
const BARS = [58, 62, 50, 68, 78, 90, 64, 56, 72, 74, 66, 84, 96, 48]

function Bones({ shape, height, title }: { shape: 'bars' | 'ring'; height: number; title: string }) {
  return (
    <div style={{ height }}>
      <VisuallyHidden as="output">{`Loading ${title}`}</VisuallyHidden>
      {shape === 'bars' ? (
        <BoneBars>
          {BARS.map((share) => (
            <Skeleton key={share} height={`${share}%`} />
          ))}
        </BoneBars>
      ) : (
        <BoneRing style={{ height }}>
          <Skeleton round width={136} height={136} />
          <div>
            {[1, 2, 3, 4].map((part) => (
              <Skeleton key={part} />
            ))}
          </div>
        </BoneRing>
      )}
    </div>
  )
}

/** Catches an error of a drawing inside its card. */
class Fence extends Component<{ hasTable: boolean; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <EmptyState
        role="alert"
        icon={TriangleAlert}
        tone="danger"
        level={3}
        title="The chart could not be drawn"
        text={this.props.hasTable ? 'The table has its numbers.' : undefined}
        actions={<Button onClick={() => this.setState({ broken: false })}>Try again</Button>}
      />
    )
  }
}
