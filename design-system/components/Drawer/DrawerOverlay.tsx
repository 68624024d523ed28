import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styled from 'styled-components'
import { media, zIndex } from '../../tokens/tokens'
import { scrim, sliding } from '../Overlay/Overlay.styles'
import { DRAWER_WIDTH } from './Drawer.styles'

const Overlay = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.modal};
  overflow: hidden;
  ${scrim}
`

const Panel = styled(Modal)`
  position: absolute;
  inset: 0 0 0 auto;
  width: min(${DRAWER_WIDTH}px, 100%);
  outline: none;
  ${sliding}
  border-width: 0 0 0 1px;
  ${media.phone} {
    width: 100%;
    border: 0;
  }
`

const Content = styled(Dialog)`
  display: flex;
  flex-direction: column;
  height: 100%;
  outline: none;
`

export interface DrawerOverlayProps {
  labelledBy: string
  onClose: () => void
  children: ReactNode
}

/** The drawer as an overlay, where there is no room beside the list. */
export default function DrawerOverlay({ labelledBy, onClose, children }: DrawerOverlayProps) {
  return (
    <Overlay
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Panel>
        <Content aria-labelledby={labelledBy}>{children}</Content>
      </Panel>
    </Overlay>
  )
}
