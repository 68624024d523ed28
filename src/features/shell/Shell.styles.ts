/** The grid of the console: sidebar or bottom bar, top bar, and the page, which scrolls separately. */
import styled from 'styled-components'
import { SIDEBAR_WIDTH } from '@contract/constants'
import { elevation, radius, space, token, type, zIndex } from '@design-system/tokens/tokens'

export const Frame = styled.div`
  --bar-height: 56px;
  --bottom-height: 64px;
  display: grid;
  grid-template: var(--bar-height) minmax(0, 1fr) / ${SIDEBAR_WIDTH.expanded}px minmax(0, 1fr);
  height: 100vh;
  height: 100dvh;
  background: ${token.surface.canvas};

  > nav {
    grid-row: 1 / -1;
  }
  &[data-layout='collapsed'] {
    grid-template-columns: ${SIDEBAR_WIDTH.collapsed}px minmax(0, 1fr);
  }
  &[data-layout='phone'] {
    grid-template: var(--bar-height) minmax(0, 1fr) auto / minmax(0, 1fr);
    > nav {
      grid-row: 3;
    }
  }
  @media print {
    display: block;
    height: auto;
    > :is(nav, header, a) {
      display: none;
    }
  }
  /* A window this low is zoomed: the page needs the room more than the bars. */
  @media (max-height: 400px) {
    --bar-height: 44px;
    --bottom-height: 44px;
  }
`

/** The page: a flex column, so that a screen may fill it or exceed it. */
export const Content = styled.main`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  overflow: auto;
  @media print {
    display: block;
    overflow: visible;
  }
  &:focus {
    outline: none;
  }
`

export const Middle = styled.div`
  display: grid;
  flex: 1;
  place-items: center;
  padding: ${space[24]};
  color: ${token.text.muted};
`

/** Visible while it has the focus. */
export const SkipLink = styled.a`
  position: fixed;
  top: ${space[8]};
  left: ${space[8]};
  z-index: ${zIndex.flyOut};
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  background: ${token.surface.raised};
  box-shadow: ${elevation.e2};
  color: ${token.accent.text};
  ${type.control}
  &:not(:focus) {
    clip-path: inset(50%);
  }
`
