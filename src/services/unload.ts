/** Makes the browser ask before the tab is closed or reloaded (ports.ts, UnloadPort). */
import type { UnloadPort } from '@ports/page'

/** @param target the window */
export const createUnload = (target: Pick<Window, 'addEventListener' | 'removeEventListener'>): UnloadPort => ({
  guard() {
    const ask = (event: Event) => event.preventDefault()
    target.addEventListener('beforeunload', ask)
    return () => target.removeEventListener('beforeunload', ask)
  },
})
