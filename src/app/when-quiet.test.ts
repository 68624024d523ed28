import { expect, test } from 'vitest'
import { BUSY_PAUSE_MS, PATIENCE_MS, whenQuiet, type IdleBrowser } from './when-quiet'

/** A browser whose idle periods have a given length. @param remaining milliseconds at a time, also in milliseconds */
function pageWith(remaining: (now: number) => number) {
  let now = 0
  const due: { at: number; work: () => void }[] = []
  const later = (work: () => void, ms: number) => void due.push({ at: now + ms, work })
  const browser: IdleBrowser = {
    requestIdleCallback: (callback) => later(() => callback({ timeRemaining: () => remaining(now) }), 1),
    setTimeout: later,
    performance: { now: () => now },
  }
  return {
    browser,
    /** Runs everything. @returns the time afterwards */
    run: () => {
      for (let next = due.shift(); next; next = due.shift()) {
        now = next.at
        next.work()
      }
      return now
    },
  }
}

test('a quiet page does the work in its first idle period', () => {
  const { browser, run } = pageWith(() => 49)
  let done = 0
  whenQuiet(() => (done += 1), browser)
  expect(done).toBe(0)
  expect([run(), done]).toEqual([1, 1])
})

test('a page that has little time between its frames waits until it has more', () => {
  const { browser, run } = pageWith((now) => (now < 3 * BUSY_PAUSE_MS ? 6 : 49))
  let done = 0
  whenQuiet(() => (done += 1), browser)
  const at = run()
  expect(done).toBe(1)
  expect(at).toBeGreaterThanOrEqual(3 * BUSY_PAUSE_MS)
  expect(at).toBeLessThan(5 * BUSY_PAUSE_MS)
})

test('a page that is never quiet does the work after a while, once', () => {
  const { browser, run } = pageWith(() => 5)
  let done = 0
  whenQuiet(() => (done += 1), browser)
  const at = run()
  expect(done).toBe(1)
  expect(at).toBeGreaterThanOrEqual(PATIENCE_MS)
  expect(at).toBeLessThan(PATIENCE_MS + 2 * BUSY_PAUSE_MS)
})

test('a browser without idle periods does the work after a pause', () => {
  const { browser, run } = pageWith(() => 0)
  let done = 0
  whenQuiet(() => (done += 1), { ...browser, requestIdleCallback: undefined })
  expect(done).toBe(0)
  expect(run()).toBeGreaterThan(0)
  expect(done).toBe(1)
})
