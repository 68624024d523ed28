/** PNGs of a few colours, written byte by byte without a library. */

/** The bytes of a text of which each character is one. */
export const latin = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

/** All bytes of the parts, one after another. */
function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** The checksum of each single byte. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** The checksum of a PNG chunk. */
function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ CRC[(rest ^ byte) & 255]!
  return (rest ^ 0xffffffff) >>> 0
}
function chunk(name: string, content: Uint8Array | readonly number[]): Uint8Array {
  const named = joined(latin(name), content)
  return joined(u32(content.length), named, u32(crc(named)))
}
/** A deflate stream with one uncompressed block, which needs no library. @param bytes fewer than 65,536 */
function stored(bytes: Uint8Array): Uint8Array {
  // Of so few bytes the sums stay exact without a remainder at each step.
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low += byte
    high += low
  }
  const { length } = bytes
  const size = [length & 255, length >>> 8]
  const sum = (((high % 65_521) << 16) | (low % 65_521)) >>> 0
  return joined([0x78, 0x01, 1, ...size, ...size.map((part) => part ^ 255)], bytes, u32(sum))
}

export interface PngOptions {
  /** Opacity of the first colours, 0 to 255. */
  alpha?: readonly number[]
  /** Per pixel; 8 by default. */
  bits?: 2 | 8
}

/**
 * @param size in pixels
 * @param colourAt index of the colour of a pixel, from the upper left
 * @param palette red, green and blue of each colour, 0 to 255
 */
export function palettePng(
  { width, height }: { width: number; height: number },
  colourAt: (x: number, y: number) => number,
  palette: readonly (readonly number[])[],
  { alpha = [], bits = 8 }: PngOptions = {},
): Uint8Array<ArrayBuffer> {
  const perByte = 8 / bits
  // Each row begins with the number of its filter: none.
  const rowLength = 1 + Math.ceil(width / perByte)
  const pixels = new Uint8Array(height * rowLength)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      // Several pixels per byte, the first one in the highest bits.
      const shift = (perByte - 1 - (x % perByte)) * bits
      pixels[y * rowLength + 1 + Math.floor(x / perByte)]! |= colourAt(x, y) << shift
    }
  return joined(
    latin('\u0089PNG\r\n\u001a\n'),
    chunk('IHDR', [...u32(width), ...u32(height), bits, 3, 0, 0, 0]),
    chunk('PLTE', palette.flat()),
    ...(alpha.length > 0 ? [chunk('tRNS', alpha)] : []),
    chunk('IDAT', stored(pixels)),
    chunk('IEND', []),
  )
}
