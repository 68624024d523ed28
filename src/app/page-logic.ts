import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import type { Console } from '@console/console'
import type * as Module from './create-page-logic'

/** The machines of pages. The frame, and so every screen in it, waits for them. */
export const pageLogic = lazyModule(() => import('./create-page-logic'))

/** The machines of pages, as the console provides them. */
export interface LoadedPageLogic extends Pick<Console, 'activity' | 'list' | 'pagedList' | 'listExport'> {
  /** Ends everything that belongs to the session. */
  endSession: () => void
}

/**
 * The machines of pages, created for each session on the first request. The returned functions throw before `pageLogic`
 * is loaded; no screen exists then that could call them.
 * @param module the code; null until it is loaded
 */
export function createLoadedPageLogic(
  services: Module.PageServices,
  module: () => Pick<typeof Module, 'createPageLogic'> | null = pageLogic.get,
): LoadedPageLogic {
  let made: Module.PageLogic | null = null
  const logic = () => {
    if (made) return made
    const loaded = module()
    if (!loaded) throw new Error('A screen requested its machine before the frame was loaded')
    return (made = loaded.createPageLogic(services))
  }
  return {
    activity: () => logic().activity,
    list: (definition) => logic().list(definition),
    pagedList: (create, definition, entry) => logic().pagedList(create, definition, entry),
    listExport: (create, definition) => logic().listExport(create, definition),
    endSession() {
      made?.activity.actor.send({ type: 'session.ended' })
      made = null
    },
  }
}
