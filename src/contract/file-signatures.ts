/* oxlint-disable no-control-regex -- the signatures of files are bytes */
/**
 * What a file is that is no accepted image: recognised by its first bytes, named in the refusal. A signature is a short
 * pattern over these bytes as Latin-1, in which no line break ends a match.
 */

/** The number of bytes that the signatures look at. */
const WITHIN = 4096

interface Signature {
  readonly pattern: RegExp
  /** With its article: 'a video'. */
  readonly what: string
  /** How to get an accepted file from it, instead of the types that a field accepts. */
  readonly first?: string
  /** As `first`, only for fields that accept PDFs. */
  readonly firstPdf?: string
}

const JPEG_FIRST = 'Save it as JPEG first.'
const PNG_FIRST = 'Save it as PNG first.'
const PDF_FIRST = 'Save it as PDF first.'

/** The box of a file type with one of these brands, as its own or as a compatible one. */
const brand = (brands: string) => new RegExp(String.raw`^....ftyp(?:....){0,15}?(?:${brands})`, 's')
/** A ZIP archive with an entry of this name among the first ones, as office documents have. */
const entry = (name: string) => new RegExp(String.raw`^PK\x03\x04.*${name}`, 's')

/** The first that matches counts. */
const SIGNATURES: readonly Signature[] = [
  { pattern: brand('avif|avis'), what: 'an AVIF image', first: JPEG_FIRST },
  { pattern: brand('hei[cmsx]|hev[cmsx]|mif1|msf1'), what: 'a HEIC photo', first: JPEG_FIRST },
  { pattern: brand('crx '), what: 'a raw photo of a camera', first: JPEG_FIRST },
  { pattern: brand('M4[ABP] '), what: 'a sound recording' },
  { pattern: /^(?:II\*\0|MM\0\*|II\+\0|MM\0\+)/, what: 'a TIFF image', first: JPEG_FIRST },
  { pattern: /^(?:\xff\x0a|\0{3}\x0cJXL )/, what: 'a JPEG XL image', first: JPEG_FIRST },
  { pattern: /^(?:\0{3}\x0cjP {2}|\xff\x4f\xff\x51)/, what: 'a JPEG 2000 image', first: JPEG_FIRST },
  { pattern: /^BM.{4}\0{4}/s, what: 'a BMP image', first: PNG_FIRST },
  { pattern: /^8BPS/, what: 'a Photoshop file', first: PNG_FIRST },
  { pattern: /^\0\0[\x01\x02]\0[^\0]\0/, what: 'an icon file (ICO)', first: PNG_FIRST },
  { pattern: entry('word/'), what: 'a Word document', firstPdf: PDF_FIRST },
  { pattern: entry('xl/'), what: 'an Excel workbook', firstPdf: PDF_FIRST },
  { pattern: entry('ppt/'), what: 'a PowerPoint presentation', firstPdf: PDF_FIRST },
  { pattern: entry('vnd\\.oasis\\.opendocument'), what: 'an OpenDocument file', firstPdf: PDF_FIRST },
  { pattern: /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, what: 'a Word, Excel or PowerPoint file', firstPdf: PDF_FIRST },
  { pattern: /^\{\\rtf/, what: 'a text document (RTF)', firstPdf: PDF_FIRST },
  {
    pattern: /^(?:PK[\x03\x05\x07][\x04\x06\x08]|Rar!\x1a\x07|7z\xbc\xaf\x27\x1c|\x1f\x8b\x08|BZh\d|\xfd7zXZ\0)/,
    what: 'an archive (ZIP)',
  },
  {
    pattern:
      /^(?:....(?:ftyp|moov|mdat|wide)|\x1a\x45\xdf\xa3|RIFF....AVI |\0\0\x01[\xb3\xba]|FLV\x01|\x30\x26\xb2\x75\x8e\x66\xcf\x11)/s,
    what: 'a video',
  },
  { pattern: /^(?:ID3|\xff[\xf2\xf3\xfb]|OggS|fLaC|RIFF....WAVE|#!AMR)/s, what: 'a sound recording' },
  { pattern: /^(?:MZ|\x7fELF|[\xce\xcf]\xfa\xed\xfe)/, what: 'a program' },
  {
    pattern:
      /^(?:\xef\xbb\xbf)?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head|title|meta|body|script|div|p)\b/is,
    what: 'a web page (HTML)',
  },
]

/** Without control characters, and valid UTF-8, or UTF-16 with its mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  try {
    // The end of the part may divide a letter.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

/** @returns what a file is, and what to do first; null if no signature matches */
export function otherFileOf(bytes: Uint8Array): Omit<Signature, 'pattern'> | null {
  const start = bytes.subarray(0, WITHIN)
  const text = String.fromCharCode(...start)
  return SIGNATURES.find(({ pattern }) => pattern.test(text)) ?? (isText(start) ? { what: 'a text' } : null)
}
