import { useCallback, useEffect, useRef } from 'react'
import type { RowEngine } from './engine/row-engine'
import type { Selection } from './types'

const NONE: ReadonlySet<string> = new Set()

/** The start of a range, and the selection before it. */
interface Range {
  anchor: number
  anchorId: string | null
  before: ReadonlySet<string>
  /** The selection that the range has made; any other selection ends the range. */
  made: Selection
}

/**
 * Selects one row, a range from the active row, or all matching rows; in a paged list also those that are not loaded.
 * @param selection undefined: rows cannot be selected
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
        // Deselecting one of all rows results in a list of the others.
        const ids = standing()
        const id = idAt(index)
        if (id !== null && !ids.delete(id)) ids.add(id)
        stand(index)
        return onChange({ ids, allMatching: false })
      }
      // A range that becomes smaller deselects its rows again.
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
      // In a paged list only the loaded ones, because the person has not seen the others.
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
