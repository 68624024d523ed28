/** Timers of background work, which keep no process alive. */

/** @returns cancels it */
export function later(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms)
  unref(timer)
  return () => clearTimeout(timer)
}

/** @returns ends it */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  unref(timer)
  return () => clearInterval(timer)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves once other work has had its turn. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve)
    else setTimeout(resolve, 0)
  })

/** Browsers have numbers instead of timers with methods. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as { unref(): void }).unref()
}
