/** The drafts port before its code is loaded: the login is shown without encryption and IndexedDB. */
import type { DraftsPort } from '@ports/drafts'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'

/**
 * @param drafts loads the code: after an unlock, once the page is at rest or as soon as a draft is loaded, saved or
 * discarded. A form that is opened with the page does not wait until the rest of the page is shown
 * @param atRest calls its argument once the first screen is shown
 * @returns drafts that can be used at once. A lock during the loading of the code takes effect
 */
export function createDeferredDrafts(
  drafts: Pick<LazyModule<DraftsPort>, 'get' | 'load'>,
  atRest: (work: () => void) => void,
): DraftsPort {
  /** Counts locks and unlocks: each invalidates an earlier unlock. */
  let turn = 0
  let wanted = false
  let unlocked = Promise.resolve()
  let hasten = () => {}
  const needed = new Promise<void>((resolve) => (hasten = resolve))

  /** The drafts after an unlock in progress has finished. */
  const ready = async () => {
    await unlocked
    return drafts.get()
  }
  const readySoon = () => {
    if (wanted) hasten()
    return ready()
  }

  return {
    // While the code is loading: true if the browser can store drafts. If a save fails afterwards, it returns false.
    canKeep: () =>
      drafts.get()?.canKeep() ?? (wanted && 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined),
    unlock(userId, draftKey) {
      wanted = true
      const mine = (turn += 1)
      unlocked = Promise.race([needed, new Promise<void>(atRest)])
        .then(() => drafts.load())
        .then(
          (loaded) => (mine === turn ? loaded.unlock(userId, draftKey) : undefined),
          () => {
            // The code could not be loaded: the next unlock tries again; until then nothing is kept.
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
    // Passed on at once if possible: a save that is requested before a lock must not run after it.
    load: (key) => drafts.get()?.load(key) ?? readySoon().then((loaded) => loaded?.load(key) ?? null),
    save: (key, draft) =>
      drafts.get()?.save(key, draft) ?? readySoon().then((loaded) => loaded?.save(key, draft) ?? false),
    discard: (key) => drafts.get()?.discard(key) ?? readySoon().then((loaded) => loaded?.discard(key)),
    flush: () => drafts.get()?.flush() ?? ready().then((loaded) => loaded?.flush()),
  }
}
