/** PNGs of a few colours, written byte by byte: neither the server nor the mocks need a library to draw demo files. */

/** The codes of the letters of a text. */
export const latin = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

/** Of a chunk of a PNG: the remainder that its reader checks. */
function crc(bytes: readonly number[]): number {
  let rest = 0xffffffff
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ 0xffffffff) >>> 0
}
const chunk = (name: string, content: readonly number[]) => {
  const named = [...latin(name), ...content]
  return [...u32(content.length), ...named, ...u32(crc(named))]
}
/** A stream of deflate with one block that is not packed: no library is needed. */
function stored(bytes: readonly number[]): number[] {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  const { length } = bytes
  const size = [length & 255, length >>> 8]
  return [0x78, 0x01, 1, ...size, ...size.map((part) => part ^ 255), ...bytes, ...u32(((high << 16) | low) >>> 0)]
}

/** Pixels of several colours in one byte, the first one in its highest bits. */
function packed(row: readonly number[], bits: number): number[] {
  const perByte = 8 / bits
  return Array.from({ length: Math.ceil(row.length / perByte) }, (_byte, at) =>
    Array.from({ length: perByte }, (_pixel, nth) => row[at * perByte + nth] ?? 0).reduce(
      (byte, colour) => (byte << bits) | colour,
      0,
    ),
  )
}

/**
 * @param rows of pixels, from the top, each the number of a colour
 * @param palette red, green and blue of each colour, 0 to 255
 * @param options `alpha`: how opaque the first colours are, 0 to 255; `bits` of a pixel, 8 where it is left out
 */
export const palettePng = (
  rows: readonly (readonly number[])[],
  palette: readonly (readonly number[])[],
  { alpha = [], bits = 8 }: { alpha?: readonly number[]; bits?: 2 | 8 } = {},
): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...latin('\u0089PNG\r\n\u001a\n'),
    ...chunk('IHDR', [...u32(rows[0]!.length), ...u32(rows.length), bits, 3, 0, 0, 0]),
    ...chunk('PLTE', palette.flat()),
    ...(alpha.length > 0 ? chunk('tRNS', alpha) : []),
    ...chunk('IDAT', stored(rows.flatMap((row) => [0, ...packed(row, bits)]))),
    ...chunk('IEND', []),
  ])
