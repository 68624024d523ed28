/** The platform's ports before their code is loaded: the login shows without the contract's operations. */
import { ERROR_WORDS, failed, type Result } from '@contract/errors'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'
import type { Remote } from '@services/remote'

/**
 * @param remote loads with the first call
 * @returns the same ports, usable at once. A call whose code cannot be loaded is answered as if the server could not be
 * reached, and the next one tries again
 */
export function createDeferredRemote(remote: Pick<LazyModule<Remote>, 'get' | 'load'>): Remote {
  const unreachable = failed({ kind: 'network', message: ERROR_WORDS.network })
  const ask = async <T>(work: (remote: Remote) => Promise<Result<T>>): Promise<Result<T>> => {
    // Passed on at once where possible: a call that is made before another reaches the server before it.
    const loaded = remote.get() ?? (await remote.load().catch(() => null))
    return loaded ? work(loaded) : unreachable
  }
  return {
    api: {
      call: (operation, input, options) => ask(({ api }) => api.call(operation, input, options)),
      upload: (operation, query, file, options) => ask(({ api }) => api.upload(operation, query, file, options)),
      file: (operation, params, options) => ask(({ api }) => api.file(operation, params, options)),
      stream: (operation, query, listeners, options) =>
        ask(({ api }) => api.stream(operation, query, listeners, options)),
    },
    identity: {
      readProfile: (signal) => ask(({ identity }) => identity.readProfile(signal)),
      readAccess: (signal) => ask(({ identity }) => identity.readAccess(signal)),
      savePreferences: (changes) => ask(({ identity }) => identity.savePreferences(changes)),
    },
    session: {
      signIn: (credentials, signal) => ask(({ session }) => session.signIn(credentials, signal)),
      signOut: (signal) => ask(({ session }) => session.signOut(signal)),
    },
  }
}
