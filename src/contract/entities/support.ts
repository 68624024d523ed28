/**
 * Tickets, chats and their messages, as far as unread counts and notifications need them (screens.md, ticket and chat).
 * The screens of support add to them.
 */
import * as yup from 'yup'
import { exactly, id, oneOf, time } from '../schema'

export const TICKET_STATUS_KINDS = ['NEW', 'OPEN', 'PENDING', 'ON_HOLD', 'RESOLVED', 'CLOSED', 'REOPENED'] as const
export const TICKET_PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const
export const TICKET_CHANNELS = ['APP', 'EMAIL', 'CHAT', 'TELEGRAM'] as const
export const CHAT_STATUSES = ['WAITING', 'ACTIVE', 'IDLE', 'CLOSED'] as const
export const MESSAGE_SENDERS = ['USER', 'STAFF'] as const

/** Escalation goes up to this level. */
export const ESCALATION_MAX = 3

const person = () => yup.object({ id: id(), username: yup.string().required() })
const assignee = () => person().nullable().defined().default(undefined)
const count = () => yup.number().integer().min(0).required()

/** A ticket. Fields that a role may not read are left out. */
export const ticketSchema = yup.object({
  id: id(),
  /** What people see and say, e.g. T-10042. */
  number: yup.string().required(),
  subject: yup.string().required(),
  user: person(),
  status: oneOf(TICKET_STATUS_KINDS),
  priority: oneOf(TICKET_PRIORITIES),
  channel: oneOf(TICKET_CHANNELS),
  assignee: assignee(),
  escalation_level: yup.number().integer().min(0).max(ESCALATION_MAX).required(),
  /** Messages of the user that nobody has read. */
  unread_count: count(),
  last_message_at: time().nullable().defined(),
  createdAt: time(),
  updatedAt: time(),
  version: yup.number().integer().required(),
})
export type Ticket = yup.InferType<typeof ticketSchema>

/** A quick chat with one user. Fields that a role may not read are left out. */
export const chatSchema = yup.object({
  id: id(),
  user: person(),
  status: oneOf(CHAT_STATUSES),
  assignee: assignee(),
  unread_count: count(),
  last_message: yup.string().nullable().defined(),
  last_message_at: time().nullable().defined(),
  createdAt: time(),
  updatedAt: time(),
  version: yup.number().integer().required(),
})
export type Chat = yup.InferType<typeof chatSchema>

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

export const assignSchema = exactly({
  /** Null: nobody. */
  assignee_id: id().nullable().defined(),
})

export const escalateSchema = exactly({
  level: yup.number().integer().min(1, 'From 1').max(ESCALATION_MAX, `Up to ${ESCALATION_MAX}`).required('Required'),
  /** Who is to take it; left out: it stays with whom it is. */
  assignee_id: id().optional(),
  reason: yup.string().max(255).defined('Required').matches(/\S/, 'Required'),
})

/** What waits for one person. A count of what one may not read is left out. */
export const unreadCountsSchema = yup.object({
  quick_chat: yup.number().integer().min(0).optional(),
  support_tickets: yup.number().integer().min(0).optional(),
  notifications: count(),
})
export type UnreadCounts = yup.InferType<typeof unreadCountsSchema>
