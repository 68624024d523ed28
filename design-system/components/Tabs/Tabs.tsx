import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import styled from 'styled-components'
import { Badge } from '../../primitives/Badge/Badge'
import { Icon } from '../../primitives/Icon/Icon'
import { focusRingInset, motion, radius, space, token, type } from '../../tokens/tokens'

const Strip = styled.div`
  display: flex;
  gap: ${space[4]};
  max-width: 100%;
  overflow-x: auto;
  overflow-y: hidden;
  scrollbar-width: none;
  box-shadow: inset 0 -1px ${token.border.base};
`

const Tab = styled.a`
  position: relative;
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space[6]};
  min-height: 36px;
  padding: 0 ${space[10]};
  border-radius: ${radius.control} ${radius.control} 0 0;
  ${type.control}
  color: ${token.text.secondary};
  text-decoration: none;
  white-space: nowrap;
  transition: color ${motion.hover};
  ${focusRingInset}
  &:hover {
    color: ${token.text.primary};
  }
  &[aria-selected='true'],
  &[aria-current='page'] {
    color: ${token.text.primary};
    font-weight: 600;
  }
  &[aria-selected='true']::after,
  &[aria-current='page']::after {
    content: '';
    position: absolute;
    inset: auto ${space[10]} 0;
    border-bottom: 2px solid ${token.accent.solid};
  }
`

export interface TabItem {
  key: string
  label: string
  /** Shown behind the label; nothing at 0. */
  count?: number
  icon?: LucideIcon
  /** Set for all items: the tabs are links to separate pages. */
  href?: string
}

interface Props {
  /** Name of the tab list, for screen readers. */
  label: string
  items: readonly TabItem[]
  selected: string
  /** The highest count shown in full. */
  countCap?: number
  /** @param event passed for links, so that a router may handle the click; a click with Ctrl or the like is left to the browser */
  onSelect: (key: string, event?: MouseEvent<HTMLElement>) => void
  /** Id of the panel that the tabs switch, where they are not links. */
  panelId?: string
}

/** Visible part of the neighbour beside a tab that was scrolled into view, CSS pixels. */
const NEIGHBOUR = 32

/**
 * Keeps the selected tab in view where the strip is wider than its container; the page itself does not scroll.
 * @param width changes when the tabs may have become wider
 */
function useSelectedInView(selected: string, width: unknown) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = strip.current
    const tab = box?.querySelector('[aria-current=page], [aria-selected=true]')
    if (!box || !tab) return
    const [outer, inner] = [box.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (inner.left < outer.left) box.scrollLeft -= outer.left - inner.left + NEIGHBOUR
    else if (inner.right > outer.right) box.scrollLeft += inner.right - outer.right + NEIGHBOUR
  }, [selected, width])
  return strip
}

const plain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

/** Views side by side, as links to pages or as tabs of one panel (arrows, Home, End). */
export function Tabs({ label, items, selected, countCap = Infinity, onSelect, panelId }: Props) {
  const strip = useSelectedInView(
    selected,
    items.some(({ count }) => count !== undefined),
  )
  const inside = ({ icon, label: word, count }: TabItem) => (
    <>
      {icon && <Icon icon={icon} />}
      {word}
      {count !== undefined && <Badge count={count} cap={countCap} tone="neutral" />}
    </>
  )
  if (items.every(({ href }) => href !== undefined)) {
    return (
      <Strip as="nav" ref={strip} aria-label={label}>
        {items.map((item) => (
          <Tab
            key={item.key}
            href={item.href}
            aria-current={item.key === selected ? 'page' : undefined}
            onClick={(event) => {
              if (plain(event)) onSelect(item.key, event)
            }}
          >
            {inside(item)}
          </Tab>
        ))}
      </Strip>
    )
  }
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const at = items.findIndex(({ key }) => key === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + items.length) % items.length
    const item = items[next]
    if (!item) return
    onSelect(item.key)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <Strip role="tablist" ref={strip} aria-label={label} onKeyDown={move}>
      {items.map((item) => (
        <Tab
          key={item.key}
          as="button"
          {...{ type: 'button' }}
          role="tab"
          aria-selected={item.key === selected}
          aria-controls={panelId}
          tabIndex={item.key === selected ? 0 : -1}
          onClick={() => onSelect(item.key)}
        >
          {inside(item)}
        </Tab>
      ))}
    </Strip>
  )
}
