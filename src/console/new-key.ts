/** @returns a unique Idempotency-Key; also works without https, where `randomUUID` is missing */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
