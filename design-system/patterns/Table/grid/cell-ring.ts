/**
 * The focus ring of the active cell, drawn as the background of its row: four corners and four edges. An outline of the cell would
 * change the layers of the whole table at each arrow key (docs/decisions.md, Many changes at once).
 */
import { radius, token } from '../../../tokens/tokens'

/** As an outline of 2 px with an offset of -3 px would have them, CSS pixels. */
const INSET = 1
const LINE = 2
const CORNER = Number.parseInt(radius.control, 10) - INSET

/** @param center of the circle, at the inner edge of the corner */
const corner = (center: string) =>
  `radial-gradient(circle at ${center}, transparent ${CORNER - LINE - 0.5}px, ${token.focus} ${CORNER - LINE}px ${CORNER - 0.5}px, transparent ${CORNER}px)`
const edge = `linear-gradient(${token.focus}, ${token.focus})`

/** Images of the ring: `background-image` of a row. */
export const RING_IMAGES = [...['100% 100%', '0 100%', '100% 0', '0 0'].map(corner), edge, edge, edge, edge].join(', ')

/**
 * @param cell where it is in its row, CSS pixels
 * @returns where the images are in the row, and how large
 */
export function placeRing({ left, width, height }: Readonly<{ left: number; width: number; height: number }>): {
  backgroundPosition: string
  backgroundSize: string
} {
  const [start, top] = [left + INSET, INSET]
  const [end, bottom] = [left + width - INSET, height - INSET]
  const [across, down] = [end - start - 2 * CORNER, bottom - top - 2 * CORNER]
  const images: [x: number, y: number, width: number, height: number][] = [
    ...[top, bottom - CORNER].flatMap((y) =>
      [start, end - CORNER].map((x): [number, number, number, number] => [x, y, CORNER, CORNER]),
    ),
    ...[top, bottom - LINE].map((y): [number, number, number, number] => [start + CORNER, y, across, LINE]),
    ...[start, end - LINE].map((x): [number, number, number, number] => [x, top + CORNER, LINE, down]),
  ]
  return {
    backgroundPosition: images.map(([x, y]) => `${x}px ${y}px`).join(', '),
    backgroundSize: images.map(([, , w, h]) => `${w}px ${h}px`).join(', '),
  }
}
