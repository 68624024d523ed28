import styled from 'styled-components'
import { elevation, media, radius, space, token, type, zIndex } from '../../tokens/tokens'
import { Notice } from './Lazy.styles'

/** At its trigger, above everything: the browser's own popover. */
export const Bubble = styled.div`
  position: fixed;
  inset: auto;
  width: min(320px, calc(100vw - 16px));
  margin: 0;
  padding: 0;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.raised};
  color: ${token.text.primary};
  box-shadow: ${elevation.e2};
`

/** The browser's native dialog, styled like Modal. */
export const Dialog = styled.dialog`
  width: min(400px, calc(100vw - 48px));
  margin: auto;
  padding: 0;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.modal};
  background: ${token.surface.raised};
  color: ${token.text.primary};
  box-shadow: ${elevation.e3};
  outline: none;
  &::backdrop {
    background: ${token.scrim};
  }
  ${Notice} {
    padding: ${space[4]} ${space[24]} ${space[24]};
    ${type.formValue}
  }
  ${media.phone} {
    inset: 0;
    width: 100%;
    max-width: none;
    height: 100%;
    max-height: none;
    border: 0;
    border-radius: 0;
  }
`
export const DialogHead = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[12]};
  padding: ${space[20]} ${space[14]} ${space[4]} ${space[24]};
`
export const DialogTitle = styled.h2`
  min-width: 0;
  padding-block: 2px;
  ${type.pageTitle}
  overflow-wrap: anywhere;
`

/** Beside the page's content, or over it where there is no room. */
export const Side = styled.aside`
  position: relative;
  z-index: ${zIndex.dockedDrawer};
  display: flex;
  flex: 0 1 auto;
  flex-direction: column;
  width: 484px;
  min-height: 0;
  border-inline-start: 1px solid ${token.border.base};
  background: ${token.surface.base};
  @media (max-width: 1279.98px) {
    position: fixed;
    inset: 0 0 0 auto;
    z-index: ${zIndex.modal};
    width: min(484px, 100%);
    box-shadow: ${elevation.e3};
  }
`
export const SideHead = styled.div`
  display: flex;
  justify-content: flex-end;
  padding: ${space[10]} ${space[12]};
`
