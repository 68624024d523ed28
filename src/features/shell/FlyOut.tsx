import { useEffect, useLayoutEffect, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import styled from 'styled-components'
import { SIDEBAR_WIDTH } from '@contract/constants'
import { elevation, numeric, radius, space, token, type, zIndex } from '@design-system/tokens/tokens'
import type { MenuSection } from '@resources/menu'
import { MenuEntries } from './MenuEntries'
import { appearing, EntryLink, Grow } from './menu.styles'
import { pagesIn } from './menu-state'

/** Distance to the sidebar and to the edges of the window, pixels. */
const GAP = 6
const EDGE = 8
/** Its head is this far above the top of its tile, pixels. */
const RAISE = 10

const Box = styled.div`
  position: fixed;
  top: var(--top, ${EDGE}px);
  left: ${SIDEBAR_WIDTH.collapsed + GAP}px;
  z-index: ${zIndex.flyOut};
  width: 248px;
  max-height: calc(100dvh - ${2 * EDGE}px);
  padding: ${space[8]};
  overflow-y: auto;
  overscroll-behavior: contain;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.raised};
  box-shadow: ${elevation.e2};
  ${appearing}
  /* No bar here: background and font weight mark the current entry. */
  ${EntryLink}[aria-current='page'] {
    background: none;
  }
  ${EntryLink}[aria-current='page']::before {
    content: none;
  }
`

const Head = styled.div`
  display: flex;
  align-items: baseline;
  gap: ${space[8]};
  padding: ${space[4]} ${space[8]} ${space[6]};
  color: ${token.text.primary};
  ${type.cardTitle}
`

const Count = styled.span`
  color: ${token.text.muted};
  ${type.meta}
  ${numeric}
`

const linksIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLAnchorElement>('a[href]')]

/** Index of the link among `count` links to which a key moves the focus; null: it is not a menu key. */
function indexAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

export interface FlyOutProps {
  id: string
  section: MenuSection
  /** Path of the open page. */
  path: string
  /** The tile that opened it. */
  tile: RefObject<HTMLElement | null>
  box: RefObject<HTMLElement | null>
  /** The focus moves to the current entry, otherwise to the first. */
  takesFocus: boolean
  /** @param back the focus returns to the tile */
  onClose: (back: boolean) => void
}

/**
 * The whole tree of one section beside its tile, 248 px wide. Esc and ← return to the tile, arrows move the focus, a click
 * elsewhere closes it (look.md, Shell).
 */
export default function FlyOut({ id, section, path, tile, box, takesFocus, onClose }: FlyOutProps) {
  useLayoutEffect(() => {
    const own = box.current
    if (!own || !tile.current) return
    const lowest = window.innerHeight - EDGE - own.offsetHeight
    own.style.setProperty(
      '--top',
      `${Math.round(Math.max(EDGE, Math.min(tile.current.getBoundingClientRect().top - RAISE, lowest)))}px`,
    )
    if (takesFocus) (own.querySelector<HTMLElement>('[aria-current=page]') ?? linksIn(own)[0])?.focus()
  }, [box, tile, takesFocus])

  useEffect(() => {
    const onPress = (event: globalThis.PointerEvent) => {
      const target = event.target as Node
      if (!box.current?.contains(target) && !tile.current?.contains(target)) onClose(false)
    }
    const onEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') onClose(box.current?.contains(document.activeElement) ?? false)
    }
    const onResize = () => onClose(false)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onEscape)
    window.addEventListener('resize', onResize)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onEscape)
      window.removeEventListener('resize', onResize)
    }
  }, [box, tile, onClose])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'ArrowLeft') {
      event.preventDefault()
      return onClose(true)
    }
    const links = linksIn(event.currentTarget)
    const next = indexAfter(event.key, links.indexOf(document.activeElement as HTMLAnchorElement), links.length)
    if (next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  // A link that opens the page in this tab has prevented the browser's default; one that opens a new tab leaves this
  // open.
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented) onClose(false)
  }
  const count = pagesIn(section)
  return (
    <Box
      id={id}
      ref={box as RefObject<HTMLDivElement | null>}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a named group of links; its keys and clicks are those of the links within
      role="group"
      aria-label={section.title}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Head>
        <Grow>{section.title}</Grow>
        <Count>{count === 1 ? '1 page' : `${count} pages`}</Count>
      </Head>
      <MenuEntries items={section.items} path={path} open={null} onToggle={() => undefined} />
    </Box>
  )
}
