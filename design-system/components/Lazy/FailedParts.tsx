/**
 * Replacements for a modal, a popover or a drawer whose code is missing. They use only native features, since the code of Modal,
 * Popover and Drawer may be missing too.
 */
import { X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type RefObject } from 'react'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { FailedPage } from './FailedPage'
import { Bubble, Dialog, DialogHead, DialogTitle, Side, SideHead } from './FailedParts.styles'
import { failureTitle, PartNotice, type PartFailure } from './PartNotice'

interface ClosableProps {
  failure: PartFailure
  /** ×, Esc; for a popover also a press outside. */
  onClose: () => void
}

/** Replaces a modal. The focus is on 'Try again', and returns to its previous element. */
export function FailedModal({ failure, onClose }: ClosableProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const retry = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    retry.current?.focus()
    // Closed before it is removed, so that the focus has returned when the modal itself opens.
    return () => element.close()
  }, [])
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <DialogHead>
        <DialogTitle id={id}>{failureTitle(failure)}</DialogTitle>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </DialogHead>
      <PartNotice failure={failure} titleHidden buttonRef={retry} />
    </Dialog>
  )
}

/** Distance to the trigger and to the edge of the window, pixels. */
const GAP = 6
const EDGE = 8

/** Places a bubble below its trigger, or above without room, and within the window. */
function place(bubble: HTMLElement, trigger: Element, atEnd: boolean): void {
  const of = trigger.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const below = of.bottom + GAP
  const top = below + height <= window.innerHeight - EDGE ? below : Math.max(EDGE, of.top - GAP - height)
  const left = Math.min(atEnd ? of.right - width : of.left, window.innerWidth - width - EDGE)
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(Math.max(EDGE, left))}px`
}

interface FailedPopoverProps extends ClosableProps {
  triggerRef: RefObject<Element | null>
  /** Like Popover's: 'bottom start', 'bottom end'. */
  placement?: string
}

/** At the control that should have opened the popover. The focus is on 'Try again', and returns to the control. */
export function FailedPopover({ failure, onClose, triggerRef, placement = '' }: FailedPopoverProps) {
  const bubble = useRef<HTMLDivElement>(null)
  const retry = useRef<HTMLButtonElement>(null)
  const atEnd = placement.endsWith('end')
  useLayoutEffect(() => {
    const element = bubble.current!
    const trigger = triggerRef.current
    const put = () => trigger && place(element, trigger, atEnd)
    if (!element.matches(':popover-open')) element.showPopover()
    put()
    retry.current?.focus()
    window.addEventListener('resize', put)
    return () => {
      window.removeEventListener('resize', put)
      if (element.contains(document.activeElement) && trigger instanceof HTMLElement) trigger.focus()
    }
  }, [triggerRef, atEnd])
  return (
    <Bubble
      ref={bubble}
      popover="auto"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an open dialog tag cannot be a popover
      role="dialog"
      aria-label={failureTitle(failure)}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // This Esc closes only the bubble, not the modal around its control.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <PartNotice failure={failure} buttonRef={retry} />
    </Bubble>
  )
}

/** Replaces a drawer beside a list: the last child of a flex row, or an overlay below 1280 px. */
export function FailedPanel({ failure, onClose }: ClosableProps) {
  return (
    <Side
      aria-label={failureTitle(failure)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <SideHead>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </SideHead>
      <FailedPage failure={failure} />
    </Side>
  )
}
