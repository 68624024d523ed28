/** End users (contract/http/users.ts). */
import { canRead } from '@contract/permissions'
import type { Json, RoutesOf } from '@server/http/call'
import { forbidden } from '@server/http/failure'
import { USERS } from '@server/modules/accounts/kinds'
import { createAccountService, type AccountServiceDeps } from '@server/modules/accounts/service'

/** Names that a picker is offered at a time (contract, users/list). */
const PICKER_NAMES = 50
const NAME_FIELDS = ['username', 'first_name', 'last_name'] as const

export function createUsersRoutes(deps: AccountServiceDeps): RoutesOf<'users'> {
  const users = createAccountService(USERS, deps)
  return {
    'users.list': (call) => users.list(call),
    'users.get': (call) => users.get(call),
    'users.history': (call) => users.history(call),
    'users.create': (call) => users.create(call),
    'users.update': (call) => users.update(call),
    'users.enableDisable': (call) => users.enableDisable(call),
    'users.resetPassword': (call) => users.resetPassword(call),
    'users.names': async ({ principal, query }) => {
      if (!NAME_FIELDS.every((field) => canRead(principal.access, 'Users', field)))
        throw forbidden('You may not read the names of Users.')
      const { json } = await deps.lists.page(
        USERS,
        { itemNo: PICKER_NAMES, sort_by: 'username', search: query.search, fields: [...NAME_FIELDS] },
        principal,
      )
      return { json: json as Json<never> }
    },
  }
}
