import { oneOf, text3000 } from '../field'
import { defineRecord } from '../record'
import { assigneeField, conversationFields, userField } from './conversation'

export const CHAT_STATUS_LABELS = { WAITING: 'Waiting', ACTIVE: 'Active', IDLE: 'Idle', CLOSED: 'Closed' } as const

/** A quick chat with one user (screens.md, chat). Messages have calls of their own. */
export const chat = defineRecord({
  name: 'chat',
  base: 'quick-chat',
  subject: 'QuickChat',
  noun: ['chat', 'chats'],
  namedBy: ['user'],
  origin: { from: 'USER', past: 'opened the chat' },
  reads: 'paged',
  paths: [
    { equal: [], order: 'createdAt' },
    { equal: ['status'], order: 'createdAt' },
    { equal: ['assignee'], order: 'createdAt' },
    { equal: ['user'], order: 'createdAt' },
  ],
  fields: {
    user: userField,
    status: oneOf('Status', CHAT_STATUS_LABELS, { write: 'never', required: true, filter: true }),
    assignee: assigneeField,
    /** The beginning of the text. */
    last_message: text3000('Last message', { write: 'never', search: true }),
    ...conversationFields,
  },
})
