/** Rows above and below the visible ones that are painted too: the compositor may be ahead of us when somebody scrolls. */
const OVERSCAN = 2

/** Indexes `first` up to, without, `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

/**
 * The rows to paint. Their number depends on the height alone, so that a pool of rows is enough for every offset.
 * @param top offset of the scroller, pixels; may lie outside of the rows while the browser bounces
 */
export function paintedSpan(top: number, height: number, rowHeight: number, length: number): Span {
  const size = poolSize(height, rowHeight)
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - OVERSCAN, length - size))
  return { first, end: Math.min(length, first + size) }
}

/** How many rows a pool needs. */
export const poolSize = (height: number, rowHeight: number): number => Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN

/** The rows of which anything is seen; the end may lie behind the last row. */
export const touchedSpan = (top: number, height: number, rowHeight: number): Span => ({
  first: Math.floor(top / rowHeight),
  end: Math.ceil((top + height) / rowHeight),
})

/** The rows that a person sees at least half of. */
export function visibleSpan(top: number, height: number, rowHeight: number, length: number): Span {
  const first = Math.max(0, Math.min(length - 1, Math.round(top / rowHeight)))
  return { first, end: Math.max(Math.min(length, first + 1), Math.min(length, Math.round((top + height) / rowHeight))) }
}

/** The offset that brings a row into sight, moving as little as possible; the same offset where it is in sight. */
export function offsetToShow(index: number, top: number, height: number, rowHeight: number): number {
  const start = index * rowHeight
  if (start < top) return start
  return Math.max(top, start + rowHeight - height)
}
