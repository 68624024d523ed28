/** The signed-in person's shift and its handover (spec 4, 7). */
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
    summary: 'Whether the caller can start or end a shift now, and which; the socket sends the same.',
    data: shiftDetailsSchema,
  }),
  toggle: defineOperation({
    id: 'shift.toggle',
    method: 'PATCH',
    path: '/api/v1/admin-shift/status/:shiftId',
    access: 'signedIn',
    envelope: 'standard',
    summary:
      'Starts or ends the caller’s shift; a repetition within two seconds is the same press and returns the same. 409 while another shift of the same person runs: `current` has its details.',
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
      'Offers the work of the caller’s running shift to colleagues; each is notified, and the first to accept takes it.',
    body: handoverCreateSchema,
    data: handoverSchema,
  }),
  handover: defineOperation({
    id: 'shift.handover',
    method: 'GET',
    path: '/api/v1/shift-handover/:handoverId',
    access: 'signedIn',
    envelope: 'standard',
    summary: 'One handover, for its sender and the people it was sent to.',
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
      'Accepts a handover that was sent to the caller; a repetition returns the same. 409 if a colleague was first: `current` says who and when. 422 if the caller may not work on one of its tickets or chats; then nothing moves.',
    params: yup.object({ keyword_id: id() }).noUnknown().strict(),
    data: handoverSchema,
  }),
} as const
