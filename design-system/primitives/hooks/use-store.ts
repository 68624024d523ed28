import { useSyncExternalStore } from 'react'

/**
 * The current value of a store outside of React. Components that use it can also be rendered without a browser, as the build does
 * for first pictures, where a store returns its initial value.
 * @param subscribe calls the listener on changes; pass a stable function. @returns unsubscribes
 * @param get returns the same value until it changes
 */
export const useStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get)
