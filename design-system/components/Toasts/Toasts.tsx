import { CircleCheck, CircleX, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { cssTransition, toast, ToastContainer, type Id } from 'react-toastify/unstyled'
import { Icon } from '../../primitives/Icon/Icon'
import { Close, Line, Place } from './Toasts.styles'
import { createToastClock } from './toast-clock'

/** Spec section 9: auto-close after 1500 ms. */
export const AUTO_CLOSE_MS = 1500
const LIMIT = 3

/** A message to show. */
export interface ToastMessage {
  id: number
  kind: 'success' | 'error' | 'warning'
  /** As it came. */
  message: string
}

const ICONS: Record<ToastMessage['kind'], LucideIcon> = { success: CircleCheck, error: CircleX, warning: TriangleAlert }
const transition = cssTransition({ enter: 'pb-toast-in', exit: 'pb-toast-out', collapse: false })

/** The clock of this page's toasts; a toast that was closed under the pointer or the focus no longer holds the others. */
function useToastClock() {
  const [clock] = useState(() => createToastClock<Id>(AUTO_CLOSE_MS, (id) => toast.dismiss(id)))
  useEffect(() => {
    const stopListening = toast.onChange(({ id, status }) => {
      if (status === 'added') clock.start(id)
      if (status !== 'removed') return
      clock.stop(id)
      clock.hold('pointer', false)
      clock.hold('focus', false)
    })
    const look = () => clock.hold('hidden', document.hidden)
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      stopListening()
      document.removeEventListener('visibilitychange', look)
      clock.clear()
    }
  }, [clock])
  return clock
}

interface Props {
  /**
   * The source of the messages.
   * @param listener called once for each message
   * @returns unsubscribes
   */
  onShow: (listener: (message: ToastMessage) => void) => () => void
}

/**
 * The host of all toasts: top right, 1500 ms, at most three, further ones are queued. Successes and warnings are statuses, errors
 * alerts. An error replaces the same one: when the server does not respond, several calls fail for one reason. Render it once, at
 * the top level; import it lazily.
 */
export function Toasts({ onShow }: Props) {
  const clock = useToastClock()
  useEffect(() => {
    /** The toast that shows an error, by its message. */
    const errors = new Map<string, number>()
    return onShow(({ id, kind, message }) => {
      if (kind === 'error') {
        const same = errors.get(message)
        if (same !== undefined) toast.dismiss(same)
        errors.set(message, id)
      }
      toast(
        // A function, because the library would add its own props to an element.
        () => (
          <Line>
            <Icon icon={ICONS[kind]} />
            <span>{message}</span>
          </Line>
        ),
        {
          toastId: id,
          type: kind,
          role: kind === 'error' ? 'alert' : 'status',
          ariaLabel: kind,
          onClose: () => void (errors.get(message) === id && errors.delete(message)),
        },
      )
    })
  }, [onShow])
  return (
    // Modals do not make it inert.
    <Place
      data-react-aria-top-layer="true"
      onPointerEnter={() => clock.hold('pointer', true)}
      onPointerMove={() => clock.hold('pointer', true)}
      onPointerLeave={() => clock.hold('pointer', false)}
      onFocus={() => clock.hold('focus', true)}
      onBlur={() => clock.hold('focus', false)}
    >
      <ToastContainer
        aria-label="Messages"
        autoClose={false}
        limit={LIMIT}
        position="top-right"
        icon={false}
        hideProgressBar
        transition={transition}
        closeButton={({ closeToast }) => (
          <Close type="button" aria-label="Close" onClick={closeToast}>
            <Icon icon={X} />
          </Close>
        )}
      />
    </Place>
  )
}
