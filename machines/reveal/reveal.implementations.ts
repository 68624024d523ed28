/** The implementations of the reveal machine over one call, the clock and the visibility of the page. */
import { fromCallback } from 'xstate'
import type { ClockPort } from '@ports/clock'
import { answered } from '../kit/answered'
import { revealMachine, type RevealEvent, type SecretAnswer, type SecretRequest } from './reveal.machine'

const SECOND_MS = 1000

/**
 * Calls the listener when the page is hidden or left, and at once if it is hidden already. @returns a function that
 * unsubscribes
 */
export type OnPageHidden = (listener: () => void) => () => void

export interface RevealDependencies {
  /** Asks for the secret; the server writes each request to the audit log. Failures are data. */
  call: (reason: string, options: { idempotencyKey: string; signal: AbortSignal }) => Promise<SecretAnswer>
  clock: ClockPort
  onPageHidden: OnPageHidden
}

/** @returns the machine with everything provided, ready to start; one for each dialog */
export const createRevealImplementations = ({ call, clock, onPageHidden }: RevealDependencies) =>
  revealMachine.provide({
    actors: {
      readSecret: answered<SecretAnswer, SecretRequest>(({ input: { reason, key }, signal }) =>
        call(reason, { idempotencyKey: key, signal }),
      ),
      countdown: fromCallback<RevealEvent, { seconds: number }>(({ input: { seconds }, sendBack }) => {
        const end = clock.now() + seconds * SECOND_MS
        let left = seconds
        const timer = setInterval(() => {
          // A timer does not count the time that a device sleeps, and a clock that is set back must not prolong it.
          left = Math.min(left - 1, Math.ceil((end - clock.now()) / SECOND_MS))
          sendBack({ type: 'second.passed', left })
        }, SECOND_MS)
        return () => clearInterval(timer)
      }),
      pageFeed: fromCallback<RevealEvent>(({ sendBack }) => onPageHidden(() => sendBack({ type: 'page.hidden' }))),
    },
  })
