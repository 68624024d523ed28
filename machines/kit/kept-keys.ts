/** Keys of writes that a person may repeat after a lost response. */
import { isUncertain, type Result } from '@contract/errors'

/**
 * The key of a press, kept while its outcome is unknown, so that 'Try again' repeats the write instead of making another.
 * @param newKey creates an Idempotency-Key
 * @returns sends the write of a press, which is recognised by its identity
 */
export function createKeptKeys(newKey: () => string) {
  const keys = new WeakMap<object, string>()
  return async <T>(press: object, send: (key: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const key = keys.get(press) ?? newKey()
    keys.set(press, key)
    const answer = await send(key)
    // Who cancelled does not wait for the outcome: their next press is another one.
    if (answer.ok || answer.error.kind === 'aborted' || !isUncertain(answer.error)) keys.delete(press)
    return answer
  }
}
