import type { LiveParts } from '@console/console'
import { BarPlace } from '@features/shell/BottomBar'
import { UnreadContainer } from '@features/unread/Unread.container'
import { UNREAD_PAGES, type UnreadProps } from '@features/unread/UnreadIcon'

function Place({ of, count, isThere, onOpen }: UnreadProps) {
  const { to, short, icon } = UNREAD_PAGES[of]
  return <BarPlace to={to} label={short} icon={icon} current={isThere} count={count} onClick={onOpen} />
}

/** The part of the phone's bottom bar that shows the live actors: chat and support (look.md, section 4). */
export default function LivePlaces({ live }: { live: LiveParts }) {
  return <UnreadContainer chatUnread={live.chatUnread} supportUnread={live.supportUnread} as={Place} />
}
