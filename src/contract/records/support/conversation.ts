/** The common fields of tickets and chats: the user, the assignee, and the unread messages. */
import { integer, reference, time } from '../field'

export const userField = reference('User', 'users', { write: 'never', required: true, search: true, filter: true })
export const assigneeField = reference('Assignee', 'admin', { write: 'never', filter: true })
export const conversationFields = {
  /** Unread messages of the user. */
  unread_count: integer('Unread', {}, { write: 'never', required: true, initial: 0 }),
  last_message_at: time('Last message', { write: 'never' }),
} as const
