import { useCallback, useRef } from 'react'
import type { TableEngine } from './engine/table-engine'
import type { Selection } from './types'

/**
 * Choosing rows: one, a range from the one chosen last, all that match.
 * @param selection undefined: rows cannot be chosen
 */
export function useSelection<Row>(engine: TableEngine<Row>, rowId: (row: Row) => string, selection: Selection | undefined, onChange: ((next: Selection) => void) | undefined) {
  const anchor = useRef(0)
  const select = useCallback((index: number, extend: boolean) => {
    if (!selection || !onChange) return
    const id = rowId(engine.rowAt(index))
    // 'All' minus one is a list of the others.
    const ids = new Set(selection.allMatching ? [...engine.shownRows()].map(rowId) : selection.ids)
    if (extend) {
      for (let at = Math.min(anchor.current, index); at <= Math.max(anchor.current, index); at++) ids.add(rowId(engine.rowAt(at)))
    } else {
      if (!ids.delete(id)) ids.add(id)
      anchor.current = index
    }
    onChange({ ids, allMatching: false })
  }, [engine, rowId, selection, onChange])
  const selectAll = useCallback((all: boolean) => onChange?.({ ids: new Set(), allMatching: all }), [onChange])
  const chosen = !selection ? undefined : selection.allMatching ? true : selection.ids.size > 0 ? 'mixed' as const : false
  return { chosen, select, selectAll }
}
