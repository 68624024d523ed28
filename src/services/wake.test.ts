import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClock } from './clock'
import { listenToWake } from './wake'

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  become(state: DocumentVisibilityState) {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let window: EventTarget
let page: Page
let told: string[]
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  window = new EventTarget()
  page = new Page()
  told = []
  stop = listenToWake(
    { onFocus: () => told.push('focus'), onWake: () => told.push('wake') },
    { clock: createClock(), window, document: page },
  )
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
/** The device sleeps: the clock continues, timers do not. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('a page that comes back from the cache of the browser', () => {
  const transition = (type: string, persisted: boolean) => Object.assign(new Event(type), { persisted })
  const style = { visibility: '' }
  let frames: (() => void)[]
  beforeEach(() => {
    style.visibility = ''
    frames = []
    stop()
    stop = listenToWake(
      { onFocus: () => told.push('focus'), onWake: () => told.push('wake'), onRecovered: () => told.push('recovered') },
      {
        clock: createClock(),
        window,
        document: Object.assign(page, { documentElement: { style } }),
        beforeFrame: (callback) => void frames.push(callback),
      },
    )
  })

  it('goes there without content, and is reported before it is visible again', () => {
    window.dispatchEvent(transition('pagehide', true))
    expect(style.visibility).toBe('hidden')
    window.dispatchEvent(transition('pageshow', true))
    expect([told, style.visibility]).toEqual([['recovered'], 'hidden'])
    for (const draw of frames) draw()
    expect(style.visibility).toBe('')
  })
  it('is not one that is loaded, or left for good', () => {
    window.dispatchEvent(transition('pageshow', false))
    window.dispatchEvent(transition('pagehide', false))
    expect([told, style.visibility, frames]).toEqual([[], '', []])
  })
  it('is not reported after the end', () => {
    stop()
    window.dispatchEvent(transition('pageshow', true))
    expect(told).toEqual([])
  })
})

describe('coming back', () => {
  it('does not report a wake-up while time passes normally', () => {
    vi.advanceTimersByTime(10 * 60_000)
    expect(told).toEqual([])
  })
  it('reports a wake-up if the clock is more than 30 s ahead', () => {
    vi.advanceTimersByTime(7_000)
    sleep(29_000)
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual([])
    sleep(31_000)
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual(['wake'])
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['wake'])
  })
  it('does not report a wake-up for the throttled timers of a hidden page', () => {
    page.become('hidden')
    for (let minute = 0; minute < 10; minute += 1) {
      sleep(55_000)
      vi.advanceTimersByTime(5_000)
    }
    expect(told).toEqual([])
    page.become('visible')
    expect(told).toEqual(['wake'])
    vi.advanceTimersByTime(5_000)
    expect(told).toEqual(['wake'])
  })
  it('reports only a focus if the page is shown again after a moment', () => {
    page.become('hidden')
    vi.advanceTimersByTime(60_000)
    page.become('visible')
    expect(told).toEqual(['focus'])
  })
  it('reports focus, visibility and network at once as one return', () => {
    page.become('hidden')
    vi.advanceTimersByTime(10_000)
    page.become('visible')
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('online'))
    expect(told).toEqual(['focus'])
    vi.advanceTimersByTime(1_000)
    window.dispatchEvent(new Event('online'))
    expect(told).toEqual(['focus', 'focus'])
  })
  it('reports a wake-up also right after a focus, and ignores the focus that follows it', () => {
    sleep(3_600_000)
    window.dispatchEvent(new Event('focus'))
    vi.advanceTimersByTime(5_000)
    window.dispatchEvent(new Event('focus'))
    expect(told).toEqual(['focus', 'wake'])
  })
  it('keeps reporting after the clock was set back', () => {
    window.dispatchEvent(new Event('focus'))
    sleep(-3_600_000)
    window.dispatchEvent(new Event('focus'))
    expect(told).toEqual(['focus', 'focus'])
  })
  it('reports nothing after it was stopped', () => {
    stop()
    sleep(3_600_000)
    vi.advanceTimersByTime(10_000)
    window.dispatchEvent(new Event('focus'))
    page.become('hidden')
    page.become('visible')
    expect(told).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('polling', () => {
  const polled = (pollMs?: number) => {
    let times = 0
    const listeners = { onFocus: () => {}, onWake: () => {}, onPoll: () => void (times += 1) }
    const end = listenToWake(listeners, { clock: createClock(), window, document: page, pollMs })
    return { times: () => times, end }
  }
  it('is off by default', () => {
    const { times, end } = polled()
    vi.advanceTimersByTime(60 * 60_000)
    expect(times()).toBe(0)
    end()
  })
  it('happens at the interval while the page is visible, until it is stopped', () => {
    const { times, end } = polled(10_000)
    vi.advanceTimersByTime(30_000)
    expect(times()).toBe(3)
    page.become('hidden')
    vi.advanceTimersByTime(30_000)
    expect(times()).toBe(3)
    page.become('visible')
    vi.advanceTimersByTime(10_000)
    expect(times()).toBe(4)
    end()
    vi.advanceTimersByTime(60_000)
    expect(times()).toBe(4)
  })
})
