/** The Idempotency-Key that a client of the tests sends unless a test says otherwise: only where the contract requires one. */
import { EVERY_OPERATION } from '@contract/http/catalogue'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'

const required = EVERY_OPERATION.filter(({ idempotencyKey }) => idempotencyKey === 'required').map(
  ({ method, path }) => ({ method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }),
)

/** @param path of a call, with or without its query @returns a header with a new key where the call requires one, else none */
export const neededKey = (method: string, path: string): Record<string, string> =>
  required.some((each) => each.method === method && each.pattern.test(path.split('?')[0]!))
    ? { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }
    : {}
