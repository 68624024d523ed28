/** Tickets, chats and what waits of them (contract/http/support.ts, chat.ts, unread.ts). */
import { can } from '@contract/permissions'
import type { Db } from '@server/db/db'
import type { Answer, Json, RoutesOf } from '@server/http/call'
import { readStand } from '@server/modules/notifications/store'
import {
  CHATS,
  TICKETS,
  readConversations,
  readUnreadGroups,
  unreadOf,
  type ConversationKind,
  type ConversationQuery,
} from './conversations'
import type { SupportService } from './service'

export function createSupportRoutes({
  db,
  service,
}: {
  db: Db
  service: SupportService
}): RoutesOf<'support'> & RoutesOf<'chat'> & RoutesOf<'unread'> {
  const list = async <D>(
    kind: ConversationKind,
    call: { query: ConversationQuery } & Parameters<typeof readConversations>[3],
  ): Promise<Answer<D>> => {
    const found = await readConversations(db, kind, call.query, call)
    return 'rows' in found ? found : { ...found, json: found.json as Json<D> }
  }
  return {
    'support.search': (call) => list(TICKETS, call),
    'support.assign': ({ principal, origin, key, params, body, ifMatch }) =>
      service.assign({ principal, origin, key }, params.id, body.assignee_id, ifMatch),
    'support.escalate': ({ principal, origin, key, params, body, ifMatch }) =>
      service.escalate({ principal, origin, key }, params.id, body, ifMatch),
    'support.postMessage': async ({ principal, origin, key, params, body }) => ({
      json: await service.postMessage({ principal, origin, key }, TICKETS, params.ticketId, body),
    }),
    'support.read': ({ principal, origin, key, params }) =>
      service.read({ principal, origin, key }, TICKETS, params.ticketId),
    'chat.list': (call) => list(CHATS, call),
    'chat.postMessage': async ({ principal, origin, key, params, body }) => ({
      json: await service.postMessage({ principal, origin, key }, CHATS, params.chatId, body),
    }),
    'chat.read': ({ principal, origin, key, params }) => service.read({ principal, origin, key }, CHATS, params.chatId),
    'unread.counts': async ({ principal }) => {
      const count = async (kind: ConversationKind) =>
        can(principal.access, 'read', kind.subject) ? unreadOf(await readUnreadGroups(db, kind), principal) : undefined
      const [tickets, chats, stand] = await Promise.all([
        count(TICKETS),
        count(CHATS),
        readStand(db, principal.staffId),
      ])
      return {
        data: {
          ...(chats === undefined ? {} : { quick_chat: chats }),
          ...(tickets === undefined ? {} : { support_tickets: tickets }),
          notifications: stand.unread,
        },
      }
    },
  }
}
