/** All that speaks to the platform through axios and the contract's operations: loaded with the first call that needs it. */
import type { ApiPort, IdentityPort, SessionApiPort } from '@ports/api'
import { createApi, type ApiDependencies } from './api'
import { createRequest } from './http'
import { createIdentity } from './identity'
import { createSessionApi } from './session-api'

export interface Remote {
  api: ApiPort
  identity: IdentityPort
  session: Omit<SessionApiPort, 'read'>
}

/** @param fetch one with a head start, where there is one */
export function createRemote({
  fetch,
  ...dependencies
}: Omit<ApiDependencies, 'request'> & { fetch?: typeof globalThis.fetch }): Remote {
  const request = createRequest(dependencies.baseUrl, fetch)
  const api = createApi({ ...dependencies, request })
  return { api, identity: createIdentity(api), session: createSessionApi({ baseUrl: dependencies.baseUrl, request }) }
}
