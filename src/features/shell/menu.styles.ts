/** The styles of menu entries in the sidebar, the fly-out and the phone's sheet. */
import styled, { css, keyframes } from 'styled-components'
import { focusRingInset, media, motion, radius, space, token, type } from '@design-system/tokens/tokens'
import { PageLink } from './PageLink'

const appear = keyframes`
  from { opacity: 0; transform: translateY(-2px); }
`
const fade = keyframes`
  from { opacity: 0; }
`

/** Entries that were just opened fade in and move; with reduced motion they only fade. */
export const appearing = css`
  animation: ${appear} ${motion.quick} ${motion.easeIn};
  ${media.reducedMotion} {
    animation: ${fade} 100ms;
  }
`

/** One line of the menu. `--bar` is the position of the active entry's bar: the sidebar's edge. */
export const entry = css`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space[10]};
  width: 100%;
  min-height: var(--entry-height, 30px);
  padding: ${space[4]} 7px;
  border: 1px solid transparent;
  border-radius: ${radius.control};
  color: ${token.text.secondary};
  ${type.nav}
  text-decoration: none;
  overflow-wrap: anywhere;
  scroll-margin: ${space[40]};
  transition: background-color ${motion.hover};
  ${focusRingInset}

  > svg {
    color: ${token.text.muted};
  }
  &:hover {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &[aria-current='page'] {
    background: ${token.surface.base};
    border-color: ${token.border.base};
    color: ${token.text.primary};
    font-weight: 600;
  }
  &[aria-current='page'] > svg {
    color: ${token.accent.text};
  }
  &[aria-current='page']::before {
    content: '';
    position: absolute;
    inset-block: 5px;
    left: var(--bar, -13px);
    width: 3px;
    border-radius: 0 2px 2px 0;
    background: ${token.accent.solid};
  }
  ${media.forcedColors} {
    border-color: Canvas;
    &[aria-current='page'] {
      border-color: Highlight;
    }
    &[aria-current='page']::before {
      background: Highlight;
      forced-color-adjust: none;
    }
    && > svg {
      color: inherit;
    }
  }
`

export const EntryLink = styled(PageLink)`
  ${entry}
`
/** A group that expands and collapses its entries. */
export const EntryButton = styled.button`
  ${entry}
`
/** A group that is always expanded. */
export const EntryHeading = styled.div`
  ${entry}
  &:hover {
    background: none;
    color: ${token.text.secondary};
  }
`

/** Marks an entry whose page is not built yet. */
export const Soon = styled.span`
  flex: none;
  color: ${token.text.muted};
  ${type.badge}
  font-weight: 500;
`

/** Fills the space between a title and the element at the right. */
export const Grow = styled.span`
  flex: 1;
  min-width: 0;
`

export const Chevron = styled.span`
  display: inline-flex;
  color: ${token.text.muted};
  transition: transform ${motion.quick} ${motion.easeIn};
  [aria-expanded='true'] > & {
    transform: rotate(90deg);
  }
  ${media.reducedMotion} {
    transition: none;
  }
`

/** Entries of a group, on a line under its icon. `data-appears`: they were just opened. */
export const SubEntries = styled.ul`
  --bar: -39px;
  margin-left: ${space[16]};
  padding-left: 9px;
  border-left: 1px solid ${token.border.base};
  &[data-appears] {
    ${appearing}
  }
  ${EntryLink} {
    min-height: var(--sub-entry-height, 28px);
    padding-block: 3px;
  }
`

export const Entries = styled.ul`
  &[data-appears] {
    ${appearing}
  }
`

/** A part of the menu with a heading. */
export const Part = styled.li`
  & + & {
    margin-top: ${space[6]};
  }
`

/** The heading of a section, which expands and collapses it. */
export const Heading = styled.button`
  display: flex;
  align-items: center;
  width: 100%;
  min-height: var(--heading-height, 28px);
  padding: ${space[4]} ${space[8]};
  border-radius: ${radius.control};
  color: ${token.text.muted};
  ${type.badge}
  font-size: 0.71875rem;
  scroll-margin: var(--heading-margin, ${space[40]});
  ${focusRingInset}
  &:is(button):hover {
    color: ${token.text.primary};
  }
  &[aria-disabled='true'] {
    cursor: default;
  }
`
