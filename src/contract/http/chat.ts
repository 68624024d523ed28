/** The messages of quick chats (spec 7, quick-chat). The chats are records: records/support/chat.ts. */
import * as yup from 'yup'
import { messageCreateSchema, messageSchema } from '../entities/support'
import { id } from '../schema'
import { defineOperation, nothing } from './operation'

const path = '/api/v1/quick-chat'
const update = { action: 'update', subject: 'QuickChat' } as const
const chatParams = yup.object({ chatId: id() }).noUnknown().strict()

export const chatOperations = {
  postMessage: defineOperation({
    id: 'chat.postMessage',
    method: 'POST',
    idempotencyKey: 'required',
    path: `${path}/:chatId/message`,
    access: update,
    envelope: 'standard',
    summary: 'Adds a message to a chat; a repetition with the same client_id is the same message.',
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
    summary: 'Marks the messages of a chat as read: its unread count becomes 0.',
    params: chatParams,
    data: nothing,
  }),
} as const
