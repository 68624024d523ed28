/**
 * Erasure at a user's request (catalogue, /newsletter-subscriber). The audit is a chain, so its entries cannot change: they
 * contain the values of erasable fields encrypted with a key of the record, and erasing destroys the key.
 */
import { randomBytes } from 'node:crypto'
import type { Queryable } from '@server/db/db'
import { decryptWith, encryptWith, type Keys } from '@server/lib/secrets'

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

export function createErasureKeys(keys: Pick<Keys, 'encrypt' | 'decrypt'>): ErasureKeys {
  return {
    async sealer(on, id) {
      const fresh = keys.encrypt(randomBytes(32))
      const [row] = await on.query<{ key: string }>(
        `insert into erasure_keys (record_id, key) values ($1::uuid, $2::text)
         on conflict (record_id) do update set key = erasure_keys.key returning key`,
        [id, fresh],
      )
      const key = keys.decrypt(row!.key)
      return (value) => ({ sealed: encryptWith(key, Buffer.from(JSON.stringify(value ?? null))) })
    },
    async opener(on, id) {
      const [row] = await on.query<{ key: string }>('select key from erasure_keys where record_id = $1::uuid', [id])
      const key = row && keys.decrypt(row.key)
      return ({ sealed }) => {
        if (!key) return ERASED
        return JSON.parse(decryptWith(key, sealed).toString('utf8')) as unknown
      }
    },
    async destroy(on, id) {
      await on.query('delete from erasure_keys where record_id = $1::uuid', [id])
    },
  }
}
