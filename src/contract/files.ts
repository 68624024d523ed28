/**
 * Uploaded files (contract, files): which files are accepted, and what the first bytes of a file reveal about it. The
 * content decides, never the name or the declared type. The server applies these rules before it decodes anything, the
 * mocks apply the same rules, and the console refuses a wrong file before it sends it.
 */
import { otherFileOf } from './file-signatures'
import { PDF_TYPE, type FileRule, type ImageType } from './file-types'

export { PDF_TYPE, type FileRule } from './file-types'

/**
 * Limits: bytes of an upload, pixels of an image, how long an upload waits for its record, and how many uploads of a
 * person may wait.
 */
export const FILE_LIMITS = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  unattachedMs: 24 * 60 * 60 * 1000,
  unattachedPerPerson: 500,
} as const

/** The longest side of a thumbnail, in pixels. */
export const THUMBNAIL_SIZE = 96

export const SVG_TYPE = 'image/svg+xml'

/** A private file in a row: its content has a separate call, which is audited. */
export interface PrivateFile {
  id: string
  /** The original name of the file; null if the upload had none. */
  name: string | null
  content_type: string
  byte_size: number
}

/** The message at a field whose file belongs to another person or another field, or no longer exists. */
export const UPLOAD_AGAIN = 'Upload the file again'

interface ImageFacts {
  readonly type: ImageType
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
}
/** What the first bytes of a file reveal; the type is null if it is none of these. */
export type FileFacts = ImageFacts | { readonly type: typeof PDF_TYPE } | { readonly type: typeof SVG_TYPE | null }

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))
const u16 = (bytes: Uint8Array, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
const u16le = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
const u24le = (bytes: Uint8Array, at: number) => u16le(bytes, at) | ((bytes[at + 2] ?? 0) << 16)
const u32 = (bytes: Uint8Array, at: number) => u16(bytes, at) * 0x10000 + u16(bytes, at + 2)

function png(bytes: Uint8Array): ImageFacts {
  let isAnimated = false
  // The chunk that announces an animation precedes the first one with pixels.
  for (let at = 8; at + 8 <= bytes.length; at += 12 + u32(bytes, at)) {
    const name = ascii(bytes, at + 4, 4)
    if (name === 'acTL') isAnimated = true
    if (name === 'acTL' || name === 'IDAT') break
  }
  return { type: 'image/png', width: u32(bytes, 16), height: u32(bytes, 20), isAnimated }
}

function jpeg(bytes: Uint8Array): ImageFacts {
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1]!
    // Fill bytes, and markers without content.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { type: 'image/jpeg', width: u16(bytes, at + 7), height: u16(bytes, at + 5), isAnimated: false }
    else at += 2 + Math.max(2, u16(bytes, at + 2))
  }
  return { type: 'image/jpeg', width: 0, height: 0, isAnimated: false }
}

/** @returns the end of a GIF's sub-blocks */
function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!
  return at + 1
}
const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function gif(bytes: Uint8Array): ImageFacts {
  let frames = 0
  let at = 13 + colourTable(bytes[10] ?? 0)
  while (frames < 2 && at < bytes.length) {
    if (bytes[at] === 0x21) at = afterSubBlocks(bytes, at + 2)
    else if (bytes[at] === 0x2c) {
      frames += 1
      at = afterSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9] ?? 0))
    } else break
  }
  return { type: 'image/gif', width: u16le(bytes, 6), height: u16le(bytes, 8), isAnimated: frames > 1 }
}

function webp(bytes: Uint8Array): ImageFacts {
  const type = 'image/webp'
  const chunk = ascii(bytes, 12, 4)
  if (chunk === 'VP8X')
    return { type, width: u24le(bytes, 24) + 1, height: u24le(bytes, 27) + 1, isAnimated: ((bytes[20] ?? 0) & 2) > 0 }
  if (chunk === 'VP8 ')
    return { type, width: u16le(bytes, 26) & 0x3fff, height: u16le(bytes, 28) & 0x3fff, isAnimated: false }
  if (chunk !== 'VP8L') return { type, width: 0, height: 0, isAnimated: false }
  const bits = u24le(bytes, 21) | ((bytes[24] ?? 0) << 24)
  return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
}

/** The number of bytes in which the root element of an SVG is searched. */
const SVG_WITHIN = 4096

/** Detects the type of a file from its content. */
export function factsOf(bytes: Uint8Array): FileFacts {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return png(bytes)
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return jpeg(bytes)
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return gif(bytes)
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return webp(bytes)
  if (ascii(bytes, 0, 5) === '%PDF-') return { type: PDF_TYPE }
  // Without zero bytes: a text in UTF-16 has them between its letters.
  const text = ascii(bytes, 0, SVG_WITHIN).replaceAll('\0', '')
  return { type: /<(?:\w+:)?svg[\s>]/i.test(text) ? SVG_TYPE : null }
}

const IMAGES = 'Choose a PNG, JPEG, WebP or GIF file.'
const IMAGES_OR_PDF = 'Choose a PNG, JPEG, WebP, GIF or PDF file.'
const number = (value: number) => value.toLocaleString('en')
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

/** The reasons for refusing a file, as sentences for staff. */
export const FILE_REFUSAL = {
  empty: 'The file is empty.',
  tooLarge: `The file is larger than ${megabytes(FILE_LIMITS.bytes)}.`,
  svg: `SVG images are not accepted, because they can contain scripts. ${IMAGES}`,
  animated: 'The image is animated. Choose a still image.',
  damaged: 'The image is damaged and cannot be read. Save it again, or choose another one.',
  tooSlow: 'The image takes too long to read. Save it as a simpler one.',
  activePdf: 'The PDF contains scripts, actions or embedded files. Print it to a new PDF and upload that one.',
  lockedPdf: 'The PDF is protected or cannot be read. Print it to a new PDF and upload that one.',
} as const

/** The refusal of a file that is no accepted image and no PDF: says what it is, and what to do. */
function otherRefusal(bytes: Uint8Array, takesPdf: boolean): string {
  const choose = takesPdf ? IMAGES_OR_PDF : IMAGES
  const other = otherFileOf(bytes)
  if (other === null) return `This is ${takesPdf ? 'neither an image nor a PDF' : 'not an image'}. ${choose}`
  const first = other.first ?? (takesPdf ? other.firstPdf : undefined)
  if (first !== undefined) return `This is ${other.what}. ${first}`
  return `This is ${other.what}, ${takesPdf ? 'neither an image nor a PDF' : 'not an image'}. ${choose}`
}

/**
 * Checks what the first bytes of a file reveal against a rule.
 * @returns a sentence for staff, or null
 */
export function refusalOf(bytes: Uint8Array, { visibility, min }: FileRule): string | null {
  if (bytes.length === 0) return FILE_REFUSAL.empty
  if (bytes.length > FILE_LIMITS.bytes) return FILE_REFUSAL.tooLarge
  const facts = factsOf(bytes)
  if (facts.type === SVG_TYPE) return FILE_REFUSAL.svg
  if (facts.type === PDF_TYPE) return visibility === 'private' ? null : `This is a PDF, not an image. ${IMAGES}`
  if (!('width' in facts)) return otherRefusal(bytes, visibility === 'private')
  const { width, height, isAnimated } = facts
  if (width === 0 || height === 0) return FILE_REFUSAL.damaged
  const size = `The image has ${number(width)} × ${number(height)} pixels.`
  if (width * height > FILE_LIMITS.pixels) return `${size} It may have ${FILE_LIMITS.pixels / 1e6} million at most.`
  if (isAnimated) return FILE_REFUSAL.animated
  // A photo may be rotated by its metadata, which swaps its sides.
  const fits = (across: number, down: number) => across >= min!.width && down >= min!.height
  return min && !fits(width, height) && !fits(height, width) ? tooSmall(width, height, min) : null
}

/** @returns the message for an image below its field's smallest size */
export const tooSmall = (width: number, height: number, min: NonNullable<FileRule['min']>): string =>
  `The image has ${number(width)} × ${number(height)} pixels. It needs at least ${number(min.width)} × ${number(min.height)}.`

/** Names in a PDF that make it execute something, contain another file, or prevent its content from being checked. */
const ACTIVE_NAME =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|Rendition|RichMedia|SubmitForm|ImportData|GoToE|XFA)(?![A-Za-z0-9])/
const LOCKED_NAME = /\/Encrypt(?![A-Za-z0-9])/

/**
 * Searches a PDF for forbidden content.
 * @param text the bytes as Latin-1, or those of one decompressed part
 * @returns a sentence for staff, or null
 */
export function pdfRefusalOf(text: string): string | null {
  // In a PDF any character of a name may be written as its code: /J#61vaScript.
  const plain = text.replace(/#([0-9a-f]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  if (ACTIVE_NAME.test(plain)) return FILE_REFUSAL.activePdf
  return LOCKED_NAME.test(plain) ? FILE_REFUSAL.lockedPdf : null
}
