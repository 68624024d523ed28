import { LifeBuoy, MessageCircle } from 'lucide-react'
import { Link } from '../shared/Link'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'

/** The unread items, and the page where they are handled. */
export const UNREAD_PAGES = {
  chat: { to: '/quick-chat', label: 'Quick chat', short: 'Chat', icon: MessageCircle },
  support: { to: '/support', label: 'Support tickets', short: 'Support', icon: LifeBuoy },
} as const
export type UnreadKind = keyof typeof UNREAD_PAGES

export interface UnreadProps {
  of: UnreadKind
  /** Number of unread messages; no badge at 0. */
  count: number
  onOpen: () => void
  /** Its page is open. */
  isThere: boolean
}

/** Links to quick chats or support tickets, with the number of unread messages (spec 2, Top bar). */
export function UnreadIcon({ of, count, onOpen }: Omit<UnreadProps, 'isThere'>) {
  const { to, label, icon } = UNREAD_PAGES[of]
  return (
    <IconButton
      link={{ as: Link, to }}
      label={label}
      icon={icon}
      iconSize="topBar"
      size="large"
      badge={count}
      badgeWord="unread messages"
      onClick={onOpen}
    />
  )
}
