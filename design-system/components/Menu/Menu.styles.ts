import styled, { css } from 'styled-components'
import { focusRingInset, media, radius, space, token, type } from '../../tokens/tokens'

/** A row of a menu, for any element. */
export const row = css`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  width: 100%;
  min-height: 34px;
  padding: ${space[6]} ${space[8]};
  border-radius: ${radius.control};
  ${type.nav}
  color: ${token.text.primary};
  text-align: start;
  text-decoration: none;
  cursor: pointer;
  outline: none;
  > svg {
    color: ${token.text.muted};
  }
  &:hover,
  &[data-hovered],
  &[data-focused] {
    background: ${token.surface.hover};
  }
  ${focusRingInset}
  &[data-focus-visible] {
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }
  &[data-tone='danger'],
  &[data-tone='danger'] > svg {
    color: ${token.tone.danger.fg};
  }
  &[aria-disabled='true'] {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
  ${media.phone} {
    min-height: 44px;
  }
`

export const Note = styled.span`
  margin-inline-start: auto;
  padding-inline-start: ${space[16]};
  ${type.meta}
  color: ${token.text.muted};
`

/** The label of a row, with its description below. */
export const Words = styled.span`
  display: grid;
  min-width: 0;
  overflow-wrap: anywhere;
  small {
    ${type.meta} color: ${token.text.muted};
  }
`

export const Header = styled.div`
  padding: ${space[12]} ${space[14]};
  border-bottom: 1px solid ${token.border.base};
`

export const line = css`
  height: 1px;
  margin: ${space[6]} -${space[6]};
  border: 0;
  background: ${token.border.base};
  ${media.forcedColors} {
    background: CanvasText;
  }
`
