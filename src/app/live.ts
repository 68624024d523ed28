/** The live actors of the console: loaded for each session, there until it ends. */
import type { LivePort } from '@console/console'
import type { Live, LiveListeners, LiveServices } from './create-live'

/** The code could not be fetched: asked for again after this long, milliseconds. */
const LOAD_AGAIN_MS = 5_000

export interface LiveKeeper extends LivePort {
  /** Somebody is signed in: fetches the code and starts the actors. Once they run, or are on their way, again does nothing. */
  begin: () => void
  renewed: (token: string) => void
  /** Nobody is signed in any more. */
  end: () => void
}

export interface LiveDependencies {
  services: Omit<LiveServices, 'socket'>
  listeners: LiveListeners
  /** @returns a socket of its own for each session */
  createSocket: () => Promise<LiveServices['socket']>
  /** Loads the code of the actors. */
  load: () => Promise<Pick<typeof import('./create-live'), 'createLive'>>
}

/** @returns the keeper; nothing runs until `begin` */
export function createLiveKeeper({ services, listeners, createSocket, load }: LiveDependencies): LiveKeeper {
  const watchers = new Set<() => void>()
  let live: Live | null = null
  /** Of the session whose actors are on their way; null: none. */
  let coming: object | null = null

  const put = (next: Live | null) => {
    live = next
    for (const watcher of watchers) watcher()
  }
  async function fetch(mine: object): Promise<void> {
    const fetched = await Promise.all([load(), createSocket()]).catch(() => null)
    if (mine !== coming) return
    if (!fetched) return void setTimeout(() => void (mine === coming && fetch(mine)), LOAD_AGAIN_MS)
    const [{ createLive }, socket] = fetched
    coming = null
    put(createLive({ ...services, socket }, listeners))
  }
  return {
    get: () => live?.parts ?? null,
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    begin() {
      if (live || coming) return
      coming = {}
      void fetch(coming)
    },
    renewed: (token) => live?.renewed(token),
    end() {
      coming = null
      if (!live) return
      const ended = live
      // First out of sight, so that nothing is drawn from what is being stopped.
      put(null)
      ended.stop()
    },
  }
}
