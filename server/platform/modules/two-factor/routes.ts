/** Two-factor authentication (contract/http/two-factor.ts). */
import { ACCOUNT_SUBJECT, canRead } from '@contract/permissions'
import type { Json, RoutesOf } from '@server/platform/operations/call'
import { forbidden, notFound } from '@server/platform/operations/failure'
import type { Principal } from '@server/platform/modules/access/principal'
import type { TwoFactorService } from './service'

const NOTHING = { json: 'null' as Json<never> }

export function createTwoFactorRoutes(service: TwoFactorService): RoutesOf<'twoFactor'> {
  const own = (principal: Principal, userId: string) => {
    if (userId !== principal.staffId)
      throw forbidden(
        'You can only change your own two-factor authentication. An administrator can reset that of somebody else.',
      )
  }
  return {
    'twoFactor.status': async ({ principal, params: { userId } }) => {
      if (!canRead(principal.access, ACCOUNT_SUBJECT.STAFF, 'two_fa_enabled')) own(principal, userId)
      const isOn = await service.isOn(userId)
      if (isOn === null) throw notFound()
      return { data: isOn }
    },
    'twoFactor.setup': async ({ principal, origin, key, body }) => {
      own(principal, body.userId)
      // Without this check, a stolen token could turn on two-factor with the thief's secret and lock the owner out.
      await service.requireStepUp(principal)
      return { data: await service.setup({ principal, origin, key }) }
    },
    'twoFactor.enable': async ({ principal, origin, key, body }) => {
      own(principal, body.userId)
      await service.enable({ principal, origin, key }, body.twoFAToken)
      return NOTHING
    },
    'twoFactor.disable': async ({ principal, origin, key, body }) => {
      own(principal, body.userId)
      await service.requireStepUp(principal)
      await service.disable({ principal, origin, key })
      return NOTHING
    },
    'twoFactor.recoveryCodes': async ({ principal }) => ({ data: await service.recoveryCodes(principal.staffId) }),
    'twoFactor.newRecoveryCodes': async ({ principal, origin, key }) => {
      await service.requireStepUp(principal)
      return { data: await service.newRecoveryCodes({ principal, origin, key }) }
    },
    'twoFactor.stepUp': async ({ principal, origin, key, body }) => ({
      data: await service.stepUp({ principal, origin, key }, body),
    }),
  }
}
