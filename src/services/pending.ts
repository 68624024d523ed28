/**
 * Writes without a known outcome, in session storage (ports, PendingPort). If storage is forbidden they do not survive
 * a reload.
 */
import type { PendingPort } from '@ports/pending'

const PREFIX = 'pitboss.pending.'

export interface PendingDependencies {
  /** Storage that lasts as long as the tab; the getter may throw. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  /** Id of the signed-in person; null if nobody is signed in. */
  owner: () => string | null
}

/** @returns the writes of this tab, and `clear`, which removes those of all people */
export function createPending({ storage = () => sessionStorage, owner }: PendingDependencies): PendingPort & {
  clear(): void
} {
  const trying = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      // Storage is forbidden, full or contains something else.
      return otherwise
    }
  }
  const names = () =>
    trying(() => {
      const store = storage()
      return Array.from({ length: store.length }, (_, index) => store.key(index) ?? '').filter((name) =>
        name.startsWith(PREFIX),
      )
    }, [])

  return {
    keep: (slot, write) =>
      trying(() => storage().setItem(PREFIX + slot, JSON.stringify({ owner: owner(), write })), undefined),
    forget: (slot) => trying(() => storage().removeItem(PREFIX + slot), undefined),
    list: (prefix) =>
      names()
        .filter((name) => name.startsWith(PREFIX + prefix))
        .flatMap((name) =>
          trying(() => {
            const kept = JSON.parse(storage().getItem(name) ?? 'null') as { owner: string | null; write: object } | null
            return kept && kept.owner !== null && kept.owner === owner() ? [kept.write] : []
          }, []),
        ),
    clear: () => names().forEach((name) => trying(() => storage().removeItem(name), undefined)),
  }
}
