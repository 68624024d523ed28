import type * as Module from './create-page-logic'

let loaded: typeof Module | null = null

/** Fetches the machines of pages and forms. The frame waits for it, and so does every screen in it. */
export async function loadPageLogic(): Promise<void> {
  loaded = await import('./create-page-logic')
}

/**
 * The machines of pages and forms, made when the first is asked for.
 * @throws before `loadPageLogic` is done: there is no screen then that could ask
 */
export function createLoadedPageLogic(services: Parameters<typeof Module.createPageLogic>[0]): Module.PageLogic {
  let made: Module.PageLogic | null = null
  const logic = () => {
    if (!loaded) throw new Error('A screen asked for its machine before the frame was loaded')
    return (made ??= loaded.createPageLogic(services))
  }
  return {
    list: (definition) => logic().list(definition),
    rowAction: (actions, putRow) => logic().rowAction(actions, putRow),
    submission: (definition) => logic().submission(definition),
  }
}
