/** Drafts whose code is fetched by the first unlock: encryption and IndexedDB are no business of the login page. */
import type { DraftsPort } from '@contract/ports'

/**
 * @param load fetches the drafts
 * @returns drafts that can be asked from the start. A lock that comes while the code is on its way is kept
 */
export function createLazyDrafts(
  load: () => Promise<DraftsPort> = async () => (await import('./drafts')).createDrafts(),
): DraftsPort {
  let loading: Promise<DraftsPort | null> | null = null
  let loaded: DraftsPort | null = null
  /** Whose turn it is; a lock, or another unlock, makes an earlier unlock void. */
  let turn = 0
  let wanted = false
  let unlocked = Promise.resolve()

  const fetched = () =>
    (loading ??= load().then(
      (drafts) => (loaded = drafts),
      () => {
        // The code could not be fetched: the next unlock tries again, until then nothing is kept.
        loading = null
        wanted = false
        return null
      },
    ))
  /** The drafts once an unlock that is under way is done. */
  const ready = async () => {
    await unlocked
    return loaded
  }

  return {
    // While the code is on its way: yes, where the browser has what it takes. A save that fails then says so.
    canKeep: () =>
      loaded?.canKeep() ?? (wanted && 'indexedDB' in globalThis && globalThis.crypto?.subtle !== undefined),
    unlock(userId, draftKey) {
      wanted = true
      const mine = (turn += 1)
      unlocked = fetched().then((drafts) => (mine === turn ? drafts?.unlock(userId, draftKey) : undefined))
      return unlocked
    },
    lock() {
      turn += 1
      wanted = false
      loaded?.lock()
    },
    // Handed on at once where they can be: a save that is asked for before a lock must not wait until after it.
    load: (key) => (loaded ? loaded.load(key) : ready().then((drafts) => drafts?.load(key) ?? null)),
    save: (key, draft) =>
      loaded ? loaded.save(key, draft) : ready().then((drafts) => drafts?.save(key, draft) ?? false),
    discard: (key) => (loaded ? loaded.discard(key) : ready().then((drafts) => drafts?.discard(key))),
  }
}
