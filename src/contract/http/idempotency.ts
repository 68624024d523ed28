/**
 * The header that makes a repeated write take effect once (contract, Writes). Does not import the schema library, which
 * the services do not need.
 */

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
/** Response header with the value `true` if this is the stored response of an earlier request. */
export const REPLAYED_HEADER = 'Idempotency-Replayed'
export const IDEMPOTENCY_KEY_MAX = 255
/** How long the server stores a key and its response. */
export const IDEMPOTENCY_KEY_DAYS = 30

/** @returns whether a header is a valid key: 1 to 255 visible ASCII characters */
export const isIdempotencyKey = (value: string): boolean =>
  value.length <= IDEMPOTENCY_KEY_MAX && /^[\u0021-\u007e]+$/.test(value)
