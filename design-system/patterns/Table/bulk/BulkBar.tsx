import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Icon } from '../../../primitives/Icon/Icon'
import { Tooltip } from '../../../primitives/Tooltip/Tooltip'
import { useStore } from '../../../primitives/hooks/use-store'
import type { RowEngine } from '../engine/row-engine'
import type { BulkAction, Selection, TableWords } from '../types'
import { chooseAllWords, chooseMatchingWords, chosenWords, number } from '../words'
import { Aside, Box, Count, Place, Rule, Told, Verb, Verbs } from './BulkBar.styles'

interface Props<Row> {
  engine: RowEngine<Row>
  selection: Selection
  rowId: (row: Row) => string
  words: TableWords
  /** At most four. */
  actions: readonly BulkAction[]
  /** Displayed instead of the actions: the progress or the outcome of an action. */
  status?: ReactNode
  onSelectAll: () => void
  /** Selects all matching rows of a paged list, loaded or not; omitted if there are no actions on them. */
  onSelectMatching?: () => void
  onClear: () => void
}

/** The actions on the selected rows: the count, at most four actions, and × (look, section 6, Bulk bar). */
export default function BulkBar<Row>({
  engine,
  selection,
  rowId,
  words,
  actions,
  status,
  onSelectAll,
  onSelectMatching,
  onClear,
}: Props<Row>) {
  const state = useStore(engine.subscribe, engine.getState)
  const { ids, allMatching } = selection
  const count = allMatching ? state.length : ids.size
  const { pages } = state
  const held = pages?.held ?? state.length
  const hasMore = pages !== null && (!pages.start || !pages.end || held < state.length)
  const unseen = useUnseen(engine, selection, rowId, state.filtered && !state.counting && !state.pages)
  return (
    <Place>
      <Box aria-label={`Selected ${words.noun.many}`} data-table-bulk>
        {(count > 0 || !status) && (
          <Told>
            <Count>{chosenWords(count, allMatching, state)}</Count>
            {unseen > 0 && <Aside>{number(unseen)} not shown</Aside>}
            {!status && !allMatching && count < held && (
              <Verb type="button" data-quiet onClick={onSelectAll}>
                {chooseAllWords(state)}
              </Verb>
            )}
            {!status && !allMatching && onSelectMatching && hasMore && (
              <Verb type="button" data-quiet onClick={onSelectMatching}>
                {chooseMatchingWords(state)}
              </Verb>
            )}
          </Told>
        )}
        {(count > 0 || !status) && <Rule />}
        {status ?? (
          <Verbs>
            {actions.slice(0, 4).map(({ key, label, icon, onSelect, disabledReason }) => (
              <Tooltip key={key} text={disabledReason} side="top">
                <Verb
                  type="button"
                  aria-disabled={disabledReason !== undefined || undefined}
                  onClick={disabledReason === undefined ? onSelect : undefined}
                >
                  <Icon icon={icon} />
                  {label}
                </Verb>
              </Tooltip>
            ))}
          </Verbs>
        )}
        {!status && (
          <>
            <Rule />
            <Verb type="button" aria-label="Clear the selection" title="Clear the selection (Esc)" onClick={onClear}>
              <Icon icon={X} />
            </Verb>
          </>
        )}
      </Box>
    </Place>
  )
}

/** Time without a change before rows are counted, milliseconds. */
const COUNT_AFTER = 150

/** @returns the number of selected rows that search and filters hide; counted later, so that a change is not delayed */
function useUnseen<Row>(
  engine: RowEngine<Row>,
  { ids, allMatching }: Selection,
  rowId: (row: Row) => string,
  isFiltered: boolean,
): number {
  const [unseen, setUnseen] = useState(0)
  const { length } = useStore(engine.subscribe, engine.getState)
  const asked = isFiltered && !allMatching && ids.size > 0
  useEffect(() => {
    const timer = setTimeout(() => {
      let hidden = asked ? ids.size : 0
      if (asked) for (const row of engine.shownRows()) if (ids.has(rowId(row)) && --hidden === 0) break
      setUnseen(hidden)
    }, COUNT_AFTER)
    return () => clearTimeout(timer)
  }, [engine, ids, rowId, asked, length])
  return unseen
}
