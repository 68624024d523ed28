/** PNGs of a few colours, written byte by byte, so that neither the server nor the mocks need a library for demo files. */

/** The character codes of a text. */
export const latin = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))
const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

/** The checksum of each single byte. */
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

/** The checksum of a PNG chunk. */
function crc(bytes: readonly number[]): number {
  let rest = 0xffffffff
  for (const byte of bytes) rest = (rest >>> 8) ^ CRC[(rest ^ byte) & 255]!
  return (rest ^ 0xffffffff) >>> 0
}
const chunk = (name: string, content: readonly number[]) => {
  const named = [...latin(name), ...content]
  return [...u32(content.length), ...named, ...u32(crc(named))]
}
/** A deflate stream with one uncompressed block, which needs no library. */
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

/** Several pixels per byte, the first one in the highest bits. */
function packed(row: readonly number[], bits: number): readonly number[] {
  if (bits === 8) return row
  const perByte = 8 / bits
  return Array.from({ length: Math.ceil(row.length / perByte) }, (_byte, at) =>
    Array.from({ length: perByte }, (_pixel, nth) => row[at * perByte + nth] ?? 0).reduce(
      (byte, colour) => (byte << bits) | colour,
      0,
    ),
  )
}

/**
 * @param rows of pixels, from the top, each the index of a colour
 * @param palette red, green and blue of each colour, 0 to 255
 * @param options `alpha`: opacity of the first colours, 0 to 255; `bits` per pixel, 8 by default
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
