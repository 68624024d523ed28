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
import { PAGES } from '@resources/pages'
import { pathOfRecordPage } from '@resources/record-page'

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

/** @returns the path that it leads to: the page of its record, if the person may open that; null if there is none */
export function pathOf(
  { keyword, keyword_id: id, about }: Pick<Notification, 'keyword' | 'keyword_id' | 'about'>,
  access: Access,
): string | null {
  const record = about && pathOfRecordPage(about, access)
  if (record) return record
  const page = PAGES.find(({ notifiedBy }) => notifiedBy?.[keyword])
  if (!page || !canOpen(access, page.subjects)) return null
  const names = page.notifiedBy![keyword]
  if (names === 'notAtAll' || id === null) return page.route
  return `${page.route}${names === 'inPath' ? '/' : '?id='}${encodeURIComponent(id)}`
}
