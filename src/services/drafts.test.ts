import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DRAFT_TTL_MS } from '@contract/constants'
import type { DraftKey, DraftsPort } from '@ports/drafts'
import { createDrafts, type DraftsDependencies } from './drafts'
import { createDraftStore, type SealedDraft } from './draft-store'
import type { TabIdentity } from './tab-identity'

const keyOf = (byte: number) => btoa(String.fromCodePoint(...new Uint8Array(32).fill(byte)))
const USER = '01890a5d-ac96-774b-bcce-b302099a8057'
const KEY: DraftKey = { userId: USER, form: 'users.update', record: 'record-17' }
const VALUES = { first_name: 'Wilhelmina', tags: ['vip'], address: { city: 'Graz' }, note: null, limit: 3 }

let indexedDB: IDBFactory
let time: number
/** Names of the open tabs. */
let open: Set<string>

beforeEach(() => {
  indexedDB = new IDBFactory()
  time = Date.parse('2026-03-01T12:00:00Z')
  open = new Set()
})

afterEach(() => vi.restoreAllMocks())

const tab = (id: string): Promise<TabIdentity> => {
  open.add(id)
  return Promise.resolve({
    id,
    others: async () => new Set([...open].filter((other) => other !== id)),
    release: () => void open.delete(id),
  })
}
/** Session storage of a tab. */
const tabStorage = () => {
  const items = new Map<string, string>()
  const storage = {
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  return { items, storage: () => storage }
}
/** The pads are computed after the unlock. */
const padded = () => new Promise((resolve) => setTimeout(resolve, 50))
/** A page whose database stops writing when it is unloaded, as the browser's does. */
async function pageOf(id: string, { storage }: ReturnType<typeof tabStorage>, key = keyOf(1), userId = USER) {
  let leave = (_isLeaving: boolean) => {}
  const drafts = await draftsOf(id, { storage, onLeaving: (listener) => void (leave = listener) }, userId, key)
  await padded()
  return {
    drafts,
    hide: () => leave(true),
    show: () => leave(false),
    /** From now on nothing is written any more. */
    stop: () =>
      void vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('closed', 'InvalidStateError')
      }),
  }
}
/** Drafts of a tab, unlocked by default. */
async function draftsOf(id: string, more: DraftsDependencies = {}, userId = USER, key = keyOf(1)): Promise<DraftsPort> {
  const drafts = createDrafts({ indexedDB, clock: { now: () => time }, claim: () => tab(id), ...more })
  await drafts.unlock(userId, key)
  return drafts
}
const atRest = async () => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('pitboss.drafts')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
  return new Promise<SealedDraft[]>((resolve) => {
    const all = database.transaction('drafts').objectStore('drafts').getAll()
    all.onsuccess = () => resolve(all.result as SealedDraft[])
  })
}

describe('drafts', () => {
  it('are returned as they were typed, after a lock and a new sign-in', async () => {
    const drafts = await draftsOf('tab-1')
    expect(drafts.canKeep()).toBe(true)
    expect(await drafts.load(KEY)).toBeNull()
    expect(await drafts.save(KEY, { values: VALUES, version: 4 })).toBe(true)
    drafts.lock()
    expect(drafts.canKeep()).toBe(false)
    expect(await drafts.load(KEY)).toBeNull()
    expect(await drafts.save(KEY, { values: VALUES, version: 4 })).toBe(false)
    await drafts.unlock(USER, keyOf(1))
    expect(await drafts.load(KEY)).toEqual({ values: VALUES, version: 4, savedAt: time })
  })
  it('are written when a flush has finished, in the order of the calls', async () => {
    const drafts = await draftsOf('tab-1')
    const saved: string[] = []
    void drafts.save(KEY, { values: VALUES, version: 4 }).then(() => saved.push('first'))
    void drafts.save({ ...KEY, record: 'new' }, { values: VALUES, version: null }).then(() => saved.push('second'))
    expect(await atRest()).toHaveLength(0)
    await drafts.flush()
    expect(saved).toEqual(['first', 'second'])
    expect(await atRest()).toHaveLength(2)
  })
  it('are distinguished by user, form and record; the last save counts', async () => {
    const drafts = await draftsOf('tab-1')
    await drafts.save(KEY, { values: { a: 1 }, version: 1 })
    await drafts.save({ ...KEY, record: 'new' }, { values: { a: 2 }, version: null })
    await drafts.save({ ...KEY, form: 'users.create' }, { values: { a: 3 }, version: null })
    time += 1000
    await drafts.save(KEY, { values: { a: 4 }, version: 1 })
    expect(await drafts.load(KEY)).toEqual({ values: { a: 4 }, version: 1, savedAt: time })
    expect((await drafts.load({ ...KEY, record: 'new' }))?.values).toEqual({ a: 2 })
    expect((await drafts.load({ ...KEY, form: 'users.create' }))?.values).toEqual({ a: 3 })
    expect(await atRest()).toHaveLength(3)
    expect(await drafts.load({ ...KEY, userId: 'another' })).toBeNull()
    expect(await drafts.save({ ...KEY, userId: 'another' }, { values: {}, version: null })).toBe(false)
  })
  it('are stored encrypted: no value, user, form or record in plain text, and no key next to them', async () => {
    const drafts = await draftsOf('tab-1')
    await drafts.save(KEY, { values: VALUES, version: 4 })
    const [draft] = await atRest()
    expect(Object.keys(draft!).sort()).toEqual(['id', 'iv', 'savedAt', 'sealed', 'slot', 'tab'])
    const bytes = new TextDecoder('latin1').decode(draft!.sealed)
    const clear = JSON.stringify(draft) + bytes
    for (const secret of ['Wilhelmina', 'first_name', 'Graz', USER, 'users.update', 'record-17', keyOf(1)])
      expect(clear).not.toContain(secret)
    await drafts.save(KEY, { values: VALUES, version: 4 })
    const [again] = await atRest()
    expect(again!.iv).not.toEqual(draft!.iv)
  })
  it('cannot be opened with another key, or in another slot', async () => {
    const mine = await draftsOf('tab-1')
    await mine.save(KEY, { values: VALUES, version: 4 })
    const other = await draftsOf('tab-1', {}, USER, keyOf(2))
    expect(await other.load(KEY)).toBeNull()

    await mine.save({ ...KEY, record: 'other' }, { values: { stolen: true }, version: 1 })
    const [a, b] = await atRest()
    const store = createDraftStore(indexedDB)
    await store.put({ ...a!, slot: b!.slot })
    await store.remove(b!.id)
    expect(await mine.load(KEY)).toBeNull()
    expect(await mine.load({ ...KEY, record: 'other' })).toBeNull()
  })
  it('of another open tab stay with it; those of a closed tab are adopted once', async () => {
    const first = await draftsOf('tab-1')
    await first.save(KEY, { values: { from: 1 }, version: 1 })
    const second = await draftsOf('tab-2')
    expect(await second.load(KEY)).toBeNull()
    time += 1000
    await second.save(KEY, { values: { from: 2 }, version: 1 })
    expect((await first.load(KEY))?.values).toEqual({ from: 1 })

    open.delete('tab-2')
    expect((await first.load(KEY))?.values).toEqual({ from: 2 })
    const third = await draftsOf('tab-3')
    expect(await third.load(KEY)).toBeNull()
    // The adopted draft is the one that is sent or discarded; the older one is offered next.
    await first.discard(KEY)
    expect((await first.load(KEY))?.values).toEqual({ from: 1 })
    await first.discard(KEY)
    expect(await first.load(KEY)).toBeNull()
    expect(await atRest()).toEqual([])
  })
  it('are found again by the same tab after a reload, and can be discarded there', async () => {
    await (await draftsOf('tab-1')).save(KEY, { values: VALUES, version: 4 })
    const reloaded = await draftsOf('tab-1')
    await reloaded.discard(KEY)
    expect(await reloaded.load(KEY)).toBeNull()
  })
  it('are not restored after a discard by a save that was in progress', async () => {
    const drafts = await draftsOf('tab-1')
    const saving = drafts.save(KEY, { values: VALUES, version: 4 })
    await drafts.discard(KEY)
    expect(await saving).toBe(true)
    expect(await drafts.load(KEY)).toBeNull()
  })
  it('are stored as they were if the save was requested before a lock', async () => {
    const drafts = createDrafts({ indexedDB, clock: { now: () => time }, claim: () => tab('tab-1') })
    const unlocking = drafts.unlock(USER, keyOf(1))
    const values: Record<string, unknown> = { note: 'before' }
    const saving = drafts.save(KEY, { values, version: 1 })
    values.note = 'after'
    drafts.lock()
    expect(await saving).toBe(true)
    await unlocking
    expect(drafts.canKeep()).toBe(false)
    await drafts.unlock(USER, keyOf(1))
    expect((await drafts.load(KEY))?.values).toEqual({ note: 'before' })
  })
  it('that are saved during a look-up are stored beside the earlier one; the first save after it replaces both', async () => {
    const before = await draftsOf('tab-1')
    await before.save(KEY, { values: { city: 'Graz' }, version: 4 })
    const drafts = await draftsOf('tab-1')
    time += 1000
    const found = drafts.load(KEY)
    void drafts.save(KEY, { values: { first_name: 'W' }, version: 4 })
    void drafts.save(KEY, { values: { first_name: 'Wilhelmina' }, version: 4 })
    expect((await found)?.values).toEqual({ city: 'Graz' })
    await drafts.flush()
    expect(await atRest()).toHaveLength(2)
    // If the page ended here, both would be offered, one after the other.
    const reloaded = await draftsOf('tab-1')
    expect((await reloaded.load(KEY))?.values).toEqual({ first_name: 'Wilhelmina' })
    await reloaded.discard(KEY)
    await reloaded.save(KEY, { values: { limit: 3 }, version: 4 })
    expect(await atRest()).toHaveLength(2)
    await reloaded.discard(KEY)
    expect((await reloaded.load(KEY))?.values).toEqual({ city: 'Graz' })
  })
  it.each([
    ['one draft after the next save', (drafts: DraftsPort) => drafts.save(KEY, { values: VALUES, version: 4 }), VALUES],
    ['none after a discard', (drafts: DraftsPort) => drafts.discard(KEY), undefined],
  ] as const)('of a look-up and before it are %s', async (_what, end, values) => {
    const before = await draftsOf('tab-1')
    await before.save(KEY, { values: { city: 'Graz' }, version: 4 })
    const drafts = await draftsOf('tab-1')
    const found = drafts.load(KEY)
    void drafts.save(KEY, { values: { first_name: 'W' }, version: 4 })
    await found
    await end(drafts)
    expect(await atRest()).toHaveLength(values ? 1 : 0)
    expect((await (await draftsOf('tab-1')).load(KEY))?.values).toEqual(values)
  })
  it('whose save has no outcome are only offered once something was typed beside them: nothing is sent on its own', async () => {
    const before = await draftsOf('tab-1')
    const attempt = { key: 'form.0', changes: { city: 'Graz' }, version: 4 }
    await before.save(KEY, { values: { city: 'Graz' }, from: { city: 'Linz' }, version: 4, attempt })
    const drafts = await draftsOf('tab-1')
    time += 1000
    const found = drafts.load(KEY)
    void drafts.save(KEY, { values: { limit: 3 }, version: 4 })
    expect((await found)?.attempt).toEqual(attempt)
    await drafts.flush()
    const reloaded = await draftsOf('tab-1')
    await reloaded.load(KEY)
    await reloaded.discard(KEY)
    expect(await reloaded.load(KEY)).toEqual({
      values: { city: 'Graz' },
      from: { city: 'Linz' },
      version: 4,
      savedAt: time - 1000,
    })
  })
  it('that nobody has seen yet stay when what is typed during the look-up is discarded', async () => {
    const before = await draftsOf('tab-1')
    await before.save(KEY, { values: VALUES, version: 4 })
    const drafts = await draftsOf('tab-1')
    const found = drafts.load(KEY)
    void drafts.save(KEY, { values: { first_name: 'W' }, version: 4 })
    await drafts.discard(KEY)
    expect((await found)?.values).toEqual(VALUES)
    expect(await atRest()).toHaveLength(1)
    expect((await (await draftsOf('tab-1')).load(KEY))?.values).toEqual(VALUES)
  })
  it('that are saved during a look-up that finds nothing are the draft that the tab is working on', async () => {
    const drafts = await draftsOf('tab-1')
    const found = drafts.load(KEY)
    void drafts.save(KEY, { values: { first_name: 'W' }, version: 4 })
    expect(await found).toBeNull()
    await drafts.save(KEY, { values: VALUES, version: 4 })
    expect(await atRest()).toHaveLength(1)
    await drafts.discard(KEY)
    expect(await atRest()).toHaveLength(0)
  })
  it('are stored beside an earlier one although the session ends during the look-up', async () => {
    const before = await draftsOf('tab-1')
    await before.save(KEY, { values: { city: 'Graz' }, version: 4 })
    const drafts = await draftsOf('tab-1')
    time += 1000
    void drafts.load(KEY)
    const saving = drafts.save(KEY, { values: VALUES, version: 4 })
    drafts.lock()
    expect(await saving).toBe(true)
    await drafts.unlock(USER, keyOf(1))
    expect((await drafts.load(KEY))?.values).toEqual(VALUES)
    expect(await atRest()).toHaveLength(2)
  })
  it('expire after seven days: the next unlock removes them, whoever’s they are', async () => {
    const drafts = await draftsOf('tab-1')
    await drafts.save(KEY, { values: VALUES, version: 4 })
    time += DRAFT_TTL_MS
    expect(await drafts.load(KEY)).not.toBeNull()
    time += 1
    expect(await drafts.load(KEY)).toBeNull()
    expect(await atRest()).toHaveLength(1)
    await draftsOf('tab-2', {}, 'somebody else', keyOf(2))
    expect(await atRest()).toEqual([])
  })
  it.each([
    ['a file', { upload: new File(['x'], 'passport.png') }],
    ['a blob deep inside', { documents: [{ scan: new Blob(['x']) }] }],
    ['bytes', { scan: new Uint8Array(3) }],
    ['a date, which would be read as text', { birthday: new Date(0) }],
    ['a function', { submit: () => {} }],
    ['a big number', { amount: 10n }],
    [
      'a circle',
      (() => {
        const circle: Record<string, unknown> = {}
        circle.self = circle
        return circle
      })(),
    ],
  ])('never contain %s', async (_, values) => {
    const drafts = await draftsOf('tab-1')
    expect(await drafts.save(KEY, { values, version: 1 })).toBe(false)
    expect(await atRest()).toEqual([])
  })
  it('store nothing, and report so, if the device or the session does not allow it', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    } as unknown as IDBFactory
    const cases = [
      await draftsOf('tab-1', { indexedDB: undefined, crypto: {} as Crypto }),
      await draftsOf('tab-1', { indexedDB: refusing }),
      await draftsOf('tab-1', { claim: () => Promise.reject(new Error('no locks')) }),
      await draftsOf('tab-1', {}, USER, ''),
      await draftsOf('tab-1', {}, USER, 'not base64!'),
      await draftsOf('tab-1', {}, USER, btoa('too short')),
    ]
    for (const drafts of cases) {
      expect(drafts.canKeep()).toBe(false)
      expect(await drafts.save(KEY, { values: VALUES, version: 1 })).toBe(false)
      expect(await drafts.load(KEY)).toBeNull()
      await drafts.discard(KEY)
    }
  })
  it('report when the disk is full', async () => {
    const drafts = await draftsOf('tab-1')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await drafts.save(KEY, { values: VALUES, version: 1 })).toBe(false)
    expect(await drafts.save(KEY, { values: VALUES, version: 1 })).toBe(true)
  })
})

describe('drafts of a page that is closed before they are written', () => {
  const LATER = { ...VALUES, first_name: 'Ελένη 🂡' }

  it('are kept in session storage, encrypted, and offered after the reload', async () => {
    const tab1 = tabStorage()
    const page = await pageOf('tab-1', tab1)
    expect(await page.drafts.save(KEY, { values: VALUES, version: 4 })).toBe(true)
    page.stop()
    time += 1000
    const saving = [page.drafts.save(KEY, { values: LATER, version: 4 })]
    page.hide()
    // A key whose event comes after it, and another form.
    saving.push(page.drafts.save({ ...KEY, record: 'new' }, { values: { a: 1 }, version: null }))
    const clear = [...tab1.items].flat().join()
    expect(tab1.items.size).toBe(2)
    for (const secret of ['Wilhelmina', 'first_name', 'Graz', USER, 'users.update', 'record-17', btoa('Wilhelmina')])
      expect(clear).not.toContain(secret)
    expect(await Promise.all(saving)).toEqual([false, false])
    vi.restoreAllMocks()

    const reloaded = await pageOf('tab-1', tab1)
    expect(await reloaded.drafts.load(KEY)).toEqual({ values: LATER, version: 4, savedAt: time })
    expect((await reloaded.drafts.load({ ...KEY, record: 'new' }))?.values).toEqual({ a: 1 })
    expect(await atRest()).toHaveLength(2)
    expect(tab1.items.size).toBe(0)
  })
  it('are dropped once they are written after all, or discarded', async () => {
    const tab1 = tabStorage()
    const { drafts, hide, show } = await pageOf('tab-1', tab1)
    const saving = drafts.save(KEY, { values: VALUES, version: 4 })
    hide()
    expect(tab1.items.size).toBe(1)
    show()
    expect(await saving).toBe(true)
    expect(tab1.items.size).toBe(0)
    void drafts.save(KEY, { values: LATER, version: 4 })
    hide()
    expect(tab1.items.size).toBe(1)
    await drafts.discard(KEY)
    expect([tab1.items.size, await drafts.load(KEY)]).toEqual([0, null])
  })
  it('do not replace a later draft', async () => {
    const tab1 = tabStorage()
    const page = await pageOf('tab-1', tab1)
    page.stop()
    const saving = page.drafts.save(KEY, { values: VALUES, version: 4 })
    page.hide()
    expect(await saving).toBe(false)
    vi.restoreAllMocks()
    time += 1000
    // A page without session storage, which found nothing there.
    const later = await draftsOf('tab-1', { storage: () => tabStorage().storage() })
    await later.save(KEY, { values: LATER, version: 4 })
    const reloaded = await pageOf('tab-1', tab1)
    expect((await reloaded.drafts.load(KEY))?.values).toEqual(LATER)
  })
  it('do not replace an earlier draft that was still looked up', async () => {
    const tabs = tabStorage()
    const before = await pageOf('tab-1', tabs)
    await before.drafts.save(KEY, { values: { city: 'Graz' }, version: 4 })
    const page = await pageOf('tab-1', tabs)
    page.stop()
    time += 1000
    void page.drafts.load(KEY)
    void page.drafts.save(KEY, { values: VALUES, version: 4 })
    page.hide()
    expect(tabs.items.size).toBe(1)
    await page.drafts.flush()
    vi.restoreAllMocks()
    const after = await pageOf('tab-1', tabs)
    expect((await after.drafts.load(KEY))?.values).toEqual(VALUES)
    expect(await atRest()).toHaveLength(2)
    await after.drafts.discard(KEY)
    expect((await after.drafts.load(KEY))?.values).toEqual({ city: 'Graz' })
    expect(tabs.items.size).toBe(0)
  })
  it('of a look-up are dropped from session storage once the save after it contains them', async () => {
    const tabs = tabStorage()
    const before = await pageOf('tab-1', tabs)
    await before.drafts.save(KEY, { values: { city: 'Graz' }, version: 4 })
    const page = await pageOf('tab-1', tabs)
    const found = page.drafts.load(KEY)
    void page.drafts.save(KEY, { values: { first_name: 'W' }, version: 4 })
    page.hide()
    page.show()
    await found
    await page.drafts.save(KEY, { values: VALUES, version: 4 })
    expect(tabs.items.size).toBe(0)
    expect(await atRest()).toHaveLength(1)
  })
  it('are not read by the next person of the tab, and expire', async () => {
    const tab1 = tabStorage()
    const page = await pageOf('tab-1', tab1)
    page.stop()
    const saving = page.drafts.save(KEY, { values: VALUES, version: 4 })
    page.hide()
    expect(await saving).toBe(false)
    vi.restoreAllMocks()
    const other = '01890a5d-ac96-774b-bcce-b302099a8058'
    const next = await pageOf('tab-1', tab1, keyOf(2), other)
    expect(await next.drafts.load({ ...KEY, userId: other })).toBeNull()
    expect([await atRest(), tab1.items.size]).toEqual([[], 1])
    time += DRAFT_TTL_MS + 1
    const late = await pageOf('tab-1', tab1)
    expect([await late.drafts.load(KEY), tab1.items.size]).toEqual([null, 0])
  })
  it('seal two texts with different bytes, and nothing without storage', async () => {
    const tab1 = tabStorage()
    const { drafts, hide, show } = await pageOf('tab-1', tab1)
    const sealed = async () => {
      void drafts.save(KEY, { values: VALUES, version: 4 })
      hide()
      const { sealed: bytes } = JSON.parse([...tab1.items.values()][0]!) as { sealed: string }
      show()
      await padded()
      return bytes
    }
    expect(await sealed()).not.toBe(await sealed())
    tab1.items.set('pitboss.draft.broken', 'not JSON')
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    let leave = (_isLeaving: boolean) => {}
    const without = await draftsOf('tab-2', { storage: forbidden, onLeaving: (listener) => void (leave = listener) })
    await padded()
    const saving = without.save(KEY, { values: VALUES, version: 4 })
    leave(true)
    expect(await saving).toBe(true)
    expect((await pageOf('tab-1', tab1)) && tab1.items.has('pitboss.draft.broken')).toBe(false)
  })
})
