/**
 * Icons of demo rows, generated so that the demo and the stories have the same ones: a letter on a disc, as a PNG.
 * A row contains a description of the icon; the code that stores the rows also stores the files.
 */
import type { Drawing } from './files'
import { palettePng } from './png'

const SIDE = 64
const SIZE = { width: SIDE, height: SIDE } as const
const DRAWN = /^drawn ([A-Z]) #([0-9a-f]{6})$/

type Point = readonly [x: number, y: number]
/** Lines of each letter, in a box of 4 by 6. */
const LETTERS: Readonly<Record<string, readonly (readonly Point[])[]>> = {
  B: [
    [
      [0.4, 0],
      [0.4, 6],
    ],
    [
      [0.4, 0],
      [2.6, 0],
      [3.4, 0.7],
      [3.4, 2.2],
      [2.6, 2.9],
      [0.4, 2.9],
    ],
    [
      [2.6, 2.9],
      [3.7, 3.7],
      [3.7, 5.2],
      [2.8, 6],
      [0.4, 6],
    ],
  ],
  C: [
    [
      [3.8, 1.2],
      [2.9, 0.2],
      [1.6, 0],
      [0.5, 0.9],
      [0, 3],
      [0.5, 5.1],
      [1.6, 6],
      [2.9, 5.8],
      [3.8, 4.8],
    ],
  ],
  E: [
    [
      [3.4, 0],
      [0.4, 0],
      [0.4, 6],
      [3.4, 6],
    ],
    [
      [0.4, 3],
      [2.9, 3],
    ],
  ],
  F: [
    [
      [3.5, 0],
      [0.6, 0],
      [0.6, 6],
    ],
    [
      [0.6, 3],
      [2.9, 3],
    ],
  ],
  G: [
    [
      [3.8, 1.2],
      [2.9, 0.2],
      [1.6, 0],
      [0.5, 0.9],
      [0, 3],
      [0.5, 5.1],
      [1.6, 6],
      [2.9, 5.8],
      [3.8, 4.8],
      [3.8, 3.3],
      [2.3, 3.3],
    ],
  ],
  H: [
    [
      [0.3, 0],
      [0.3, 6],
    ],
    [
      [3.7, 0],
      [3.7, 6],
    ],
    [
      [0.3, 3],
      [3.7, 3],
    ],
  ],
  J: [
    [
      [3.2, 0],
      [3.2, 4.7],
      [2.4, 5.9],
      [1.1, 5.9],
      [0.3, 4.8],
    ],
  ],
  K: [
    [
      [0.4, 0],
      [0.4, 6],
    ],
    [
      [3.7, 0],
      [0.4, 3.6],
    ],
    [
      [1.6, 2.4],
      [3.8, 6],
    ],
  ],
  L: [
    [
      [0.7, 0],
      [0.7, 6],
      [3.7, 6],
    ],
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3.4],
      [4, 0],
      [4, 6],
    ],
  ],
  N: [
    [
      [0.2, 6],
      [0.2, 0],
      [3.8, 6],
      [3.8, 0],
    ],
  ],
  O: [
    [
      [2, 0],
      [0.6, 0.8],
      [0, 3],
      [0.6, 5.2],
      [2, 6],
      [3.4, 5.2],
      [4, 3],
      [3.4, 0.8],
      [2, 0],
    ],
  ],
  P: [
    [
      [0.5, 6],
      [0.5, 0],
      [2.8, 0],
      [3.6, 0.8],
      [3.6, 2.5],
      [2.8, 3.3],
      [0.5, 3.3],
    ],
  ],
  Q: [
    [
      [2, 0],
      [0.6, 0.8],
      [0, 3],
      [0.6, 5.2],
      [2, 6],
      [3.4, 5.2],
      [4, 3],
      [3.4, 0.8],
      [2, 0],
    ],
    [
      [2.6, 4.5],
      [4, 6.2],
    ],
  ],
  R: [
    [
      [0.5, 6],
      [0.5, 0],
      [2.8, 0],
      [3.6, 0.8],
      [3.6, 2.5],
      [2.8, 3.3],
      [0.5, 3.3],
    ],
    [
      [2.1, 3.3],
      [3.7, 6],
    ],
  ],
  S: [
    [
      [3.7, 1],
      [2.8, 0.1],
      [1.2, 0.1],
      [0.3, 1],
      [0.5, 2.3],
      [2, 3],
      [3.4, 3.7],
      [3.7, 5],
      [2.8, 5.9],
      [1.2, 5.9],
      [0.3, 5],
    ],
  ],
  T: [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [2, 0],
      [2, 6],
    ],
  ],
  U: [
    [
      [0.2, 0],
      [0.2, 4.4],
      [0.9, 5.6],
      [2, 6],
      [3.1, 5.6],
      [3.8, 4.4],
      [3.8, 0],
    ],
  ],
  V: [
    [
      [0.2, 0],
      [2, 6],
      [3.8, 0],
    ],
  ],
}

/** The icon of a demo row. @param letter one of those above @param colour of the disc, six hexadecimal digits */
export const drawnIcon = (letter: string, colour: string): string => `drawn ${letter} #${colour}`

/** Distance of a point from a line between two others. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - along * dx, y - ay - along * dy)
}
/** 1 inside, 0 outside, with a transition of one pixel at the edge. @param inside distance inside the edge, pixels */
const covered = (inside: number) => Math.min(1, Math.max(0, inside + 0.5))

/** Steps between two colours: the palette has this many for the edge of the disc, and for that of the letter. */
const STEPS = 32

/** Draws an icon: the palette's first colours fade from transparent to the disc, the others from the disc to the letter. */
function draw(letter: string, colour: string): Uint8Array<ArrayBuffer> {
  const disc = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const lines = LETTERS[letter]!.flatMap((points) =>
    points.slice(1).map((end, index) => [points[index]!, end] as const),
  )
  const unit = SIDE / 12
  const [left, top] = [(SIDE - 4 * unit) / 2, (SIDE - 6 * unit) / 2]
  const colourAt = (x: number, y: number): number => {
    const point: Point = [(x + 0.5 - left) / unit, (y + 0.5 - top) / unit]
    const near = Math.min(...lines.map(([from, to]) => distance(point, from, to)))
    const ink = covered((0.62 - near) * unit)
    if (ink > 0) return STEPS + Math.round(ink * (STEPS - 1))
    return Math.round(covered(SIDE / 2 - 0.5 - Math.hypot(x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2)) * (STEPS - 1))
  }
  const palette = Array.from({ length: 2 * STEPS }, (_entry, index) =>
    disc.map((part) => (index < STEPS ? part : Math.round(part + ((255 - part) * (index - STEPS)) / (STEPS - 1)))),
  )
  const alpha = Array.from({ length: STEPS }, (_entry, index) => Math.round((index * 255) / (STEPS - 1)))
  return palettePng(SIZE, colourAt, palette, { alpha })
}

/** @returns the icon that a text of a demo row describes; null for any other text */
export function iconOf(text: string): Drawing | null {
  const [, letter, colour] = DRAWN.exec(text) ?? []
  if (letter === undefined || colour === undefined) return null
  return {
    name: `${letter.toLowerCase()}.png`,
    contentType: 'image/png',
    size: SIZE,
    bytes: () => draw(letter, colour),
  }
}
