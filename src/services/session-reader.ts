/**
 * The reads of the sign-in mechanism at a start, which use only `fetch`: the login is complete with nothing else
 * loaded.
 */
import { AUTH_PATHS } from '@contract/http/auth-paths'
import type { authOperations } from '@contract/http/auth'
import type { DataOf } from '@contract/http/operation'
import type { SessionReply } from '@contract/entities/session'
import { ok, type Result } from '@contract/errors'
import { readReply } from './answers'
import type { FetchTransport } from './fetch-transport'

/** The ways of signing in, and the demo accounts in demo mode. */
export type Providers = DataOf<typeof authOperations.providers>

export interface SessionReader {
  /** GET session; `{}` if nobody is signed in. */
  read(signal?: AbortSignal): Promise<Result<SessionReply>>
  /** The ways of signing in; `demo` contains the accounts of a demo. */
  providers(signal?: AbortSignal): Promise<Result<Providers>>
}

/** Reads a response of the sign-in mechanism without an envelope, with the cookie. */
export async function readPlain<D>(
  { text }: Pick<FetchTransport, 'text'>,
  path: string,
  signal?: AbortSignal,
): Promise<Result<D>> {
  const answer = await text({
    method: 'GET',
    path,
    headers: { Accept: 'application/json' },
    withCookie: true,
    signal,
  })
  if (!answer.ok) return answer
  const reply = readReply<D>(answer.value, 'plain')
  return reply.ok ? ok(reply.value.data) : reply
}

export function createSessionReader(reads: Pick<FetchTransport, 'text'>): SessionReader {
  return {
    async read(signal) {
      const answer = await readPlain<SessionReply | null>(reads, AUTH_PATHS.session, signal)
      return answer.ok ? ok(answer.value ?? {}) : answer
    },
    providers: (signal) => readPlain<Providers>(reads, AUTH_PATHS.providers, signal),
  }
}
