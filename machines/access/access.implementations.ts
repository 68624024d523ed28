/** The access machine over the ports. */
import { profileOperations } from '@contract/http/profile'
import { ok, type Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import type { ApiPort, SessionStorePort } from '@contract/ports'
import { answered } from '../kit/answered'
import { accessMachine } from './access.machine'

export interface AccessDependencies {
  api: ApiPort
  store: Pick<SessionStorePort, 'saveAllowedRoutes'>
  /** The routes that these rights open. */
  routesOf: (access: Access) => string[]
}

/** @returns the machine with everything provided, ready to start */
export const createAccessImplementations = ({ api, store, routesOf }: AccessDependencies) =>
  accessMachine.provide({
    actors: {
      fetchAccess: answered<Result<Access>>(async ({ signal }) => {
        const answer = await api.call(profileOperations.access, {}, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      }),
    },
    actions: { keepAllowedRoutes: (_, { access }) => store.saveAllowedRoutes(routesOf(access)) },
  })
