/** Tickets, chats and what waits of them, in the mocks. */
import { CHAT_FIELDS } from '@contract/http/chat'
import { TICKET_FIELDS } from '@contract/http/support'
import type { Handover } from '@contract/entities/shift'
import type { Message } from '@contract/entities/support'
import { can, type Subject } from '@contract/permissions'
import { callerOf, type Answer, type Call, type Caller, type HandlersOf } from '../call'
import { accessOf, db, tell } from '../db'
import type { StaffRecord } from '../fixtures/staff'
import type { ChatRecord, TicketRecord } from '../fixtures/support'
import { mockId } from '../ids'
import { answerList, inStore, readable } from '../lists'
import { addNotification, standOf } from '../notifications'
import { notFound, Refusal, rejected, stale } from '../refusal'

type Conversation = TicketRecord | ChatRecord
interface Kind<R extends Conversation> {
  subject: Extract<Subject, 'SupportTickets' | 'QuickChat'>
  fields: readonly string[]
  searched: readonly string[]
  records(): R[]
}
const TICKETS: Kind<TicketRecord> = {
  subject: 'SupportTickets',
  fields: TICKET_FIELDS,
  searched: ['number', 'subject', 'user'],
  records: () => db.tickets,
}
const CHATS: Kind<ChatRecord> = {
  subject: 'QuickChat',
  fields: CHAT_FIELDS,
  searched: ['last_message', 'user'],
  records: () => db.chats,
}

/** What waits for a person: unread messages of what is his own or nobody's. Null where he may not read such things. */
export function unreadOf(caller: Caller, subject: Kind<Conversation>['subject']): number | null {
  if (!can(caller.access, 'read', subject)) return null
  const records: Conversation[] = subject === 'QuickChat' ? db.chats : db.tickets
  return records
    .filter(
      (record) =>
        inStore(caller, record) &&
        record.status !== 'CLOSED' &&
        (record.assignee === null || record.assignee.id === caller.staff.id),
    )
    .reduce((sum, { unread_count }) => sum + unread_count, 0)
}

const sent = <R extends Conversation>(kind: Kind<R>, record: R, caller: Caller) =>
  readable(record, caller, kind.subject, kind.fields) as Answer<R>['data']

function find<R extends Conversation>(kind: Kind<R>, id: string, caller: Caller): R {
  const record = kind.records().find((each) => each.id === id)
  if (!record || !inStore(caller, record)) throw notFound()
  return record
}

type Asked = Parameters<typeof answerList>[1] & { assignee_id?: string }
function list<R extends Conversation>(kind: Kind<R>, call: Call<unknown, Asked>): Answer<R[]> {
  const { assignee_id: assignee, ...asked } = call.query
  const records = kind.records().filter((record) => assignee === undefined || record.assignee?.id === assignee)
  return answerList(records, asked, callerOf(call), kind.subject, kind.fields, kind.searched)
}

function postMessage<R extends Conversation>(
  kind: Kind<R>,
  call: Call<unknown, unknown, { client_id: string; body: string; sender?: 'USER' | 'STAFF' }>,
  id: string,
): { data: Message } {
  const caller = callerOf(call)
  const record = find(kind, id, caller)
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
    sender_id: sender === 'USER' ? record.user.id : caller.staff.id,
    body,
    client_id,
    createdAt,
    conversationId: id,
  }
  db.messages.push(message)
  Object.assign(record, {
    unread_count: sender === 'USER' ? record.unread_count + 1 : 0,
    last_message_at: createdAt,
    updatedAt: createdAt,
    ...(kind.subject === 'QuickChat' ? { last_message: body } : {}),
  })
  if (kind.subject === 'QuickChat' && sender === 'USER') {
    tell({
      type: 'chat:message',
      assigneeId: record.assignee?.id ?? null,
      payload: { chat_id: id, message_id: message.id, seq: message.seq, createdAt },
    })
  }
  tell({ type: 'unread:changed' })
  return { data: strip(message) }
}

function read<R extends Conversation>(kind: Kind<R>, call: Call, id: string): Answer<R> {
  const caller = callerOf(call)
  const record = find(kind, id, caller)
  if (record.unread_count > 0) {
    record.unread_count = 0
    tell({ type: 'unread:changed' })
  }
  return { data: sent(kind, record, caller) }
}

/** The ticket that a write is about, when the write may go on. */
function ticketToWrite(call: Call<{ id: string }>): TicketRecord {
  const ticket = find(TICKETS, call.params.id, callerOf(call))
  if (call.ifMatch === null) throw new Refusal(428)
  if (call.ifMatch !== ticket.version) throw stale(sent(TICKETS, ticket, callerOf(call)))
  return ticket
}

/** Whether somebody may be given a ticket or chat. */
const mayWorkOn = (staff: StaffRecord, subject: Kind<Conversation>['subject'], record: Conversation): boolean =>
  !staff.is_deleted && can(accessOf(staff), 'update', subject) && inStore({ staff }, record)

/** Whom a ticket is given to. @throws 422 for somebody who may not work on it */
function worker(staffId: string, ticket: TicketRecord) {
  const staff = db.staff.find(({ id }) => id === staffId)
  if (!staff || !mayWorkOn(staff, 'SupportTickets', ticket))
    throw rejected({ assignee_id: ['Choose somebody who may work on it'] })
  return { id: staff.id, username: staff.username }
}

/**
 * Moves what a handover holds and is still the sender's to whoever accepts it.
 * @throws 422 where that person may not work on one of them; then nothing moves
 */
export function takeOver(handover: Handover, staff: StaffRecord, now: number): void {
  const idsOf = (type: Handover['items'][number]['type']) =>
    handover.items.filter((item) => item.type === type).map(({ id }) => id)
  const [ticketIds, chatIds] = [idsOf('TICKET'), idsOf('CHAT')]
  const tickets = db.tickets.filter(({ id, assignee }) => ticketIds.includes(id) && assignee?.id === handover.from.id)
  const chats = db.chats.filter(({ id, assignee }) => chatIds.includes(id) && assignee?.id === handover.from.id)
  const refused =
    tickets.find((ticket) => !mayWorkOn(staff, 'SupportTickets', ticket)) ??
    chats.find((chat) => !mayWorkOn(staff, 'QuickChat', chat))
  if (refused) {
    const label = 'number' in refused ? `ticket ${refused.number}` : `the chat with ${refused.user.username}`
    throw new Refusal(422, {
      message: `You may not work on ${label} of this handover. A colleague who may must accept it.`,
    })
  }
  const assignee = { id: staff.id, username: staff.username }
  for (const ticket of tickets) saved(Object.assign(ticket, { assignee }), now)
  for (const chat of chats)
    Object.assign(chat, { assignee, version: chat.version + 1, updatedAt: new Date(now).toISOString() })
}

function saved(ticket: TicketRecord, now: number): void {
  Object.assign(ticket, { version: ticket.version + 1, updatedAt: new Date(now).toISOString() })
  tell({ type: 'record:changed', payload: { subject: 'SupportTickets', id: ticket.id, version: ticket.version } })
  tell({ type: 'unread:changed' })
}

export const supportHandlers: HandlersOf<'support'> & HandlersOf<'chat'> & HandlersOf<'unread'> = {
  'support.search': (call) => list(TICKETS, call),
  'support.assign': (call) => {
    const caller = callerOf(call)
    const ticket = ticketToWrite(call)
    const { assignee_id: assigneeId } = call.body
    if ((ticket.assignee?.id ?? null) === assigneeId) return { data: sent(TICKETS, ticket, caller) }
    ticket.assignee = assigneeId === null ? null : worker(assigneeId, ticket)
    saved(ticket, call.now)
    if (assigneeId !== null && assigneeId !== caller.staff.id)
      addNotification(assigneeId, {
        keyword: 'TICKET_ASSIGNED',
        keyword_id: ticket.id,
        description: `${ticket.number}: ${ticket.subject}`,
      })
    return { data: sent(TICKETS, ticket, caller) }
  },
  'support.escalate': (call) => {
    const caller = callerOf(call)
    const ticket = ticketToWrite(call)
    const { level, assignee_id, reason } = call.body
    if (level <= ticket.escalation_level)
      throw rejected({ level: [`It is at level ${ticket.escalation_level} already`] })
    if (assignee_id) ticket.assignee = worker(assignee_id, ticket)
    ticket.escalation_level = level
    saved(ticket, call.now)
    if (ticket.assignee && ticket.assignee.id !== caller.staff.id) {
      addNotification(ticket.assignee.id, {
        keyword: 'TICKET_ESCALATED',
        keyword_id: ticket.id,
        title: `Ticket escalated to level ${level}`,
        description: `${ticket.number}: ${ticket.subject}. ${reason}`,
      })
    }
    return { data: sent(TICKETS, ticket, caller) }
  },
  'support.postMessage': (call) => postMessage(TICKETS, call, call.params.ticketId),
  'support.read': (call) => read(TICKETS, call, call.params.ticketId),
  'chat.list': (call) => list(CHATS, call),
  'chat.postMessage': (call) => postMessage(CHATS, call, call.params.chatId),
  'chat.read': (call) => read(CHATS, call, call.params.chatId),
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
