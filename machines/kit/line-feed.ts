/** Reports to a machine when the connection is back, so that it repeats a call that was lost. */
import { fromCallback, type AnyEventObject } from 'xstate'

/**
 * Calls the listener when the connection is back: the socket has resumed, or the browser is online again. @returns a
 * function that unsubscribes
 */
export type OnLineBack = (listener: () => void) => () => void

/** @returns an actor that sends `line.back` whenever the connection is back */
export const createLineFeed = <Event extends AnyEventObject>(onLineBack: OnLineBack) =>
  fromCallback<Event>(({ sendBack }) => onLineBack(() => sendBack({ type: 'line.back' } as unknown as Event)))
