/** What modules tell the live socket, after their change is committed. */
import type { ChatMessagePushed, NotificationsStand, OneChanged } from '@contract/socket'

export interface Live {
  /** @param stores of the record, now and before: those who see only some stores hear only of these */
  recordChanged(change: OneChanged, ...stores: readonly (string | null)[]): void
  /** Rights were changed: those of one member of staff, or (permission sets, roles) everybody's are read anew. */
  accessChanged(staffId?: string): void
  /** @param ids of the sessions that were revoked: their sockets are told and closed */
  sessionsEnded(ids: readonly string[]): void
  /** Something about the notifications of these people changed: what is new to their consoles is sent to them. */
  notified(staffIds: readonly string[]): void
  /** Somebody's shift changed. Once this resolves, no process answers from before it (at most a second later if one hangs). */
  shiftChanged(staffId: string): Promise<void>
  /** Somebody marked all notifications as read. */
  allRead(staffId: string, stand: NotificationsStand): void
  /** A user wrote in a chat: whose it is hears it, or where it is nobody's all who read chats of its store. */
  chatMessage(message: ChatMessagePushed, chat: { assigneeId: string | null; store: string | null }): void
  /** Unread messages of tickets or chats changed: who is connected hears the own count where it is another now. */
  unreadChanged(): void
}
