/** The signed-in person's shift, and handing it over (spec 4, 7). */
import * as yup from 'yup'
import { handoverCreateSchema, handoverSchema, shiftDetailsSchema } from '../entities/shift'
import { id } from '../schema'
import { defineOperation } from './operation'

export const shiftOperations = {
  details: defineOperation({
    id: 'shift.details',
    method: 'GET',
    path: '/api/v1/admin-shift/status',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'Whether one can start or end a shift now, and which; the socket tells the same.',
    data: shiftDetailsSchema,
  }),
  toggle: defineOperation({
    id: 'shift.toggle',
    method: 'PATCH',
    path: '/api/v1/admin-shift/status/:shiftId',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Starts or ends one’s own shift; pressed again within two seconds it is the same press, and answers the same. 409 where another shift of the same person runs: `current` has its details.',
    params: yup.object({ shiftId: id() }).noUnknown().strict(),
    data: shiftDetailsSchema,
  }),
  handOver: defineOperation({
    id: 'shift.handOver',
    method: 'POST',
    path: '/api/v1/shift-handover',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Offers the work of one’s running shift to colleagues; each is notified, and the first to accept takes it.',
    body: handoverCreateSchema,
    data: handoverSchema,
  }),
  handover: defineOperation({
    id: 'shift.handover',
    method: 'GET',
    path: '/api/v1/shift-handover/:handoverId',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'One handover, for who sent it and whom it was sent to.',
    params: yup.object({ handoverId: id() }).noUnknown().strict(),
    data: handoverSchema,
  }),
  accept: defineOperation({
    id: 'shift.accept',
    method: 'PATCH',
    path: '/api/v1/shift-handover/accept/:keyword_id',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Accepts a handover that was sent to one; again answers the same. 409 where a colleague was first: `current` says who and when. 422 where one may not work on a ticket or chat that it holds; then nothing moves.',
    params: yup.object({ keyword_id: id() }).noUnknown().strict(),
    data: handoverSchema,
  }),
} as const
