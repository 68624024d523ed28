/** A reading that many ask for at the same moment is made once or twice, and not for each of them. */

/**
 * @returns reads by a key: while a reading of the key is made, whoever asks waits for the next one, and all of them share it. It begins after
 * they have asked, so nobody gets an answer that is older than their question, and nothing has to be invalidated.
 */
export function createSharedReadings<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  const next = new Map<string, Promise<T>>()
  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read().finally(() => running.delete(key))
    running.set(key, reading)
    return reading
  }
  return (key, read) => {
    const current = running.get(key)
    if (!current) return next.get(key) ?? begin(key, read)
    const known = next.get(key)
    if (known) return known
    const following = current
      .catch(() => undefined)
      .then(() => {
        next.delete(key)
        return begin(key, read)
      })
    next.set(key, following)
    return following
  }
}
