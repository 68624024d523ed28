/** Documents of demo users: an identity card as a small PNG, and a letter as a PDF. They name nobody. */
import { PDF_TYPE } from '@contract/file-types'
import type { Drawing } from './files'
import { latin, palettePng } from './png'

const CARD = { width: 240, height: 152 } as const
const DRAWN = /^document (card|back|letter) #([0-9a-f]{6}) (.+)$/

/**
 * The file of a demo document.
 * @param side what is drawn @param colour of the card, six hexadecimal digits @param name of the user's file
 */
export const drawnDocument = (side: 'card' | 'back' | 'letter', colour: string, name: string): string =>
  `document ${side} #${colour} ${name}`

const [PAPER, BAND, INK, SHADE] = [0, 1, 2, 3]

/** The colour of one point of a card: a band, a portrait and lines of text; on its back a strip and a code. */
function colourAt(side: string, x: number, y: number): number {
  if (x < 3 || y < 3 || x >= CARD.width - 3 || y >= CARD.height - 3) return SHADE
  if (side === 'back') {
    if (y > 18 && y < 46) return INK
    if (y > 104 && y < 136 && x > 16 && x < 224) return (x * 7 + Math.floor(x / 5) * 3) % 4 < 2 ? INK : PAPER
    return y > 60 && y < 88 && x > 16 && x < 150 && y % 10 < 2 ? SHADE : PAPER
  }
  if (y < 28) return BAND
  if (x > 16 && x < 80 && y > 40 && y < 124) {
    const head = Math.hypot(x - 48, y - 68) < 18
    const shoulders = Math.hypot((x - 48) / 1.3, y - 124) < 28
    return head || shoulders ? INK : SHADE
  }
  const line = Math.floor((y - 44) / 18)
  const isWriting = line >= 0 && line < 5 && (y - 44) % 18 < 6
  return isWriting && x > 96 && x < 224 - ((line * 37) % 60) ? INK : PAPER
}

function card(side: string, colour: string): Uint8Array<ArrayBuffer> {
  const band = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const palette = [[246, 244, 238], band, [58, 62, 70], [205, 203, 196]]
  return palettePng(CARD, (x, y) => colourAt(side, x, y), palette, { bits: 2 })
}

/** One page with one line of writing. */
function letter(): Uint8Array<ArrayBuffer> {
  const text = 'BT /F1 18 Tf 72 720 Td (A demo letter. It is addressed to nobody.) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return latin(
    `${body}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** @returns the document that a text of a demo row describes; null for any other text */
export function documentOf(text: string): Drawing | null {
  const [, side, colour, name] = DRAWN.exec(text) ?? []
  if (side === undefined || colour === undefined || name === undefined) return null
  return side === 'letter'
    ? { name, contentType: PDF_TYPE, size: null, bytes: letter }
    : { name, contentType: 'image/png', size: CARD, bytes: () => card(side, colour) }
}
