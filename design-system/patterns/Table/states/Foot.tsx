import { memo, useEffect, useState, type ReactNode } from 'react'
import { VisuallyHidden } from '../../../primitives/VisuallyHidden/VisuallyHidden'
import { useStore } from '../../../primitives/hooks/use-store'
import type { EngineState, RowEngine } from '../engine/row-engine'
import type { RowPainter } from '../grid/row-painter'
import type { TableStatus, TableWords } from '../types'
import { counted, footText, number, outdatedWords } from '../words'
import { FootBox, FootEnd, FootText, Notice, NoticeButton } from './States.styles'

interface Props<Row> {
  engine: RowEngine<Row>
  painter: RowPainter<Row>
  status: TableStatus
  words: TableWords
  total: number | null
  /** Number of new records that are not in the source yet. */
  arrivals: number
  onShowChanges: () => void
  /** Receives the number of matching rows after each change of the view or the rows. */
  onCounted?: (matching: number) => void
  /** Displayed at the right end: for example the age of the rows, or a sum. */
  note?: string
}

/** Shows which rows of how many are in view, and changes that are not displayed yet. */
export const Foot = memo(function Foot<Row>({
  engine,
  painter,
  status,
  words,
  total,
  arrivals,
  onShowChanges,
  onCounted,
  note,
}: Props<Row>) {
  const state = useStore(engine.subscribe, engine.getState)
  const visible = useStore(painter.subscribeVisible, painter.getVisible)
  const { length, counting } = state
  useEffect(() => {
    if (!counting) onCounted?.(length)
  }, [length, counting, onCounted])
  const changes = outdatedWords(state, arrivals, words.noun)
  const end = status === 'refreshing' ? 'Refreshing' : state.pages?.paging.page === 'reading' ? 'Reading on' : note
  return (
    <FootBox data-table-foot>
      <FootText>{footText(status, state, visible, words.noun, total)}</FootText>
      {changes && (
        <Notice>
          {changes.text}{' '}
          <NoticeButton type="button" onClick={onShowChanges}>
            {changes.verb}
          </NoticeButton>
        </Notice>
      )}
      {end && <FootEnd>{end}</FootEnd>}
      <Said status={status} state={state} words={words} />
    </FootBox>
  )
}) as <Row>(props: Props<Row>) => ReactNode

/** Time without a change before counts are announced, milliseconds, so that not each key announces one. */
const SAY_AFTER = 700

/** Announces counts to screen readers, politely. */
function Said({
  status,
  state: { length, loaded, filtered, counting, pages },
  words: { noun },
}: {
  status: TableStatus
  state: EngineState
  words: TableWords
}) {
  const [said, setSaid] = useState('')
  // Not for a paged list, because each page would be announced.
  const settled = status === 'ready' && !counting && loaded > 0 && !pages
  const text = !settled
    ? ''
    : filtered
      ? `${number(length)} of ${counted(loaded, noun)} match`
      : `${counted(loaded, noun)} loaded`
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SAY_AFTER)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden as="output">{said}</VisuallyHidden>
}
