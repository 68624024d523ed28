/** The platform, asked through code that is fetched with the first call: the login stands without it. */
import { ERROR_WORDS, failed, type Result } from '@contract/errors'
import type { Remote } from './remote'

/**
 * @param load fetches the code
 * @returns the same ports, usable from the start, and `preload`. Where the code cannot be fetched a call is answered as if the
 * server could not be reached, and the next one tries again
 */
export function createLazyRemote(load: () => Promise<Remote>): Remote & { preload: () => void } {
  let loaded: Remote | null = null
  let loading: Promise<Remote | null> | null = null
  const fetched = () =>
    (loading ??= load().then(
      (remote) => (loaded = remote),
      () => {
        loading = null
        return null
      },
    ))
  const unreachable = failed({ kind: 'network', message: ERROR_WORDS.network })
  const ask = async <T>(work: (remote: Remote) => Promise<Result<T>>): Promise<Result<T>> => {
    // Handed on at once where it can be: a call that is made before another reaches the server before it.
    const remote = loaded ?? (await fetched())
    return remote ? work(remote) : unreachable
  }
  return {
    preload: () => void fetched(),
    api: {
      call: (operation, input, options) => ask(({ api }) => api.call(operation, input, options)),
      stream: (operation, query, listeners, options) =>
        ask(({ api }) => api.stream(operation, query, listeners, options)),
    },
    identity: {
      readProfile: (signal) => ask(({ identity }) => identity.readProfile(signal)),
      readAccess: (signal) => ask(({ identity }) => identity.readAccess(signal)),
    },
    session: {
      signIn: (credentials, signal) => ask(({ session }) => session.signIn(credentials, signal)),
      signOut: (signal) => ask(({ session }) => session.signOut(signal)),
    },
  }
}
