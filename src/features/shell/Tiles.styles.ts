/** Tiles of the narrow sidebar and of the phone's bar. */
import styled, { css } from 'styled-components'
import { focusRingInset, media, motion, radius, space, token, type } from '@design-system/tokens/tokens'
import { PageLink } from './PageLink'

const tile = css`
  position: relative;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space[4]};
  width: 100%;
  padding: ${space[8]} ${space[4]};
  border: 1px solid transparent;
  border-radius: ${radius.card};
  color: ${token.text.secondary};
  ${type.nav}
  text-align: center;
  text-decoration: none;
  overflow-wrap: anywhere;
  transition: background-color ${motion.hover};
  ${focusRingInset}

  > svg {
    color: ${token.text.muted};
  }
  &:hover,
  &[aria-expanded='true'] {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &[data-active] {
    background: ${token.surface.base};
    border-color: ${token.border.base};
    color: ${token.text.primary};
    font-weight: 600;
  }
  &[data-active] > svg {
    color: ${token.accent.text};
  }
  &[data-active]::before {
    content: '';
    position: absolute;
    inset-block: ${space[10]};
    left: -9px;
    width: 3px;
    border-radius: 0 2px 2px 0;
    background: ${token.accent.solid};
  }
  ${media.forcedColors} {
    border-color: Canvas;
    &[data-active] {
      border-color: Highlight;
    }
    &[data-active]::before {
      background: Highlight;
      forced-color-adjust: none;
    }
    && > svg {
      color: inherit;
    }
  }
`

export const TileLink = styled(PageLink)`
  ${tile}
`
export const TileButton = styled.button`
  ${tile}
`

/** The name of the open page, below the name of its section. */
export const PageName = styled.span`
  margin-top: -${space[4]};
  color: ${token.accent.text};
  ${type.meta}
  font-size: 0.71875rem;
`
