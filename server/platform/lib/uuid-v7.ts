import { hexOf } from './bytes'

const UUID_BYTES = 16
/** Random bytes for many ids at once: each request for random bytes costs more than the bytes. */
const pool = new Uint8Array(UUID_BYTES * 256)
let used = pool.length
let lastMs = 0
let counter = 0

/**
 * A UUID of version 7 (RFC 9562): sorts by time; ids of the same millisecond sort in the order of their creation here.
 * @param at milliseconds since 1970, where the record is older than now
 */
export function uuidV7(at: number = Date.now()): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const id = pool.subarray(used, (used += UUID_BYTES))
  const ms = Math.floor(at)
  if (ms === lastMs) counter += 1
  else {
    lastMs = ms
    // Half of the 12 bits stay free, so that the counter can grow within the millisecond.
    counter = ((id[6]! << 8) | id[7]!) & 0x7ff
  }
  if (counter > 0xfff) counter = 0
  for (let byte = 5, rest = ms; byte >= 0; byte -= 1, rest = Math.floor(rest / 256)) id[byte] = rest % 256
  id[6] = 0x70 | (counter >> 8)
  id[7] = counter & 0xff
  id[8] = 0x80 | (id[8]! & 0x3f)
  const hex = hexOf(id)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
