/** The header that makes a repeated write take effect once (contract, Writes). Without the schema library, which the services do not need. */

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
/** A response carries it with `true` where the request was carried out before, and this is its stored response. */
export const REPLAYED_HEADER = 'Idempotency-Replayed'
export const IDEMPOTENCY_KEY_MAX = 255
/** How long the server keeps a key and its response. */
export const IDEMPOTENCY_KEY_DAYS = 30

/** @returns whether a header can be a key: 1 to 255 visible ASCII characters */
export const isIdempotencyKey = (value: string): boolean =>
  value.length <= IDEMPOTENCY_KEY_MAX && /^[\u0021-\u007e]+$/.test(value)
