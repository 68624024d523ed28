/** Whether a pointer on its way aims at a box beside it: what lets a fly-out forgive a diagonal (look.md, Shell). */

export interface Point {
  x: number
  y: number
}
export interface Box {
  left: number
  top: number
  bottom: number
}

/** Pixels by which a box is taken for taller, since a hand is not a ruler. */
const SLACK = 24

/**
 * @param from where the pointer was @param to where it is now, in the pixels of `box`
 * @param box what lies to the right of the pointer
 * @returns true while the pointer moves to the right, within the triangle from `from` to the near edge of `box`
 */
export function aimsAt(from: Point, to: Point, box: Box): boolean {
  const run = to.x - from.x
  const distance = box.left - from.x
  if (run <= 0 || distance <= 0) return false
  const reached = from.y + ((to.y - from.y) / run) * distance
  return reached >= box.top - SLACK && reached <= box.bottom + SLACK
}
