/** The signed-in person's shift (contract/http/shift.ts). */
import type { RoutesOf } from '@server/platform/operations/call'
import { SUCCESS_MESSAGE } from '@server/platform/operations/messages'
import type { ShiftService } from './service'

export function createShiftRoutes(service: ShiftService): RoutesOf<'shift'> {
  return {
    'shift.details': async ({ principal }) => ({ data: await service.details(principal.staffId) }),
    'shift.toggle': async ({ principal, origin, key, params }) => ({
      data: await service.toggle({ principal, origin, key }, params.shiftId),
    }),
    'shift.handOver': async ({ principal, origin, key, body }) => ({
      data: await service.handOver({ principal, origin, key }, body),
    }),
    'shift.handover': async ({ principal, params }) => ({ data: await service.handover(principal, params.handoverId) }),
    'shift.accept': async ({ principal, origin, key, params }) => ({
      data: await service.accept({ principal, origin, key }, params.keyword_id),
      message: SUCCESS_MESSAGE.shiftAccepted,
    }),
  }
}
