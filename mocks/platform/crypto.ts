/** The platform's cryptographic primitives in a page: the same algorithms as on Node, in JavaScript, and cheap hashes of passwords. */
import { gcm } from '@noble/ciphers/aes.js'
import { argon2id } from '@noble/hashes/argon2.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of, bytesOfBase64, utf8 } from '@server/platform/lib/bytes'
import { isSameSecret } from '@server/platform/lib/secrets'
import { randomBytes } from '@server/platform/lib/random'
import type { Crypto } from '@server/platform/ports/crypto'

/** Of argon2id: the least that it allows. Stories have no secrets. */
const COST = { m: 64, t: 1, p: 1 }
const unpadded = (bytes: Uint8Array) => base64Of(bytes).replace(/=+$/, '')
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export const storyCrypto: Crypto = {
  sha256: (content) => sha256(content),
  hmacSha256: (key, content) => hmac(sha256, key, content),
  hkdfSha256: (secret, salt, info) => hkdf(sha256, secret, salt, info, 32),
  encryptAesGcm: (key, nonce, plain, context) => gcm(key, nonce, context).encrypt(plain),
  decryptAesGcm: (key, nonce, sealed, context) => gcm(key, nonce, context).decrypt(sealed),
  async hashPassword(password) {
    const salt = randomBytes(16)
    const hash = argon2id(utf8(password), salt, COST)
    return `$argon2id$v=19$m=${COST.m},t=${COST.t},p=${COST.p}$${unpadded(salt)}$${unpadded(hash)}`
  },
  async verifyPassword(passwordHash, password) {
    const [, m, t, p, salt, hash] = PHC.exec(passwordHash) ?? []
    if (salt === undefined || hash === undefined) return false
    const wanted = argon2id(utf8(password), bytesOfBase64(salt), { m: Number(m), t: Number(t), p: Number(p) })
    return isSameSecret(unpadded(wanted), hash)
  },
}
