/** The reading machine over one call. */
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { readingMachine } from './reading.machine'

/** @param read asks the server; failures are data. @returns the machine with it provided, ready to start */
export const createReadingImplementations = (read: (signal: AbortSignal) => Promise<Result<unknown>>) =>
  readingMachine.provide({ actors: { read: answered(({ signal }) => read(signal)) } })
