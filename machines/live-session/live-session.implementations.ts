/** The live session over what loads, starts and stops the live actors. */
import { answered } from '../kit/answered'
import { liveSessionMachine } from './live-session.machine'

/** What runs while a session is live. */
export interface Stoppable {
  /** The session has a new token. */
  renewed: (token: string) => void
  /** The session is over: leaves no listener. */
  stop: () => void
}

export interface LiveSessionDependencies<L extends Stoppable> {
  /** Loads the code and a socket. @returns how to start the actors. @throws where the code cannot be fetched */
  load: () => Promise<() => L>
  /** The actors that run now, null for none: told before they are stopped, so that nothing is drawn from what is being stopped. */
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
