/** The live actors of the console, loaded for each session and stopped at its end. */
import { createActor } from 'xstate'
import type { LivePort } from '@console/console'
import { createLiveSessionImplementations } from '@machines/live-session/live-session.implementations'
import type { Live, LiveListeners, LiveServices } from './create-live'

export interface LiveKeeper extends LivePort {
  /**
   * Somebody is signed in: fetches the code and starts the actors. Has no effect if they are running or being loaded.
   */
  begin: () => void
  renewed: (token: string) => void
  /** Nobody is signed in any more. */
  end: () => void
}

export interface LiveDependencies {
  services: Omit<LiveServices, 'socket'>
  listeners: LiveListeners
  /** @returns a new socket for each session */
  createSocket: () => Promise<LiveServices['socket']>
  /** Loads the code of the actors. */
  load: () => Promise<Pick<typeof import('./create-live'), 'createLive'>>
}

/** @returns the keeper, which runs the machine of the live session; nothing is loaded until `begin` */
export function createLiveKeeper({ services, listeners, createSocket, load }: LiveDependencies): LiveKeeper {
  const watchers = new Set<() => void>()
  let live: Live | null = null
  const machine = createLiveSessionImplementations<Live>({
    async load() {
      const [{ createLive }, socket] = await Promise.all([load(), createSocket()])
      return () => createLive({ ...services, socket }, listeners)
    },
    show(next) {
      live = next
      for (const watcher of watchers) watcher()
    },
  })
  const session = createActor(machine).start()
  return {
    get: () => live?.parts ?? null,
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    begin: () => session.send({ type: 'session.began' }),
    renewed: (token) => session.send({ type: 'token.renewed', token }),
    end: () => session.send({ type: 'session.ended' }),
  }
}
