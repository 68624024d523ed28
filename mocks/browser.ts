/** The mocks in a browser: Storybook, and the console in development. Helpers for stories are in overrides.ts and socket.ts. */
import { setupWorker } from 'msw/browser'
import { resetDb, signInAs, type MockDb } from './db'
import { operationHandler, unknownPath } from './mount'
import { restartCounts } from './overrides'
import { resetSocket, socketHandler } from './socket'

export {
  answering,
  delayed,
  failing,
  lost,
  onceInstead,
  override,
  pending,
  proxyPage,
  serving,
  streaming,
  unauthorized,
  unreachable,
} from './overrides'
export { addNotification, standOf } from './notifications'
export { dropConnections, holdHandshakes, push, receivedEvents, refuseHandshakes } from './socket'

/**
 * Every call of the contract, and the live socket. Unknown paths under /api are not handled here, so that a story fails
 * on them.
 */
export const handlers = [operationHandler, socketHandler]

/**
 * A worker with all handlers, and a 404 for unknown paths. Start it before any module opens a socket.
 * @returns MSW's worker
 */
export const createWorker = () => setupWorker(...handlers, unknownPath)

/** Resets the mocks to their seed; `over` replaces parts of it. Call it before each story. */
export function resetMocks(over?: Partial<MockDb>): void {
  resetDb(over)
  resetSocket()
  restartCounts()
}

/**
 * Signs the browser in as a person with this role; GET session then returns that session.
 * @returns the access token
 */
export const asRole = (role: string): string => signInAs(role)
