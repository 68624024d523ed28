/**
 * The parts that all machines with a write share. A write without a response from the API is uncertain: it may have
 * taken effect. It is repeated with its Idempotency-Key until there is a response, so that it takes effect once.
 */
import { fromCallback, type AnyEventObject } from 'xstate'

/** The pauses before each repetition, in milliseconds; the last one applies to all further repetitions. */
const CHECK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000] as const
/** @param checks number of repetitions so far @returns the pause before the next repetition, in milliseconds */
export const checkPauseMs = (checks: number): number => CHECK_PAUSES_MS[Math.min(checks, CHECK_PAUSES_MS.length - 1)]!

/** How long a write is repeated automatically, in milliseconds; then the person sees that the outcome is unknown. */
export const CHECK_PATIENCE_MS = 60_000

/**
 * Calls the listener when the connection is back: the socket has resumed, or the browser is online again. @returns a
 * function that unsubscribes
 */
export type OnLineBack = (listener: () => void) => () => void

/** @returns an actor that sends `line.back` whenever the connection is back */
export const createLineFeed = <Event extends AnyEventObject>(onLineBack: OnLineBack) =>
  fromCallback<Event>(({ sendBack }) => onLineBack(() => sendBack({ type: 'line.back' } as unknown as Event)))
