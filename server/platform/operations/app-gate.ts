/** Authenticates the users' apps by their key, and limits the calls per key. */
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { customerAddress } from '@server/platform/lib/client-address'
import type { AppCaller, AppKeys } from '@server/platform/modules/apps/keys'
import type { Incoming } from './call'
import { HttpFailure } from './failure'

/** Calls per minute, counted in each process: they protect the database, not an account. */
export interface AppLimits {
  /** Per key. */
  ofKey: number
  /** With unknown or revoked keys, per address. */
  refused: number
}

/**
 * Counts calls, as the transport does it.
 * @param max calls per minute
 * @returns counts a call of this client. @returns the seconds until it may call again; null where it may call now
 */
export type CallLimit = (max: number) => (request: Incoming, client: string) => Promise<number | null>

const refused = () =>
  new HttpFailure(401, ERROR_CODE.unauthorized, `${APP_KEY_HEADER} must carry a key that is in use.`)

/** @returns identifies the calling app. @throws 401 without a valid key, 429 with Retry-After */
export function createAppGate(
  limit: CallLimit,
  keys: Pick<AppKeys, 'callerOf'>,
  { ofKey, refused: wrong }: AppLimits,
): (request: Incoming) => Promise<AppCaller> {
  const [byKey, byAddress] = [limit(ofKey), limit(wrong)]
  const count = async (counting: Promise<number | null>) => {
    const retryAfterSeconds = await counting
    if (retryAfterSeconds !== null)
      throw new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, { retryAfterSeconds })
  }
  return async (request) => {
    const key = request.headers[APP_KEY_HEADER.toLowerCase()]
    if (typeof key !== 'string' || key === '') throw refused()
    const caller = await keys.callerOf(key)
    if (!caller) {
      await count(byAddress(request, customerAddress(request.ip)))
      throw refused()
    }
    await count(byKey(request, caller.keyId))
    return caller
  }
}
