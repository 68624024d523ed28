/** The implementations of the access machine over the ports. */
import type { Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import type { IdentityPort } from '@ports/api'
import type { SessionStorePort } from '@ports/session-store'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { accessMachine } from './access.machine'

export interface AccessDependencies {
  identity: Pick<IdentityPort, 'readAccess'>
  store: Pick<SessionStorePort, 'saveAllowedRoutes'>
  toasts: ToastsPort
  /** The routes that these permissions allow. */
  routesOf: (access: Access) => string[]
}

/** @returns the access machine with everything provided, ready to start */
export const createAccessImplementations = ({ identity, store, toasts, routesOf }: AccessDependencies) =>
  accessMachine.provide({
    actors: { fetchAccess: answered<Result<Access>>(({ signal }) => identity.readAccess(signal)) },
    actions: {
      keepAllowedRoutes: (_, { access }) => store.saveAllowedRoutes(routesOf(access)),
      notifyFailed: (_, { message }) => toasts.show('error', message),
    },
  })
