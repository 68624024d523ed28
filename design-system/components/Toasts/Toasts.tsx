import { CircleCheck, CircleX, TriangleAlert, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cssTransition, toast, ToastContainer } from 'react-toastify/unstyled'
import { Icon } from '../../primitives/Icon/Icon'
import { Close, Line, Place, ToastClock } from './Toasts.styles'

/** Spec section 9: auto-close after 1500 ms. */
const AUTO_CLOSE_MS = 1500
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

type Reason = 'pointer' | 'focus' | 'hidden'

/** All toasts wait while there is a reason to: the pointer is on them, the focus is in them, nobody sees the window. */
function useHold() {
  const reasons = useRef(new Set<Reason>())
  const hold = (reason: Reason, on: boolean) => {
    if (on) reasons.current.add(reason)
    else reasons.current.delete(reason)
    if (reasons.current.size > 0) toast.pause()
    else toast.play()
  }
  useEffect(() => {
    const held = reasons.current
    const look = () => {
      if (document.hidden) held.add('hidden')
      else held.delete('hidden')
      if (held.size > 0) toast.pause()
      else toast.play()
    }
    // One that comes while the others wait, waits too; it can be told so once it is on the page.
    const stopListening = toast.onChange(({ status }) => {
      if (status === 'added') requestAnimationFrame(look)
    })
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      stopListening()
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return hold
}

interface Props {
  /**
   * Where the messages come from.
   * @param listener told of each message once
   * @returns how to stop listening
   */
  onShow: (listener: (message: ToastMessage) => void) => () => void
}

/**
 * The host of all toasts: top right, 1500 ms, three at most, the others wait in line. Successes and warnings are statuses,
 * errors alerts. Render it once, outside of everything; import it lazily.
 */
export function Toasts({ onShow }: Props) {
  const hold = useHold()
  useEffect(
    () => onShow(({ id, kind, message }) => {
      toast(
        <Line>
          <Icon icon={ICONS[kind]} />
          <span>{message}</span>
        </Line>,
        { toastId: id, type: kind, role: kind === 'error' ? 'alert' : 'status', ariaLabel: kind },
      )
    }),
    [onShow],
  )
  return (
    // Modals leave it in reach.
    <Place
      data-react-aria-top-layer="true"
      onPointerEnter={() => hold('pointer', true)}
      onPointerLeave={() => hold('pointer', false)}
      onFocus={() => hold('focus', true)}
      onBlur={() => hold('focus', false)}
    >
      <ToastClock />
      <ToastContainer
        aria-label="Messages"
        autoClose={AUTO_CLOSE_MS}
        limit={LIMIT}
        position="top-right"
        icon={false}
        pauseOnHover={false}
        pauseOnFocusLoss={false}
        hideProgressBar
        transition={transition}
        closeButton={({ closeToast }) => <Close type="button" aria-label="Close" onClick={closeToast}><Icon icon={X} /></Close>}
      />
    </Place>
  )
}
