/** Tickets, as far as unread counts and notifications need them (spec 7, support-ticket). */
import * as yup from 'yup'
import {
  assignSchema,
  escalateSchema,
  messageCreateSchema,
  messageSchema,
  TICKET_STATUS_KINDS,
  ticketSchema,
} from '../entities/support'
import { id } from '../schema'
import { defineOperation, idParams, listQuery } from './operation'

/** Fields of a ticket that a list may carry. */
export const TICKET_FIELDS = [
  'number',
  'subject',
  'user',
  'status',
  'priority',
  'channel',
  'assignee',
  'escalation_level',
  'unread_count',
  'last_message_at',
  'createdAt',
  'updatedAt',
] as const

const path = '/api/v1/support-ticket'
const update = { action: 'update', subject: 'SupportTickets' } as const

export const supportOperations = {
  search: defineOperation({
    id: 'support.search',
    method: 'GET',
    path: '/api/v1/admin-support-ticket/search',
    access: { action: 'read', subject: 'SupportTickets' },
    envelope: 'list',
    streams: true,
    summary: 'The tickets that the caller may see, newest first; as NDJSON with Accept: application/x-ndjson.',
    query: listQuery(
      { status: yup.string().oneOf(TICKET_STATUS_KINDS).optional(), assignee_id: id().optional() },
      TICKET_FIELDS,
    ),
    data: yup.array(ticketSchema).required(),
  }),
  assign: defineOperation({
    id: 'support.assign',
    method: 'PATCH',
    path: `${path}/assignee/:id`,
    access: update,
    envelope: 'standard',
    ifMatch: true,
    summary: 'Gives a ticket to a colleague, who is notified, or to nobody.',
    params: idParams,
    body: assignSchema,
    data: ticketSchema,
  }),
  escalate: defineOperation({
    id: 'support.escalate',
    method: 'PATCH',
    path: `${path}/escalate/:id`,
    access: update,
    envelope: 'standard',
    ifMatch: true,
    summary: 'Raises a ticket’s level and may give it to a colleague; who has it then is notified.',
    params: idParams,
    body: escalateSchema,
    data: ticketSchema,
  }),
  postMessage: defineOperation({
    id: 'support.postMessage',
    method: 'POST',
    idempotencyKey: 'required',
    path: `${path}/:ticketId/message`,
    access: update,
    envelope: 'standard',
    summary: 'Adds a message to a ticket; the same client_id again is the same message.',
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
    summary: 'The messages of a ticket have been read: its unread count goes to 0.',
    params: yup.object({ ticketId: id() }).noUnknown().strict(),
    data: ticketSchema,
  }),
} as const
