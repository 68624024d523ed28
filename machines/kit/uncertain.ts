/**
 * A write without an answer of our API is uncertain: it may have taken effect. It is repeated with its Idempotency-Key until
 * there is an answer, so that it takes effect once. These are the parts that every machine of a write shares.
 */
import { fromCallback, type AnyEventObject } from 'xstate'

/** The pauses before each repetition, in milliseconds; the last one is repeated. */
const CHECK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000] as const
/** @param checks how often it was repeated so far @returns the pause before the next repetition, in milliseconds */
export const checkPauseMs = (checks: number): number => CHECK_PAUSES_MS[Math.min(checks, CHECK_PAUSES_MS.length - 1)]!

/** How long a write is repeated on its own, in milliseconds; then the person is told what is known. */
export const CHECK_PATIENCE_MS = 60_000

/** The connection is back: the socket has resumed, or the browser is online again. @returns how to stop listening */
export type OnLineBack = (listener: () => void) => () => void

/** @returns an actor that sends `line.back` whenever the connection is back */
export const createLineFeed = <Event extends AnyEventObject>(onLineBack: OnLineBack) =>
  fromCallback<Event>(({ sendBack }) => onLineBack(() => sendBack({ type: 'line.back' } as unknown as Event)))
