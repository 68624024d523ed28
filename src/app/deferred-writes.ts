/** The transport of writes before its code is loaded: the first screen is shown without axios. */
import type { LazyModule } from '@design-system/components/Lazy/lazy-module'
import type { FetchTransport } from '@services/fetch-transport'
import { noAnswer, type WriteTransport } from '@services/transport'

/**
 * @param transport loads the code with the first write
 * @param fetched sends writes if that code cannot be loaded, without progress: a file that is missing after a deployment
 * must not make saving depend on a reload
 * @returns the same transport, usable at once
 */
export const createDeferredWrites = (
  transport: Pick<LazyModule<WriteTransport>, 'get' | 'load' | 'preload'>,
  fetched: Pick<FetchTransport, 'text'>,
): Required<WriteTransport> => ({
  async text(request) {
    // Passed on at once if possible, so that writes reach the server in their order.
    const loaded = transport.get() ?? (await transport.load().catch(() => null))
    if (request.signal?.aborted) return noAnswer(request)
    return loaded ? loaded.text(request) : fetched.text({ ...request, body: asBlob(request.body) })
  },
  prepare: () => void transport.preload(),
})

/** A file as it is, any other value as JSON. */
function asBlob(body: unknown): Blob | undefined {
  if (body === undefined || body instanceof Blob) return body
  return new Blob([JSON.stringify(body)], { type: 'application/json' })
}
