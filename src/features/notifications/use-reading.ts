import { useState, type FocusEvent, type PointerEvent, type UIEvent } from 'react'

/** The signs that somebody is using a list. */
interface Signs {
  over: boolean
  within: boolean
  scrolled: boolean
}

/**
 * Detects whether somebody is using a list: the mouse is over it, the focus is in it, or it is scrolled away from its
 * top. Touch needs no check of its own: a finger on the list scrolls it or presses something.
 * @param onReading called when this begins and when it ends
 * @returns listeners for the scroller
 */
export function useReading(onReading: (reading: boolean) => void) {
  const [signs] = useState<Signs>(() => ({ over: false, within: false, scrolled: false }))
  const isReading = () => signs.over || signs.within || signs.scrolled
  const note = (sign: Partial<Signs>) => {
    const before = isReading()
    Object.assign(signs, sign)
    if (isReading() !== before) onReading(!before)
  }
  return {
    onPointerEnter: (event: PointerEvent) => note({ over: event.pointerType === 'mouse' }),
    onPointerLeave: () => note({ over: false }),
    onFocus: (event: FocusEvent) => note({ within: event.target !== event.currentTarget }),
    onBlur: () => note({ within: false }),
    onScroll: (event: UIEvent) => note({ scrolled: event.currentTarget.scrollTop > 0 }),
  }
}
