/** Health checks in the mocks: they always run, and are always ready. */
import type { HandlersOf } from '../call'

export const healthHandlers: HandlersOf<'health'> = {
  'health.live': () => ({ data: { status: 'live' } }),
  'health.ready': () => ({ data: { status: 'ready' } }),
}
