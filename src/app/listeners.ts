/**
 * A set of listeners for one kind of event.
 * @returns a function that notifies all of them, and one that subscribes (and returns a function that unsubscribes)
 */
export function createListeners<Args extends unknown[]>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    notify: (...args: Args) => listeners.forEach((listener) => listener(...args)),
    listen: (listener: (...args: Args) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
