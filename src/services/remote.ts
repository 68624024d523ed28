/** The ports that use the contract's operations, loaded with the first call that needs them. */
import type { ApiPort, IdentityPort, SessionApiPort } from '@ports/api'
import { createApi, type ApiDependencies } from './api'
import { createIdentity } from './identity'
import { createSessionApi } from './session-api'

export interface Remote {
  api: ApiPort
  identity: IdentityPort
  session: Omit<SessionApiPort, 'read'>
}

export function createRemote(dependencies: ApiDependencies): Remote {
  const api = createApi(dependencies)
  return { api, identity: createIdentity(api), session: createSessionApi(dependencies) }
}
