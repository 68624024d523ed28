import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { fitWidth, LEAST_WIDTH, MOST_WIDTH } from '../engine/layout'
import { Handle } from '../Table.styles'

/** How the grid sizes columns. */
export interface Resizing {
  /** While it is being dragged: painted, not kept. */
  readonly show: (column: string, width: number) => void
  /** At the end; null: as wide as what stands in it. */
  readonly keep: (column: string, width: number | null) => void
}

interface Props {
  /** Its key. */
  column: string
  title: string
  /** CSS pixels. */
  width: number
  tabIndex: 0 | -1
  resizing: Resizing
}

/** Pixels of an arrow key, and with Shift. */
const STEP = 8
const BIG_STEP = 40

/** The edge of a column: dragged, or moved with ← and →; a double click or Enter fits it to what stands in it. */
export function ResizeHandle({ column, title, width, tabIndex, resizing }: Props) {
  const drag = useRef<{ x: number; width: number; now: number; sign: 1 | -1 } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = {
      x: event.clientX,
      width,
      now: width,
      sign: getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1,
    }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = drag
    if (!current) return
    current.now = fitWidth(current.width + current.sign * (event.clientX - current.x))
    resizing.show(column, current.now)
  }
  const onPointerUp = () => {
    const { current } = drag
    drag.current = null
    if (current && current.now !== current.width) resizing.keep(column, current.now)
  }
  const onPointerCancel = () => {
    if (drag.current) resizing.show(column, drag.current.width)
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const grows = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.shiftKey ? BIG_STEP : STEP
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      resizing.keep(column, fitWidth(width + (event.key === grows ? step : -step)))
    else if (event.key === 'Home') resizing.keep(column, LEAST_WIDTH)
    else if (event.key === 'Enter') resizing.keep(column, null)
    else return
    event.preventDefault()
  }
  return (
    <Handle
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuenow={width}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuetext={`${width} pixels`}
      tabIndex={tabIndex}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onDoubleClick={() => resizing.keep(column, null)}
      onKeyDown={onKeyDown}
    />
  )
}
