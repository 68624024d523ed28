/** Quick chats, as far as unread counts need them (spec 7, quick-chat). */
import * as yup from 'yup'
import { CHAT_STATUSES, chatSchema, messageCreateSchema, messageSchema } from '../entities/support'
import { id } from '../schema'
import { defineOperation, listQuery } from './operation'

/** Fields of a chat that a list may carry. */
export const CHAT_FIELDS = [
  'user',
  'status',
  'assignee',
  'unread_count',
  'last_message',
  'last_message_at',
  'createdAt',
  'updatedAt',
] as const

const path = '/api/v1/quick-chat'
const update = { action: 'update', subject: 'QuickChat' } as const
const chatParams = yup.object({ chatId: id() }).noUnknown().strict()

export const chatOperations = {
  list: defineOperation({
    id: 'chat.list',
    method: 'GET',
    path,
    access: { action: 'read', subject: 'QuickChat' },
    envelope: 'list',
    streams: true,
    summary: 'The chats that the caller may see, newest first; as NDJSON with Accept: application/x-ndjson.',
    query: listQuery(
      { status: yup.string().oneOf(CHAT_STATUSES).optional(), assignee_id: id().optional() },
      CHAT_FIELDS,
    ),
    data: yup.array(chatSchema).required(),
  }),
  postMessage: defineOperation({
    id: 'chat.postMessage',
    method: 'POST',
    idempotencyKey: 'required',
    path: `${path}/:chatId/message`,
    access: update,
    envelope: 'standard',
    summary: 'Adds a message to a chat; the same client_id again is the same message.',
    params: chatParams,
    body: messageCreateSchema,
    data: messageSchema,
  }),
  read: defineOperation({
    id: 'chat.read',
    method: 'PATCH',
    path: `${path}/:chatId/read`,
    access: update,
    envelope: 'standard',
    summary: 'The messages of a chat have been read: its unread count goes to 0.',
    params: chatParams,
    data: chatSchema,
  }),
} as const
