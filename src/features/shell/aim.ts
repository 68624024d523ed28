/**
 * Whether a moving pointer is aimed at a box next to it, so that a fly-out stays open during a diagonal movement
 * (look.md, Shell).
 */

export interface Point {
  x: number
  y: number
}
export interface Box {
  left: number
  top: number
  bottom: number
}

/** Tolerance above and below the box, pixels, because hand movements are imprecise. */
const SLACK = 24

/**
 * @param from earlier position of the pointer @param to its current position, in the pixels of `box`
 * @param box to the right of the pointer
 * @returns true while the pointer moves to the right, within the triangle from `from` to the near edge of `box`
 */
export function aimsAt(from: Point, to: Point, box: Box): boolean {
  const run = to.x - from.x
  const distance = box.left - from.x
  if (run <= 0 || distance <= 0) return false
  const reached = from.y + ((to.y - from.y) / run) * distance
  return reached >= box.top - SLACK && reached <= box.bottom + SLACK
}
