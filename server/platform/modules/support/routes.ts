/** Tickets, chats and their unread counts (contract/http/support.ts, chat.ts, unread.ts). */
import { can } from '@contract/permissions'
import type { Db } from '@server/platform/ports/db'
import type { RoutesOf } from '@server/platform/operations/call'
import { readStand } from '@server/platform/modules/notifications/store'
import { CHATS, TICKETS, readUnreadGroups, unreadOf, type ConversationKind } from './conversations'
import type { SupportService } from './service'

export function createSupportRoutes({
  db,
  service,
}: {
  db: Db
  service: SupportService
}): RoutesOf<'support'> & RoutesOf<'chat'> & RoutesOf<'unread'> {
  const read = async (
    kind: ConversationKind,
    id: string,
    { principal, origin, key }: Parameters<SupportService['read']>[0],
  ) => {
    await service.read({ principal, origin, key }, kind, id)
    return { data: null as never }
  }
  return {
    'support.postMessage': async ({ principal, origin, key, params, body }) => ({
      json: await service.postMessage({ principal, origin, key }, TICKETS, params.ticketId, body),
    }),
    'support.read': (call) => read(TICKETS, call.params.ticketId, call),
    'chat.postMessage': async ({ principal, origin, key, params, body }) => ({
      json: await service.postMessage({ principal, origin, key }, CHATS, params.chatId, body),
    }),
    'chat.read': (call) => read(CHATS, call.params.chatId, call),
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
