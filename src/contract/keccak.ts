/**
 * Keccak-256 (with the padding of Ethereum, not that of SHA-3), which determines the letter case of an address
 * (EIP-55).
 */

const WORD = (1n << 64n) - 1n
const LANES = 25
/** Bytes per block: 1088 bits. */
const RATE = 136
const ROUNDS = 24

const turned = (lane: bigint, by: number) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & WORD

/** The constants of the rounds, from the linear feedback shift register of the standard. */
const ROUND_CONSTANTS: readonly bigint[] = (() => {
  let register = 1
  const nextBit = () => {
    const bit = register & 1
    register = (register << 1) ^ (register & 0x80 ? 0x171 : 0)
    return bit
  }
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n
    for (let place = 0; place < 7; place += 1) if (nextBit()) constant |= 1n << BigInt((1 << place) - 1)
    return constant
  })
})()

function permute(lanes: bigint[]): void {
  for (const constant of ROUND_CONSTANTS) {
    const columns = Array.from({ length: 5 }, (_none, x) =>
      [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ lanes[x + row]!, 0n),
    )
    for (let at = 0; at < LANES; at += 1) lanes[at]! ^= columns[(at + 4) % 5]! ^ turned(columns[(at + 1) % 5]!, 1)
    let [x, y, moved] = [1, 0, lanes[1]!]
    for (let step = 1; step <= ROUNDS; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const at = x + 5 * y
      const next = lanes[at]!
      lanes[at] = turned(moved, ((step * (step + 1)) / 2) % 64)
      moved = next
    }
    for (let row = 0; row < LANES; row += 5) {
      const before = lanes.slice(row, row + 5)
      for (let at = 0; at < 5; at += 1)
        lanes[row + at] = before[at]! ^ (~before[(at + 1) % 5]! & WORD & before[(at + 2) % 5]!)
    }
    lanes[0]! ^= constant
  }
}

/** @param text ASCII @returns 64 hexadecimal digits */
export function keccak256(text: string): string {
  const bytes = Array.from(text, (letter) => letter.charCodeAt(0))
  const padded = [...bytes, 1, ...Array.from({ length: RATE - 1 - (bytes.length % RATE) }, () => 0)]
  padded[padded.length - 1]! |= 0x80
  const lanes = Array.from({ length: LANES }, () => 0n)
  for (let block = 0; block < padded.length; block += RATE) {
    for (let at = 0; at < RATE; at += 1) lanes[at >> 3]! ^= BigInt(padded[block + at]!) << BigInt(8 * (at & 7))
    permute(lanes)
  }
  return Array.from({ length: 32 }, (_none, at) =>
    Number((lanes[at >> 3]! >> BigInt(8 * (at & 7))) & 0xffn)
      .toString(16)
      .padStart(2, '0'),
  ).join('')
}
