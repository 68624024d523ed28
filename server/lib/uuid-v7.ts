import { randomFillSync } from 'node:crypto'

/** Random bytes for many ids at once: each request for random bytes costs more than the bytes. */
const pool = Buffer.alloc(16 * 256)
let used = pool.length
let lastMs = 0
let counter = 0

/**
 * A UUID of version 7 (RFC 9562): sorts by time; ids of the same millisecond sort in the order of their creation here.
 * @param at milliseconds since 1970, where the record is older than now
 */
export function uuidV7(at: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, (used += 16))
  const ms = Math.floor(at)
  if (ms === lastMs) counter += 1
  else {
    lastMs = ms
    // Half of the 12 bits stay free, so that the counter can grow within the millisecond.
    counter = random.readUInt16BE(6) & 0x7ff
  }
  if (counter > 0xfff) counter = 0
  random.writeUIntBE(ms, 0, 6)
  random.writeUInt16BE(0x7000 | counter, 6)
  random[8] = 0x80 | (random[8]! & 0x3f)
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
