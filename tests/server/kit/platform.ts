import { createServer, type PitbossServer, type ServerOptions } from '@server/server'
import type { Db } from '@server/platform/ports/db'

export const SECRET = 'a secret of the tests, long enough to be one'

/** A clock that the test sets. Socket and cache still use real time. */
export function createTestClock(start = Date.now()) {
  let offset = start - Date.now()
  return {
    now: () => Date.now() + offset,
    advance(ms: number) {
      offset += ms
    },
    /** Advances to the start of the next period, so that no other one begins while a test uses it. @param ms length of a period */
    advanceToNext(ms: number) {
      offset += ms - ((Date.now() + offset) % ms)
    },
  }
}

export const makePlatform = (db: Db, options: Partial<ServerOptions> = {}): Promise<PitbossServer> =>
  createServer({ db, secrets: { session: SECRET }, demo: true, ...options })
