/** App keys: with them the users' apps read the public data of one store, and send what users do there (contract, Records on the wire). */
import type { Db } from '@server/platform/ports/db'
import type { Clock } from '@server/platform/ports/clock'
import { randomToken } from '@server/platform/lib/random'
import { isSameSecret, type HashText, type Keys } from '@server/platform/lib/secrets'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import { EVERYTHING } from '@contract/permissions'
import type { AppWriter } from '@server/platform/modules/access/principal'
import { writeAudit } from '@server/platform/modules/audit/entry'
import { createAppKeyRepository, type AppKeyRow } from './repository'

/** Prefix by which people and secret scanners recognise a key. */
const PREFIX = 'pbk_'
const HINT_LENGTH = PREFIX.length + 6
/** Longer than any key. */
const KEY_MAX = 100

/** The calling app, identified by its key. */
export interface AppCaller {
  readonly keyId: string
  /** Code of the store that the key is bound to. */
  readonly store: string
  /** The first characters of the key, by which people recognise it. */
  readonly hint: string
}

/** An app as a reader and a writer: everything that its store offers to apps. */
export const writerOf = ({ keyId, store }: AppCaller): AppWriter => ({
  staffId: null,
  keyId,
  store,
  storeCode: store,
  access: {
    accessible_pages: [EVERYTHING],
    permissions: [{ action: 'read', subject: EVERYTHING, fields: [EVERYTHING] }],
  },
  stores: [store],
})

export interface AppKeys {
  /** @returns the caller with this key; null where the key is unknown or revoked, or its store is disabled */
  callerOf: (key: string) => Promise<AppCaller | null>
  /** @returns the key, which cannot be read again. @throws StoreUnknown */
  create(storeCode: string): Promise<{ id: string; key: string }>
  list(): Promise<AppKeyRow[]>
  /** From the next call on, every process refuses the key. @returns its store; null where no such key is in use */
  revoke(id: string): Promise<string | null>
}

/** There is no enabled store with this code. */
export class StoreUnknown extends Error {}

/** The key of a demo. It is not stored, so that it works only while the server runs as a demo. */
export interface DemoAppKey {
  key: string
  store: string
}
const DEMO_KEY_ID = '00000000-0000-7000-8000-000000000001'

/** @param keys of the server's secret @returns the key of a demo: the same in all processes with this secret */
export const demoAppKey = (keys: Pick<Keys, 'digest'>): string => `${PREFIX}demo${keys.digest('demo app key')}`

/** @param db the database @param demo the key that the server offers as a demo, if it is one */
export function createAppKeys(db: Db, clock: Clock, hash: HashText, demo?: DemoAppKey): AppKeys {
  const keys = createAppKeyRepository(db)
  // Each call of an app looks for its key.
  const callers = createAppKeyRepository(db.plannedOnce)
  const now = () => new Date(clock.now()).toISOString()
  const audit = (action: string, storeCode: string) => ({
    head: {
      actorId: null,
      action,
      subject: 'AppKeys',
      origin: { ip: 'command line', userAgent: null, requestId: uuidV7() },
      reason: 'app-key',
    },
    after: { store_code: storeCode },
  })
  return {
    async callerOf(key) {
      if (!key.startsWith(PREFIX) || key.length > KEY_MAX) return null
      if (demo && isSameSecret(key, demo.key))
        return (await keys.stores()).includes(demo.store)
          ? { keyId: DEMO_KEY_ID, store: demo.store, hint: key.slice(0, HINT_LENGTH) }
          : null
      const found = await callers.find(hash(key))
      return found && { keyId: found.id, store: found.store, hint: found.hint }
    },
    async create(storeCode) {
      const stores = await keys.stores()
      if (!stores.includes(storeCode))
        throw new StoreUnknown(
          `There is no enabled store ${storeCode}. Enabled stores: ${stores.join(', ') || 'none'}.`,
        )
      const [id, key] = [uuidV7(clock.now()), `${PREFIX}${randomToken()}`]
      const { head, after } = audit('create', storeCode)
      await db.transaction(async (tx) => {
        const hint = key.slice(0, HINT_LENGTH)
        await createAppKeyRepository(tx).add({ id, storeCode, hash: hash(key), hint, at: now() })
        await writeAudit(tx, clock, head, id, after)
      })
      return { id, key }
    },
    list: () => keys.list(),
    revoke: (id) =>
      db.transaction(async (tx) => {
        const storeCode = await createAppKeyRepository(tx).revoke(id, now())
        if (storeCode === null) return null
        const { head, after } = audit('revoke', storeCode)
        await writeAudit(tx, clock, head, id, after)
        return storeCode
      }),
  }
}
