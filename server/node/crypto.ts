/** The cryptographic primitives of Node, and argon2id for passwords. */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { hashText } from '@server/platform/lib/secrets'
import type { Crypto } from '@server/platform/ports/crypto'

/** argon2id, by the OWASP minimum: 19 MiB, two passes. Only tests change it (tests/kit/cheap-hashes-setup.ts). */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const TAG_BYTES = 16
const DERIVED_BYTES = 32
const NOTHING = new Uint8Array()

export const nodeCrypto: Crypto = {
  sha256: (content) => createHash('sha256').update(content).digest(),
  hmacSha256: (key, content) => createHmac('sha256', key).update(content).digest(),
  hkdfSha256: (secret, salt, info) => new Uint8Array(hkdfSync('sha256', secret, salt, info, DERIVED_BYTES)),
  encryptAesGcm(key, nonce, plain, context = NOTHING) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  },
  decryptAesGcm(key, nonce, sealed, context = NOTHING) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(context)
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()])
  },
  hashPassword: (password) => hash(password, ARGON2),
  verifyPassword: (passwordHash, password) => verify(passwordHash, password).catch(() => false),
}

/** @returns the SHA-256 of a text, hexadecimal */
export const nodeHash = hashText(nodeCrypto)
