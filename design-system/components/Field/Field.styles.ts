import styled from 'styled-components'
import { media, motion, radius, space, token, type } from '../../tokens/tokens'

export const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[6]};
  min-width: 0;
`

export const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 ${space[8]};
`

export const Label = styled.label`
  ${type.control}
  color: ${token.text.primary};
  overflow-wrap: anywhere;
`

export const Asterisk = styled.span`
  color: ${token.tone.danger.fg};
`

export const Aside = styled.span`
  ${type.meta}
  color: ${token.text.muted};
`

/** Announces its message when it changes; it has no box of its own. */
export const Live = styled.div`
  display: contents;
`

export const Foot = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space[12]};
`

export const Message = styled.p`
  display: flex;
  flex: 1;
  gap: ${space[4]};
  min-width: 0;
  ${type.meta}
  color: ${token.text.muted};
  overflow-wrap: anywhere;
  &[data-tone='danger'] {
    color: ${token.tone.danger.fg};
  }
  &[data-tone='warning'] {
    color: ${token.tone.warning.fg};
  }
  svg {
    margin-top: 1px;
  }
`

/** The box around an input with its icon, unit or button. */
export const Control = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  min-width: 0;
  min-height: 36px;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.field};
  color: ${token.text.muted};
  transition: border-color ${motion.hover};
  cursor: text;
  ${type.formValue}

  &[data-size='bar'] {
    min-height: 28px;
    font-size: 0.8125rem;
  }
  &[data-size='page'] {
    min-height: 32px;
    font-size: 0.8125rem;
  }
  &[data-size='large'] {
    min-height: 40px;
  }
  ${media.phone} {
    min-height: 44px;
    &[data-size='large'] {
      min-height: 44px;
    }
  }

  &:hover {
    border-color: ${token.text.muted};
  }
  &:has(> [data-input][aria-invalid='true']) {
    border-color: ${token.tone.danger.solid};
    box-shadow: 0 0 0 1px ${token.tone.danger.solid};
  }
  &:has(> [data-input]:focus-visible) {
    border-color: ${token.focus};
    box-shadow:
      0 0 0 1px ${token.focus},
      0 0 0 4px ${token.focusHalo};
    /* Forced colours remove shadows. */
    outline: 2px solid transparent;
  }
  &:has(> [data-input][aria-invalid='true']:focus-visible) {
    border-color: ${token.tone.danger.solid};
    box-shadow:
      0 0 0 1px ${token.tone.danger.solid},
      0 0 0 4px ${token.focusHalo};
  }
  &:has(> [data-input]:read-only:not(select, button)),
  &:has(> [data-input][aria-readonly='true']) {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
  &:has(> [data-input]:disabled) {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
`

export const Input = styled.input`
  flex: 1;
  align-self: stretch;
  min-width: 0;
  width: 100%;
  padding: 5px 9px;
  border: 0;
  border-radius: inherit;
  outline: none;
  background: none;
  color: ${token.text.primary};
  &:disabled {
    color: ${token.text.disabled};
    cursor: inherit;
    -webkit-text-fill-color: currentColor;
  }
  text-overflow: ellipsis;
  &::-webkit-search-cancel-button {
    display: none;
  }
  /* Browsers paint autofilled fields; keeps text and field readable in both themes. */
  &:autofill {
    -webkit-text-fill-color: ${token.text.primary};
    box-shadow: inset 0 0 0 100px ${token.accent.tint};
  }
`

export const Before = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  padding-inline-start: 9px;
  pointer-events: none;
  & + ${Input} {
    padding-inline-start: ${space[6]};
  }
`

export const Behind = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[2]};
  padding-inline-end: 9px;
  white-space: nowrap;
  &:has(button) {
    padding-inline-end: 3px;
  }
`
