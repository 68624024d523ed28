/** The encryption of drafts (contract, Drafts): AES-GCM for the content, HMAC for the names of the storage slots. */
import type { DraftKey } from '@ports/drafts'

/** Length of the session's draft key in bytes. */
const KEY_BYTES = 32
const IV_BYTES = 12
const COUNTER_BYTES = 16
/** Size of a pad in bytes: enough for the texts of several forms. */
const PAD_BYTES = 64 * 1024

/** A text that was sealed with a pad; bytes in base64. */
export interface PaddedDraft {
  counter: string
  /** Place of its first byte in the pad. */
  from: number
  sealed: string
}

/** Random bytes that were computed ahead, with which a text is sealed at once. Each byte is used for one text only. */
export interface DraftPad {
  /** @returns null if the rest of the pad is too short */
  seal(text: string): PaddedDraft | null
}

/** Encrypts and names drafts with one person's key, which is not extractable and lives in memory only. */
export interface DraftCipher {
  /** The name of the storage slot of a draft: does not reveal the person, the form or the record. */
  slotOf(key: DraftKey): Promise<string>
  /** @param slot authenticated with the content: a draft that was moved to another slot cannot be opened */
  seal(text: string, slot: string): Promise<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }>
  /** @throws if the key is a different one, or anything was changed */
  open(draft: { iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }, slot: string): Promise<string>
  /**
   * Computes a pad: WebCrypto is asynchronous, and a page that is being unloaded does not wait. It encrypts like AES-CTR
   * and, unlike `seal`, does not authenticate the text.
   */
  createPad(): Promise<DraftPad>
  /** @returns the text; with a different key another one, which is random */
  openPadded(draft: PaddedDraft): Promise<string>
}

const utf8 = new TextEncoder()
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.codePointAt(0)!)
const combined = (bytes: Uint8Array, pad: Uint8Array) => bytes.map((byte, index) => byte ^ pad[index]!)

/**
 * Creates the cipher of a session.
 * @param draftKey the 32 bytes that GET session returns, in base64
 * @throws if the key is invalid, or there is no WebCrypto (a page without https)
 */
export async function createDraftCipher(draftKey: string, { subtle }: Pick<Crypto, 'subtle'>): Promise<DraftCipher> {
  const bytes = fromBase64(draftKey)
  if (bytes.length !== KEY_BYTES) throw new RangeError('The draft key is not 32 bytes long')
  const root = await subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  bytes.fill(0)
  const derived = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8.encode(info) })
  const [sealing, naming, padding] = await Promise.all([
    subtle.deriveKey(derived('draft'), root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    subtle.deriveKey(derived('slot'), root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
    subtle.deriveKey(derived('pad'), root, { name: 'AES-CTR', length: 256 }, false, ['encrypt']),
  ])
  const padAt = async (counter: Uint8Array<ArrayBuffer>, length: number) =>
    new Uint8Array(await subtle.encrypt({ name: 'AES-CTR', counter, length: 64 }, padding, new Uint8Array(length)))

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
    async createPad() {
      const counter = crypto.getRandomValues(new Uint8Array(COUNTER_BYTES))
      const pad = await padAt(counter, PAD_BYTES)
      let used = 0
      return {
        seal(text) {
          const plain = utf8.encode(text)
          const from = used
          if (from + plain.length > pad.length) return null
          used += plain.length
          const rest = pad.subarray(from, used)
          const sealed = toBase64(combined(plain, rest))
          // Used bytes are not needed any more, and would decrypt the text.
          rest.fill(0)
          return { counter: toBase64(counter), from, sealed }
        },
      }
    },
    async openPadded({ counter, from, sealed }) {
      const bytes = fromBase64(sealed)
      const pad = await padAt(fromBase64(counter), from + bytes.length)
      return new TextDecoder().decode(combined(bytes, pad.subarray(from)))
    },
  }
}
