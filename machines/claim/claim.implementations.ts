/** The implementations of the claim machine over the calls that change and release a claim. */
import { fromCallback } from 'xstate'
import type { Result } from '@contract/errors'
import type { ClockPort } from '@ports/clock'
import { answered } from '../kit/answered'
import { createKeptKeys } from '../kit/kept-keys'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { claimMachine, type ClaimChange, type ClaimEvent, type ReadClaim } from './claim.machine'

/** Shortest interval between two renewals of a claim, in milliseconds: a fifth of a lease. */
export const RENEW_EVERY_MS = 60_000
/** Interval at which the clock is read, in milliseconds: a timer does not count the time that a device sleeps. */
const TICK_MS = 5000

export interface ClaimDependencies {
  /**
   * Claims, renews, takes over (with a note) or releases the record. @returns the claim afterwards; failures are data
   */
  change: (change: ClaimChange, key: string, signal: AbortSignal) => Promise<Result<ReadClaim | null>>
  /** Creates the Idempotency-Key of a change. */
  newKey: () => string
  clock: ClockPort
  /** Called when the person types or clicks. @returns a function that unsubscribes */
  onActivity: (listener: () => void) => () => void
  onLineBack: OnLineBack
}

/** @returns the machine with everything provided, ready to start */
export function createClaimImplementations({ change, newKey, clock, onActivity, onLineBack }: ClaimDependencies) {
  const withKey = createKeptKeys(newKey)
  return claimMachine.provide({
    actors: {
      change: answered<Result<ReadClaim | null>, ClaimChange>(({ input, signal }) =>
        withKey(input, (key) => change(input, key, signal)),
      ),
      activityFeed: fromCallback<ClaimEvent>(({ sendBack }) => {
        const began = clock.now()
        return onActivity(() => {
          if (clock.now() - began >= RENEW_EVERY_MS) sendBack({ type: 'claim.active' })
        })
      }),
      leaseFeed: fromCallback<ClaimEvent, { until: string }>(({ input, sendBack }) => {
        const check = () => {
          if (!(clock.now() < Date.parse(input.until))) sendBack({ type: 'claim.passed' })
        }
        const timer = setInterval(check, TICK_MS)
        check()
        return () => clearInterval(timer)
      }),
      lineFeed: createLineFeed<ClaimEvent>(onLineBack),
    },
  })
}
