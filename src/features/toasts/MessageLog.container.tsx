import { useSyncExternalStore } from 'react'
import { MessageLog } from '@design-system/components/MessageLog/MessageLog'
import { useConsole } from '../shared/console.container'
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
      messages={[...log].reverse().map(({ id, kind, message, at }) => ({
        id,
        kind,
        message,
        time: formatClock(at),
        iso: new Date(at).toISOString(),
      }))}
      kept="They are kept until you sign out."
      onClose={onClose}
    />
  )
}
