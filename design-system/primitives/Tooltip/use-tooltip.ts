import { useCallback, useEffect, useLayoutEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/** Milliseconds until it appears, and until it closes after the pointer has left, so that the pointer can enter it (WCAG 1.4.13). */
const SHOW_AFTER = 400
const HIDE_AFTER = 100
/** Distance to the trigger and to the edge of the window, pixels. */
const GAP = 6
const EDGE = 8

export type TooltipSide = 'top' | 'bottom'

/** Places the bubble beside its trigger, on the opposite side without room, and within the window. */
function place(bubble: HTMLElement, trigger: Element, side: TooltipSide): void {
  const of = trigger.getBoundingClientRect()
  const own = bubble.getBoundingClientRect()
  const above = of.top - own.height - GAP
  const below = of.bottom + GAP
  const top =
    side === 'top' ? (above >= EDGE ? above : below) : below + own.height <= window.innerHeight - EDGE ? below : above
  const left = Math.min(
    Math.max(EDGE, of.left + of.width / 2 - own.width / 2),
    Math.max(EDGE, window.innerWidth - own.width - EDGE),
  )
  bubble.style.top = `${Math.round(top)}px`
  bubble.style.left = `${Math.round(left)}px`
}

/**
 * The behaviour of a tooltip: opens 400 ms after hover or keyboard focus, closes on leave, blur, press, Esc and scrolling.
 * @param side preferred side
 * @returns whether it is open, refs for the frame around the trigger and for the bubble, and the frame's handlers
 */
export function useTooltip(side: TooltipSide) {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const frame = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)

  const soon = useCallback((next: boolean, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), after)
  }, [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setOpen(false)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  useLayoutEffect(() => {
    const trigger = frame.current?.firstElementChild
    if (!open || !bubble.current || !trigger) return
    bubble.current.showPopover()
    place(bubble.current, trigger, side)
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    document.addEventListener('keydown', onKey, true)
    window.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', onKey, true)
      window.removeEventListener('scroll', close, { capture: true })
    }
  }, [open, side, close])

  const handlers = {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') soon(true, SHOW_AFTER)
    },
    onPointerLeave: () => soon(false, HIDE_AFTER),
    onPointerDown: close,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) soon(true, SHOW_AFTER)
    },
    onBlur: close,
  }
  return { open, frame, bubble, handlers }
}
