import { useCallback, useEffect, useRef } from 'react'
import type { RowEngine } from './engine/row-engine'
import type { Selection } from './types'

const NONE: ReadonlySet<string> = new Set()

/** Where a range begins, and what was chosen before it. */
interface Range {
  anchor: number
  anchorId: string | null
  before: ReadonlySet<string>
  /** What the range made: anything else in its place ends it. */
  made: Selection
}

/**
 * Choosing rows: one, a range from where the person stood, all that match; of a paged list also those that were never loaded.
 * @param selection undefined: rows cannot be chosen
 */
export function useSelection<Row>(
  engine: RowEngine<Row>,
  rowId: (row: Row) => string,
  selection: Selection | undefined,
  onChange: ((next: Selection) => void) | undefined,
) {
  const anchor = useRef(0)
  const range = useRef<Range | null>(null)
  const stand = useCallback((index: number) => {
    anchor.current = index
    range.current = null
  }, [])
  const select = useCallback(
    (index: number, extend: boolean) => {
      if (!selection || !onChange) return
      const idAt = (at: number) => {
        const row = engine.rowAt(at)
        return row === null ? null : rowId(row)
      }
      const standing = (): Set<string> =>
        new Set(selection.allMatching ? [...engine.shownRows()].map(rowId) : selection.ids)
      if (!extend) {
        // 'All' minus one is a list of the others.
        const ids = standing()
        const id = idAt(index)
        if (id !== null && !ids.delete(id)) ids.add(id)
        stand(index)
        return onChange({ ids, allMatching: false })
      }
      // A range that goes back gives free what it had taken.
      const known = range.current
      const goesOn =
        known?.made === selection && known.anchor < engine.getState().length && idAt(known.anchor) === known.anchorId
      const from = goesOn ? known.anchor : Math.min(anchor.current, engine.getState().length - 1)
      const before = goesOn ? known.before : standing()
      const ids = new Set(before)
      for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
        const id = idAt(at)
        if (id !== null) ids.add(id)
      }
      const made = { ids, allMatching: false }
      range.current = { anchor: from, anchorId: idAt(from), before, made }
      onChange(made)
    },
    [engine, rowId, selection, onChange, stand],
  )
  const selectAll = useCallback(
    (all: boolean) => {
      // Of a paged list those at hand: nobody has seen the others.
      const loaded = all && engine.getState().pages !== null
      onChange?.({
        ids: loaded ? new Set([...engine.shownRows()].map(rowId)) : NONE,
        allMatching: all && !loaded,
      })
    },
    [onChange, engine, rowId],
  )
  const selectMatching = useCallback(() => onChange?.({ ids: NONE, allMatching: true }), [onChange])
  const keptIds = selection?.ids ?? NONE
  useEffect(() => engine.keep(keptIds), [engine, keptIds])
  const chosen = !selection
    ? undefined
    : selection.allMatching
      ? true
      : selection.ids.size > 0
        ? ('mixed' as const)
        : false
  return { chosen, select, selectAll, selectMatching, stand }
}
