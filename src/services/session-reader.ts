/** What a start asks the sign-in mechanism, by `fetch` alone: the login stands, and is complete, with nothing else loaded. */
import { AUTH_PATHS } from '@contract/http/auth-paths'
import type { authOperations } from '@contract/http/auth'
import type { DataOf } from '@contract/http/operation'
import type { SessionReply } from '@contract/entities/session'
import { ERROR_WORDS, failed, ok, type Result } from '@contract/errors'
import { readReply } from './answers'

/** Not answered within this long counts as unreachable, milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000

/** The ways of signing in, and in demo mode its accounts. */
export type Providers = DataOf<typeof authOperations.providers>

export interface SessionReader {
  /** GET session; `{}` when nobody is signed in. */
  read(signal?: AbortSignal): Promise<Result<SessionReply>>
  /** The ways of signing in; `demo` holds the accounts of a demo. */
  providers(signal?: AbortSignal): Promise<Result<Providers>>
}

/**
 * @param baseUrl host of the API without a trailing slash; empty for the console's own
 * @param fetch of the browser, or one with a head start
 */
export function createSessionReader(
  baseUrl: string,
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): SessionReader {
  async function get<D>(path: string, signal?: AbortSignal): Promise<Result<D>> {
    try {
      const answer = await fetch(baseUrl + path, {
        credentials: 'include',
        headers: { Accept: 'application/json' },
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...(signal ? [signal] : [])]),
      })
      const headers = Object.fromEntries(answer.headers)
      const reply = readReply<D>(
        { status: answer.status, data: await answer.text(), headers, config: { method: 'GET' } },
        'plain',
      )
      return reply.ok ? ok(reply.value.data) : reply
    } catch {
      return signal?.aborted
        ? failed({ kind: 'aborted', message: ERROR_WORDS.aborted })
        : failed({ kind: 'network', message: ERROR_WORDS.network })
    }
  }
  return {
    async read(signal) {
      const answer = await get<SessionReply | null>(AUTH_PATHS.session, signal)
      return answer.ok ? ok(answer.value ?? {}) : answer
    },
    providers: (signal) => get<Providers>(AUTH_PATHS.providers, signal),
  }
}
