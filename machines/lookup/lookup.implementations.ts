/** The implementations of the lookup machine over one call. */
import type { Result } from '@contract/errors'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { lookupMachine, type Looked } from './lookup.machine'

/**
 * @param look searches the server for these words; failures are data, also if only a part of the search failed
 * @returns the machine with everything provided, ready to start
 */
export const createLookupImplementations = (
  { toasts }: { toasts: ToastsPort },
  look: (words: string, signal: AbortSignal) => Promise<Result<Looked>>,
) =>
  lookupMachine.provide({
    actors: { look: answered<Result<Looked>, string>(({ input, signal }) => look(input, signal)) },
    actions: { notifyFailed: (_, { message }) => toasts.show('error', message) },
  })
