import styled from 'styled-components'
import { focusRing, media, numeric, radius, space, token, type } from '../../tokens/tokens'

export const Frame = styled.div`
  max-height: min(60vh, 560px);
  overflow: auto;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
`

/** As high as all lines. */
export const Room = styled.ul`
  position: relative;
  margin: 0;
  padding: 0;
  list-style: none;
`

export const Line = styled.li`
  position: absolute;
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding-inline: ${space[6]};
  inset-inline: 0;
  inset-block-start: 0;
  border-block-end: 1px solid ${token.border.base};
  background: ${token.surface.raised};
  ${type.cell}
  &:focus-within {
    background: ${token.surface.hover};
  }
  &[data-last] {
    border-block-end: 0;
  }
  &[data-dragging] {
    opacity: 0.5;
  }
  &[data-muted] {
    color: ${token.text.muted};
  }
  ${media.phone} {
    gap: ${space[4]};
  }
`

/** The position where the dragged line would be dropped. */
export const DropMark = styled.li.attrs({ 'aria-hidden': true })`
  position: absolute;
  inset-inline: 0;
  inset-block-start: 0;
  height: 2px;
  background: ${token.accent.border};
  pointer-events: none;
`

export const Handle = styled.button`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: ${radius.control};
  color: ${token.text.muted};
  cursor: grab;
  touch-action: none;
  ${focusRing}
  &:active {
    cursor: grabbing;
  }
  &[aria-disabled] {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
`

export const Place = styled.button`
  flex: none;
  min-width: 2.5ch;
  min-height: 24px;
  padding-inline: ${space[4]};
  border-radius: ${radius.control};
  text-align: end;
  ${type.meta}
  ${numeric}
  color: ${token.text.secondary};
  ${focusRing}
  &:hover:not(:disabled) {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &:disabled {
    color: ${token.text.muted};
  }
`

export const PlaceInput = styled.input`
  flex: none;
  min-height: 28px;
  padding-inline: ${space[4]};
  border: 1px solid ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.base};
  text-align: end;
  ${type.meta}
  ${numeric}
  color: ${token.text.primary};
  ${focusRing}
  &[aria-invalid] {
    border-color: ${token.tone.danger.fg};
  }
`

export const Name = styled.span`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  ${media.phone} {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    white-space: normal;
    overflow-wrap: anywhere;
  }
`

export const Hint = styled.p`
  margin-block-start: ${space[8]};
  ${type.meta}
  color: ${token.text.muted};
`
