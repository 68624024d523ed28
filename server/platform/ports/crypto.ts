/** The cryptographic primitives that the platform uses. Random bytes come from the Web Crypto API, which every runtime has. */
export interface Crypto {
  /** @returns 32 bytes */
  sha256(content: Uint8Array): Uint8Array
  /** @returns 32 bytes */
  hmacSha256(key: Uint8Array, content: Uint8Array): Uint8Array
  /**
   * Derives a key by HKDF (RFC 5869) with SHA-256.
   * @param info what the key is for
   * @returns 32 bytes
   */
  hkdfSha256(secret: Uint8Array, salt: Uint8Array, info: Uint8Array): Uint8Array
  /**
   * Encrypts with AES-256-GCM.
   * @param key of 32 bytes
   * @param nonce of 12 bytes, which no other text with this key may have
   * @param context is authenticated too, and not stored
   * @returns the text's length plus 16 bytes, the tag
   */
  encryptAesGcm(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array, context?: Uint8Array): Uint8Array
  /** @throws where the text was encrypted with another key or context, or was changed */
  decryptAesGcm(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, context?: Uint8Array): Uint8Array
  /** @returns a hash that is slow to compute, with its salt and parameters */
  hashPassword(password: string): Promise<string>
  /** Whether a password matches a hash. A hash that cannot be parsed matches nothing. */
  verifyPassword(passwordHash: string, password: string): Promise<boolean>
}
