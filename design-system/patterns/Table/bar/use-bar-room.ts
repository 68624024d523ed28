import { useEffect, useRef, useState, type RefObject } from 'react'

/** What the bar has room for: everything; all but the view's buttons and secondary actions; or the search alone. */
export type BarRoom = 'all' | 'main' | 'search'
const LESS: Record<BarRoom, BarRoom> = { all: 'main', main: 'search', search: 'search' }

/** The least widths of the search, and of the chips of filters, which scroll in theirs; CSS pixels. */
const LEAST = { search: 140, chips: 120 }

/** @returns the width that the bar's parts need in one line, CSS pixels */
function needOf(bar: HTMLElement): number {
  const { columnGap, paddingInlineStart, paddingInlineEnd } = getComputedStyle(bar)
  const parts = [...bar.children] as HTMLElement[]
  const widths = parts.map((part, index) =>
    index === 0 ? LEAST.search : part.matches('ul') ? Math.min(part.scrollWidth, LEAST.chips) : part.offsetWidth,
  )
  return (
    widths.reduce((sum, width) => sum + width, 0) +
    (parts.length - 1) * Number.parseFloat(columnGap) +
    Number.parseFloat(paddingInlineStart) +
    Number.parseFloat(paddingInlineEnd)
  )
}

/**
 * Keeps the bar in one line: what has no room goes behind a button.
 * @param phone the view's buttons are never in the line
 * @param hasChips whether there are filters
 */
export function useBarRoom(box: RefObject<HTMLElement | null>, phone: boolean, hasChips: boolean): BarRoom {
  const [asked, setRoom] = useState<BarRoom>('all')
  const room = phone && asked === 'all' ? 'main' : asked
  /** What the parts needed when they were last in the line. */
  const needs = useRef<Partial<Record<BarRoom, number>>>({})
  useEffect(() => {
    const bar = box.current
    if (!bar) return
    const fit = () => {
      needs.current[room] = needOf(bar)
      const fits = (each: BarRoom) => (needs.current[each] ?? Infinity) <= bar.clientWidth
      const wanted = !phone && fits('all') ? 'all' : fits('main') ? 'main' : room === 'search' ? room : LESS[room]
      if (wanted !== room) setRoom(wanted)
    }
    // Called before the first paint, and whenever a part grows: a counted total, a filter.
    const observer = new ResizeObserver(fit)
    for (const part of [bar, ...bar.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [box, phone, room, hasChips])
  return room
}
