/** The drafts port before its code is loaded: the login is shown without encryption and IndexedDB. */
import type { DraftsPort } from '@ports/drafts'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'

/**
 * @param drafts loads the code: after an unlock, once the page is at rest or as soon as one of the other functions is
 * called. A form that is opened with the page does not wait until the rest of the page is shown
 * @param atRest calls its argument once the first screen is shown
 * @returns drafts that can be used at once: what is called while the code is loading takes effect afterwards, in the
 * same order. So input that was saved before the session ended is stored, also on a slow device
 */
export function createDeferredDrafts(
  drafts: Pick<LazyModule<DraftsPort>, 'load'>,
  atRest: (work: () => void) => void,
): DraftsPort {
  let loaded: DraftsPort | null = null
  /** Calls that wait for the code; without it (null) they have no effect. */
  let waiting: ((arrived: DraftsPort | null) => unknown)[] = []
  let wanted = false
  let hasten = () => {}
  const needed = new Promise<void>((resolve) => (hasten = resolve))

  const passOn = (arrived: DraftsPort | null) => {
    loaded = arrived
    const calls = waiting
    waiting = []
    for (const call of calls) call(arrived)
  }
  const later = <T>(work: (arrived: DraftsPort) => Promise<T>, otherwise: T): Promise<T> =>
    new Promise((resolve) => waiting.push((arrived) => resolve(arrived ? work(arrived) : otherwise)))

  /** Passed on at once if possible: a save that is requested before a lock must not run after it. */
  function soon<T>(work: (arrived: DraftsPort) => Promise<T>, otherwise: T): Promise<T> {
    if (loaded) return work(loaded)
    if (!wanted) return Promise.resolve(otherwise)
    hasten()
    return later(work, otherwise)
  }

  return {
    // While the code is loading: true if the browser can store drafts. If a save fails afterwards, it returns false.
    canKeep: () =>
      loaded?.canKeep() ?? (wanted && 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined),
    unlock(userId, draftKey) {
      if (loaded) return loaded.unlock(userId, draftKey)
      wanted = true
      const unlocked = later((arrived) => arrived.unlock(userId, draftKey), undefined)
      Promise.race([needed, new Promise<void>(atRest)])
        .then(() => drafts.load())
        .then(passOn, () => {
          // The code could not be loaded: the next unlock tries again; until then nothing is kept.
          wanted = false
          passOn(null)
        })
      return unlocked
    },
    lock() {
      wanted = false
      if (loaded) loaded.lock()
      else if (waiting.length > 0) waiting.push((arrived) => arrived?.lock())
    },
    load: (key) => soon((arrived) => arrived.load(key), null),
    save: (key, draft) => soon((arrived) => arrived.save(key, draft), false),
    discard: (key) => soon((arrived) => arrived.discard(key), undefined),
    flush: () => soon((arrived) => arrived.flush(), undefined),
  }
}
