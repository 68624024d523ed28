/** Calls with an Idempotency-Key: each takes effect once, and a repetition returns the stored response (contract, Writes). */
import { ERROR_CODE } from '@contract/errors'
import { DatabaseUnavailable } from '@server/platform/ports/db'
import { ownerIdOf, type Writer } from '@server/platform/modules/access/principal'
import type { CallKey, IdempotencyKeys, StorableAnswer, WriteKey } from '@server/platform/modules/idempotency/keys'
import type { Answer } from './call'
import { forbidden, HttpFailure, idempotencyKeyReused, idempotencyRunning } from './failure'

const RIGHTS_CHANGED =
  'This request was carried out, but your rights have changed since, so its response is not repeated. Open the record to see it.'

/** A call with a key, after its rights and its form have been checked. */
export interface KeyedCall {
  writer: Writer
  operation: string
  key: string
  /** Parameters, query and body, after validation. */
  request: unknown
  /** Looks the key up before the handler runs: for calls whose refusal has side effects. For others it is looked up after a refusal. */
  looksUpFirst: boolean
}

/**
 * @returns runs a call. Its result is that of `run`, or the stored response (`isReplayed`)
 * @throws the error of `run` where nothing is stored; 409 while the same request runs in this process (in another one, the
 * database makes the second request wait for the first); 422 where the key was used with other content; 403 where the rights have changed
 */
export function createKeyedCalls(keys: IdempotencyKeys) {
  const running = new Set<string>()

  return async (
    { writer, operation, key, request, looksUpFirst }: KeyedCall,
    run: (key: WriteKey) => Promise<Answer<unknown>>,
  ): Promise<{ answer: Answer<unknown>; isReplayed: boolean }> => {
    const ownerId = ownerIdOf(writer)
    const call: CallKey = { ownerId, operation, key }
    const name = `${ownerId} ${operation} ${key}`
    const requestHash = keys.hashRequest(request)
    const accessHash = keys.hashAccess(writer)

    async function stored(): Promise<StorableAnswer | null> {
      const found = await keys.find(call)
      if (!found) return null
      if (found.requestHash !== requestHash) throw idempotencyKeyReused()
      if (found.accessHash !== accessHash) throw forbidden(RIGHTS_CHANGED)
      return found.isUnfinished ? null : found.answer
    }

    if (running.has(name)) throw idempotencyRunning()
    running.add(name)
    let goesOn = false
    try {
      const known = looksUpFirst ? await stored() : null
      if (known) return { answer: known, isReplayed: true }
      try {
        const answer = await run(keys.writeKey(call, requestHash, accessHash))
        const finished = 'rows' in answer ? answer.finished : undefined
        goesOn = finished !== undefined
        void finished?.then(() => running.delete(name))
        return { answer, isReplayed: false }
      } catch (error) {
        // Without the database no key can be looked up, and a missing step-up is a missing right.
        const isFinal =
          error instanceof DatabaseUnavailable ||
          (error instanceof HttpFailure && error.code === ERROR_CODE.stepUpRequired)
        const found = isFinal ? null : await stored()
        if (!found) throw error
        return { answer: found, isReplayed: true }
      }
    } finally {
      if (!goesOn) running.delete(name)
    }
  }
}
