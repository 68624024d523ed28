/** Roles that can be assigned to accounts (contract/http/roles.ts). */
import type { RoutesOf } from '@server/platform/operations/call'
import type { AccessService } from '@server/platform/modules/access/service'

export const createRoleRoutes = (access: AccessService): RoutesOf<'roles'> => ({
  'roles.list': async ({ principal }) => ({ data: await access.givableRoles(principal) }),
})
