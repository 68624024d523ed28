/** Messages of tickets and chats, and what waits for a person (screens.md, ticket and chat). */
import * as yup from 'yup'
import { exactly, id, oneOf, time } from '../schema'

export const MESSAGE_SENDERS = ['USER', 'STAFF'] as const

const count = () => yup.number().integer().min(0).required()

/** A message of a ticket or a chat. */
export const messageSchema = yup.object({
  id: id(),
  /** Place in the conversation, from 1, without gaps. */
  seq: yup.number().integer().min(1).required(),
  sender: oneOf(MESSAGE_SENDERS),
  /** Who wrote it: the user, or the member of staff. */
  sender_id: id(),
  body: yup.string().required(),
  /** Given by who sent it: the same one again is the same message. */
  client_id: id(),
  createdAt: time(),
})
export type Message = yup.InferType<typeof messageSchema>

/** A message that is sent: a reply, or (sender USER) what the user said by phone, e-mail or another way that staff takes down. */
export const messageCreateSchema = exactly({
  client_id: id(),
  body: yup.string().max(3000).defined('Required').matches(/\S/, 'Required'),
  sender: yup.string().oneOf(MESSAGE_SENDERS).optional(),
})

/** What waits for one person. A count of what one may not read is left out. */
export const unreadCountsSchema = yup.object({
  quick_chat: yup.number().integer().min(0).optional(),
  support_tickets: yup.number().integer().min(0).optional(),
  notifications: count(),
})
export type UnreadCounts = yup.InferType<typeof unreadCountsSchema>
