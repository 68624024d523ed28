/** Who is signed in, asked for by `fetch` alone: it is the first call of every start, and nothing else need be loaded for it. */
import { AUTH_PATHS } from '@contract/http/auth-paths'
import type { SessionReply } from '@contract/entities/session'
import { ERROR_WORDS, failed, ok, type Result } from '@contract/errors'
import { readReply } from './answers'

/** Not answered within this long counts as unreachable, milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000

/**
 * @param baseUrl host of the API without a trailing slash; empty for the console's own
 * @param fetch of the browser, or one with a head start
 * @returns reads GET session; `{}` when nobody is signed in
 */
export const createSessionReader =
  (baseUrl: string, fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args)) =>
  async (signal?: AbortSignal): Promise<Result<SessionReply>> => {
    try {
      const answer = await fetch(baseUrl + AUTH_PATHS.session, {
        credentials: 'include',
        headers: { Accept: 'application/json' },
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...(signal ? [signal] : [])]),
      })
      const headers = Object.fromEntries(answer.headers)
      const reply = readReply<SessionReply | null>({ status: answer.status, data: await answer.text(), headers, config: { method: 'GET' } }, 'plain')
      return reply.ok ? ok(reply.value.data ?? {}) : reply
    } catch {
      return signal?.aborted ? failed({ kind: 'aborted', message: ERROR_WORDS.aborted }) : failed({ kind: 'network', message: ERROR_WORDS.network })
    }
  }
