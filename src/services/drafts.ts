/**
 * Input that survives the end of the session (ports.ts, DraftsPort; contract, Drafts): stored in IndexedDB, one draft
 * for each user, form, record and tab, encrypted with the session's draft key. Any failure is returned as false or
 * null; nothing here throws.
 */
import { DRAFT_TTL_MS } from '@contract/constants'
import type { ClockPort } from '@ports/clock'
import type { Draft, DraftsPort } from '@ports/drafts'
import { createClock } from './clock'
import { createDraftCipher, type DraftCipher } from './draft-cipher'
import { createDraftStore, type SealedDraft } from './draft-store'
import { claimTab, type TabIdentity } from './tab-identity'

export interface DraftsDependencies {
  indexedDB?: IDBFactory
  crypto?: Pick<Crypto, 'subtle'>
  clock?: ClockPort
  /** Claims this tab's name; called once. */
  claim?: () => Promise<TabIdentity>
}

/**
 * One person's drafts while they are signed in. Work that was started may finish after the lock: it is encrypted in any
 * case.
 */
interface Opened {
  userId: string
  ready: Promise<{ cipher: DraftCipher; tab: TabIdentity }>
  /** Slot → id of the draft that this tab is working on. */
  working: Map<string, string>
}

/** Whether a value is unchanged by JSON: a file, a date or a map is not. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return ['string', 'number', 'boolean', 'undefined'].includes(typeof value) || value === null
  if (Array.isArray(value)) return value.every(isPlain)
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isPlain)
}

/**
 * A draft as text, serialised at once, because the form's values may change while earlier work is awaited. Null if it
 * cannot be serialised.
 */
function textOf({ values, from, version, attempt }: Omit<Draft, 'savedAt'>): string | null {
  try {
    const text = JSON.stringify({ values, from, version, attempt })
    return isPlain(values) && isPlain(from) && isPlain(attempt) ? text : null
  } catch {
    // A circular value.
    return null
  }
}

/** @returns the drafts of this browser, locked */
export function createDrafts({
  indexedDB = globalThis.indexedDB,
  crypto = globalThis.crypto,
  clock = createClock(),
  claim = claimTab,
}: DraftsDependencies = {}): DraftsPort {
  const store = indexedDB ? createDraftStore(indexedDB) : null
  let opened: Opened | null = null
  let tab: Promise<TabIdentity> | null = null
  /** Runs operations one after the other: a discarded draft must not be restored by a save that was in progress. */
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    const done = last.then(work).catch(() => otherwise)
    last = done
    return done
  }
  const isExpired = ({ savedAt }: SealedDraft) => clock.now() - savedAt > DRAFT_TTL_MS

  /** This tab's name: claimed once, and again if that failed. */
  const named = () =>
    (tab ??= claim().catch((error: unknown) => {
      tab = null
      throw error
    }))

  /** The drafts that this tab may open: its own, and those of closed tabs; newest first. */
  async function within(slot: string, self: TabIdentity): Promise<SealedDraft[]> {
    const open = await self.others()
    return (await store!.ofSlot(slot)).filter((draft) => !isExpired(draft) && !open.has(draft.tab))
  }
  async function idOf(slot: string, { working }: Opened, self: TabIdentity): Promise<string | null> {
    const known = working.get(slot)
    return known ?? (await store!.ofSlot(slot)).find((draft) => draft.tab === self.id)?.id ?? null
  }

  return {
    canKeep: () => store !== null && opened !== null,

    async unlock(userId, draftKey) {
      if (!store || !crypto?.subtle) return
      const ready = (async () => {
        const [cipher, self] = await Promise.all([createDraftCipher(draftKey, crypto), named()])
        return { cipher, tab: self }
      })()
      const opening: Opened = { userId, ready, working: opened?.userId === userId ? opened.working : new Map() }
      opened = opening
      try {
        await ready
        const swept = inTurn(() => store.removeBefore(clock.now() - DRAFT_TTL_MS).then(() => true), false)
        if (!(await swept)) throw new Error('The database refuses')
      } catch {
        // Without a key, a name for this tab or a database, nothing is stored, and forms show that.
        if (opened === opening) opened = null
      }
    },

    lock() {
      opened = null
    },

    load(key) {
      const mine = opened
      if (!store || mine?.userId !== key.userId) return Promise.resolve(null)
      return inTurn<Draft | null>(async () => {
        const { cipher, tab: self } = await mine.ready
        const slot = await cipher.slotOf(key)
        for (const draft of await within(slot, self)) {
          const text = await cipher.open(draft, slot).catch(() => null)
          // Encrypted with an earlier key, or damaged: it is removed when it expires.
          if (text === null) continue
          if (draft.tab !== self.id && !(await store.adopt(draft, self.id))) continue
          mine.working.set(slot, draft.id)
          return { ...(JSON.parse(text) as Omit<Draft, 'savedAt'>), savedAt: draft.savedAt }
        }
        return null
      }, null)
    },

    save(key, draft) {
      const mine = opened
      const text = textOf(draft)
      if (!store || text === null || mine?.userId !== key.userId) return Promise.resolve(false)
      return inTurn(async () => {
        const { cipher, tab: self } = await mine.ready
        const slot = await cipher.slotOf(key)
        const id = (await idOf(slot, mine, self)) ?? globalThis.crypto.randomUUID()
        await store.put({ id, slot, tab: self.id, savedAt: clock.now(), ...(await cipher.seal(text, slot)) })
        mine.working.set(slot, id)
        return true
      }, false)
    },

    discard(key) {
      const mine = opened
      if (!store || mine?.userId !== key.userId) return Promise.resolve()
      return inTurn(async () => {
        const { cipher, tab: self } = await mine.ready
        const slot = await cipher.slotOf(key)
        const id = await idOf(slot, mine, self)
        mine.working.delete(slot)
        if (id !== null) await store.remove(id)
      }, undefined)
    },

    flush: () => last.then(() => undefined),
  }
}
