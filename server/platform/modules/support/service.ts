/** Messages of tickets and chats, from which unread counts follow. Assigning a ticket is an action of its record. */
import type { Clock } from '@server/platform/ports/clock'
import type { Db } from '@server/platform/ports/db'
import type { Json, Origin } from '@server/platform/operations/call'
import { notFound } from '@server/platform/operations/failure'
import { uuidV7 } from '@server/platform/lib/uuid-v7'
import type { Live } from '@server/platform/live/live'
import type { Principal } from '@server/platform/modules/access/principal'
import type { WriteKey } from '@server/platform/modules/idempotency/keys'
import { writeAudit } from '@server/platform/modules/audit/entry'
import { CHATS, MESSAGE, lockConversation, type ConversationKind, type Locked } from './conversations'

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

export type SupportService = ReturnType<typeof createSupportService>

export function createSupportService({ db, clock, live }: { db: Db; clock: Clock; live: Live }) {
  const now = () => new Date(clock.now()).toISOString()

  /** Notifies consoles of a conversation whose derived values changed: its version counts edits only. */
  const announce = (kind: ConversationKind, { id, version, store }: Locked) =>
    live.recordChanged({ subject: kind.subject, id, version, derived: true }, store)

  return {
    /** Adds a message. A reply marks the user's messages as read. */
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
            conversation,
            payload: { chat_id: id, message_id: messageId, seq, createdAt: now() },
          },
        }
      })
      if (done.push) {
        const { isUser, conversation, payload } = done.push
        const { assignee_id: assigneeId, store } = conversation
        if (kind === CHATS && isUser) live.chatMessage(payload, { assigneeId, store })
        announce(kind, conversation)
        live.unreadChanged()
      }
      return done.json as Json<never>
    },

    /** Marks the user's messages as read. */
    async read({ principal, origin, key }: Act, kind: ConversationKind, id: string): Promise<void> {
      const changed = await db.transaction(async (tx) => {
        const conversation = await lockConversation(tx, kind, id, principal)
        if (!conversation) throw notFound()
        await key?.inTransaction(tx, { data: null })
        if (conversation.unread_count === 0) return null
        await tx.query(`update ${kind.table} set unread_count = 0 where id = $1::uuid`, [id])
        await writeAudit(tx, clock, { actorId: principal.staffId, action: 'read', subject: kind.subject, origin }, id, {
          up_to: conversation.last_seq,
        })
        return conversation
      })
      if (!changed) return
      announce(kind, changed)
      live.unreadChanged()
    },
  }
}

/** A message of the user reopens a closed conversation; an answer of staff puts it in progress. */
function nextStatus(kind: ConversationKind, { status, assignee_id }: Locked, isUser: boolean): string {
  if (kind === CHATS) return isUser && assignee_id === null ? 'WAITING' : 'ACTIVE'
  if (isUser) return status === 'RESOLVED' || status === 'CLOSED' ? 'REOPENED' : status
  return status === 'NEW' ? 'OPEN' : status
}
