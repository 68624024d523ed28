/** The implementations of the reading machine over one call. */
import type { Result } from '@contract/errors'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { readingMachine } from './reading.machine'

/**
 * @param read reads the value; failures are data
 * @returns the machine with everything provided, ready to start
 */
export const createReadingImplementations = (
  { toasts }: { toasts: ToastsPort },
  read: (signal: AbortSignal) => Promise<Result<unknown>>,
) =>
  readingMachine.provide({
    actors: { read: answered(({ signal }) => read(signal)) },
    actions: { notifyFailed: (_, { message }) => toasts.show('error', message) },
  })
