/** Messages of tickets and chats, and who has them: what unread counts and notifications come from. */
import type { Clock } from '../../lib/clock'
import type { Db, Queryable } from '@server/db/db'
import type { Json, Origin } from '@server/http/call'
import { notFound, rejected, stale } from '@server/http/failure'
import { uuidV7 } from '@server/lib/uuid-v7'
import type { Live } from '@server/live/live'
import type { Principal } from '@server/modules/access/principal'
import type { WriteKey } from '@server/modules/idempotency/keys'
import { writeAudit } from '@server/modules/audit/entry'
import { notify, type Happening } from '@server/modules/notifications/store'
import {
  CHATS,
  MESSAGE,
  TICKETS,
  lockConversation,
  readConversation,
  type ConversationKind,
  type Locked,
} from './conversations'
import { readWorker } from './workers'

interface Act {
  principal: Principal
  origin: Origin
  key: WriteKey | null
}
interface Draft {
  client_id: string
  body: string
  sender?: 'USER' | 'STAFF'
}
export interface Written {
  json: Json<never>
  version: number
}

export type SupportService = ReturnType<typeof createSupportService>

export function createSupportService({ db, clock, live }: { db: Db; clock: Clock; live: Live }) {
  const now = () => new Date(clock.now()).toISOString()

  /** @throws 422 where nobody of this id may work on it in its store */
  async function requireWorker(
    tx: Queryable,
    kind: ConversationKind,
    staffId: string,
    store: string | null,
  ): Promise<void> {
    const mayWorkOn = await readWorker(tx, staffId)
    if (!mayWorkOn?.(kind, store)) throw rejected({ assignee_id: ['Choose somebody who may work on it'] })
  }

  async function lockedTicket(tx: Queryable, { principal }: Act, id: string, ifMatch: number): Promise<Locked> {
    const ticket = await lockConversation(tx, TICKETS, id, principal)
    if (!ticket) throw notFound()
    if (ticket.version !== ifMatch) throw stale(await readConversation(tx, TICKETS, id, principal))
    return ticket
  }

  /** What a ticket's new holder is told; who gives it to himself knows. */
  async function tell(
    tx: Queryable,
    { principal }: Act,
    holder: string | null,
    what: Omit<Happening, 'keywordId'>,
    ticketId: string,
  ): Promise<string[]> {
    return holder === null || holder === principal.staffId
      ? []
      : notify(tx, clock, [holder], { ...what, keywordId: ticketId })
  }

  /** The ticket as the caller may see it, stored under the call's key. */
  async function answerWith(tx: Queryable, { principal, key }: Act, { id, version }: { id: string; version: number }) {
    const json = await readConversation(tx, TICKETS, id, principal)
    await key?.inTransaction(tx, { json, version })
    return json
  }

  /** Tells everybody, after the commit. */
  function spread(ticket: { id: string; version: number; store: string | null }, told: readonly string[]): void {
    live.notified(told)
    live.recordChanged({ subject: TICKETS.subject, id: ticket.id, version: ticket.version }, ticket.store)
    live.unreadChanged()
  }

  return {
    /** Gives a ticket to somebody, or to nobody. To whom it is already: nothing happens. */
    async assign(act: Act, id: string, assigneeId: string | null, ifMatch: number): Promise<Written> {
      const done = await db.transaction(async (tx) => {
        const ticket = await lockedTicket(tx, act, id, ifMatch)
        if (ticket.assignee_id === assigneeId) return { ticket, told: null, json: await answerWith(tx, act, ticket) }
        if (assigneeId !== null) await requireWorker(tx, TICKETS, assigneeId, ticket.store)
        const version = ticket.version + 1
        await tx.query(
          'update support_tickets set assignee_id = $2::uuid, updated_at = $3::timestamptz, version = $4::integer where id = $1::uuid',
          [id, assigneeId, now(), version],
        )
        await writeAudit(
          tx,
          clock,
          { actorId: act.principal.staffId, action: 'assign', subject: TICKETS.subject, origin: act.origin },
          id,
          { assignee_id: assigneeId },
        )
        const told = await tell(
          tx,
          act,
          assigneeId,
          {
            keyword: 'TICKET_ASSIGNED',
            eventKey: `ticket ${id} assigned ${version}`,
            title: 'Ticket assigned to you',
            description: `${ticket.number}: ${ticket.subject}`,
          },
          id,
        )
        const changed = { ...ticket, version }
        return { ticket: changed, told, json: await answerWith(tx, act, changed) }
      })
      if (done.told) spread(done.ticket, done.told)
      return { json: done.json as Json<never>, version: done.ticket.version }
    },

    async escalate(
      act: Act,
      id: string,
      { level, assignee_id, reason }: { level: number; assignee_id?: string; reason: string },
      ifMatch: number,
    ): Promise<Written> {
      const done = await db.transaction(async (tx) => {
        const ticket = await lockedTicket(tx, act, id, ifMatch)
        if (level <= ticket.escalation_level)
          throw rejected({ level: [`It is at level ${ticket.escalation_level} already`] })
        const holder = assignee_id ?? ticket.assignee_id
        if (assignee_id) await requireWorker(tx, TICKETS, assignee_id, ticket.store)
        const version = ticket.version + 1
        await tx.query(
          'update support_tickets set escalation_level = $2::integer, assignee_id = $3::uuid, updated_at = $4::timestamptz, version = $5::integer where id = $1::uuid',
          [id, level, holder, now(), version],
        )
        await writeAudit(
          tx,
          clock,
          { actorId: act.principal.staffId, action: 'escalate', subject: TICKETS.subject, origin: act.origin, reason },
          id,
          { escalation_level: level, assignee_id: holder },
        )
        const told = await tell(
          tx,
          act,
          holder,
          {
            keyword: 'TICKET_ESCALATED',
            eventKey: `ticket ${id} escalated ${version}`,
            title: `Ticket escalated to level ${level}`,
            description: `${ticket.number}: ${ticket.subject}. ${reason}`,
          },
          id,
        )
        const changed = { ...ticket, version }
        return { ticket: changed, told, json: await answerWith(tx, act, changed) }
      })
      spread(done.ticket, done.told)
      return { json: done.json as Json<never>, version: done.ticket.version }
    },

    /** Adds a message. A reply means that what the user wrote has been read. */
    async postMessage(act: Act, kind: ConversationKind, id: string, draft: Draft): Promise<Json<never>> {
      const { principal, origin, key } = act
      const done = await db.transaction(async (tx) => {
        const conversation = await lockConversation(tx, kind, id, principal)
        if (!conversation) throw notFound()
        const [known] = await tx.query<{ j: string }>(
          `select ${MESSAGE} as j from messages m where m.${kind.messageKey} = $1::uuid and m.client_id = $2::uuid`,
          [id, draft.client_id],
        )
        if (known) {
          await key?.inTransaction(tx, { json: known.j })
          return { json: known.j, push: null }
        }
        const { sender = 'STAFF', body } = draft
        const isUser = sender === 'USER'
        const [messageId, seq] = [uuidV7(clock.now()), conversation.last_seq + 1]
        const [message] = await tx.query<{ j: string }>(
          `insert into messages as m (id, ${kind.messageKey}, seq, sender, sender_id, entered_by, body, client_id, created_at)
           values ($1::uuid, $2::uuid, $3::integer, $4::text, $5::uuid, $6::uuid, $7::text, $8::uuid, $9::timestamptz) returning ${MESSAGE} as j`,
          [
            messageId,
            id,
            seq,
            sender,
            isUser ? conversation.user_id : principal.staffId,
            isUser ? principal.staffId : null,
            body,
            draft.client_id,
            now(),
          ],
        )
        const status = nextStatus(kind, conversation, isUser)
        await tx.query(
          `update ${kind.table} set last_seq = $2::integer, unread_count = $3::integer, status = $4::text, last_message_at = $5::timestamptz, updated_at = $5::timestamptz
             ${kind === CHATS ? ', last_message = $6::text' : ''} where id = $1::uuid`,
          [
            id,
            seq,
            isUser ? conversation.unread_count + 1 : 0,
            status,
            now(),
            ...(kind === CHATS ? [body.slice(0, 200)] : []),
          ],
        )
        await writeAudit(
          tx,
          clock,
          { actorId: principal.staffId, action: isUser ? 'take-down-message' : 'reply', subject: kind.subject, origin },
          id,
          { seq },
        )
        await key?.inTransaction(tx, { json: message!.j })
        return {
          json: message!.j,
          push: {
            isUser,
            assigneeId: conversation.assignee_id,
            store: conversation.store,
            payload: { chat_id: id, message_id: messageId, seq, createdAt: now() },
          },
        }
      })
      if (done.push) {
        const { isUser, assigneeId, store, payload } = done.push
        if (kind === CHATS && isUser) live.chatMessage(payload, { assigneeId, store })
        live.unreadChanged()
      }
      return done.json as Json<never>
    },

    /** The user's messages have been read. */
    async read({ principal, origin, key }: Act, kind: ConversationKind, id: string): Promise<Written> {
      const done = await db.transaction(async (tx) => {
        const conversation = await lockConversation(tx, kind, id, principal)
        if (!conversation) throw notFound()
        if (conversation.unread_count > 0) {
          await tx.query(`update ${kind.table} set unread_count = 0 where id = $1::uuid`, [id])
          await writeAudit(
            tx,
            clock,
            { actorId: principal.staffId, action: 'read', subject: kind.subject, origin },
            id,
            { up_to: conversation.last_seq },
          )
        }
        const { version } = conversation
        const json = await readConversation(tx, kind, id, principal)
        await key?.inTransaction(tx, { json, version })
        return { json, version, changed: conversation.unread_count > 0 }
      })
      if (done.changed) live.unreadChanged()
      return { json: done.json as Json<never>, version: done.version }
    },
  }
}

/** A user who writes opens what was over; staff that answers takes it up. */
function nextStatus(kind: ConversationKind, { status, assignee_id }: Locked, isUser: boolean): string {
  if (kind === CHATS) return isUser && assignee_id === null ? 'WAITING' : 'ACTIVE'
  if (isUser) return status === 'RESOLVED' || status === 'CLOSED' ? 'REOPENED' : status
  return status === 'NEW' ? 'OPEN' : status
}
