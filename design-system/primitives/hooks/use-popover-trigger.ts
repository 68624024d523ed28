import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'

/** Props for the control that opens a popup. */
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
 * A control that opens a popup whose code is loaded lazily: at the latest when the pointer or the focus reaches the control.
 * @param kind of the popup
 * @param preload loads its code
 */
export function usePopoverTrigger(kind: 'menu' | 'dialog', preload: () => Promise<void>) {
  const ref = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const near = () => void preload()
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
