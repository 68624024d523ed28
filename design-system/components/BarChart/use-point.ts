import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

/** Steps of Page Up and Page Down: a week of days. */
const PAGE = 7

/**
 * The selected point, by pointer and keys, and the visible part of a plot that is wider than its container.
 * @param count number of points
 * @param least width of a point, pixels
 */
export function usePoint(count: number, least: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ width: 0, scrolled: 0 })
  const [told, setTold] = useState<number | null>(null)
  /** The position of the keys; the newest point at first. */
  const [at, setAt] = useState(count - 1)
  const here = Math.min(Math.max(at, 0), Math.max(count - 1, 0))
  const width = Math.max(view.width, count * least)
  const active = told !== null && told < count ? told : null

  useEffect(() => {
    const box = scroller.current!
    const look = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(box)
      setView({
        width: box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
        scrolled: box.scrollLeft,
      })
    }
    const observer = new ResizeObserver(look)
    observer.observe(box)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])

  // A plot that does not fit shows its newest points first.
  const scrolls = width > view.width && view.width > 0
  useLayoutEffect(() => {
    if (scrolls) scroller.current!.scrollLeft = scroller.current!.scrollWidth
  }, [scrolls, count])

  const go = (next: number) => {
    const point = Math.min(Math.max(next, 0), count - 1)
    setAt(point)
    setTold(point)
    const box = scroller.current!
    const middle = ((point + 0.5) * width) / count
    if (middle < box.scrollLeft + least || middle > box.scrollLeft + view.width - least)
      box.scrollLeft = middle - view.width / 2
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || count === 0) return
    if (event.key === 'Escape' && told !== null) {
      // Esc hides only the tooltip and does not close a drawer around the chart.
      event.stopPropagation()
      setTold(null)
      return
    }
    const targets: Record<string, number> = {
      ArrowLeft: here - 1,
      ArrowDown: here - 1,
      ArrowRight: here + 1,
      ArrowUp: here + 1,
      PageUp: here - PAGE,
      PageDown: here + PAGE,
      Home: 0,
      End: count - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    // The first key after a pause shows the current position.
    go(told === null && !['Home', 'End'].includes(event.key) ? here : target)
  }

  const tellAt = (event: PointerEvent<HTMLElement>) => {
    if (count === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const point = Math.min(Math.max(Math.floor(((event.clientX - box.left) / box.width) * count), 0), count - 1)
    setAt(point)
    setTold(point)
  }

  return {
    scroller,
    here,
    active,
    width,
    view,
    handlers: {
      onKeyDown,
      onFocus: (event: { currentTarget: HTMLElement }) => {
        if (event.currentTarget.matches(':focus-visible') && count > 0) go(here)
      },
      onBlur: () => setTold(null),
      onPointerMove: tellAt,
      onPointerDown: tellAt,
      // Lifting the finger leaves the tooltip visible.
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') setTold(null)
      },
    },
  }
}
