import { useSyncExternalStore } from 'react'

/**
 * What a store outside of React holds now. Components that read their stores with it can also be drawn without a browser, as the
 * build does for first pictures: there a store shows what it starts with.
 * @param subscribe tells of changes; keep the function the same. @returns how to stop
 * @param get the same value until it changes
 */
export const useStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get)
