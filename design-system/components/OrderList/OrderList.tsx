/**
 * A list that a person reorders: by dragging, with the keys of the handle, with the buttons of each line, or by typing a position.
 * Only lines near the viewport are rendered, so that a move in a list of ten thousand costs the same as in a list of ten.
 */
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { flushSync } from 'react-dom'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from '../../primitives/Icon/Icon'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { useMedia } from '../../primitives/hooks/use-media'
import { DropMark, Frame, Handle, Hint, Line, Name, Place, PlaceInput, Room } from './OrderList.styles'
import { placeAfter, placeTyped } from './places'
import { useDragging } from './use-dragging'

/** One item. */
export interface OrderedThing {
  id: string
  name: string
  /** Muted, because it is disabled. */
  muted?: boolean
}

export interface OrderListProps {
  /** Accessible name. */
  label: string
  /** In the displayed order. */
  things: readonly OrderedThing[]
  disabled?: boolean
  /** @param ids all of them, in the new order */
  onReorder: (ids: string[]) => void
}

/** Height of a line, CSS pixels; on a phone names take two lines. */
const LINE = { wide: 41, phone: 53 }
/** Number of lines rendered outside the view. */
const AROUND = 8
/** Number of lines rendered before the list is measured. */
const AT_FIRST = 14

const KEYS = 'Drag a line, or move it with Alt and an arrow key. Press its number to type another place.'

export function OrderList({ label, things, disabled = false, onReorder }: OrderListProps) {
  const hintId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const height = useMedia('(max-width: 767.98px)') ? LINE.phone : LINE.wide
  const [view, setView] = useState({ top: 0, height: AT_FIRST * height })
  const seen = useRef(view)
  /** The line with the keyboard focus: one tab stop for all lines. */
  const [current, setCurrent] = useState<string | null>(null)
  /** The line whose position is being typed. */
  const [typing, setTyping] = useState<string | null>(null)
  const [said, setSaid] = useState('')

  const last = things.length - 1
  const currentAt = Math.max(0, current === null ? 0 : things.findIndex(({ id }) => id === current))
  const first = Math.max(0, Math.floor(view.top / height) - AROUND)
  const end = Math.min(things.length, Math.ceil((view.top + view.height) / height) + AROUND)

  const measure = () => {
    const { scrollTop: top, clientHeight } = frame.current!
    if (top === seen.current.top && clientHeight === seen.current.height) return
    seen.current = { top, height: clientHeight }
    setView(seen.current)
  }
  useLayoutEffect(() => {
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  /** Changes what is rendered, and focuses a part of a line. */
  const focusAfter = (change: () => void, part: 'handle' | 'place', id: string) => {
    flushSync(change)
    frame.current?.querySelector<HTMLElement>(`[data-${part}="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  }
  const type = (id: string) => focusAfter(() => setTyping(id), 'place', id)
  /** Scrolls a line into view, and moves the keyboard focus to it. */
  const goTo = (index: number, id: string, change: () => void = () => undefined) => {
    const box = frame.current!
    const top = index * height
    if (top < box.scrollTop) box.scrollTop = top
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight
    const all = () => {
      change()
      setTyping(null)
      setCurrent(id)
      measure()
    }
    focusAfter(all, 'handle', id)
  }
  const move = (from: number, to: number) => {
    const { id, name } = things[from]!
    goTo(to, id, () => {
      setSaid(`${name}: place ${to + 1} of ${things.length}.`)
      if (from === to) return
      const ids = things.map((thing) => thing.id)
      ids.splice(to, 0, ...ids.splice(from, 1))
      onReorder(ids)
    })
  }
  const { carried, handlers } = useDragging({ frame, height, count: things.length, disabled, onDrop: move })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const to = placeAfter(event.key, index, last, Math.max(1, Math.floor(view.height / height) - 1))
    if (to === null) return
    event.preventDefault()
    if (event.altKey) {
      if (!disabled) move(index, to)
    } else goTo(to, things[to]!.id)
  }

  // The focused line and the dragged one stay rendered at any scroll position.
  const kept = [currentAt, carried?.from ?? currentAt].filter((index) => index < first || index >= end)
  const rendered = [
    ...new Set([...kept, ...Array.from({ length: end - first }, (_, offset) => first + offset)]),
  ].filter((index) => index <= last)
  const dropAt = carried && carried.to + (carried.to > carried.from ? 1 : 0)
  return (
    <>
      <VisuallyHidden as="output">{said}</VisuallyHidden>
      <Frame ref={frame} onScroll={measure}>
        <Room aria-label={label} aria-describedby={`${hintId}hint`} style={{ height: things.length * height }}>
          {rendered.map((index) => {
            const { id, name, muted } = things[index]!
            const tabIndex = index === currentAt ? 0 : -1
            return (
              <Line
                key={id}
                aria-setsize={things.length}
                aria-posinset={index + 1}
                data-muted={muted || undefined}
                data-last={index === last || undefined}
                data-dragging={carried?.from === index || undefined}
                style={{ height, transform: `translateY(${index * height}px)` }}
                onKeyDown={(event) => onKeyDown(event, index)}
                onFocus={() => {
                  if (id !== current) setCurrent(id)
                }}
              >
                <Handle
                  type="button"
                  data-handle={id}
                  aria-label={`Move ${name}`}
                  aria-disabled={disabled || undefined}
                  tabIndex={tabIndex}
                  onClick={(event) => {
                    // A key press; the pointer drags.
                    if (event.detail === 0 && !disabled) type(id)
                  }}
                  {...handlers(index)}
                >
                  <Icon icon={GripVertical} />
                </Handle>
                {typing === id ? (
                  <TypedPlace
                    id={id}
                    name={name}
                    place={index + 1}
                    last={last + 1}
                    onPlace={(place) => move(index, place - 1)}
                    onCancel={() => goTo(index, id)}
                    onLeave={() => setTyping(null)}
                  />
                ) : (
                  <Place
                    type="button"
                    tabIndex={tabIndex}
                    disabled={disabled}
                    aria-label={`Place of ${name}: ${index + 1}. Move to another place`}
                    title="Move to another place"
                    onClick={() => type(id)}
                  >
                    {index + 1}
                  </Place>
                )}
                <Name dir="auto" title={name}>
                  {name}
                </Name>
                <IconButton
                  icon={ArrowUp}
                  label={`Move ${name} up`}
                  size="small"
                  tabIndex={tabIndex}
                  disabled={disabled || index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={`Move ${name} down`}
                  size="small"
                  tabIndex={tabIndex}
                  disabled={disabled || index === last}
                  onClick={() => move(index, index + 1)}
                />
              </Line>
            )
          })}
          {dropAt !== null && <DropMark style={{ transform: `translateY(${dropAt * height - 1}px)` }} />}
        </Room>
      </Frame>
      <Hint id={`${hintId}hint`}>{KEYS}</Hint>
    </>
  )
}

interface TypedPlaceProps {
  id: string
  name: string
  place: number
  last: number
  onPlace: (place: number) => void
  /** Esc: keeps the position. */
  onCancel: () => void
  /** The focus has moved elsewhere. */
  onLeave: () => void
}

/** The input for a line's position: Enter moves the line there. */
function TypedPlace({ id, name, place, last, onPlace, onCancel, onLeave }: TypedPlaceProps) {
  const [text, setText] = useState(String(place))
  const typed = placeTyped(text, last)
  /** A key has ended the input, which is removed together with its focus. */
  const isDone = useRef(false)
  return (
    <PlaceInput
      data-place={id}
      aria-label={`Place of ${name}, 1 to ${last}`}
      aria-invalid={typed === null || undefined}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      style={{ width: `${String(last).length + 3}ch` }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        if (!isDone.current) onLeave()
      }}
      onKeyDown={(event) => {
        // These keys must not reach the list or the dialog around it.
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        if (event.key === 'Enter' && typed === null) return
        isDone.current = true
        if (event.key === 'Enter') onPlace(typed!)
        else onCancel()
      }}
    />
  )
}
