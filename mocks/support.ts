/** Tickets and chats in the mocks: their assignees, and the counts of unread messages. */
import type { Handover } from '@contract/entities/shift'
import { can, type Subject } from '@contract/permissions'
import type { Caller } from './call'
import { accessOf, db, tell } from './db'
import type { StaffRecord } from './fixtures/staff'
import type { ChatRecord, TicketRecord } from './fixtures/support'
import { inStore } from './lists'
import { Refusal, rejected } from './refusal'

export type Conversation = TicketRecord | ChatRecord
export type ConversationSubject = Extract<Subject, 'SupportTickets' | 'QuickChat'>

export const ticketRows = (): TicketRecord[] => db.records.ticket as unknown as TicketRecord[]
export const chatRows = (): ChatRecord[] => db.records.chat as unknown as ChatRecord[]
/** @returns the rows of tickets or chats */
export const conversationRows = (subject: ConversationSubject): Conversation[] =>
  subject === 'QuickChat' ? chatRows() : ticketRows()

/** Whether a conversation is in a store of the caller. */
export const isVisible = (caller: Pick<Caller, 'staff'>, { store_code }: Conversation): boolean =>
  inStore(caller, { third_party_store_code: store_code })

/**
 * Number of unread messages for a person: in conversations assigned to them or to nobody. Null if they may not read
 * such conversations.
 */
export function unreadOf(caller: Caller, subject: ConversationSubject): number | null {
  if (!can(caller.access, 'read', subject)) return null
  return conversationRows(subject)
    .filter(
      (row) =>
        isVisible(caller, row) &&
        row.status !== 'CLOSED' &&
        (row.assignee === null || row.assignee === caller.staff.id),
    )
    .reduce((sum, { unread_count }) => sum + unread_count, 0)
}

/** Whether a ticket or chat may be assigned to a person. */
export const mayWorkOn = (staff: StaffRecord, subject: ConversationSubject, row: Conversation): boolean =>
  !staff.is_deleted && can(accessOf(staff), 'update', subject) && isVisible({ staff }, row)

/** @throws 422 if this person may not work on the ticket */
export function requireWorker(staffId: string, row: TicketRecord): void {
  const staff = db.staff.find(({ id }) => id === staffId)
  if (!staff || !mayWorkOn(staff, 'SupportTickets', row))
    throw rejected({ assignee: ['Choose somebody who may work on it'] })
}

/** Its name for staff: a ticket's number, or the user who writes in a chat. */
export function labelOf(row: Conversation): string {
  if ('number' in row) return `ticket ${(row as TicketRecord).number}`
  return `the chat with ${db.users.find(({ id }) => id === row.user)?.username ?? 'a user'}`
}

/** Notifies consoles that a conversation changed. @param derived its version stays the same */
export function announce(subject: ConversationSubject, { id, version }: Conversation, derived?: true): void {
  tell({ type: 'record:changed', payload: { subject, id, version, ...(derived ? { derived } : {}) } })
  tell({ type: 'unread:changed' })
}

/**
 * Moves the items of a handover that still belong to the sender to the person who accepts it.
 * @throws 422 if that person may not work on one of them; then nothing moves
 */
export function takeOver(handover: Handover, staff: StaffRecord, now: number): void {
  const held = (type: Handover['items'][number]['type'], subject: ConversationSubject) => {
    const ids = handover.items.filter((item) => item.type === type).map(({ id }) => id)
    return conversationRows(subject)
      .filter(({ id, assignee }) => ids.includes(id) && assignee === handover.from.id)
      .map((row) => ({ row, subject }))
  }
  const given = [...held('TICKET', 'SupportTickets'), ...held('CHAT', 'QuickChat')]
  const refused = given.find(({ row, subject }) => !mayWorkOn(staff, subject, row))?.row
  if (refused) {
    throw new Refusal(422, {
      message: `You may not work on ${labelOf(refused)} of this handover. A colleague who may must accept it.`,
    })
  }
  for (const { row, subject } of given) {
    Object.assign(row, { assignee: staff.id, version: row.version + 1, updatedAt: new Date(now).toISOString() })
    announce(subject, row)
  }
}
