/** The drafts before their code is loaded: the login shows without encryption and IndexedDB. */
import type { DraftsPort } from '@ports/drafts'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'

/**
 * @param drafts loads with the first unlock
 * @returns drafts that can be asked at once. A lock that comes while the code is loading is kept
 */
export function createDeferredDrafts(drafts: Pick<LazyModule<DraftsPort>, 'get' | 'load'>): DraftsPort {
  /** Counts locks and unlocks: each makes an earlier unlock void. */
  let turn = 0
  let wanted = false
  let unlocked = Promise.resolve()

  /** The drafts once an unlock in progress is done. */
  const ready = async () => {
    await unlocked
    return drafts.get()
  }

  return {
    // While the code is loading: yes, where the browser can store drafts. A save that fails then says so.
    canKeep: () =>
      drafts.get()?.canKeep() ?? (wanted && 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined),
    unlock(userId, draftKey) {
      wanted = true
      const mine = (turn += 1)
      unlocked = drafts.load().then(
        (loaded) => (mine === turn ? loaded.unlock(userId, draftKey) : undefined),
        () => {
          // The code could not be loaded: the next unlock tries again, until then nothing is kept.
          wanted = false
        },
      )
      return unlocked
    },
    lock() {
      turn += 1
      wanted = false
      drafts.get()?.lock()
    },
    // Passed on at once where possible: a save that is asked for before a lock must not wait until after it.
    load: (key) => drafts.get()?.load(key) ?? ready().then((loaded) => loaded?.load(key) ?? null),
    save: (key, draft) => drafts.get()?.save(key, draft) ?? ready().then((loaded) => loaded?.save(key, draft) ?? false),
    discard: (key) => drafts.get()?.discard(key) ?? ready().then((loaded) => loaded?.discard(key)),
    flush: () => drafts.get()?.flush() ?? ready().then((loaded) => loaded?.flush()),
  }
}
