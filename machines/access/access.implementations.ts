/** The access machine over the ports. */
import type { Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import type { IdentityPort, SessionStorePort } from '@contract/ports'
import { answered } from '../kit/answered'
import { accessMachine } from './access.machine'

export interface AccessDependencies {
  identity: Pick<IdentityPort, 'readAccess'>
  store: Pick<SessionStorePort, 'saveAllowedRoutes'>
  /** The routes that these rights open. */
  routesOf: (access: Access) => string[]
}

/** @returns the machine with everything provided, ready to start */
export const createAccessImplementations = ({ identity, store, routesOf }: AccessDependencies) =>
  accessMachine.provide({
    actors: { fetchAccess: answered<Result<Access>>(({ signal }) => identity.readAccess(signal)) },
    actions: { keepAllowedRoutes: (_, { access }) => store.saveAllowedRoutes(routesOf(access)) },
  })
