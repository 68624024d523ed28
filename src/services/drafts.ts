/**
 * Input that survives the end of the session (ports.ts, DraftsPort; contract, Drafts): stored in IndexedDB, one draft
 * for each user, form, record and tab, encrypted with the session's draft key. Any failure is returned as false or
 * null; nothing here throws.
 *
 * Encrypting and writing take a moment, which a page does not have when it is closed or reloaded. What is not written
 * by then is sealed with a prepared pad and put into session storage; the next unlock writes it.
 *
 * On a slow device a person types while the form still looks up an earlier draft. What is saved during a look-up becomes
 * an interim draft beside the earlier one, so that neither is lost if the session ends or the page is closed. The first
 * save after the look-up contains both: it replaces them.
 */
import { DRAFT_TTL_MS } from '@contract/constants'
import type { ClockPort } from '@ports/clock'
import type { Draft, DraftKey, DraftsPort } from '@ports/drafts'
import { createClock } from './clock'
import { createDraftCipher, type DraftCipher, type DraftPad, type PaddedDraft } from './draft-cipher'
import { createDraftStore, type SealedDraft } from './draft-store'
import { listenToLeaving } from './leaving'
import { claimTab, type TabIdentity } from './tab-identity'

export interface DraftsDependencies {
  indexedDB?: IDBFactory
  crypto?: Pick<Crypto, 'subtle'>
  clock?: ClockPort
  /** Claims this tab's name; called once. */
  claim?: () => Promise<TabIdentity>
  /** Storage that lasts as long as the tab; the getter may throw. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Registers a listener that is called with true when the page may end, and with false when it is shown again. */
  onLeaving?: (listener: (isLeaving: boolean) => void) => void
}

/** Names of the drafts in session storage. */
const LAST = 'pitboss.draft.'
/** A draft in session storage. */
type LastDraft = PaddedDraft & { savedAt: number }
/** Its sealed text. `interim` is missing in those of earlier versions of the console. */
type LastText = Pick<Unwritten, 'key' | 'text'> & Partial<Pick<Unwritten, 'interim'>>

/** A draft that is not written yet. */
interface Unwritten {
  key: DraftKey
  text: string
  /** Id of an interim draft; null for the draft that this tab is working on. */
  interim: string | null
  savedAt: number
  /** The later of two drafts has the higher number. */
  order: number
  opened: Opened
}

/**
 * One person's drafts while they are signed in. Work that was started may finish after the lock: it is encrypted in any
 * case.
 */
interface Opened {
  userId: string
  ready: Promise<{ cipher: DraftCipher; tab: TabIdentity }>
  /** Slot → id of the draft that this tab is working on; null if the next save begins a new one. */
  working: Map<string, string | null>
  /** Null until it is computed. */
  pad: DraftPad | null
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
  storage = () => sessionStorage,
  onLeaving = listenToLeaving,
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
  const isExpired = ({ savedAt }: Pick<SealedDraft, 'savedAt'>) => clock.now() - savedAt > DRAFT_TTL_MS

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
    if (known !== undefined) return known
    return (await store!.ofSlot(slot)).find((draft) => draft.tab === self.id)?.id ?? null
  }

  /** The person has typed since: an earlier save is not repeated on its own any more, and its values are offered. */
  async function endAttempt(id: string, slot: string, cipher: DraftCipher): Promise<void> {
    const draft = (await store!.ofSlot(slot)).find((each) => each.id === id)
    const text = draft ? await cipher.open(draft, slot).catch(() => null) : null
    if (text === null) return
    const { attempt, ...rest } = JSON.parse(text) as Omit<Draft, 'savedAt'>
    if (attempt) await store!.put({ ...draft!, ...(await cipher.seal(JSON.stringify(rest), slot)) })
  }

  /**
   * Writes a draft.
   * @param known id of the draft that this tab is working on
   * @returns the id that it has now
   */
  async function write(
    { ready, working }: Opened,
    slot: string,
    known: string | null,
    { text, interim, savedAt }: Pick<Unwritten, 'text' | 'interim' | 'savedAt'>,
  ): Promise<string> {
    const { cipher, tab: self } = await ready
    const id = interim ?? known ?? globalThis.crypto.randomUUID()
    await store!.put({ id, slot, tab: self.id, savedAt, ...(await cipher.seal(text, slot)) })
    // Without an earlier draft, the tab works on the interim one.
    if (interim === null || known === null) working.set(slot, id)
    else if (known !== interim) await endAttempt(known, slot, cipher)
    return id
  }

  const nameOf = ({ userId, form, record }: DraftKey) => JSON.stringify([userId, form, record])
  /** Name → number of look-ups without a result. */
  const lookUps = new Map<string, number>()
  /** Name → id of the interim draft of the last look-up. */
  const interims = new Map<string, string>()
  /** Name, or id of an interim draft → the latest draft that is not written yet. */
  const unwritten = new Map<string, Unwritten>()
  /** As in `unwritten` → the copy in session storage. */
  const copies = new Map<string, { item: string; order: number }>()
  let orders = 0
  let isLeaving = false

  const trying = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      // Storage is forbidden, full or contains something else.
      return otherwise
    }
  }
  /** Without waiting: the page ends after this. */
  function keepNow({ key, text, interim, savedAt, order, opened: { pad } }: Unwritten) {
    const padded = pad?.seal(JSON.stringify({ key, text, interim } satisfies LastText))
    if (!padded) return
    const place = interim ?? nameOf(key)
    const item = copies.get(place)?.item ?? LAST + globalThis.crypto.randomUUID()
    const isKept = trying(
      () => (storage().setItem(item, JSON.stringify({ savedAt, ...padded } satisfies LastDraft)), true),
      false,
    )
    if (isKept) copies.set(place, { item, order })
  }
  /** Removes the copy of a draft that is written or discarded. */
  function dropCopy(place: string, upTo = Number.POSITIVE_INFINITY) {
    const copy = copies.get(place)
    if (!copy || copy.order > upTo) return
    copies.delete(place)
    trying(() => storage().removeItem(copy.item), undefined)
  }
  /** @returns the id of the interim draft, which the caller replaces or discards; null if there is none */
  function takeInterim(name: string): string | null {
    const interim = interims.get(name) ?? null
    interims.delete(name)
    if (interim !== null) unwritten.delete(interim)
    return interim
  }
  /** @param id of an interim draft; null if there is none */
  async function removeInterim(id: string | null): Promise<void> {
    if (id === null) return
    dropCopy(id)
    await store!.remove(id)
  }
  onLeaving((leaves) => {
    isLeaving = leaves
    if (leaves) unwritten.forEach(keepNow)
    // A page that is shown again needs the pad once more.
    else if (opened) void preparePad(opened)
  })
  const preparePad = (of: Opened) =>
    of.ready
      .then(({ cipher }) => cipher.createPad())
      .then(
        (pad) => void (of.pad = pad),
        () => undefined,
      )

  /** Writes what the last page of this tab put into session storage, unless a later draft is stored. */
  async function recover(mine: Opened) {
    const { cipher, tab: self } = await mine.ready
    const items = trying(() => Array.from({ length: storage().length }, (_, index) => storage().key(index) ?? ''), [])
    for (const item of items.filter((each) => each.startsWith(LAST))) {
      const remove = () => trying(() => storage().removeItem(item), undefined)
      const last = trying(() => JSON.parse(storage().getItem(item) ?? 'null') as LastDraft | null, null)
      if (!last || isExpired(last)) {
        remove()
        continue
      }
      const read = await cipher.openPadded(last).catch(() => '')
      const found = trying(() => JSON.parse(read) as LastText, null)
      // Of somebody else, or of an earlier key: removed when it expires, or with the tab.
      if (found?.key.userId !== mine.userId) continue
      const slot = await cipher.slotOf(found.key)
      const { text, interim = null } = found
      const known = await idOf(slot, mine, self)
      const stored = (await store!.ofSlot(slot)).find(({ id }) => id === (interim ?? known))
      if (!stored || stored.savedAt <= last.savedAt)
        await write(mine, slot, known, { text, interim, savedAt: last.savedAt })
      remove()
    }
  }

  return {
    canKeep: () => store !== null && opened !== null,

    async unlock(userId, draftKey) {
      if (!store || !crypto?.subtle) return
      const ready = (async () => {
        const [cipher, self] = await Promise.all([createDraftCipher(draftKey, crypto), named()])
        return { cipher, tab: self }
      })()
      const opening: Opened = {
        userId,
        ready,
        working: opened?.userId === userId ? opened.working : new Map(),
        pad: null,
      }
      opened = opening
      // Before any load: it finds what the last page did not write.
      void inTurn(() => recover(opening), undefined)
      void preparePad(opening)
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
      const name = nameOf(key)
      lookUps.set(name, (lookUps.get(name) ?? 0) + 1)
      // From now on it is an earlier draft like any other.
      interims.delete(name)
      const found = inTurn<Draft | null>(async () => {
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
      return found.finally(() => {
        const others = lookUps.get(name)! - 1
        if (others > 0) lookUps.set(name, others)
        else lookUps.delete(name)
      })
    },

    save(key, content) {
      const mine = opened
      const text = textOf(content)
      if (!store || text === null || mine?.userId !== key.userId) return Promise.resolve(false)
      const name = nameOf(key)
      const interim = lookUps.has(name) ? (interims.get(name) ?? globalThis.crypto.randomUUID()) : null
      const replaced = interim === null ? takeInterim(name) : null
      if (interim !== null) interims.set(name, interim)
      const draft = { key, text, interim, savedAt: clock.now(), order: (orders += 1), opened: mine }
      const place = interim ?? name
      unwritten.set(place, draft)
      if (isLeaving) keepNow(draft)
      return inTurn(async () => {
        const { cipher, tab: self } = await mine.ready
        const slot = await cipher.slotOf(key)
        const known = await idOf(slot, mine, self)
        const id = await write(mine, slot, known, draft)
        if (unwritten.get(place) === draft) unwritten.delete(place)
        dropCopy(place, draft.order)
        // If it cannot be removed, it is offered once more: this draft is stored in any case.
        if (replaced !== id) await removeInterim(replaced).catch(() => undefined)
        return true
      }, false)
    },

    discard(key) {
      const mine = opened
      if (!store || mine?.userId !== key.userId) return Promise.resolve()
      const name = nameOf(key)
      const interim = takeInterim(name)
      const isUnseen = lookUps.has(name)
      if (!isUnseen) {
        unwritten.delete(name)
        dropCopy(name)
      }
      return inTurn(async () => {
        const { cipher, tab: self } = await mine.ready
        const slot = await cipher.slotOf(key)
        const id = await idOf(slot, mine, self)
        await removeInterim(interim)
        if (id === null) return
        if (isUnseen) return endAttempt(id, slot, cipher)
        // Another draft of this slot has not been offered yet: it stays.
        mine.working.set(slot, null)
        await store.remove(id)
      }, undefined)
    },

    flush: () => last.then(() => undefined),
  }
}
