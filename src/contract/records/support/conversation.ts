/** What tickets and chats share: whose they are, who works on them, and what nobody has read yet. */
import { integer, reference, time } from '../field'

export const userField = reference('User', 'users', { write: 'never', required: true, search: true, filter: true })
export const assigneeField = reference('Assignee', 'admin', { write: 'never', filter: true })
export const conversationFields = {
  /** Messages of the user that nobody has read. */
  unread_count: integer('Unread', {}, { write: 'never', required: true, initial: 0 }),
  last_message_at: time('Last message', { write: 'never' }),
} as const
