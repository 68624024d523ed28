import { useSyncExternalStore } from 'react'
import { Link } from '../shared/Link'
import { MessageLog } from '@design-system/components/MessageLog/MessageLog'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { useConsole } from '@console/console'
import { formatClock } from '../shared/format'

interface Props {
  onClose: () => void
}

/** The messages of this session, the newest first. */
export default function MessageLogContainer({ onClose }: Props) {
  const { toasts } = useConsole()
  const log = useSyncExternalStore(
    (listener) => toasts.subscribe(listener),
    () => toasts.getSnapshot(),
  )
  return (
    <MessageLog
      messages={[...log].reverse().map(({ id, kind, message, at, link }) => ({
        id,
        kind,
        message,
        time: formatClock(at),
        iso: new Date(at).toISOString(),
        link: link && (
          <TextLink as={Link} to={link.href} onClick={onClose}>
            {link.label}
          </TextLink>
        ),
      }))}
      kept="They are kept until you sign out."
      onClose={onClose}
    />
  )
}
