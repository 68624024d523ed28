/** The messages of tickets (spec 7, support-ticket). The tickets are records: records/support/ticket.ts. */
import * as yup from 'yup'
import { messageCreateSchema, messageSchema } from '../entities/support'
import { id } from '../schema'
import { defineOperation, nothing } from './operation'

const path = '/api/v1/support-ticket'
const update = { action: 'update', subject: 'SupportTickets' } as const

export const supportOperations = {
  postMessage: defineOperation({
    id: 'support.postMessage',
    method: 'POST',
    idempotencyKey: 'required',
    path: `${path}/:ticketId/message`,
    access: update,
    envelope: 'standard',
    summary: 'Adds a message to a ticket; a repetition with the same client_id is the same message.',
    params: yup.object({ ticketId: id() }).noUnknown().strict(),
    body: messageCreateSchema,
    data: messageSchema,
  }),
  read: defineOperation({
    id: 'support.read',
    method: 'PATCH',
    path: `${path}/:ticketId/read`,
    access: update,
    envelope: 'standard',
    summary: 'Marks the messages of a ticket as read: its unread count becomes 0.',
    params: yup.object({ ticketId: id() }).noUnknown().strict(),
    data: nothing,
  }),
} as const
