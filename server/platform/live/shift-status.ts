/**
 * State of the shift button, for consoles that ask every second. Responses come from a recent read, one statement for all who
 * ask, and never from before a known change.
 */
import type { ShiftDetails } from '@contract/entities/shift'
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Reading } from '@server/platform/db/reading'
import { readDetails, shiftDetails } from '@server/platform/modules/shifts/store'

/** Maximum age of a response. Another process, a manual change in the database or the clock may have changed the shift since. */
export const MAX_AGE_MS = 1000
/** A person who has not asked for this long is not read again until the next request. */
const ASKS_WITHIN_MS = 2500
/** Requests within this time that the cache cannot answer share one read. */
const GATHER_MS = 5

export interface ShiftStatus {
  /** @returns the current state, at most MAX_AGE_MS old */
  of(staffId: string): Promise<ShiftDetails>
  /** Reads the state for everyone who asked recently; responses use its result. */
  reading(): Reading<void>
  /** Discards what was read for a person; the result of a read in progress is ignored. */
  changed(staffId: string): void
}

export function createShiftStatus({ db, clock }: { db: Db; clock: Clock }): ShiftStatus {
  /** `at`: performance.now() when the read began. */
  const known = new Map<string, { at: number; details: ShiftDetails }>()
  const askedAt = new Map<string, number>()
  const changedAt = new Map<string, number>()

  function asking(): string[] {
    const since = performance.now() - ASKS_WITHIN_MS
    for (const [staffId, at] of askedAt) {
      if (at >= since) continue
      for (const each of [askedAt, known, changedAt]) each.delete(staffId)
    }
    return [...askedAt.keys()]
  }

  function learn(details: ReadonlyMap<string, ShiftDetails>, at: number): void {
    for (const [staffId, own] of details) {
      if ((changedAt.get(staffId) ?? -Infinity) < at && (known.get(staffId)?.at ?? -Infinity) < at)
        known.set(staffId, { at, details: own })
    }
  }

  let gathered: Promise<Map<string, ShiftDetails>> | null = null
  /** A read that begins after the request. It includes everyone who asks: where one entry is too old, most are. */
  function readAfter(): Promise<Map<string, ShiftDetails>> {
    gathered ??= new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS)).then(async () => {
      gathered = null
      const at = performance.now()
      const details = await readDetails(db, asking(), clock.now())
      learn(details, at)
      return details
    })
    return gathered
  }

  return {
    async of(staffId) {
      const now = performance.now()
      askedAt.set(staffId, now)
      const own = known.get(staffId)
      if (own && now - own.at <= MAX_AGE_MS) return own.details
      return (await readAfter()).get(staffId)!
    },
    reading() {
      const at = performance.now()
      const details = shiftDetails(asking(), clock.now())
      return { ...details, parse: (value) => learn(details.parse(value), at) }
    },
    changed(staffId) {
      known.delete(staffId)
      changedAt.set(staffId, performance.now())
    },
  }
}
