/** Files to upload, built byte by byte, so that the tests define their content without an image library. */
import { crc32, deflateSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>
const bytesOf = (...parts: (Uint8Array | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))
const u32 = (value: number) => {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(value)
  return four
}
const chunk = (name: string, content: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  return Buffer.concat([u32(content.length), named, u32(crc32(named))])
}

/**
 * A PNG of one colour.
 * @param claimed the size in its header, if it differs from the real size
 */
export function samplePng(width = 8, height = 8, claimed = { width, height }, colour = [200, 30, 90]): Bytes {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const header = Buffer.concat([u32(claimed.width), u32(claimed.height), Buffer.from([8, 2, 0, 0, 0])])
  return bytesOf('\x89PNG\r\n\x1a\n', chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0)))
}

/** A PNG with invalid pixel data. */
export function brokenPng(): Bytes {
  const whole = samplePng(64, 64)
  return bytesOf(
    whole.subarray(0, 41),
    whole.subarray(41, 60).map((byte) => byte ^ 0x5a),
  )
}

/** A PNG whose first chunk after the header announces an animation. */
export function animatedPng(): Bytes {
  const whole = samplePng()
  return bytesOf(whole.subarray(0, 33), chunk('acTL', Buffer.concat([u32(2), u32(0)])), whole.subarray(33))
}

/** A GIF of 2 × 2 pixels. @param frames number of images */
export function sampleGif(frames = 1): Bytes {
  const frame = '\x2c\0\0\0\0\x02\0\x02\0\0\x02\x03\x84\x51\x05\0'
  return bytesOf('GIF89a\x02\0\x02\0\x80\0\0\0\0\0\xff\xff\xff', frame.repeat(frames), '\x3b')
}

export const sampleSvg = (): Bytes =>
  bytesOf(
    '<?xml version="1.0"?>\n<!-- a logo -->\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
export const sampleText = (): Bytes => bytesOf('These are words, and no picture.')

/**
 * A PDF with one empty page.
 * @param more objects beside the page, or the compressed content of an object stream
 */
export function samplePdf(more: { objects?: string; packed?: string; trailer?: string } = {}): Bytes {
  const { objects = '', packed, trailer = '' } = more
  const inside = packed === undefined ? null : deflateSync(Buffer.from(packed, 'latin1'))
  return bytesOf(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
    objects,
    ...(inside
      ? [
          `9 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${inside.length} >>\nstream\n`,
          inside,
          '\nendstream\nendobj\n',
        ]
      : []),
    `trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`,
  )
}
