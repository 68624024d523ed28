/** The live socket: events by their exact names (spec 7, Live socket; contract, Live socket). */

import type { Notification } from './entities/notification'
import type { ShiftDetails } from './entities/shift'

/** Handshake payload. */
export interface SocketAuth {
  access_token: string
  client: 'admin'
}

/** `data` of connect_error when the handshake is refused. */
export const HANDSHAKE_REFUSED = 'UNAUTHORIZED'

/** A record changed. */
export interface OneChanged {
  subject: string
  id: string
  version: number
  /** Values changed that are no edit (counts, balances, a place in the order): the version is the same, and the row is another. */
  derived?: true
}
/** More records of the subject than `RECORDS_TOLD_MAX` changed at once (an import, an order): lists are read as a whole. */
export interface ManyChanged {
  subject: string
  id: null
}
export type RecordChanged = OneChanged | ManyChanged
/** Several records of a subject changed within the moment in which the server collects changes: one message for all of them. */
export interface SeveralChanged {
  subject: string
  changes: Omit<OneChanged, 'subject'>[]
}

/** A count of unread messages: of chats or tickets that are one's own or nobody's. */
export interface CountReply {
  success: boolean
  data: number
}

/** A message of a user in a chat that is one's own, or nobody's. */
export interface ChatMessagePushed {
  chat_id: string
  message_id: string
  seq: number
  createdAt: string
}

/** The answer to `shift_handover:user_shift_details`. */
export interface ShiftDetailsReply {
  success: boolean
  data: ShiftDetails
  /** The number of the request that it answers, where it carried one. */
  request?: number
}

/** How one's notifications stand: of two, the one with the higher revision is the newer, however they arrive. */
export interface NotificationsStand {
  unread_count: number
  revision: number
}

/** A new notification. It may come twice, and beside a page that has it: its id tells. */
export interface NotificationPushed extends NotificationsStand {
  success: true
  data: Notification
}

/** Notifications changed elsewhere: read in another tab, or taken by a colleague. */
export interface NotificationsChanged extends NotificationsStand {
  /** Which ones; null: many, so that the pages are to be fetched again. */
  ids: string[] | null
}

/** Events that the console emits. */
export interface ClientToServerEvents {
  /** Keeps a long connection alive past a token's end. */
  'access:token': (payload: { access_token: string }, acknowledge?: (reply: { success: boolean }) => void) => void
  /** Answered by its acknowledgement. */
  'quick_chat:message_count': (acknowledge?: (reply: CountReply) => void) => void
  /** Answered by `support_ticket:message_count_response`. */
  'support_ticket:message_count': () => void
  /** Answered by `shift_handover:user_shift_details_response`, which repeats the number. */
  'shift_handover:user_shift_details': (payload?: { request: number }) => void
}

/** Events that the console listens to. */
export interface ServerToClientEvents {
  /** The console refetches its permissions. */
  'access:changed': () => void
  /** The console refetches what it shows of the record. */
  'record:changed': (payload: RecordChanged) => void
  /** As `record:changed`, for several records in one message. */
  'records:changed': (payload: SeveralChanged) => void
  /** The session was ended from elsewhere; the socket closes after it. */
  'session:ended': () => void
  /** A user wrote in a chat. The count is asked for again, many messages at once. */
  'quick_chat:new_message_admin': (payload: ChatMessagePushed) => void
  /** Beyond the spec: the count, when something else than a message changed it (read or taken by a colleague, another tab). */
  'quick_chat:message_count_response': (reply: CountReply) => void
  /** The count: asked for, or pushed when it changed, some times a second at most. */
  'support_ticket:message_count_response': (reply: CountReply) => void
  'shift_handover:user_shift_details_response': (reply: ShiftDetailsReply) => void
  'notification:admin_notification_response': (payload: NotificationPushed) => void
  /** All were marked as read, here or elsewhere. The console only logs it (spec 7). */
  'notification:admin_all_notification_response': (payload: NotificationsStand & { success: true }) => void
  /** Beyond the spec. */
  'notification:changed': (payload: NotificationsChanged) => void
}
