/** The implementations of the lookup machine over one call. */
import type { Result } from '@contract/errors'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { lookupMachine } from './lookup.machine'

/**
 * @param look searches the server for these words; failures are data
 * @returns the machine with everything provided, ready to start
 */
export const createLookupImplementations = (
  { toasts }: { toasts: ToastsPort },
  look: (words: string, signal: AbortSignal) => Promise<Result<unknown>>,
) =>
  lookupMachine.provide({
    actors: { look: answered<Result<unknown>, string>(({ input, signal }) => look(input, signal)) },
    actions: { notifyFailed: (_, { message }) => toasts.show('error', message) },
  })
