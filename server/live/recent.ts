/**
 * What was announced lately. A console reads before its socket is connected: it is told of the changes in between when it connects
 * (contract/socket.ts, SocketAuth.unheard_ms).
 */
import { UNHEARD } from '@contract/constants'

/** Announcements kept at most; with more, the older half is dropped. */
const KEPT_MAX = 10_000

export interface Recent<T> {
  /** Keeps what is announced now. */
  add(announced: readonly T[]): void
  /**
   * @returns what was announced in the last `ms` milliseconds, and a little before (`UNHEARD.transitMs`), in its order; null if it
   * is not known any more
   */
  of(ms: number): T[] | null
}

/** @param now monotonic time in milliseconds */
export function createRecent<T>(now: () => number = () => performance.now()): Recent<T> {
  let kept: { at: number; what: T }[] = []
  /** Nothing is known of the time before. */
  let knownSince = now()

  function drop(count: number, since: number) {
    kept = kept.slice(count)
    knownSince = Math.max(knownSince, since)
  }

  return {
    add(announced) {
      const at = now()
      for (const what of announced) kept.push({ at, what })
      const outdated = at - UNHEARD.keptMs
      if (kept[0] && kept[0].at < outdated)
        drop(
          kept.findIndex((one) => one.at >= outdated),
          outdated,
        )
      if (kept.length > KEPT_MAX) {
        const half = kept.length - KEPT_MAX / 2
        drop(half, kept[half]!.at)
      }
    },
    of(ms) {
      const since = now() - ms
      if (ms > UNHEARD.keptMs || since < knownSince) return null
      return kept.filter(({ at }) => at >= since - UNHEARD.transitMs).map(({ what }) => what)
    },
  }
}
