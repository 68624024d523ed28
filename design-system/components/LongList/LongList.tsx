/** A list with up to thousands of lines of any height: it renders those near the viewport, and reserves the space of the others. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import styled from 'styled-components'
import { focusRing, radius, space, token, type } from '../../tokens/tokens'

const Scroller = styled.div`
  width: 100%;
  max-height: min(46vh, 420px);
  overflow: auto;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  ${type.cell}
  ${focusRing}
`
const Line = styled.div`
  padding: ${space[8]} ${space[12]};
  border-block-end: 1px solid ${token.border.subtle};
  overflow-wrap: anywhere;
  /* The frame replaces the border of the last line. */
  [role='presentation']:last-child > &:last-child {
    border-block-end: 0;
  }
`

/** Number of lines that are rendered and removed together. */
const TOGETHER = 40
/** Estimated height of a line before it is rendered, CSS pixels; also the distance outside the view at which lines are rendered. */
const ESTIMATE = 37
const NEAR = '600px'

export interface LongListProps<Item> {
  /** Accessible name. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
}

/** @param props.items a new array starts at its top */
export function LongList<Item>({ label, items, keyOf, children }: LongListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [items])
  const parts = Math.ceil(items.length / TOGETHER)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- its lines have groups in between, and whoever has no mouse scrolls it by the keys
    <Scroller ref={scroller} role="list" aria-label={label} tabIndex={0}>
      {Array.from({ length: parts }, (_, part) => (
        <Part
          key={part}
          scroller={scroller}
          count={Math.min(TOGETHER, items.length - part * TOGETHER)}
          isFirst={part === 0}
        >
          {() =>
            items.slice(part * TOGETHER, (part + 1) * TOGETHER).map((item, index) => (
              <Line
                key={keyOf(item)}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={part * TOGETHER + index + 1}
              >
                {children(item)}
              </Line>
            ))
          }
        </Part>
      ))}
    </Scroller>
  )
}

interface PartProps {
  scroller: RefObject<HTMLDivElement | null>
  count: number
  isFirst: boolean
  children: () => ReactNode
}

/** Lines that are rendered while they are near the view; otherwise their space is reserved. */
function Part({ scroller, count, isFirst, children }: PartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(isFirst)
  const [height, setHeight] = useState(count * ESTIMATE)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting && entry!.boundingClientRect.height > 0) setHeight(entry!.boundingClientRect.height)
        setIsNear(entry!.isIntersecting)
      },
      { root: scroller.current, rootMargin: NEAR },
    )
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [scroller])
  return (
    <div ref={box} role="presentation" style={isNear ? undefined : { height }}>
      {isNear && children()}
    </div>
  )
}
