/**
 * Erasure at a user's request (catalogue, /newsletter-subscriber). The audit is a chain, so its entries cannot change: they
 * contain the values of erasable fields encrypted with a key of the record, and erasing destroys the key.
 */
import type { Queryable } from '@server/platform/ports/db'
import { textOf, utf8 } from '@server/platform/lib/bytes'
import { randomBytes } from '@server/platform/lib/random'
import type { Keys } from '@server/platform/lib/secrets'

/** An erasable value in an audit entry. */
export interface SealedValue {
  sealed: string
}
/** Displayed instead of a value whose key was destroyed. */
export const ERASED = 'erased'

export const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && typeof (value as { sealed?: unknown }).sealed === 'string'

/** The keys of single records, each encrypted with the server's key. */
export interface ErasureKeys {
  /** @returns encrypts a value for the audit of a record, whose key is created where it has none */
  sealer(on: Queryable, id: string): Promise<(value: unknown) => SealedValue>
  /** @returns decrypts a value; `erased` where the key was destroyed */
  opener(on: Queryable, id: string): Promise<(value: SealedValue) => unknown>
  /** Makes everything that was encrypted for a record permanently unreadable. */
  destroy(on: Queryable, id: string): Promise<void>
}

export function createErasureKeys(keys: Pick<Keys, 'encrypt' | 'decrypt' | 'cipherWith'>): ErasureKeys {
  return {
    async sealer(on, id) {
      const fresh = keys.encrypt(randomBytes(32))
      const [row] = await on.query<{ key: string }>(
        `insert into erasure_keys (record_id, key) values ($1::uuid, $2::text)
         on conflict (record_id) do update set key = erasure_keys.key returning key`,
        [id, fresh],
      )
      const cipher = keys.cipherWith(keys.decrypt(row!.key))
      return (value) => ({ sealed: cipher.encrypt(utf8(JSON.stringify(value ?? null))) })
    },
    async opener(on, id) {
      const [row] = await on.query<{ key: string }>('select key from erasure_keys where record_id = $1::uuid', [id])
      const cipher = row && keys.cipherWith(keys.decrypt(row.key))
      return ({ sealed }) => (cipher ? (JSON.parse(textOf(cipher.decrypt(sealed))) as unknown) : ERASED)
    },
    async destroy(on, id) {
      await on.query('delete from erasure_keys where record_id = $1::uuid', [id])
    },
  }
}
