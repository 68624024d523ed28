/** The implementations of the live session machine over the loading, starting and stopping of the live actors. */
import { answered } from '../kit/answered'
import { liveSessionMachine } from './live-session.machine'

/** The live actors of a session. */
export interface Stoppable {
  /** The session has a new token. */
  renewed: (token: string) => void
  /** Stops all actors and removes all listeners. */
  stop: () => void
}

export interface LiveSessionDependencies<L extends Stoppable> {
  /**
   * Loads the code and creates a socket. @returns a function that starts the actors @throws if the code cannot be
   * fetched
   */
  load: () => Promise<() => L>
  /**
   * Receives the running actors, or null if there are none. Called with null before the actors are stopped, so that
   * nothing renders from a stopped actor.
   */
  show: (live: L | null) => void
}

/** @returns the machine with everything provided, ready to start */
export function createLiveSessionImplementations<L extends Stoppable>({ load, show }: LiveSessionDependencies<L>) {
  let running: L | null = null
  return liveSessionMachine.provide({
    actors: {
      startLive: answered(async ({ signal }) => {
        const start = await load().catch(() => null)
        if (!start || signal.aborted) return false
        running = start()
        show(running)
        return true
      }),
    },
    actions: {
      passToken: (_, { token }) => running?.renewed(token),
      stopLive() {
        const ended = running
        running = null
        show(null)
        ended?.stop()
      },
    },
  })
}
