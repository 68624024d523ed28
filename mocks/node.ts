/** The mocks in Node: unit tests, path tests and the contract suite. */
import { setupServer } from 'msw/node'
import { operationHandler, unknownPath } from './mount'
import { socketHandler } from './socket'

/** @returns MSW's server with every call of the contract and the live socket; call `listen()`, and `close()` after it */
export const createMockServer = () => setupServer(operationHandler, socketHandler, unknownPath)
