import styled, { css } from 'styled-components'
import { ModalOverlay, Modal } from 'react-aria-components/Modal'
import { Dialog } from 'react-aria-components/Dialog'
import { media, mono, radius, space, token, type, zIndex } from '../../tokens/tokens'
import { rising, scrim } from '../Overlay/Overlay.styles'
import { paletteInput } from './palette-input'

export const Overlay = styled(ModalOverlay)`
  position: fixed;
  inset: 0;
  z-index: ${zIndex.palette};
  padding: min(12vh, 112px) ${space[24]} ${space[24]};
  overflow: hidden;
  ${scrim}
  ${media.phone} {
    padding: 0;
  }
`

export const Panel = styled(Modal)`
  max-width: 640px;
  margin-inline: auto;
  overflow: hidden;
  border-radius: ${radius.modal};
  outline: none;
  ${rising}
  ${media.phone} {
    max-width: none;
    height: 100%;
    border: 0;
    border-radius: 0;
  }
`

export const Content = styled(Dialog)`
  display: flex;
  flex-direction: column;
  max-height: min(560px, calc(88vh - 24px));
  outline: none;
  ${media.phone} {
    height: 100%;
    max-height: none;
  }
`

export const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[12]};
  min-height: 52px;
  padding-inline: ${space[16]};
  border-bottom: 1px solid ${token.border.base};
  > svg {
    color: ${token.text.muted};
  }
  /* The whole head acts as the field: its lower edge shows the focus. */
  &:focus-within {
    border-bottom-color: ${token.focus};
    box-shadow: inset 0 -1px 0 ${token.focus};
  }
  ${media.phone} {
    padding-right: ${space[4]};
  }
`

export const Input = styled.input`
  ${paletteInput}
`

/** On devices without a keyboard, which have no Esc key, a close button is needed. */
export const ForThumbs = styled.span`
  display: none;
  @media (hover: none) and (pointer: coarse) {
    display: inline-flex;
  }
  ${media.phone} {
    display: inline-flex;
  }
`
export const ForKeys = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space[6]};
  @media (hover: none) and (pointer: coarse) {
    display: none;
  }
`
/** The hint for Esc, which the close button replaces. */
export const EscHint = styled(ForKeys)`
  ${media.phone} {
    display: none;
  }
`

export const List = styled.div`
  flex: 1;
  min-height: 0;
  padding: ${space[4]} ${space[8]} ${space[10]};
  overflow-y: auto;
  overscroll-behavior: contain;
  scroll-padding-block: 36px ${space[10]};
`

export const GroupTitle = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[8]} ${space[8]} ${space[4]};
  color: ${token.text.muted};
  ${type.meta}
`

export const option = css`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 36px;
  padding: ${space[4]} 7px;
  border: 1px solid transparent;
  border-radius: ${radius.control};
  color: ${token.text.primary};
  ${type.nav}
  text-decoration: none;
  cursor: pointer;
  > svg {
    color: ${token.text.muted};
  }
  &[aria-selected='true'] {
    border-color: ${token.accent.border};
    background: ${token.surface.selected};
  }
  &[aria-selected='true'] > svg {
    color: ${token.accent.text};
  }
  &[data-tone='danger'],
  &[data-tone='danger'] > svg {
    color: ${token.tone.danger.fg};
  }
  ${media.forcedColors} {
    border-color: Canvas;
    &[aria-selected='true'] {
      border-color: Highlight;
      outline: 1px solid Highlight;
    }
  }
  ${media.phone} {
    min-height: 44px;
  }
`
export const OptionLink = styled.a`
  ${option}
`
export const OptionAct = styled.div`
  ${option}
`

export const Words = styled.span`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  mark {
    background: none;
    color: ${token.accent.text};
    font-weight: 600;
  }
  ${media.forcedColors} {
    mark {
      color: inherit;
      text-decoration: underline;
    }
  }
`
export const Muted = styled.span`
  color: ${token.text.muted};
  font-weight: 400;
`
export const Lead = styled.span`
  margin-right: ${space[8]};
  ${mono}
  font-size: 0.75rem;
`

export const Right = styled.span`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  max-width: 45%;
  color: ${token.text.muted};
  ${type.meta}
`
/** Shows the effect of Enter, on the active line. */
export const EnterHint = styled.span`
  display: none;
  [aria-selected='true'] & {
    display: inline-flex;
  }
`

export const Bone = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 36px;
  padding-inline: ${space[8]};
`

export const Foot = styled.div`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  padding: ${space[8]} ${space[16]};
  border-top: 1px solid ${token.border.subtle};
  background: ${token.surface.subtle};
  color: ${token.text.muted};
  ${type.meta}
  > :last-child {
    margin-left: auto;
  }
  @media (max-height: 400px) {
    display: none;
  }
`
