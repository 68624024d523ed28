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
  const started = now()
  let kept: { at: number; what: T }[] = []
  /** Of announcements that had to be dropped early, the time of the last one. */
  let droppedUntil = -Infinity

  return {
    add(announced) {
      const at = now()
      const oldest = at - UNHEARD.keptMs - UNHEARD.transitMs
      if (kept[0] && kept[0].at < oldest) kept = kept.filter((one) => one.at >= oldest)
      for (const what of announced) kept.push({ at, what })
      if (kept.length > KEPT_MAX) droppedUntil = kept.splice(0, kept.length - KEPT_MAX / 2).at(-1)!.at
    },
    of(ms) {
      const since = now() - ms
      const from = since - UNHEARD.transitMs
      if (ms > UNHEARD.keptMs || since < started || from <= droppedUntil) return null
      return kept.filter(({ at }) => at >= from).map(({ what }) => what)
    },
  }
}
