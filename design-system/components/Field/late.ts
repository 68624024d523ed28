import { useSyncExternalStore } from 'react'

/** Code that is fetched when it is first needed. Unlike `lazy` it neither suspends nor throws: what stands stays until it is there. */
export interface Late<Code> {
  read: () => Code | 'failed' | null
  fetch: () => void
  subscribe: (listener: () => void) => () => void
}

/**
 * @param load fetches the module; its default export is the code
 */
export function late<Code extends object>(load: () => Promise<{ default: Code }>): Late<Code> {
  const listeners = new Set<() => void>()
  let state: Code | 'failed' | null = null
  let underWay = false
  const settle = (next: Code | 'failed' | null) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    fetch: () => {
      if (underWay || (state && state !== 'failed')) return
      underWay = true
      if (state === 'failed') settle(null)
      load()
        .then(
          (module) => settle(module.default),
          () => settle('failed'),
        )
        .finally(() => {
          underWay = false
        })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The code where it is there, 'failed' where it could not be fetched (`fetch` tries again), null until then. */
export const useLate = <Code extends object>({ subscribe, read }: Late<Code>) => useSyncExternalStore(subscribe, read)
