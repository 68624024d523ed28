/** Lets the users' apps in: by their key, and as often as one key may call. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ERROR_CODE, ERROR_WORDS } from '@contract/errors'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { addressForLimits } from '@server/lib/client-address'
import type { AppCaller, AppKeys } from '@server/modules/apps/keys'
import { HttpFailure } from './failure'

/** Calls a minute, counted in each process: they protect the database, no account. */
export interface AppLimits {
  /** Of one key. */
  ofKey: number
  /** With keys that are unknown or revoked, from one address. */
  refused: number
}

const refused = () =>
  new HttpFailure(401, ERROR_CODE.unauthorized, `${APP_KEY_HEADER} must carry a key that is in use.`)

/**
 * @param app with @fastify/rate-limit registered
 * @returns finds out which app calls. @throws 401 without a key that is in use, 429 with Retry-After
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
  const countRefused = limit(wrong, (request) => addressForLimits(request.ip))

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
    /** The app that makes a request which `requireKey` let through. */
    callerOf: (request: FastifyRequest): AppCaller => callers.get(request)!,
  }
}
