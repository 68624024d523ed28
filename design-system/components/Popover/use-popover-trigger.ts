import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** What the control that opens something needs. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/**
 * A control that opens something whose code comes later: it is fetched when the pointer or the focus draws near.
 * @param kind what opens
 * @param preload fetches its code
 */
export function usePopoverTrigger(kind: 'menu' | 'dialog', preload: () => Promise<unknown>) {
  const ref = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  // A failed fetch is told by the lazy component once it is opened.
  const near = () => void preload().catch(() => undefined)
  const triggerProps: TriggerProps = {
    ref,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onPointerEnter: near,
    onFocus: near,
    onKeyDown: (event) => {
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpen(true)
    },
  }
  return { open, triggerProps, triggerRef: ref, close: () => setOpen(false) }
}
