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
  /** New records that wait outside of the source. */
  arrivals: number
  onShowChanges: () => void
  /** How many match: after each change of the view or the rows. */
  onCounted?: (matching: number) => void
  /** At the right end: the age of the rows, a sum. */
  note?: string
}

/** Which rows are in sight, of how many, and which changes wait. */
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

/** Time without a change after which counts are said, milliseconds: not at each key. */
const SAY_AFTER = 700

/** Counts for screen readers, politely. */
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
  // Of a paged list each page would be read out.
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
