/** The icon and the link of a notification, by its keyword (spec 2, Notification links). */
import {
  Bell,
  Download,
  Flag,
  Handshake,
  LifeBuoy,
  MessageCircle,
  ShieldAlert,
  ShieldCheck,
  Timer,
  UserCheck,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { Notification, NotificationKeyword } from '@contract/entities/notification'
import { canOpen, type Access } from '@contract/permissions'
import { pageAt } from '@resources/menu'

const ICONS: Readonly<Record<NotificationKeyword, LucideIcon>> = {
  SHIFT_HANDOVER: Handshake,
  TICKET_ASSIGNED: LifeBuoy,
  TICKET_ESCALATED: Flag,
  CHAT_ASSIGNED: MessageCircle,
  APPROVAL_REQUESTED: UsersRound,
  APPROVAL_DECIDED: UsersRound,
  SLA_AT_RISK: Timer,
  EXPORT_READY: Download,
  KYC_SUBMITTED: ShieldCheck,
  CLAIM_TAKEN_OVER: UserCheck,
  SECURITY: ShieldAlert,
}

/** A server that is newer than the console may send other keywords. */
export const iconOf = (keyword: NotificationKeyword): LucideIcon => (ICONS as Partial<typeof ICONS>)[keyword] ?? Bell

/**
 * Page by keyword, and how the address identifies the record: in the list's query, by the record's own page, or not at
 * all.
 */
const TARGETS: Readonly<Partial<Record<NotificationKeyword, { route: string; names: 'inQuery' | 'inPath' | null }>>> = {
  TICKET_ASSIGNED: { route: '/support', names: 'inQuery' },
  TICKET_ESCALATED: { route: '/support', names: 'inQuery' },
  SHIFT_HANDOVER: { route: '/support', names: null },
  CHAT_ASSIGNED: { route: '/quick-chat', names: 'inQuery' },
  KYC_SUBMITTED: { route: '/user-doc-verification', names: 'inPath' },
  CLAIM_TAKEN_OVER: { route: '/user-doc-verification', names: 'inPath' },
}

/** @returns the path that it leads to; null if there is none, or the person may not open it */
export function pathOf(
  { keyword, keyword_id: id }: Pick<Notification, 'keyword' | 'keyword_id'>,
  access: Access,
): string | null {
  const target = TARGETS[keyword]
  if (!target || !canOpen(access, pageAt(target.route)?.subjects ?? [])) return null
  if (target.names === null || id === null) return target.route
  return `${target.route}${target.names === 'inPath' ? '/' : '?id='}${encodeURIComponent(id)}`
}
