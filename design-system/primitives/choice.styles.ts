/** What checkboxes and radio buttons have in common. */
import styled, { css } from 'styled-components'
import { media, motion, space, token, type } from '../tokens/tokens'

/** The label around the box and its text: all of it is the target. */
export const Frame = styled.label`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space[8]};
  max-width: 100%;
  /* Minimum target height: 24 px. */
  min-height: 24px;
  padding-block: 2px;
  ${type.cell}
  overflow-wrap: anywhere;
  cursor: pointer;
  &:has(:disabled) {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
`

export const Cell = styled.span`
  position: relative;
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 16px;
  height: 16px;
  margin: 2px;
`

/** The box of an input, without its shape and its sign. */
export const box = css`
  appearance: none;
  grid-area: 1 / 1;
  width: 16px;
  height: 16px;
  margin: 0;
  border: 1px solid ${token.border.control};
  background: ${token.surface.field};
  cursor: inherit;
  transition: background-color ${motion.hover};
  /* The space around the box is part of the target. */
  &::before {
    content: '';
    position: absolute;
    inset: -4px;
  }
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: 2px;
  }
  &[aria-invalid='true'] {
    border-color: ${token.tone.danger.solid};
  }
  &:disabled {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
  ${media.forcedColors} {
    appearance: auto;
  }
`
