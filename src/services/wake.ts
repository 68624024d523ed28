/**
 * Reports that somebody returned to the page, that the device slept, that the browser shows the page again as it was
 * when it was left, and, if polling is enabled, that the interval has passed (spec 9; contract, Sign-in mechanism).
 */
import type { ClockPort } from '@ports/clock'
import { createClock } from './clock'

/** Interval at which the clock is read, and the difference that counts as a sleep, in milliseconds. */
const TICK_MS = 5_000
const DRIFT_MS = 30_000

/** Time after which a hidden page counts as asleep, in milliseconds. */
const HIDDEN_MS = 60_000

/** Focus, visibility and network return together: within this time they count as one return, in milliseconds. */
const ONCE_MS = 1_000

export interface WakeListeners {
  /** The page was focused or shown, or the network is back. */
  onFocus: () => void
  /** The device slept, or the page was hidden for a long time: everything based on timers is late. */
  onWake: () => void
  /** The page comes back from the browser's back/forward cache. It is invisible until the frame after this call. */
  onRecovered?: () => void
  /** The polling interval has passed. */
  onPoll?: () => void
}

export interface WakeSurroundings {
  clock?: ClockPort
  /** Interval of polling, in milliseconds; null: no polling (the default). */
  pollMs?: number | null
  window?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>
  document?: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'> & {
    documentElement?: { style: Pick<CSSStyleDeclaration, 'visibility'> }
  }
  /** Calls back before the next frame is drawn. */
  beforeFrame?: (callback: () => void) => void
}

/**
 * Starts listening.
 * @returns a function that unsubscribes
 */
export function listenToWake(
  { onFocus, onWake, onRecovered, onPoll }: WakeListeners,
  surroundings: WakeSurroundings = {},
): () => void {
  const { clock = createClock(), pollMs = null, window = globalThis, document = globalThis.document } = surroundings
  const { beforeFrame = (callback: () => void) => void requestAnimationFrame(callback) } = surroundings
  const isHidden = () => document.visibilityState === 'hidden'
  let lastTick = clock.now()
  let hiddenSince = isHidden() ? clock.now() : null
  let lastTold = -Infinity

  const wake = () => {
    lastTold = lastTick = clock.now()
    onWake()
  }
  const focus = () => {
    // The absolute difference, because otherwise nothing would be reported after the clock was set back.
    if (Math.abs(clock.now() - lastTold) < ONCE_MS) return
    lastTold = clock.now()
    onFocus()
  }
  const tick = () => {
    const drift = clock.now() - lastTick - TICK_MS
    lastTick = clock.now()
    // Browsers throttle the timers of a hidden page to one a minute: that is not a sleep.
    if (drift > DRIFT_MS && hiddenSince === null) wake()
  }
  const visibility = () => {
    if (isHidden()) {
      hiddenSince ??= clock.now()
      return
    }
    const hiddenFor = hiddenSince === null ? 0 : clock.now() - hiddenSince
    hiddenSince = null
    lastTick = clock.now()
    if (hiddenFor > HIDDEN_MS) wake()
    else focus()
  }

  /** A page in the cache is shown with its last frame, before any code runs: it goes there without content. */
  const setVisible = (isVisible: boolean) => {
    if (document.documentElement) document.documentElement.style.visibility = isVisible ? '' : 'hidden'
  }
  const leave = (event: Event) => {
    if (onRecovered && (event as PageTransitionEvent).persisted) setVisible(false)
  }
  const recover = (event: Event) => {
    if (!onRecovered || !(event as PageTransitionEvent).persisted) return
    lastTick = clock.now()
    onRecovered()
    beforeFrame(() => setVisible(true))
  }

  const timer = setInterval(tick, TICK_MS)
  // A hidden page needs no fresh session: it is renewed when the page is shown again.
  const poll = pollMs === null ? undefined : setInterval(() => isHidden() || onPoll?.(), pollMs)
  window.addEventListener('focus', focus)
  window.addEventListener('online', focus)
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', recover)
  document.addEventListener('visibilitychange', visibility)
  return () => {
    clearInterval(timer)
    clearInterval(poll)
    window.removeEventListener('focus', focus)
    window.removeEventListener('online', focus)
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', recover)
    document.removeEventListener('visibilitychange', visibility)
  }
}
