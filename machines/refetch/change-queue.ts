/**
 * A queue of the records that changed and are not fetched yet, each once, however often it changed. Rows in view are
 * first, then those that have waited longest.
 */

/** A record that changed. */
export interface Change {
  id: string
  /** The record's current version; `ANY_VERSION` if the row in the list may differ at the same version. */
  version: number
}

/**
 * Fetches the record whatever version is in the list: values changed without an edit, or the response in flight may be
 * older.
 */
export const ANY_VERSION = Number.POSITIVE_INFINITY

/** Delay before listeners receive a change of counts only, milliseconds. */
export const COUNT_PAUSE_MS = 100

/** Numbers of waiting records. */
export interface Waiting {
  /** Rows in view. */
  inView: number
  /** All others. */
  beyond: number
}

export interface ChangeQueue {
  /** Adds a change. A record that is already waiting is fetched once, in its newest version. */
  note(change: Change): void
  /** Sets the rows in view. Before the first call all rows count as in view. */
  setInView(ids: Iterable<string>): void
  /**
   * Removes changes from the queue and returns them, those in view first.
   * @param most maximum in total @param beyond maximum of those out of view, if any are in view
   */
  take(most: number, beyond: number): Change[]
  /** Puts back changes that could not be fetched. */
  giveBack(changes: readonly Change[]): void
  clear(): void
  waiting(): Waiting
  /**
   * @param listener called when the numbers of waiting records change, except by `take`: at once for the first record
   * and for the first one in view, otherwise after `COUNT_PAUSE_MS`, so that many changes cause few calls
   * @returns a function that stops it
   */
  subscribe(listener: () => void): () => void
}

/** @returns an empty queue */
export function createChangeQueue(): ChangeQueue {
  /** Version by id; those that have waited longest are first. */
  const seen = new Map<string, number>()
  const unseen = new Map<string, number>()
  let inView: ReadonlySet<string> | null = null
  const listeners = new Set<() => void>()

  const waiting = (): Waiting => ({ inView: seen.size, beyond: unseen.size })
  /** The counts that the listeners received last. */
  let told = waiting()
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    told = waiting()
    for (const listener of listeners) listener()
  }
  const tellOfNumbers = () => {
    const isFirst = told.inView + told.beyond === 0
    const isFirstInView = told.inView === 0 && seen.size > 0
    if (isFirst || isFirstInView) tell()
    else if (listeners.size > 0) timer ??= setTimeout(tell, COUNT_PAUSE_MS)
  }
  const isInView = (id: string) => inView === null || inView.has(id)
  /** @returns whether the record was not waiting before */
  const add = ({ id, version }: Change): boolean => {
    const queue = isInView(id) ? seen : unseen
    const known = queue.get(id)
    if (known === undefined || known < version) queue.set(id, version)
    return known === undefined
  }
  const takeFrom = (queue: Map<string, number>, most: number): Change[] => {
    const taken: Change[] = []
    for (const [id, version] of queue) {
      if (taken.length === most) break
      taken.push({ id, version })
      queue.delete(id)
    }
    return taken
  }

  return {
    note(change) {
      if (add(change)) tellOfNumbers()
    },
    setInView(ids) {
      inView = new Set(ids)
      const before = seen.size
      const moved = [...seen].filter(([id]) => !inView!.has(id))
      for (const [id] of moved) seen.delete(id)
      for (const id of inView) {
        const version = unseen.get(id)
        if (version === undefined) continue
        unseen.delete(id)
        seen.set(id, version)
      }
      for (const [id, version] of moved) unseen.set(id, version)
      if (seen.size !== before) tell()
    },
    take(most, beyond) {
      const first = takeFrom(seen, most)
      const others = takeFrom(unseen, Math.min(most - first.length, first.length > 0 ? beyond : most))
      told = waiting()
      return [...first, ...others]
    },
    giveBack(changes) {
      if (changes.map(add).some(Boolean)) tellOfNumbers()
    },
    clear() {
      seen.clear()
      unseen.clear()
      tell()
    },
    waiting,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
  }
}
