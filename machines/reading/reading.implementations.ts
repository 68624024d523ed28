/** The reading machine over one call. */
import { fromPromise } from 'xstate'
import type { Result } from '@contract/errors'
import { readingMachine } from './reading.machine'

/** @param read asks the server; failures are data. @returns the machine with it provided, ready to start */
export const createReadingImplementations = (read: (signal: AbortSignal) => Promise<Result<unknown>>) =>
  readingMachine.provide({ actors: { read: fromPromise(({ signal }) => read(signal)) } })
