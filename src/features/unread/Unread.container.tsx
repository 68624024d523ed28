import { useEffect, type ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { canOpen } from '@contract/permissions'
import { selectUnread } from '@machines/unread/unread.view'
import { isPlanned, pageAt } from '@resources/menu'
import { useConsole, type LiveActors } from '@console/console'
import { isMenuClick } from '../shared/menu-click'
import { UNREAD_PAGES, UnreadIcon, type UnreadKind, type UnreadProps } from './UnreadIcon'

interface Props {
  of: UnreadKind
  unread: LiveActors['chatUnread']
  as: ComponentType<UnreadProps>
}

/**
 * One count, as an icon or an entry in the phone's bar. Opening its page by icon, menu or address marks the count as clicked, and
 * so does a click on its menu item while the page is open (spec 2, Sidebar), once the page shows the messages.
 */
function Place({ of, unread, as: Look }: Props) {
  const count = useSelector(unread, selectUnread)
  const { to } = UNREAD_PAGES[of]
  // Nobody has seen the messages on a page that shows nothing yet.
  const clears = !isPlanned({ url: to })
  const click = () => {
    if (clears) unread.send({ type: 'icon.click' })
  }
  const { pathname, state, key } = useLocation()
  const isThere = pathname === to
  const isSeen = clears && isThere
  useEffect(() => {
    if (isSeen) unread.send({ type: 'icon.click' })
  }, [isSeen, unread])
  useEffect(() => {
    if (isSeen && isMenuClick(state)) unread.send({ type: 'icon.click' })
  }, [isSeen, key, state, unread])
  return <Look of={of} count={count} onOpen={click} isThere={isThere} />
}

/** Quick chat and support, each only where the person may open it (spec 6). @param as component for each; by default an icon of the top bar */
export function UnreadContainer({
  chatUnread,
  supportUnread,
  as = UnreadIcon,
}: Pick<LiveActors, 'chatUnread' | 'supportUnread'> & Partial<Pick<Props, 'as'>>) {
  const access = useSelector(useConsole().actors.access, ({ context }) => context.access)
  const may = (of: UnreadKind) => canOpen(access, pageAt(UNREAD_PAGES[of].to)?.subjects ?? [])
  return (
    <>
      {may('chat') && <Place of="chat" unread={chatUnread} as={as} />}
      {may('support') && <Place of="support" unread={supportUnread} as={as} />}
    </>
  )
}
