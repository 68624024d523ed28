/** The lookup machine over one call. */
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { lookupMachine } from './lookup.machine'

/** @param look asks the server for what is called so; failures are data. @returns the machine with it provided, ready to start */
export const createLookupImplementations = (look: (words: string, signal: AbortSignal) => Promise<Result<unknown>>) =>
  lookupMachine.provide({
    actors: { look: answered<Result<unknown>, string>(({ input, signal }) => look(input, signal)) },
  })
