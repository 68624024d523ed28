/** Random values that nobody can predict. */
import { base64UrlOf } from './bytes'

export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

/** 32 random bytes for a cookie or a token. */
export const randomToken = (): string => base64UrlOf(randomBytes(32))

const VALUES = 2 ** 32
/** @returns an integer from 0 up to `below` (at most 2^32), all equally likely */
export function randomInteger(below: number): number {
  // Values above the last multiple would make some results likelier.
  const limit = VALUES - (VALUES % below)
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint32Array(1))
    if (value! < limit) return value! % below
  }
}
