/** The current time for texts that count: one timer for all that show the same rate, and none while nothing is shown. */
import { useSyncExternalStore } from 'react'

/**
 * A clock that ticks while somebody listens. Between two ticks it always returns the same time: React reads a store twice and
 * renders again where the two differ.
 * @param tickMs milliseconds between two ticks
 * @param now the system's clock, milliseconds since 1970
 */
export function createTicker(tickMs: number, now: () => number = Date.now) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let at = now()
  const tick = () => {
    at = now()
    listeners.forEach((each) => each())
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    timer ??= setInterval(tick, tickMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
  /** @returns milliseconds since 1970, at most one tick old */
  const get = (): number => {
    const passed = now() - at
    // Nobody has listened for a while, or the system's clock was set back.
    if (passed >= tickMs || passed < 0) at = now()
    return at
  }
  return { subscribe, get }
}

const seconds = createTicker(1000)
const tens = createTicker(10_000)
const never = () => () => undefined

/** @returns the time in milliseconds since 1970, updated every second */
export const useSeconds = (): number => useSyncExternalStore(seconds.subscribe, seconds.get)
/** @param isRunning whether it is updated @returns the time in milliseconds since 1970, at most ten seconds old */
export const useTenSeconds = (isRunning: boolean): number =>
  useSyncExternalStore(isRunning ? tens.subscribe : never, tens.get)
