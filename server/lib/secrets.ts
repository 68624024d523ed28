/** Keys and hashes. All keys are derived from one secret of the server. */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash as digestOf,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Minimum length of the server's secret, in characters. */
export const SECRET_MIN_LENGTH = 32

/** argon2id, by the OWASP minimum: 19 MiB, two passes. Only tests change it (tests/kit/cheap-hashes-setup.ts). */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the argon2id hash of a password, with its salt and parameters */
export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2)

/** Whether a password matches a hash. A hash that cannot be parsed matches nothing. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, password).catch(() => false)

export const sha256 = (text: string): string => digestOf('sha256', text, 'hex')

/** 32 random bytes for a cookie or a token. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Encrypts with AES-256-GCM. @param key of 32 bytes @returns base64 of nonce, tag and text */
export function encryptWith(key: Uint8Array, plain: Uint8Array): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}
/** @throws where the text was encrypted with another key, or was changed */
export function decryptWith(key: Uint8Array, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}

/** The keys that the platform uses. */
export interface Keys {
  /** Signs access tokens. */
  readonly token: Uint8Array
  /** Encrypts with AES-256-GCM. @returns base64 of nonce, tag and text */
  encrypt(plain: Uint8Array): string
  /** @throws where the text was encrypted with another secret, or was changed */
  decrypt(sealed: string): Buffer
  /**
   * Encrypts for one context, the same text always to the same result: for a cursor, which its reader can compare with another
   * but not read. @returns base64url
   */
  sealFor(plain: string, context: string): string
  /** @returns the text, or null where it was encrypted for another context or with another secret, or was changed */
  openFor(sealed: string, context: string): string | null
  /** The keyed hash of a short secret such as a recovery code: a copy of the database alone does not allow guessing it. @returns hex */
  digest(text: string): string
  /** Signs a CSRF token for its cookie. @returns `token.signature` */
  signCsrf(token: string): string
  /** @returns the token of a cookie's value, or null where its signature is not valid */
  readCsrf(cookie: string | undefined): string | null
}

/** @param secret of the server, at least SECRET_MIN_LENGTH characters */
export function createKeys(secret: string): Keys {
  if (secret.length < SECRET_MIN_LENGTH)
    throw new Error(`the secret must have at least ${SECRET_MIN_LENGTH} characters`)
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'pitboss', use, 32))
  const token = new Uint8Array(derive('access token'))
  const [stored, csrf, digests] = [derive('stored secrets'), derive('csrf'), derive('digests')]
  const [cursors, nonces] = [derive('cursors'), derive('nonces of cursors')]
  const signature = (text: string) => createHmac('sha256', csrf).update(text).digest('base64url')
  return {
    token,
    encrypt: (plain) => encryptWith(stored, plain),
    decrypt: (sealed) => decryptWith(stored, sealed),
    sealFor(plain, context) {
      // The nonce is derived from text and context, so that it repeats only where both do.
      const nonce = createHmac('sha256', nonces)
        .update(JSON.stringify([context, plain]))
        .digest()
        .subarray(0, 12)
      const cipher = createCipheriv('aes-256-gcm', cursors, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    openFor(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 28 || bytes.toString('base64url') !== sealed) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', cursors, bytes.subarray(0, 12))
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
    digest: (text) => createHmac('sha256', digests).update(text).digest('hex'),
    signCsrf: (value) => `${value}.${signature(value)}`,
    readCsrf(cookie) {
      const [value, sign, ...rest] = (cookie ?? '').split('.')
      return value && sign && rest.length === 0 && sameText(sign, signature(value)) ? value : null
    },
  }
}

/** Whether two texts are equal, compared in a time that does not depend on where they differ. */
export const isSameSecret = (a: string, b: string): boolean => sameText(a, b)
