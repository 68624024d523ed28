import { foldWithPlaces } from '../../../primitives/text/fold'
import { isSearched } from '../engine/conditions'
import type { LaidColumn } from '../engine/layout'
import type { Slot } from './slot'

/** Name of the highlight in the style sheet (Table.styles). */
export const HIT = 'pb-table-hit'
/** Occurrences of one word that are marked in one cell. */
const MOST = 8

/**
 * Underlines what was searched for, with the browser's highlights: no element is added and no text is cut up. Where there
 * are none, the rows are right and only the underline is missing.
 */
export class Hits {
  private ranges: StaticRange[] = []

  /** @param words folded */
  show<Row>(slots: readonly Slot<Row>[], columns: readonly LaidColumn<Row>[], words: readonly string[]): void {
    if (typeof Highlight === 'undefined' || (words.length === 0 && this.ranges.length === 0)) return
    const shared = CSS.highlights.get(HIT) ?? new Highlight()
    for (const range of this.ranges) shared.delete(range)
    this.ranges = words.length === 0 ? [] : slots.flatMap((slot) => rangesIn(slot, columns, words))
    for (const range of this.ranges) shared.add(range)
    if (shared.size > 0) CSS.highlights.set(HIT, shared)
    else CSS.highlights.delete(HIT)
    slots[0]?.element.parentElement?.toggleAttribute('data-hits', this.ranges.length > 0)
  }
}

function rangesIn<Row>(slot: Slot<Row>, columns: readonly LaidColumn<Row>[], words: readonly string[]): StaticRange[] {
  const ranges: StaticRange[] = []
  for (const [cell, { column }] of columns.entries()) {
    const node = slot.nodes[cell]
    if (!node || !isSearched(column)) continue
    const { text, places } = foldWithPlaces(node.data)
    const mark = (from: number, length: number) =>
      new StaticRange({
        startContainer: node,
        startOffset: places[from]!,
        endContainer: node,
        endOffset: places[from + length]!,
      })
    for (const word of words) {
      let found = 0
      for (let at = text.indexOf(word); at >= 0 && found < MOST; at = text.indexOf(word, at + word.length)) {
        ranges.push(mark(at, word.length))
        found += 1
      }
    }
  }
  return ranges
}
