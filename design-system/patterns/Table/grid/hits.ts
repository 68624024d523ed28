import { fold, isSearched } from '../engine/conditions'
import type { LaidColumn } from '../engine/layout'
import type { Slot } from './slot'

/** Name of the highlight in the style sheet (Table.styles). */
export const HIT = 'pb-table-hit'
/** Occurrences marked in one cell. */
const MOST = 8

/**
 * Underlines what was searched for, with the browser's highlights: no element is added and no text is cut up. Where there
 * are none, the rows are right and only the underline is missing.
 */
export class Hits {
  private ranges: StaticRange[] = []

  /** @param term folded; '' for none */
  show<Row>(slots: readonly Slot<Row>[], columns: readonly LaidColumn<Row>[], term: string): void {
    if (typeof Highlight === 'undefined' || (term === '' && this.ranges.length === 0)) return
    const shared = CSS.highlights.get(HIT) ?? new Highlight()
    for (const range of this.ranges) shared.delete(range)
    this.ranges = term === '' ? [] : slots.flatMap((slot) => rangesIn(slot, columns, term))
    for (const range of this.ranges) shared.add(range)
    if (shared.size > 0) CSS.highlights.set(HIT, shared)
    else CSS.highlights.delete(HIT)
    slots[0]?.element.parentElement?.toggleAttribute('data-hits', this.ranges.length > 0)
  }
}

function rangesIn<Row>(slot: Slot<Row>, columns: readonly LaidColumn<Row>[], term: string): StaticRange[] {
  const ranges: StaticRange[] = []
  for (const [cell, { column }] of columns.entries()) {
    const node = slot.nodes[cell]
    if (!node || !isSearched(column)) continue
    const text = fold(node.data)
    // Folding made it longer or shorter: places in it are not places in the node.
    if (text.length !== node.data.length) continue
    for (
      let at = text.indexOf(term), found = 0;
      at >= 0 && found < MOST;
      at = text.indexOf(term, at + term.length), found++
    ) {
      ranges.push(
        new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + term.length }),
      )
    }
  }
  return ranges
}
