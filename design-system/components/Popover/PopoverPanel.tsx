import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover as AriaPopover, type PopoverProps as AriaPopoverProps } from 'react-aria-components/Popover'
import styled from 'styled-components'
import { radius, space, type, zIndex } from '../../tokens/tokens'
import { opening } from '../Overlay/Overlay.styles'

/** The surface that menus and popovers share. */
export const Sheet = styled(AriaPopover)`
  /* As high as a modal, because its control may be inside one; it is then later in the document. */
  z-index: ${zIndex.modal} !important;
  /* As wide as its control, but inside the window: bringing its option in focus into view would scroll the page, which closes it. */
  min-width: min(var(--trigger-width), calc(100vw - 16px));
  max-width: min(480px, calc(100vw - 16px));
  overflow: auto;
  border-radius: ${radius.card};
  outline: none;
  ${type.cell}
  ${opening}
`

const Content = styled(Dialog)`
  padding: ${space[12]};
  outline: none;
  &[data-bare] {
    padding: 0;
  }
`

export interface PanelProps {
  triggerRef: RefObject<Element | null>
  onClose: () => void
  /** Its name, for screen readers. */
  label: string
  placement?: AriaPopoverProps['placement']
  children: ReactNode
  /** Without padding. */
  bare?: boolean
}

/** The panel of Popover, loaded lazily by it. */
export default function PopoverPanel({
  triggerRef,
  onClose,
  label,
  placement = 'bottom start',
  bare = false,
  children,
}: PanelProps) {
  return (
    <Sheet
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      placement={placement}
      offset={6}
      containerPadding={8}
    >
      <Content aria-label={label} data-bare={bare || undefined}>
        {children}
      </Content>
    </Sheet>
  )
}
