import styled from 'styled-components'
import { focusRingInset, media, space, token, type, zIndex } from '../../tokens/tokens'

/** The drawer's width where there is room; look, section 4. */
export const DRAWER_WIDTH = 484

/** Beside the list, from 1280 px. */
export const Docked = styled.aside`
  position: relative;
  z-index: ${zIndex.dockedDrawer};
  display: flex;
  /* The minimum width of the list beside it takes precedence (look, section 4). */
  flex: 0 1 auto;
  flex-direction: column;
  width: ${DRAWER_WIDTH}px;
  min-width: 400px;
  min-height: 0;
  border-inline-start: 1px solid ${token.border.base};
  background: ${token.surface.base};
`

export const Head = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  min-height: 52px;
  padding: ${space[8]} ${space[12]} ${space[8]} ${space[20]};
  border-bottom: 1px solid ${token.border.subtle};
`

export const Title = styled.h2`
  flex: 1;
  min-width: 0;
  ${type.cardTitle}
  overflow-wrap: anywhere;
`

export const Body = styled.section`
  flex: 1;
  min-height: 0;
  padding: ${space[16]} ${space[20]};
  overflow: auto;
  overscroll-behavior: contain;
  ${focusRingInset}
`

export const Foot = styled.footer`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
  padding: ${space[12]} ${space[20]};
  border-top: 1px solid ${token.border.base};
  background: inherit;
  ${media.phone} {
    /* A button that has no room beside the others takes the next line, so that no word is broken. */
    > * {
      flex: 1 0 auto;
      max-width: 100%;
    }
  }
`
