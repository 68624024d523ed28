/**
 * The header that makes a repeated write take effect once (contract, Writes). Does not import the schema library, which
 * the services do not need.
 */
import type { AnyOperation } from './operation'

export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
/** Response header with the value `true` if this is the stored response of an earlier request. */
export const REPLAYED_HEADER = 'Idempotency-Replayed'
export const IDEMPOTENCY_KEY_MAX = 255
/** How long the server stores a key and its response. */
export const IDEMPOTENCY_KEY_DAYS = 30

/** @returns whether a header is a valid key: 1 to 255 visible ASCII characters */
export const isIdempotencyKey = (value: string): boolean =>
  value.length <= IDEMPOTENCY_KEY_MAX && /^[\u0021-\u007e]+$/.test(value)

/** Whether calls of an operation may carry `Idempotency-Key`: every write outside the sign-in mechanism. */
export const takesIdempotencyKey = ({
  method,
  envelope,
  readOnly,
}: Pick<AnyOperation, 'method' | 'envelope' | 'readOnly'>): boolean =>
  method !== 'GET' && envelope !== 'plain' && !readOnly

/** @returns a unique Idempotency-Key; also works without https, where `randomUUID` is missing */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
