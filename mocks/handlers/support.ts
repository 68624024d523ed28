/** Messages of tickets and chats, and their unread counts, in the mocks. */
import type { Message } from '@contract/entities/support'
import { callerOf, type Call, type Caller, type HandlersOf } from '../call'
import { db, tell } from '../db'
import { mockId } from '../ids'
import { standOf } from '../notifications'
import { notFound } from '../refusal'
import {
  announce,
  conversationRows,
  isVisible,
  unreadOf,
  type Conversation,
  type ConversationSubject,
} from '../support'

function find(subject: ConversationSubject, id: string, caller: Caller): Conversation {
  const row = conversationRows(subject).find((each) => each.id === id)
  if (!row || !isVisible(caller, row)) throw notFound()
  return row
}

/** A message of a user reopens a closed conversation; an answer of staff starts work on it. */
function nextStatus(subject: ConversationSubject, { status, assignee }: Conversation, isUser: boolean): string {
  if (subject === 'QuickChat') return isUser && assignee === null ? 'WAITING' : 'ACTIVE'
  if (isUser) return status === 'RESOLVED' || status === 'CLOSED' ? 'REOPENED' : status
  return status === 'NEW' ? 'OPEN' : status
}

function postMessage(
  subject: ConversationSubject,
  call: Call<unknown, unknown, { client_id: string; body: string; sender?: 'USER' | 'STAFF' }>,
  id: string,
): { data: Message } {
  const caller = callerOf(call)
  const row = find(subject, id, caller)
  const { client_id, body, sender = 'STAFF' } = call.body
  const own = db.messages.filter(({ conversationId }) => conversationId === id)
  const known = own.find((message) => message.client_id === client_id)
  const strip = ({ conversationId: _of, ...message }: (typeof db.messages)[number]): Message => message
  if (known) return { data: strip(known) }
  const createdAt = new Date(call.now).toISOString()
  const message = {
    id: mockId('message', db.nextNumber++),
    seq: own.length + 1,
    sender,
    sender_id: sender === 'USER' ? row.user : caller.staff.id,
    body,
    client_id,
    createdAt,
    conversationId: id,
  }
  db.messages.push(message)
  Object.assign(row, {
    unread_count: sender === 'USER' ? row.unread_count + 1 : 0,
    status: nextStatus(subject, row, sender === 'USER'),
    last_message_at: createdAt,
    updatedAt: createdAt,
    ...(subject === 'QuickChat' ? { last_message: body.slice(0, 200) } : {}),
  })
  if (subject === 'QuickChat' && sender === 'USER') {
    tell({
      type: 'chat:message',
      assigneeId: row.assignee,
      payload: { chat_id: id, message_id: message.id, seq: message.seq, createdAt },
    })
  }
  announce(subject, row, true)
  return { data: strip(message) }
}

function read(subject: ConversationSubject, call: Call, id: string) {
  const row = find(subject, id, callerOf(call))
  if (row.unread_count > 0) {
    row.unread_count = 0
    announce(subject, row, true)
  }
  return { data: null as never }
}

export const supportHandlers: HandlersOf<'support'> & HandlersOf<'chat'> & HandlersOf<'unread'> = {
  'support.postMessage': (call) => postMessage('SupportTickets', call, call.params.ticketId),
  'support.read': (call) => read('SupportTickets', call, call.params.ticketId),
  'chat.postMessage': (call) => postMessage('QuickChat', call, call.params.chatId),
  'chat.read': (call) => read('QuickChat', call, call.params.chatId),
  'unread.counts': (call) => {
    const caller = callerOf(call)
    const [chats, tickets] = [unreadOf(caller, 'QuickChat'), unreadOf(caller, 'SupportTickets')]
    return {
      data: {
        ...(chats === null ? {} : { quick_chat: chats }),
        ...(tickets === null ? {} : { support_tickets: tickets }),
        notifications: standOf(caller.staff.id).unread_count,
      },
    }
  },
}
