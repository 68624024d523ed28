import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'
import { aimsAt, type Point } from './aim'

/** Milliseconds of hover until a fly-out opens, or gives way to the next (look.md, Shell). */
const OPENS_AFTER = 120
/** Milliseconds that a pointer may take on its way into the fly-out. */
const FORGIVES_FOR = 300

export interface ShownFlyOut {
  title: string
  /** Opened by a click or a key: hovering elsewhere does not close it. */
  pinned: boolean
  /** Opened by a key: focus goes in. */
  byKey: boolean
}

/**
 * Which fly-out is open, and the pointer's part in it. A mouse opens one by resting on its tile, keeps it by heading for it,
 * closes it by leaving; a click pins it. Touch and pen only click.
 */
export function useFlyOut() {
  const [shown, setShown] = useState<ShownFlyOut | null>(null)
  const box = useRef<HTMLElement>(null)
  const last = useRef<Point | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const soon = useCallback((next: ShownFlyOut | null, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(next), after)
  }, [])
  const show = useCallback((next: ShownFlyOut | null) => {
    clearTimeout(timer.current)
    setShown(next)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const enter = (title: string, event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || shown?.pinned) return
    if (shown?.title === title) return clearTimeout(timer.current)
    const to = { x: event.clientX, y: event.clientY }
    const heading = shown && last.current && box.current && aimsAt(last.current, to, box.current.getBoundingClientRect())
    soon({ title, pinned: false, byKey: false }, heading ? FORGIVES_FOR : OPENS_AFTER)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || shown?.pinned) return
    soon(null, shown ? FORGIVES_FOR : 0)
  }
  const move = (event: PointerEvent) => {
    last.current = { x: event.clientX, y: event.clientY }
  }
  const press = (title: string, byKey: boolean) => show(shown?.pinned && shown.title === title ? null : { title, pinned: true, byKey })

  return { shown, box, show, press, pointer: { enter, leave, move } }
}
