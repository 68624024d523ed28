import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { isTypedInto } from '../../primitives/Kbd/single-keys'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { FailedPanel } from '../Lazy/FailedParts'
import { lazyComponent } from '../Lazy/lazy-component'
import { Body, Docked, Foot, Head, Title } from './Drawer.styles'
import type { DrawerOverlayProps } from './DrawerOverlay'
import { useMedia } from '../../primitives/hooks/use-media'

const Overlay = lazyComponent<DrawerOverlayProps>(() => import('./DrawerOverlay'), {
  name: 'The drawer',
  failed: ({ onClose }, failure) => <FailedPanel failure={failure} onClose={onClose} />,
})

export interface DrawerProps {
  /** The record's name. */
  title: string
  /** ×, Esc wherever the focus is; in an overlay also a press outside. */
  onClose: () => void
  /** Moves to the row above or below, also with ↑ and ↓ in the drawer; null at the end. Left out: no buttons. */
  onPrevious?: (() => void) | null
  onNext?: (() => void) | null
  /** The actions, always visible. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * Shows one row of a list at a time: 484 px wide beside the list from 1280 px, as an overlay below that, a full sheet on phones.
 * Rendered as the last child of a flex row, after the list. Shown while it is rendered.
 */
export function Drawer({ title, onClose, onPrevious, onNext, footer, children }: DrawerProps) {
  const id = useId()
  const docks = useMedia('(min-width: 1280px)')
  const body = useRef<HTMLElement>(null)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    // An overlay handles Esc itself, as every dialog and menu above the page does.
    if (event.key === 'Escape') return docks && onClose()
    const step = event.key === 'ArrowUp' ? onPrevious : event.key === 'ArrowDown' ? onNext : null
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !isFree(event, body.current))
      return
    event.preventDefault()
    step()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const inside = (
    <>
      <Head>
        <Title id={id}>{title}</Title>
        {onPrevious !== undefined && (
          <IconButton
            label="Previous"
            icon={ChevronUp}
            disabled={onPrevious === null}
            onClick={onPrevious ?? undefined}
          />
        )}
        {onNext !== undefined && (
          <IconButton label="Next" icon={ChevronDown} disabled={onNext === null} onClick={onNext ?? undefined} />
        )}
        <IconButton label="Close" icon={X} onClick={onClose} />
      </Head>
      {/* A tab stop: without controls inside, the keyboard could not scroll it otherwise. */}
      <Body ref={body} aria-labelledby={id} tabIndex={0}>
        {children}
      </Body>
      {footer && <Foot>{footer}</Foot>}
    </>
  )
  if (!docks) {
    return (
      <Overlay labelledBy={id} onClose={onClose}>
        {inside}
      </Overlay>
    )
  }
  return <Docked aria-labelledby={id}>{inside}</Docked>
}

/** Whether a press of an arrow in the drawer, or without a focus, has no other meaning: it neither types, chooses nor scrolls. */
function isFree({ target }: KeyboardEvent, body: HTMLElement | null): boolean {
  if (target === document.body) return true
  if (!(target instanceof HTMLElement) || !body?.parentElement?.contains(target) || isTypedInto(target)) return false
  if (target === body) return body.scrollHeight <= body.clientHeight
  return !target.matches('[type=radio], [role="radio"], [role="tab"], [role="slider"], [aria-haspopup="menu"]')
}
