import styled, { css } from 'styled-components'
import { focusRing, media, motion, radius, space, token, type } from '../../tokens/tokens'

const solid = (ground: string, hovered: string, pressed: string) => css`
  background: ${ground};
  color: ${token.text.onSolid};
  &:hover {
    background: ${hovered};
  }
  &:active {
    background: ${pressed};
  }
`

/** The box of Button: states are data- and aria- attributes, so one class covers all of them. */
export const Box = styled.button`
  --button-padding: ${space[12]};
  display: inline-grid;
  flex: none;
  align-items: center;
  justify-items: center;
  min-height: 32px;
  min-width: 64px;
  max-width: 100%;
  padding: 5px var(--button-padding);
  border: 1px solid transparent;
  border-radius: ${radius.control};
  ${type.control}
  text-align: center;
  text-decoration: none;
  user-select: none;
  transition:
    background-color ${motion.hover},
    border-color ${motion.hover};
  ${focusRing}

  &[data-size='small'] {
    --button-padding: ${space[10]};
    min-height: 28px;
    min-width: 28px;
    padding-block: 5px;
    font-size: 0.75rem;
    line-height: 1rem;
  }
  &[data-size='large'] {
    --button-padding: ${space[16]};
    min-height: 40px;
    padding-block: 9px;
    font-size: 0.875rem;
  }
  ${media.phone} {
    &:not([data-size='small']) {
      min-height: 44px;
    }
  }

  &[data-wide] {
    width: 100%;
  }
  /* Reserves the width of the busy label, so that nothing beside the button moves. */
  &[data-reserve] {
    min-width: calc(var(--busy-length) * 0.52em + 24px + 2 * var(--button-padding));
  }

  &[data-variant='primary'] {
    ${solid(token.accent.solid, token.accent.hover, token.accent.active)}
  }
  &[data-variant='danger'] {
    ${solid(token.tone.danger.solid, token.tone.danger.hover, token.tone.danger.hover)}
  }
  &[data-variant='secondary'] {
    border-color: ${token.border.control};
    background: ${token.surface.field};
    color: ${token.text.primary};
    &:hover {
      background: ${token.surface.hover};
    }
    &:active {
      background: ${token.surface.selected};
    }
  }
  &[data-variant='ghost'] {
    background: transparent;
    color: ${token.text.secondary};
    &:hover {
      background: ${token.surface.hover};
      color: ${token.text.primary};
    }
    &:active {
      background: ${token.surface.selected};
    }
  }
  &[data-variant='dangerOutline'] {
    border-color: ${token.tone.danger.solid};
    background: ${token.surface.field};
    color: ${token.tone.danger.fg};
    &:hover {
      background: ${token.tone.danger.tint};
    }
    &:active {
      border-color: ${token.tone.danger.fg};
    }
  }

  &:disabled,
  &[data-off] {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
    color: ${token.text.disabled};
    cursor: not-allowed;
    ${media.forcedColors} {
      color: GrayText;
      border-color: GrayText;
    }
  }
  &[data-variant='ghost']:disabled,
  &[data-variant='ghost'][data-off] {
    border-color: transparent;
    background: transparent;
  }
  &[data-busy] {
    cursor: progress;
  }
  ${media.forcedColors} {
    border-color: ButtonBorder;
  }
`

/** Both labels share one cell: the normal label keeps the width while the busy one is shown. */
export const Line = styled.span`
  grid-area: 1 / 1;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[6]};
  min-width: 0;
  overflow-wrap: anywhere;
  &[data-hidden] {
    visibility: hidden;
  }
`
