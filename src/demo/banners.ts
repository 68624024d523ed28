/** Pictures of demo offers, generated: a disc and stripes in two colours, as a PNG in the size that offers need. */
import type { Drawing } from './files'
import { palettePng } from './png'

const SIZE = { width: 600, height: 315 } as const
const DRAWN = /^banner #([0-9a-f]{6}) #([0-9a-f]{6})$/

/** A picture in a demo row. @param ground and @param sign colours, six hexadecimal digits each */
export const drawnBanner = (ground: string, sign: string): string => `banner #${ground} #${sign}`

const rgb = (hex: string) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const between = (one: readonly number[], other: readonly number[]) =>
  one.map((value, index) => Math.round((value * 3 + other[index]!) / 4))

/** Index of the colour at a place: ground, stripe, ring, disc. */
function colourAt(x: number, y: number): number {
  const distance = Math.hypot(x - SIZE.width * 0.72, y - SIZE.height / 2)
  if (distance < 78) return 3
  if (distance < 104) return 2
  return (x + 2 * y) % 240 < 60 ? 1 : 0
}

/** @returns the drawing that a text describes; null for any other text */
export function bannerOf(text: string): Drawing | null {
  const [, ground, sign] = DRAWN.exec(text) ?? []
  if (ground === undefined || sign === undefined) return null
  const [dark, light] = [rgb(ground), rgb(sign)]
  return {
    name: 'offer.png',
    contentType: 'image/png',
    size: SIZE,
    bytes: () => palettePng(SIZE, colourAt, [dark, between(dark, light), between(light, dark), light], { bits: 2 }),
  }
}
