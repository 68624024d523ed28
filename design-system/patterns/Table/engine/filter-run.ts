/** Rows between two looks at the clock. */
const ROWS_A_LOOK = 256

/**
 * One pass over candidate rows, in the order in which they are shown. It can stop at any row and go on later; what was
 * found so far can be shown meanwhile.
 */
export class FilterRun {
  /** Matching positions in their order; valid below `found`. */
  readonly positions: Uint32Array
  found = 0
  private next = 0
  private readonly count: number
  private readonly candidate: (index: number) => number
  private readonly matches: (position: number) => boolean
  readonly mask: Uint8Array

  /**
   * @param count number of candidates
   * @param candidate position of the candidate at an index
   * @param mask one byte per row of the source: 1 is written for what matches; expected to be 0 elsewhere
   */
  constructor(
    count: number,
    candidate: (index: number) => number,
    matches: (position: number) => boolean,
    mask: Uint8Array,
  ) {
    this.count = count
    this.candidate = candidate
    this.matches = matches
    this.mask = mask
    this.positions = new Uint32Array(count)
  }

  get done(): boolean {
    return this.next >= this.count
  }

  /** Goes on until all is seen or the time is over. @param hasTime asked every few hundred rows */
  step(hasTime: () => boolean): void {
    const { count, positions, mask } = this
    do {
      const end = Math.min(this.next + ROWS_A_LOOK, count)
      for (; this.next < end; this.next++) {
        const position = this.candidate(this.next)
        if (!this.matches(position)) continue
        mask[position] = 1
        positions[this.found++] = position
      }
    } while (this.next < count && hasTime())
  }
}
