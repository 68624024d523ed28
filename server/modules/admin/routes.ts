/** Staff (contract/http/admin.ts). */
import type { RoutesOf } from '@server/http/call'
import { STAFF } from '@server/modules/accounts/kinds'
import { createAccountService, type AccountServiceDeps } from '@server/modules/accounts/service'

export function createAdminRoutes(deps: AccountServiceDeps): RoutesOf<'admin'> {
  const staff = createAccountService(STAFF, deps)
  return {
    'admin.list': (call) => staff.list(call),
    'admin.get': (call) => staff.get(call),
    'admin.history': (call) => staff.history(call),
    'admin.create': (call) => staff.create(call),
    'admin.update': (call) => staff.update(call),
    'admin.enableDisable': (call) => staff.enableDisable(call),
    'admin.resetPassword': (call) => staff.resetPassword(call),
    'admin.resetTwoFactor': (call) => staff.resetTwoFactor(call),
    'admin.roles': async ({ principal }) => ({ data: await deps.access.givableRoles(principal) }),
  }
}
