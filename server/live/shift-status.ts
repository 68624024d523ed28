/**
 * What shift buttons show, for consoles that ask every second. Answers come from what was read a moment ago: for all who ask,
 * in one statement, and never from before a change that somebody knows of.
 */
import type { ShiftDetails } from '@contract/entities/shift'
import type { Clock } from '../lib/clock'
import type { Db } from '@server/db/db'
import type { Reading } from '@server/db/reading'
import { readDetails, shiftDetails } from '@server/modules/shifts/store'

/** An answer is at most this old. Another process, a hand in the database or the clock may have changed it since. */
export const MAX_AGE_MS = 1000
/** Who has not asked for this long is not read again until the next question. */
const ASKS_WITHIN_MS = 2500
/** Questions that cannot be answered from what is known and come within this time are one read. */
const GATHER_MS = 5

export interface ShiftStatus {
  /** @returns what holds, at most MAX_AGE_MS old */
  of(staffId: string): Promise<ShiftDetails>
  /** Reads what holds for all who ask lately; its result is what they are answered from. */
  reading(): Reading<void>
  /** Forgets what was read of somebody; a read that is under way counts for nothing. */
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
  /** A read that begins after the question. It is of all who ask: what is too old for one is too old for most. */
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
