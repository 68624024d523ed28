/** A set of listeners to one kind of event. @returns how to notify all of them, and how to listen (which returns how to stop) */
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
