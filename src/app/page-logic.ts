import { lazyModule } from '@design-system/components/Lazy/lazy-module'
import type * as Module from './create-page-logic'

/** The machines of pages and forms. The frame waits for them, and so does every screen in it. */
export const pageLogic = lazyModule(() => import('./create-page-logic'))

/**
 * The machines of pages and forms, made when the first is asked for.
 * @throws before `pageLogic` is loaded: no screen can ask by then
 */
export function createLoadedPageLogic(services: Parameters<typeof Module.createPageLogic>[0]): Module.PageLogic {
  let made: Module.PageLogic | null = null
  const logic = () => {
    const loaded = pageLogic.get()
    if (!loaded) throw new Error('A screen asked for its machine before the frame was loaded')
    return (made ??= loaded.createPageLogic(services))
  }
  return {
    list: (definition) => logic().list(definition),
    rowAction: (actions, putRow) => logic().rowAction(actions, putRow),
    submission: (definition) => logic().submission(definition),
  }
}
