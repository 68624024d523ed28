/**
 * The records that changed and are not fetched yet: each is in it once, however often it changed. Rows in view come first,
 * then those that have waited longest.
 */

/** A record that changed. */
export interface Change {
  id: string
  /** The version that the record has now; `ANY_VERSION` where the row that is held may differ at the same version. */
  version: number
}

/** Values changed that are no edit, or the response in flight may be older: the record is fetched whatever version is held. */
export const ANY_VERSION = Number.POSITIVE_INFINITY

/** A change that alters nothing but a number is told this much later, milliseconds. */
export const COUNT_PAUSE_MS = 100

/** How many records wait. */
export interface Waiting {
  /** Rows that the person sees. */
  inView: number
  /** All others. */
  beyond: number
}

export interface ChangeQueue {
  /** Adds a change. A record that waits already is fetched once, in its newest version. */
  note(change: Change): void
  /** These rows are seen, and no others. Before the first call all rows count as seen. */
  setInView(ids: Iterable<string>): void
  /** Takes changes out: those in view first, then others. @param most in all. @param beyond most of the others, where any are in view */
  take(most: number, beyond: number): Change[]
  /** Puts back what was taken and could not be fetched. */
  giveBack(changes: readonly Change[]): void
  clear(): void
  waiting(): Waiting
  /**
   * @param listener told when other numbers of records wait, unless `take` is the reason: at once where the first record waits or
   * the first one in view, else a moment later, so that a flood of changes costs little. @returns how to stop
   */
  subscribe(listener: () => void): () => void
}

/** @returns an empty queue */
export function createChangeQueue(): ChangeQueue {
  /** Version by id; those that have waited longest come first. */
  const seen = new Map<string, number>()
  const unseen = new Map<string, number>()
  let inView: ReadonlySet<string> | null = null
  const listeners = new Set<() => void>()

  const waiting = (): Waiting => ({ inView: seen.size, beyond: unseen.size })
  /** What the listeners know. */
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
  /** @returns whether the record did not wait before */
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
