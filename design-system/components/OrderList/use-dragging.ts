import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { placeAt } from './places'

interface Options {
  /** The element that scrolls. */
  frame: RefObject<HTMLElement | null>
  /** Height of a line, CSS pixels. */
  height: number
  count: number
  disabled: boolean
  onDrop: (from: number, to: number) => void
}

/** Auto-scroll near an edge: distance in CSS pixels, and speed in pixels per frame. */
const EDGE = 32
const SPEED = 12

/** @returns the dragged line with its target position, and the handlers for its handle */
export function useDragging({ frame, height, count, disabled, onDrop }: Options) {
  const [carried, setCarried] = useState<{ from: number; to: number } | null>(null)
  const pointer = useRef(0)
  const isCarrying = carried !== null

  useEffect(() => {
    if (!isCarrying) return
    let request = 0
    const scroll = () => {
      const box = frame.current!
      const { top, bottom } = box.getBoundingClientRect()
      if (pointer.current < top + EDGE) box.scrollTop -= SPEED
      if (pointer.current > bottom - EDGE) box.scrollTop += SPEED
      const to = placeAt(pointer.current - top + box.scrollTop, height, count)
      setCarried((before) => (before && before.to !== to ? { ...before, to } : before))
      request = requestAnimationFrame(scroll)
    }
    request = requestAnimationFrame(scroll)
    // Esc cancels dragging, without closing the dialog.
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setCarried(null)
    }
    window.addEventListener('keydown', cancel, { capture: true })
    return () => {
      cancelAnimationFrame(request)
      window.removeEventListener('keydown', cancel, { capture: true })
    }
  }, [isCarrying, frame, height, count])

  const handlers = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (disabled || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointer.current = event.clientY
      setCarried({ from: index, to: index })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      pointer.current = event.clientY
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!carried) return
      const box = frame.current!
      const to = placeAt(event.clientY - box.getBoundingClientRect().top + box.scrollTop, height, count)
      setCarried(null)
      onDrop(carried.from, to)
    },
    onPointerCancel: () => setCarried(null),
  })
  return { carried, handlers }
}
