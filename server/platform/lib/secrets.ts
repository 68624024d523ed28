/** Keys and hashes. All keys are derived from one secret of the server. */
import type { Crypto } from '@server/platform/ports/crypto'
import { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url, hexOf, joined, textOf, utf8 } from './bytes'
import { randomBytes } from './random'

/** Minimum length of the server's secret, in characters. */
export const SECRET_MIN_LENGTH = 32

/** @returns the hash of a text, hexadecimal */
export type HashText = (text: string) => string
export const hashText =
  ({ sha256 }: Pick<Crypto, 'sha256'>): HashText =>
  (text) =>
    hexOf(sha256(utf8(text)))

/** Whether two texts are equal, compared in a time that does not depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [utf8(a), utf8(b)]
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) difference |= left[at]! ^ (right[at] ?? 0)
  return difference === 0
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Nonce, tag and text as one: the order in which they are stored. */
const packed = (nonce: Uint8Array, sealed: Uint8Array) =>
  joined(nonce, sealed.subarray(sealed.length - TAG_BYTES), sealed.subarray(0, sealed.length - TAG_BYTES))
const unpacked = (bytes: Uint8Array) => {
  const body = NONCE_BYTES + TAG_BYTES
  return {
    nonce: bytes.subarray(0, NONCE_BYTES),
    sealed: joined(bytes.subarray(body), bytes.subarray(NONCE_BYTES, body)),
  }
}

/** Encrypts with a key of its own. */
export interface Cipher {
  /** @returns base64 of nonce, tag and text */
  encrypt(plain: Uint8Array): string
  /** @throws where the text was encrypted with another key, or was changed */
  decrypt(sealed: string): Uint8Array
}

/** @param key of 32 bytes */
export const cipherWith = (crypto: Crypto, key: Uint8Array): Cipher => ({
  encrypt(plain) {
    const nonce = randomBytes(NONCE_BYTES)
    return base64Of(packed(nonce, crypto.encryptAesGcm(key, nonce, plain)))
  },
  decrypt(text) {
    const { nonce, sealed } = unpacked(bytesOfBase64(text))
    return crypto.decryptAesGcm(key, nonce, sealed)
  },
})

/** The keys that the platform uses. */
export interface Keys extends Cipher {
  /** Signs access tokens. */
  readonly token: Uint8Array
  /** @param key of 32 bytes, which is stored encrypted @returns encrypts with it */
  cipherWith(key: Uint8Array): Cipher
  /**
   * Encrypts for one context, the same text always to the same result: for a cursor, which its reader can compare with another
   * but not read. @returns base64url
   */
  sealFor(plain: string, context: string): string
  /** @returns the text, or null where it was encrypted for another context or with another secret, or was changed */
  openFor(sealed: string, context: string): string | null
  /**
   * Encrypts what users entrust to the platform, such as payout details and passwords of platform accounts: with a key that nothing else
   * uses.
   */
  readonly entrusted: Cipher
  /** The keyed hash of a short secret such as a recovery code: a copy of the database alone does not allow guessing it. @returns hex */
  digest(text: string): string
  /** Signs a CSRF token for its cookie. @returns `token.signature` */
  signCsrf(token: string): string
  /** @returns the token of a cookie's value, or null where its signature is not valid */
  readCsrf(cookie: string | undefined): string | null
}

/** @param secret of the server, at least SECRET_MIN_LENGTH characters */
export function createKeys(secret: string, crypto: Crypto): Keys {
  if (secret.length < SECRET_MIN_LENGTH)
    throw new Error(`the secret must have at least ${SECRET_MIN_LENGTH} characters`)
  const derive = (use: string) => crypto.hkdfSha256(utf8(secret), utf8('pitboss'), utf8(use))
  const token = derive('access token')
  const [stored, csrf, digests] = [derive('stored secrets'), derive('csrf'), derive('digests')]
  const entrusted = cipherWith(crypto, derive('entrusted secrets'))
  const [cursors, nonces] = [derive('cursors'), derive('nonces of cursors')]
  const signature = (text: string) => base64UrlOf(crypto.hmacSha256(csrf, utf8(text)))
  return {
    token,
    entrusted,
    ...cipherWith(crypto, stored),
    cipherWith: (key) => cipherWith(crypto, key),
    sealFor(plain, context) {
      // The nonce is derived from text and context, so that it repeats only where both do.
      const nonce = crypto.hmacSha256(nonces, utf8(JSON.stringify([context, plain]))).subarray(0, NONCE_BYTES)
      return base64UrlOf(packed(nonce, crypto.encryptAesGcm(cursors, nonce, utf8(plain), utf8(context))))
    },
    openFor(text, context) {
      const bytes = bytesOfBase64Url(text)
      if (!bytes || bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const { nonce, sealed } = unpacked(bytes)
      try {
        return textOf(crypto.decryptAesGcm(cursors, nonce, sealed, utf8(context)))
      } catch {
        return null
      }
    },
    digest: (text) => hexOf(crypto.hmacSha256(digests, utf8(text))),
    signCsrf: (value) => `${value}.${signature(value)}`,
    readCsrf(cookie) {
      const [value, sign, ...rest] = (cookie ?? '').split('.')
      return value && sign && rest.length === 0 && isSameSecret(sign, signature(value)) ? value : null
    },
  }
}
