/** Authenticates the users' apps by their key, and limits the calls per key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { customerAddress } from '@server/lib/client-address'
import type { AppCaller, AppKeys } from '@server/modules/apps/keys'
import { HttpFailure } from './failure'

/** Calls per minute, counted in each process: they protect the database, not an account. */
export interface AppLimits {
  /** Per key. */
  ofKey: number
  /** With unknown or revoked keys, per address. */
  refused: number
}

const refused = () =>
  new HttpFailure(401, ERROR_CODE.unauthorized, `${APP_KEY_HEADER} must carry a key that is in use.`)

/**
 * @param app with @fastify/rate-limit registered
 * @returns identifies the calling app. @throws 401 without a valid key, 429 with Retry-After
 */
export function createAppGate(
  app: FastifyInstance,
  keys: Pick<AppKeys, 'callerOf'>,
  { ofKey, refused: wrong }: AppLimits,
) {
  const callers = new WeakMap<FastifyRequest, AppCaller>()
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({ max, timeWindow: 60_000, keyGenerator })
    return async (request: FastifyRequest) => {
      const checked = await check(request)
      if (!checked.isAllowed && checked.isExceeded)
        throw new HttpFailure(429, ERROR_CODE.tooMany, ERROR_WORDS.tooMany, {
          retryAfterSeconds: Math.max(1, checked.ttlInSeconds),
        })
    }
  }
  const countKey = limit(ofKey, (request) => callers.get(request)!.keyId)
  const countRefused = limit(wrong, (request) => customerAddress(request.ip))

  return {
    requireKey: async (request: FastifyRequest): Promise<void> => {
      const key = request.headers[APP_KEY_HEADER.toLowerCase()]
      if (typeof key !== 'string' || key === '') throw refused()
      const caller = await keys.callerOf(key)
      if (!caller) {
        await countRefused(request)
        throw refused()
      }
      callers.set(request, caller)
      await countKey(request)
    },
    /** The app whose request `requireKey` accepted. */
    callerOf: (request: FastifyRequest): AppCaller => callers.get(request)!,
  }
}
