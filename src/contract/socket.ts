/** The live socket: events with their exact names (spec 7, Live socket; contract, Live socket). */

import type { Notification } from './entities/notification'
import type { ShiftDetails } from './entities/shift'

/** Handshake payload. */
export interface SocketAuth {
  access_token: string
  client: 'admin'
  /**
   * With the first connection of a session: milliseconds since the console began to read. The server repeats the
   * changes of this time after the connection, or sends `records:missed`.
   */
  unheard_ms?: number
}

/** `data` of connect_error after a refused handshake. */
export const HANDSHAKE_REFUSED = 'UNAUTHORIZED'

/** A record changed. */
export interface OneChanged {
  subject: string
  id: string
  version: number
  /** Values changed without an edit (counts, balances, a place in the order): the row changed, but not its version. */
  derived?: true
}
/**
 * More than `RECORDS_TOLD_MAX` records of the subject changed at once (an import, an order): lists are read as a whole.
 */
export interface ManyChanged {
  subject: string
  id: null
}
export type RecordChanged = OneChanged | ManyChanged
/**
 * Several records of a subject changed within the time in which the server collects changes: one message for all of
 * them.
 */
export interface SeveralChanged {
  subject: string
  changes: Omit<OneChanged, 'subject'>[]
}

/** A count of unread messages, in chats or tickets that are assigned to the person or to nobody. */
export interface CountReply {
  success: boolean
  data: number
}

/** A message of a user in a chat that is assigned to the person or to nobody. */
export interface ChatMessagePushed {
  chat_id: string
  message_id: string
  seq: number
  createdAt: string
}

/** The response to `shift_handover:user_shift_details`. */
export interface ShiftDetailsReply {
  success: boolean
  data: ShiftDetails
  /** The number of the request, if it had one. */
  request?: number
}

/**
 * The person's counts and revision: of two, the one with the higher revision is newer, in whatever order they arrive.
 */
export interface NotificationsStand {
  unread_count: number
  revision: number
}

/** A new notification. It may be sent twice, and also be in a page: its id shows that. */
export interface NotificationPushed extends NotificationsStand {
  success: true
  data: Notification
}

/** Notifications changed elsewhere: read in another tab, or accepted by a colleague. */
export interface NotificationsChanged extends NotificationsStand {
  /** Ids of the changed notifications; null if there are many, so that the pages must be fetched again. */
  ids: string[] | null
}

/** Events that the console emits. */
export interface ClientToServerEvents {
  /** Keeps a long connection open after a token expires. */
  'access:token': (payload: { access_token: string }, acknowledge?: (reply: { success: boolean }) => void) => void
  /** The response is its acknowledgement. */
  'quick_chat:message_count': (acknowledge?: (reply: CountReply) => void) => void
  /** The response is `support_ticket:message_count_response`. */
  'support_ticket:message_count': () => void
  /** The response is `shift_handover:user_shift_details_response`, which repeats the number. */
  'shift_handover:user_shift_details': (payload?: { request: number }) => void
}

/** Events that the console listens to. */
export interface ServerToClientEvents {
  /** The console refetches its permissions. */
  'access:changed': () => void
  /** The console refetches the shown data of the record. */
  'record:changed': (payload: RecordChanged) => void
  /** As `record:changed`, for several records in one message. */
  'records:changed': (payload: SeveralChanged) => void
  /** What changed in the time of `unheard_ms` is not known: the console reads again what it shows. */
  'records:missed': () => void
  /** The session was ended elsewhere; the socket closes afterwards. */
  'session:ended': () => void
  /** A user wrote in a chat. The console requests the count, once for many messages. */
  'quick_chat:new_message_admin': (payload: ChatMessagePushed) => void
  /**
   * Beyond the spec: the count, when it changed for a reason other than a message (read or taken by a colleague,
   * another tab).
   */
  'quick_chat:message_count_response': (reply: CountReply) => void
  /** The count: on request, or pushed after a change, a few times a second at most. */
  'support_ticket:message_count_response': (reply: CountReply) => void
  'shift_handover:user_shift_details_response': (reply: ShiftDetailsReply) => void
  'notification:admin_notification_response': (payload: NotificationPushed) => void
  /** All were marked as read, here or elsewhere. The console only logs it (spec 7). */
  'notification:admin_all_notification_response': (payload: NotificationsStand & { success: true }) => void
  /** Beyond the spec. */
  'notification:changed': (payload: NotificationsChanged) => void
}
