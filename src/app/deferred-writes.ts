/** What carries writes before its code is loaded: the first screen shows without axios. */
import { ERROR_WORDS, failed } from '@contract/errors'
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'
import { noAnswer, type WriteTransport } from '@services/transport'

/**
 * @param transport loads with the first write
 * @returns the same, usable at once. A write whose code cannot be loaded is answered as if the server could not be reached: it was
 * not sent, and the next one tries again
 */
export const createDeferredWrites = (
  transport: Pick<LazyModule<WriteTransport>, 'get' | 'load' | 'preload'>,
): Required<WriteTransport> => ({
  async text(request) {
    // Passed on at once where possible: a write that is made before another reaches the server before it.
    const loaded = transport.get() ?? (await transport.load().catch(() => null))
    if (request.signal?.aborted) return noAnswer(request)
    return loaded ? loaded.text(request) : failed({ kind: 'network', message: ERROR_WORDS.network })
  },
  prepare: () => void transport.preload(),
})
