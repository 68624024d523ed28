import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react'
import { aimsAt, type Point } from './aim'

/** Milliseconds of hover until a fly-out opens, or the next one replaces it (look.md, Shell). */
const OPENS_AFTER = 120
/** Milliseconds that a pointer may pause on its way into the fly-out. */
const FORGIVES_FOR = 300

const pointOf = (event: PointerEvent): Point => ({ x: event.clientX, y: event.clientY })

export interface ShownFlyOut {
  title: string
  /** Opened by a click or a key: hovering elsewhere does not close it. */
  pinned: boolean
  /** Opened by a key: the focus moves into it. */
  byKey: boolean
}

/**
 * Which fly-out is open, and how the pointer controls it. A mouse opens one by resting on its tile, keeps it open while
 * moving towards it, and closes it by leaving; a click pins it. Touch and pen only click.
 */
export function useFlyOut() {
  const [shown, setShown] = useState<ShownFlyOut | null>(null)
  const box = useRef<HTMLElement>(null)
  const last = useRef<Point | null>(null)
  /** The action that runs when the time is over. */
  const coming = useRef<{ next: ShownFlyOut | null; timer: ReturnType<typeof setTimeout> } | null>(null)

  const stay = useCallback(() => {
    clearTimeout(coming.current?.timer)
    coming.current = null
  }, [])
  const show = useCallback(
    (next: ShownFlyOut | null) => {
      stay()
      setShown(next)
    },
    [stay],
  )
  const soon = (next: ShownFlyOut | null, after: number) => {
    stay()
    coming.current = { next, timer: setTimeout(() => show(next), after) }
  }
  useEffect(() => stay, [stay])

  /** Whether the pointer, now at this point, is moving towards the open fly-out. */
  const heads = (to: Point) =>
    last.current !== null && box.current !== null && aimsAt(last.current, to, box.current.getBoundingClientRect())

  const enter = (title: string, event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || shown?.pinned) return
    if (shown?.title === title) return stay()
    soon({ title, pinned: false, byKey: false }, heads(pointOf(event)) ? FORGIVES_FOR : OPENS_AFTER)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || shown?.pinned) return
    if (shown) soon(null, FORGIVES_FOR)
    else stay()
  }
  const move = (event: PointerEvent) => {
    const to = pointOf(event)
    if (coming.current && heads(to)) soon(coming.current.next, FORGIVES_FOR)
    last.current = to
  }
  const press = (title: string, byKey: boolean) =>
    show(shown?.pinned && shown.title === title ? null : { title, pinned: true, byKey })

  return { shown, box, show, press, pointer: { enter, leave, move } }
}
