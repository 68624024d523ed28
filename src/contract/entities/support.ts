/** Messages of tickets and chats, and a person's unread counts (screens.md, ticket and chat). */
import * as yup from 'yup'
import { exactly, id, oneOf, reads, time } from '../schema'

export const MESSAGE_SENDERS = ['USER', 'STAFF'] as const

const count = () => yup.number().integer().min(0).required()

/** A message of a ticket or a chat. */
export const messageSchema = yup.object({
  id: id(),
  /** Position in the conversation, from 1, without gaps. */
  seq: yup.number().integer().min(1).required(),
  sender: oneOf(MESSAGE_SENDERS),
  /** The author: the user, or the member of staff. */
  sender_id: id(),
  body: yup.string().required(),
  /** Chosen by the sender: a message with the same id is a repetition. */
  client_id: id(),
  createdAt: time(),
})
export type Message = yup.InferType<typeof messageSchema>

/**
 * A message to add: a reply, or (sender USER) a statement of the user by phone, e-mail or another way that staff writes
 * down.
 */
export const messageCreateSchema = exactly({
  client_id: id(),
  body: reads(yup.string(), 'text').max(3000).defined('Required').matches(/\S/, 'Required'),
  sender: yup.string().oneOf(MESSAGE_SENDERS).optional(),
})

/** A person's unread counts. Counts that the person may not read are omitted. */
export const unreadCountsSchema = yup.object({
  quick_chat: yup.number().integer().min(0).optional(),
  support_tickets: yup.number().integer().min(0).optional(),
  notifications: count(),
})
export type UnreadCounts = yup.InferType<typeof unreadCountsSchema>
