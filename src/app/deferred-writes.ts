/** The transport of writes before its code is loaded: the first screen is shown without axios. */
import { ERROR_WORDS, failed } from '@contract/errors'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'
import { noAnswer, type WriteTransport } from '@services/transport'

/**
 * @param transport loads the code with the first write
 * @returns the same transport, usable at once. If the code of a write cannot be loaded, the write fails as if the
 * server were unreachable: it was not sent, and the next write tries again
 */
export const createDeferredWrites = (
  transport: Pick<LazyModule<WriteTransport>, 'get' | 'load' | 'preload'>,
): Required<WriteTransport> => ({
  async text(request) {
    // Passed on at once if possible, so that writes reach the server in their order.
    const loaded = transport.get() ?? (await transport.load().catch(() => null))
    if (request.signal?.aborted) return noAnswer(request)
    return loaded ? loaded.text(request) : failed({ kind: 'network', message: ERROR_WORDS.network })
  },
  prepare: () => void transport.preload(),
})
