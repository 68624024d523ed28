import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
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
  /** ×, Esc; over the page also a press beside it. */
  onClose: () => void
  /** Goes to the row above or below; null at the end. Left out: no such buttons. */
  onPrevious?: (() => void) | null
  onNext?: (() => void) | null
  /** The verbs, always in sight. */
  footer?: ReactNode
  children: ReactNode
}

/**
 * Works through a list with the row in sight: 484 wide beside it from 1280, over the page below that, a full sheet on phones.
 * Rendered as the last child of a flex row, with the list before it. Shown while it is rendered.
 */
export function Drawer({ title, onClose, onPrevious, onNext, footer, children }: DrawerProps) {
  const id = useId()
  const docks = useMedia('(min-width: 1280px)')
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
      {/* A stop of its own: where it holds text alone, nothing else in it could be scrolled to by keyboard. */}
      <Body aria-labelledby={id} tabIndex={0}>
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
  return (
    <Docked
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      {inside}
    </Docked>
  )
}
