import { useState, type FocusEvent, type PointerEvent, type UIEvent } from 'react'

/** What shows that somebody is in a list. */
interface Signs {
  over: boolean
  within: boolean
  scrolled: boolean
}

/**
 * Whether somebody is in a list: with the mouse over it, with the focus in it, or scrolled away from its top. A finger that
 * rests on it has scrolled it or presses something.
 * @param onReading told when it begins and when it ends
 * @returns listeners of the scroller
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
