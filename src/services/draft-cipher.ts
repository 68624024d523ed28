/** The encryption of drafts (contract, Drafts): AES-GCM for the content, HMAC for the names of the storage slots. */
import type { DraftKey } from '@ports/drafts'

/** Length of the session's draft key in bytes. */
const KEY_BYTES = 32
const IV_BYTES = 12

/** Encrypts and names drafts with one person's key, which is not extractable and lives in memory only. */
export interface DraftCipher {
  /** The name of the storage slot of a draft: does not reveal the person, the form or the record. */
  slotOf(key: DraftKey): Promise<string>
  /** @param slot authenticated with the content: a draft that was moved to another slot cannot be opened */
  seal(text: string, slot: string): Promise<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }>
  /** @throws if the key is a different one, or anything was changed */
  open(draft: { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }, slot: string): Promise<string>
}

const utf8 = new TextEncoder()
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Creates the cipher of a session.
 * @param draftKey the 32 bytes that GET session returns, in base64
 * @throws if the key is invalid, or there is no WebCrypto (a page without https)
 */
export async function createDraftCipher(draftKey: string, { subtle }: Pick<Crypto, 'subtle'>): Promise<DraftCipher> {
  const bytes = Uint8Array.from(atob(draftKey), (character) => character.codePointAt(0)!)
  if (bytes.length !== KEY_BYTES) throw new RangeError('The draft key is not 32 bytes long')
  const root = await subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  bytes.fill(0)
  const derived = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(info) })
  const [sealing, naming] = await Promise.all([
    subtle.deriveKey(derived('draft'), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(derived('slot'), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ])

  return {
    slotOf: async ({ userId, form, record }) =>
      hex(await subtle.sign('HMAC', naming, utf8.encode(JSON.stringify([userId, form, record])))),
    async seal(text, slot) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const sealed = await subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: utf8.encode(slot) },
        sealing,
        utf8.encode(text),
      )
      return { iv, sealed }
    },
    async open({ iv, sealed }, slot) {
      const plain = await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: utf8.encode(slot) }, sealing, sealed)
      return new TextDecoder().decode(plain)
    },
  }
}
