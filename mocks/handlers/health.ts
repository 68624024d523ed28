/** Health checks in the mocks, which are always live and ready. */
import type { HandlersOf } from '../call'

export const healthHandlers: HandlersOf<'health'> = {
  'health.live': () => ({ data: { status: 'live' } }),
  'health.ready': () => ({ data: { status: 'ready' } }),
}
