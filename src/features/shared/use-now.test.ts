import { describe, expect, it, vi } from 'vitest'
import { createTicker } from './use-now'

describe('the clock of counting texts', () => {
  it('returns the same time between two ticks, also across the end of a second', () => {
    let at = 999
    const ticker = createTicker(1000, () => at)
    const first = ticker.get()
    at = 1001
    expect(ticker.get()).toBe(first)
    at = 1999
    expect(ticker.get()).toBe(1999)
  })
  it('is right again after the system’s clock was set back', () => {
    let at = 5_000_000
    const ticker = createTicker(1000, () => at)
    ticker.get()
    at = 1_400_000
    expect(ticker.get()).toBe(1_400_000)
  })
  it('uses one timer for all listeners, and none without listeners', () => {
    vi.useFakeTimers()
    const ticker = createTicker(1000)
    const heard = [vi.fn<() => void>(), vi.fn<() => void>()]
    const ends = heard.map((each) => ticker.subscribe(each))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(2000)
    for (const each of heard) expect(each).toHaveBeenCalledTimes(2)
    ends.forEach((end) => end())
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
