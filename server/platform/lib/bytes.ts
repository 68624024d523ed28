/** Conversions between bytes and texts. */
const encoder = new TextEncoder()
const decoder = new TextDecoder()
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const utf8 = (text: string): Uint8Array => encoder.encode(text)
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes)

export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX[byte]
  return hex
}

/** @returns a character per byte */
export function latin1Of(bytes: Uint8Array): string {
  let text = ''
  // In parts: a call takes a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 0x8000)
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  return text
}

export const base64Of = (bytes: Uint8Array): string => btoa(latin1Of(bytes))
/** @throws where the text is not base64 */
export const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (each) => each.charCodeAt(0))

export const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
/** @returns null where the text is not exactly what `base64UrlOf` returns for some bytes */
export function bytesOfBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const bytes = bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
    return base64UrlOf(bytes) === text ? bytes : null
  } catch {
    return null
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
