import styled from 'styled-components'
import { Button } from '@design-system/primitives/Button/Button'
import { NOTIFICATION_SCROLL_MAX_HEIGHT } from '@contract/constants'
import { elevation, focusRing, motion, radius, space, token, type } from '@design-system/tokens/tokens'

export const Panel = styled.section`
  display: flex;
  flex-direction: column;
  width: min(392px, calc(100vw - 18px));
  min-height: 0;
  &[data-sheet] {
    flex: 1;
    width: 100%;
  }
`

export const Head = styled.header`
  display: flex;
  flex: none;
  position: relative;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  min-height: 48px;
  padding-inline: ${space[16]} ${space[8]};
  border-bottom: 1px solid ${token.border.subtle};
`

/** Looks like a link, the only one in the head. */
export const MarkAll = styled(Button)`
  &:not([aria-disabled]) {
    color: ${token.accent.text};
  }
`

export const Title = styled.h2`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 ${space[8]};
  /* Where the text does not fit beside the button, the button goes below it. */
  min-width: min-content;
  ${type.cardTitle}
`

/** Scrolls at 500 (spec 9); as a sheet it fills the available height. */
export const Scroller = styled.div`
  max-height: ${NOTIFICATION_SCROLL_MAX_HEIGHT}px;
  overflow-y: auto;
  overscroll-behavior: contain;
  /* It has the focus only until the person moves on. */
  &:focus {
    outline: none;
  }
  [data-sheet] > & {
    flex: 1;
    max-height: none;
  }
`

/**
 * Shows that new entries wait above. It overlaps the line under the head, where neither the head nor the first entry
 * has text, so that nothing moves.
 */
export const NewOnes = styled.button`
  position: absolute;
  top: 100%;
  left: 50%;
  z-index: 1;
  display: flex;
  align-items: center;
  gap: ${space[4]};
  height: 26px;
  padding-inline: ${space[10]} ${space[12]};
  border: 1px solid ${token.accent.border};
  border-radius: ${radius.full};
  background: ${token.surface.raised};
  box-shadow: ${elevation.e2};
  color: ${token.accent.text};
  ${type.pill}
  white-space: nowrap;
  transform: translate(-50%, -50%);
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover {
    background: ${token.surface.selected};
  }
`

export const Trouble = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[12]};
  padding: ${space[12]} ${space[16]};
  border-top: 1px solid ${token.border.subtle};
  color: ${token.tone.danger.fg};
  ${type.cell}
  > p {
    flex: 1 1 200px;
  }
`

/** Visible when the last entry is visible. */
export const End = styled.div`
  height: 1px;
  margin-top: -1px;
`
