/** Work that must not make the page omit frames: code that is loaded before it is needed. */

/**
 * An idle period of at least this length, milliseconds: no frame is due, or the machine draws frames with time to spare. On a slow or
 * busy machine less is left of each frame.
 */
const QUIET_MS = 12
/** Pause before a page that was busy is asked again, in milliseconds. */
export const BUSY_PAUSE_MS = 100
/** Time after which work is done even though the page is never quiet, in milliseconds. */
export const PATIENCE_MS = 1000
/** Safari has no idle periods: work is done after this time, in milliseconds. */
const PAUSE_MS = 200

/** The browser's functions, so that tests can replace them. */
export interface IdleBrowser {
  requestIdleCallback?: (
    callback: (deadline: Pick<IdleDeadline, 'timeRemaining'>) => void,
    options: IdleRequestOptions,
  ) => unknown
  setTimeout: (callback: () => void, ms: number) => unknown
  performance: Pick<Performance, 'now'>
}

/**
 * Does work once the page has time, or after PATIENCE_MS. On a slow machine, to load and execute a part takes longer than the rest of a
 * frame: a page that shows a colleague's changes, or scrolls, would omit frames (docs/measurements.md, Live rows on a slow page).
 */
export function whenQuiet(work: () => void, browser: IdleBrowser = globalThis): void {
  const { requestIdleCallback, performance } = browser
  if (!requestIdleCallback) return void browser.setTimeout(work, PAUSE_MS)
  const latest = performance.now() + PATIENCE_MS
  const ask = () =>
    requestIdleCallback(
      (deadline) => {
        if (deadline.timeRemaining() >= QUIET_MS || performance.now() >= latest) work()
        else browser.setTimeout(ask, BUSY_PAUSE_MS)
      },
      { timeout: PATIENCE_MS },
    )
  ask()
}
