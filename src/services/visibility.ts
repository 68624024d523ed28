/** Whether the tab is visible (ports.ts, VisibilityPort). */
import type { VisibilityPort } from '@ports/page'

/** @param page the document */
export const createVisibility = (
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
): VisibilityPort => ({
  isVisible: () => page.visibilityState !== 'hidden',
  subscribe(listener) {
    page.addEventListener('visibilitychange', listener)
    return () => page.removeEventListener('visibilitychange', listener)
  },
})
