import { useMemo, type RefObject } from 'react'
import { fitWidth, type LaidColumn } from '../engine/layout'
import type { ColumnLook } from '../types'
import type { Resizing } from './ResizeHandle'

/** Space beside the text of a cell, both sides, and what the arrow of the head takes. */
const CELL_SPACE = 20
const HEAD_SPACE = 40

/** How wide the content of an element is, CSS pixels. */
function contentWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}

/**
 * Sizes columns. While one is dragged only the tracks of the grid change: no row is painted again. What stands before the
 * column keeps its place, so that its edge stays under the pointer; what comes after it takes or gives the room.
 * @param frame holds the variables of the tracks; @param tracksOf the tracks and their sum, for these widths of columns
 * @param onLookChange not given: columns cannot be sized
 */
export function useResizing<Row>(
  frame: RefObject<HTMLDivElement | null>,
  laid: readonly LaidColumn<Row>[],
  look: ColumnLook,
  onLookChange: ((look: ColumnLook) => void) | undefined,
  measuresOf: (widths: readonly number[]) => Readonly<Record<string, string>>,
): Resizing | undefined {
  return useMemo(() => {
    if (!onLookChange) return undefined
    const paint = (widths: readonly number[]) => {
      for (const [name, value] of Object.entries(measuresOf(widths))) frame.current?.style.setProperty(name, value)
    }
    const fitted = (column: string): number => {
      const cells = [...(frame.current?.querySelectorAll(`.pb-row [data-col="${CSS.escape(column)}"]`) ?? [])]
      const head = frame.current?.querySelector(`[role="columnheader"][data-col="${CSS.escape(column)}"] span`)
      return fitWidth(
        Math.ceil(
          Math.max(
            0,
            ...cells.map((cell) => contentWidth(cell) + CELL_SPACE),
            head ? contentWidth(head) + HEAD_SPACE : 0,
          ),
        ),
      )
    }
    return {
      show: (column, width) => paint(laid.map((each) => (each.column.key === column ? width : each.width))),
      keep: (column, asked) => {
        const width = asked ?? fitted(column)
        const at = laid.findIndex((each) => each.column.key === column)
        const before = laid.slice(0, at).map((each) => [each.column.key, each.width] as const)
        onLookChange({ ...look, widths: { ...look.widths, ...Object.fromEntries(before), [column]: width } })
      },
    }
  }, [frame, laid, look, onLookChange, measuresOf])
}
