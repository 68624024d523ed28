import styled from 'styled-components'
import { IconButton } from '../../../primitives/IconButton/IconButton'
import { focusRing, media, motion, radius, space, token, type } from '../../../tokens/tokens'
import { GUTTER } from '../sizes'

export const BarBox = styled.search`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  min-height: 44px;
  padding: ${space[6]} ${GUTTER}px;
  border-bottom: 1px solid ${token.border.base};
  ${media.phone} {
    padding-inline: ${space[16]};
  }
`

export const SearchBox = styled.div`
  flex: 0 1 250px;
  min-width: 140px;
  ${media.phone} {
    flex: 1 1 160px;
    div:has(> [data-input]) {
      min-height: 44px;
    }
    kbd {
      display: none;
    }
  }
`

/** In one line, which scrolls: another line would push the rows down. */
export const Chips = styled.ul`
  display: flex;
  gap: ${space[6]};
  min-width: 0;
  padding: ${space[4]};
  margin: -${space[4]};
  overflow-x: auto;
  scrollbar-width: none;
  > li {
    flex: none;
  }
  [role='dialog'] & {
    flex-wrap: wrap;
  }
`

export const Chip = styled.li`
  display: inline-flex;
  align-items: center;
  min-width: 0;
  height: 28px;
  border: 1px solid ${token.border.base};
  border-radius: ${radius.control};
  ${type.meta}
  ${media.phone} {
    height: 44px;
    max-width: 100%;
  }
`

export const ChipText = styled.button`
  display: inline-flex;
  align-items: center;
  min-width: 0;
  height: 100%;
  border-radius: ${radius.tag};
  color: ${token.text.muted};
  ${focusRing}
  transition: background-color ${motion.hover};
  &:hover,
  &[aria-expanded='true'] {
    background: ${token.surface.hover};
  }
  > span {
    overflow: hidden;
    max-width: 280px;
    padding-inline: ${space[8]};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > span + span {
    border-inline-start: 1px solid ${token.border.base};
    color: ${token.text.primary};
  }
  > span:last-child {
    font-weight: 600;
  }
`

/** The chip for the rows that the caller limits the table to; it opens nothing. */
export const ScopeText = styled.span`
  overflow: hidden;
  padding-inline: ${space[8]};
  color: ${token.text.muted};
  text-overflow: ellipsis;
  white-space: nowrap;
  > span {
    font-weight: 600;
    color: ${token.text.primary};
  }
`

export const ChipRemove = styled.span`
  display: inline-flex;
  flex: none;
  border-inline-start: 1px solid ${token.border.base};
  button {
    width: 26px;
    height: 26px;
  }
  ${media.phone} {
    button {
      width: 42px;
      height: 42px;
    }
  }
`

export const AddButton = styled.button`
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: ${space[4]};
  height: 28px;
  padding-inline: ${space[8]} ${space[10]};
  border: 1px dashed ${token.border.control};
  border-radius: ${radius.control};
  ${type.control}
  font-size: 0.75rem;
  color: ${token.text.secondary};
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover,
  &[aria-expanded='true'] {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  ${media.phone} {
    height: 44px;
  }
`

export const End = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space[8]};
  margin-inline-start: auto;
  /* The bar is one line. Firefox rounds the width of the count down, and would break the word before it. */
  white-space: nowrap;
`

/** The button to what has no room in the bar. */
export const Wide = styled.span`
  display: inline-flex;
  ${media.phone} {
    button[data-size] {
      width: 44px;
      height: 44px;
    }
  }
`

/** What has no room in the bar, below each other. */
export const Behind = styled.div`
  display: grid;
  gap: ${space[8]};
  justify-items: stretch;
  min-width: 176px;
  > :is(button, a) {
    justify-content: start;
    width: 100%;
  }
  ${media.phone} {
    min-width: min(280px, calc(100vw - 48px));
    button,
    button[data-size],
    a {
      min-height: 44px;
    }
  }
`

/** The number of displayed columns, inside a button. */
export const Count = styled.span`
  padding-inline: ${space[6]};
  border-radius: ${radius.full};
  background: ${token.tone.neutral.tint};
  color: ${token.tone.neutral.fg};
  ${type.badge}
`

export const Panel = styled.div`
  display: grid;
  gap: ${space[8]};
  width: 248px;
  max-width: 100%;
`

/**
 * Ends in the middle of a row, with a line at an end that has more rows: a scrollable list must be recognizable even if
 * the scrollbar is visible only during scrolling. The first two backgrounds scroll with the rows and cover the line once
 * the end is reached.
 */
export const PanelList = styled.ul`
  display: grid;
  max-height: min(322px, 44dvh);
  overflow: auto;
  overscroll-behavior: contain;
  margin-inline: -${space[4]};
  background:
    linear-gradient(${token.surface.raised}, ${token.surface.raised}) top / 100% 2px no-repeat local,
    linear-gradient(${token.surface.raised}, ${token.surface.raised}) bottom / 100% 2px no-repeat local,
    linear-gradient(${token.border.control}, ${token.border.control}) top / 100% 1px no-repeat scroll,
    linear-gradient(${token.border.control}, ${token.border.control}) bottom / 100% 1px no-repeat scroll;
`

export const PanelFoot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  ${type.meta}
  color: ${token.text.muted};
`

export const PanelTitle = styled.h3`
  ${type.control}
`

export const PanelChoice = styled.button`
  width: 100%;
  min-height: 28px;
  padding: ${space[4]} ${space[8]};
  border-radius: ${radius.tag};
  ${type.cell}
  &:hover:not([aria-disabled]) {
    background: ${token.surface.hover};
  }
  &[aria-disabled] {
    color: ${token.text.muted};
    cursor: default;
  }
  > small {
    display: block;
    ${type.meta}
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${media.phone} {
    min-height: 44px;
  }
`

export const PanelRow = styled.li`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding: 2px ${space[4]};
  border-radius: ${radius.tag};
  &:hover,
  &:focus-within {
    background: ${token.surface.hover};
  }
  > svg {
    color: ${token.text.muted};
    cursor: grab;
  }
  > label {
    flex: 1;
  }
  &[data-over] {
    box-shadow: inset 0 2px ${token.accent.solid};
  }
  ${media.phone} {
    min-height: 44px;
  }
`

/** Visible when its row is hovered or focused, or when the column is pinned. */
export const PinButton = styled(IconButton)`
  &:not([data-pinned]) {
    opacity: 0;
  }
  ${PanelRow}:hover &, ${PanelRow}:focus-within & {
    opacity: 1;
  }
  &[data-pinned] {
    color: ${token.accent.text};
  }
`
