import styled from 'styled-components'
import { radius, space, token, type } from '@design-system/tokens/tokens'
import { written } from '../../shared/rich-text/rich-text.styles'

/** The frame of the toolbar and the text, like that of other inputs. */
export const Box = styled.div`
  min-width: 0;
  border: 1px solid ${token.border.control};
  border-radius: ${radius.control};
  background: ${token.surface.field};
  &[data-invalid] {
    border-color: ${token.tone.danger.solid};
    box-shadow: 0 0 0 1px ${token.tone.danger.solid};
  }
  &:has([data-input]:focus-visible) {
    border-color: ${token.focus};
    box-shadow:
      0 0 0 1px ${token.focus},
      0 0 0 4px ${token.focusHalo};
    /* Forced colours remove shadows. */
    outline: 2px solid transparent;
  }
  &[data-read-only] {
    border-color: ${token.border.base};
    background: ${token.surface.subtle};
  }
`
/** Stays in sight while a long text scrolls. */
export const Tools = styled.div`
  position: sticky;
  z-index: 1;
  inset-block-start: 0;
  display: grid;
  gap: ${space[8]};
  padding: ${space[4]};
  border-block-end: 1px solid ${token.border.subtle};
  border-radius: ${radius.control} ${radius.control} 0 0;
  background: ${token.surface.field};
`
export const OfImage = styled.div`
  display: grid;
  gap: ${space[8]};
  padding: ${space[4]} ${space[8]} ${space[8]};
`
export const Writing = styled.div`
  .tiptap {
    ${written}
    min-height: 160px;
    padding: ${space[12]};
    outline: none;
    white-space: pre-wrap;
    word-wrap: break-word;
  }
  .picture {
    position: relative;
    width: fit-content;
    max-width: 100%;
    border-radius: ${radius.control};
    &.ProseMirror-selectednode {
      outline: 2px solid ${token.focus};
      outline-offset: 2px;
    }
    &[data-file^='pending'] img {
      opacity: 0.5;
    }
    &[data-missing] {
      width: 160px;
      height: 90px;
      background: ${token.surface.subtle};
      border: 1px dashed ${token.border.control};
      img {
        display: none;
      }
    }
  }
  .ProseMirror-gapcursor {
    position: absolute;
    display: none;
    pointer-events: none;
    &::after {
      content: '';
      position: absolute;
      inset-block-start: -2px;
      width: 20px;
      border-block-start: 1px solid ${token.text.primary};
    }
  }
  .ProseMirror-focused .ProseMirror-gapcursor {
    display: block;
  }
`
export const Uploads = styled.ul`
  display: grid;
  gap: ${space[4]};
  margin: 0;
  padding: ${space[8]} ${space[12]};
  border-block-start: 1px solid ${token.border.subtle};
  list-style: none;
  ${type.meta}
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[8]};
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-problem] {
    color: ${token.tone.danger.fg};
  }
`
export const LinkPanel = styled.div`
  display: grid;
  gap: ${space[12]};
  width: min(320px, calc(100vw - 48px));
`
export const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
export const Count = styled.span`
  flex: none;
  ${type.meta}
  color: ${token.tone.warning.fg};
  &[data-tone='danger'] {
    color: ${token.tone.danger.fg};
  }
`
