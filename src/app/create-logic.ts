/**
 * The machines that run from the start, provided over the services (architecture, How it flows). A story runs the same
 * machines over its mocks.
 */
import type { IdentityPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { createAccessImplementations } from '@machines/access/access.implementations'
import { createProfileImplementations } from '@machines/profile/profile.implementations'
import { createReadingImplementations } from '@machines/reading/reading.implementations'
import { createSessionImplementations, type SessionDependencies } from '@machines/session/session.implementations'
import { routesOf } from '@resources/menu'

export interface Services extends SessionDependencies {
  identity: IdentityPort
  toasts: ToastsPort
}

/** @returns the machines, ready to start */
export const createLogic = (services: Services) => ({
  session: createSessionImplementations(services),
  access: createAccessImplementations({ ...services, routesOf }),
  profile: createProfileImplementations(services),
  reading: (read: Parameters<typeof createReadingImplementations>[1]) => createReadingImplementations(services, read),
})
export type Logic = ReturnType<typeof createLogic>
