import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSelector } from '@xstate/react'
import { canOpen } from '@contract/permissions'
import { selectUnread } from '@machines/unread/unread.view'
import { pageAt } from '@resources/menu'
import { useConsole, type LiveActors } from '../shared/console.container'
import { UNREAD_PAGES, UnreadIcon, type UnreadKind } from './UnreadIcon'

interface Props {
  of: UnreadKind
  unread: LiveActors['chatUnread']
}

/** One icon over its count. By whatever way its page is opened, icon, menu or address, that marks it as clicked (spec 2, Sidebar). */
function Icon({ of, unread }: Props) {
  const count = useSelector(unread, selectUnread)
  const click = () => unread.send({ type: 'icon.click' })
  const isThere = useLocation().pathname === UNREAD_PAGES[of].to
  useEffect(() => {
    if (isThere) unread.send({ type: 'icon.click' })
  }, [isThere, unread])
  return <UnreadIcon of={of} count={count} onOpen={click} />
}

/** Quick chat and support, each only where the person may open it (spec 6). */
export function UnreadContainer({ chatUnread, supportUnread }: Pick<LiveActors, 'chatUnread' | 'supportUnread'>) {
  const access = useSelector(useConsole().actors.access, ({ context }) => context.access)
  const may = (of: UnreadKind) => canOpen(access, pageAt(UNREAD_PAGES[of].to)?.subjects ?? [])
  return (
    <>
      {may('chat') && <Icon of="chat" unread={chatUnread} />}
      {may('support') && <Icon of="support" unread={supportUnread} />}
    </>
  )
}
