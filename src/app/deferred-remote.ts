/** The platform's ports before their code is loaded: the login is shown without the contract's operations. */
import { ERROR_WORDS, failed, type Result } from '@contract/errors'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'
import type { Remote } from '@services/remote'

/**
 * @param remote loads the code with the first call
 * @returns the same ports, usable at once. If the code of a call cannot be loaded, the call fails as if the server were
 * unreachable, and the next call tries again
 */
export function createDeferredRemote(remote: Pick<LazyModule<Remote>, 'get' | 'load'>): Remote {
  const unreachable = failed({ kind: 'network', message: ERROR_WORDS.network })
  const ask = async <T>(work: (remote: Remote) => Promise<Result<T>>): Promise<Result<T>> => {
    // Passed on at once if possible, so that calls reach the server in their order.
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
