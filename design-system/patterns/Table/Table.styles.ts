import styled, { css } from 'styled-components'
import { focusRingInset, media, motion, numeric, radius, space, token, type, zIndex } from '../../tokens/tokens'
import { visuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { tagLook } from '../../primitives/Tag/Tag'
import { RING_IMAGES } from './grid/cell-ring'
import { HIT } from './grid/hits'
import { GUTTER, HEAD_HEIGHT } from './sizes'

export const Root = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  height: 100%;
  min-height: 260px;
  min-width: 0;
  background: ${token.surface.base};
  color: ${token.text.primary};
`

/** The area of the rows. States without rows are laid over it, so that head, bar and foot stay visible. */
export const Frame = styled.div`
  position: relative;
  flex: 1;
  min-height: 0;
`

/** A cue that there are columns out of sight at the end: a shadow before what stays there, and a button in the head. */
export const More = styled.div`
  position: absolute;
  inset-block: 0;
  /* Beside the scrollbar, whose width the view does not include. */
  inset-inline-start: calc(var(--pb-view) - var(--pb-kept-end) - ${space[12]});
  z-index: ${zIndex.stickyHead};
  width: ${space[12]};
  pointer-events: none;
  opacity: 0;
  transition: opacity ${motion.hover};
  background: linear-gradient(to left, color-mix(in srgb, ${token.text.primary} 12%, transparent), transparent);
  &:dir(rtl) {
    background: linear-gradient(to right, color-mix(in srgb, ${token.text.primary} 12%, transparent), transparent);
  }
  [data-more] > & {
    opacity: 1;
  }
  > button {
    position: absolute;
    inset-block-start: ${(HEAD_HEIGHT - 26) / 2}px;
    inset-inline-start: calc(100% + ${space[8]});
    display: grid;
    place-items: center;
    width: 26px;
    height: 26px;
    border-radius: ${radius.tag};
    color: ${token.text.secondary};
    pointer-events: none;
    &:hover {
      background: ${token.surface.hover};
      color: ${token.text.primary};
    }
    &:dir(rtl) > svg {
      transform: scaleX(-1);
    }
  }
  [data-more] > & > button {
    pointer-events: auto;
  }
`

export const Overlay = styled.div`
  position: absolute;
  inset: ${HEAD_HEIGHT}px 0 0;
  overflow: auto;
  background: ${token.surface.base};
  display: grid;
  align-content: safe center;
  &:has(> [data-skeleton]) {
    align-content: start;
    overflow: hidden;
  }
  ${media.phone} {
    inset-block-start: 0;
  }
`

const sticky = css`
  position: sticky;
  z-index: 1;
  /* Inherited by these cells only: a value that all cells inherit would restyle all of them at each scroll. */
  background: inherit;
`

/** A row with fixed tracks: --pb-columns is set once for all rows. */
const tracks = css`
  display: grid;
  grid-template-columns: var(--pb-columns);
  /* A row whose height depends on its cells would be laid out twice. */
  grid-template-rows: 100%;
  width: var(--pb-width);
  padding-inline: calc(${GUTTER}px - ${space[8]});
`

export const HeadRow = styled.div`
  ${tracks}
  height: ${HEAD_HEIGHT}px;
  align-items: stretch;
  border-bottom: 1px solid ${token.border.base};
  background: ${token.surface.subtle};
`

export const HeadCell = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  min-width: 0;
  padding-inline: ${space[8]};
  background: ${token.surface.subtle};
  ${type.meta}
  color: ${token.text.secondary};
  white-space: nowrap;
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &[data-align='end'] {
    justify-content: flex-end;
  }
`

export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  min-width: 0;
  height: 24px;
  margin-inline: -${space[4]};
  padding-inline: ${space[4]};
  border-radius: ${radius.tag};
  ${type.meta}
  color: inherit;
  ${focusRingInset}
  > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* No opacity in the head: each element with opacity is a separate layer in each frame of a scroll. */
  > svg {
    color: transparent;
    transition: color ${motion.hover};
  }
  &:hover {
    color: ${token.text.primary};
  }
  &:hover > svg {
    color: ${token.text.muted};
  }
  &[data-sorted] {
    color: ${token.text.primary};
    font-weight: 600;
  }
  &[data-sorted] > svg {
    color: inherit;
  }
  [data-align='end'] > & {
    flex-direction: row-reverse;
  }
`

/** The handle that resizes a column: 1 px visible, 11 px wide for the pointer, 24 high like the cell's button. */
export const Handle = styled.hr`
  margin: 0;
  border: 0;
  position: absolute;
  inset-block: 5px;
  inset-inline-end: -6px;
  z-index: 1;
  width: 11px;
  border-radius: ${radius.tag};
  cursor: col-resize;
  touch-action: none;
  ${focusRingInset}
  &::after {
    content: '';
    position: absolute;
    inset-block: 4px;
    inset-inline-start: 5px;
    border-inline-start: 1px solid transparent;
    transition: border-color ${motion.hover};
  }
  [role='row']:hover > * > &::after {
    border-color: ${token.border.base};
  }
  &:hover::after,
  &:active::after,
  &:focus-visible::after {
    border-color: ${token.border.control};
  }
  &:hover::after,
  &:active::after {
    border-inline-start-width: 2px;
  }
  ${media.forcedColors} {
    &::after {
      border-color: CanvasText;
    }
  }
`

export const Scroller = styled.div`
  position: absolute;
  inset: 0;
  overflow: auto;
  contain: strict;
  overscroll-behavior: contain;
  /* Pinned cells must not cover the focused one. */
  scroll-padding: ${HEAD_HEIGHT}px var(--pb-kept-end, 0) var(--pb-bulk, 0) var(--pb-kept-start, 0);
  outline: none;
  background: ${token.surface.base};
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }

  > [data-table-head] {
    position: sticky;
    top: 0;
    z-index: ${zIndex.stickyHead};
    width: var(--pb-width);
  }
  > [data-table-body] {
    position: relative;
    width: var(--pb-width);
    contain: layout size style;
  }

  .pb-pane {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    width: var(--pb-width);
  }
  .pb-row {
    ${tracks}
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    height: var(--pb-table-row);
    border-bottom: 1px solid ${token.border.subtle};
    background: ${token.surface.base};
    contain: layout size style;
    line-height: calc(var(--pb-table-row) - 1px);
    color: ${token.text.secondary};
  }
  .pb-cell {
    min-width: 0;
    padding-inline: ${space[8]};
    overflow: hidden;
    /* A change of one text does not repaint the row's other cells. */
    contain: paint;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .pb-cell:is([data-rich], [data-framed]) {
    display: flex;
    align-items: center;
    gap: ${space[6]};
    /* 19 px, odd like the height of a row without its border: with 20 the text stands a pixel below that of plain cells. */
    line-height: 1.1875rem;
    &[data-align='end'] {
      justify-content: flex-end;
    }
  }
  .pb-cell[data-align='end'] {
    text-align: end;
  }
  .pb-cell[data-numeric] {
    ${numeric}
  }
  .pb-rich {
    display: contents;
  }
  .pb-spoken {
    ${visuallyHidden}
  }
  /* During fast scrolling, and until they are first rendered, rich cells show a text instead. */
  .pb-stand-in {
    display: none;
  }
  [data-passing] .pb-stand-in {
    display: block;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-passing] .pb-cell[data-rich] > :not(.pb-stand-in, .pb-link),
  [data-passing] .pb-cell[data-rich] > .pb-link > :not(.pb-stand-in) {
    display: none;
  }
  .pb-tag {
    ${tagLook}
    &:empty {
      display: none;
    }
  }
  .pb-cell[data-emphasis='name'] {
    color: ${token.text.primary};
    font-weight: 520;
  }
  .pb-cell[data-emphasis='amount'] {
    color: ${token.text.primary};
    font-weight: 600;
  }
  .pb-cell[data-col='$select'] {
    display: flex;
    align-items: center;
  }
  .pb-cell[data-col='$actions'] {
    justify-content: flex-end;
    gap: ${space[2]};
    overflow: visible;
    contain: none;
    color: ${token.text.muted};
  }
  .pb-link {
    color: inherit;
    font: inherit;
    text-decoration: none;
    border-radius: ${radius.tag};
    ${focusRingInset}
    &:hover {
      text-decoration: underline;
      text-underline-offset: 3px;
    }
  }
  .pb-check {
    appearance: none;
    position: relative;
    width: 16px;
    height: 16px;
    margin: 2px;
    border: 1px solid ${token.border.control};
    border-radius: ${radius.tag};
    background: ${token.surface.field};
    cursor: pointer;
    &::before {
      content: '';
      position: absolute;
      inset: -8px -10px;
    }
    &:focus-visible {
      outline: 2px solid ${token.focus};
      outline-offset: 2px;
    }
    &:checked {
      border-color: ${token.accent.solid};
      background: ${token.accent.solid};
    }
    &:checked::after {
      content: '';
      position: absolute;
      inset: 3px 2px 4px 3px;
      background: ${token.text.onSolid};
      clip-path: polygon(14% 44%, 0 59%, 38% 98%, 100% 16%, 84% 2%, 37% 68%);
    }
    ${media.forcedColors} {
      appearance: auto;
    }
  }

  .pb-row:hover {
    background: ${token.surface.hover};
  }
  .pb-row[data-missing] {
    cursor: progress;
    > * {
      visibility: hidden;
    }
    &::after {
      content: '';
      position: absolute;
      inset-block: 0;
      inset-inline-start: var(--pb-lead, ${space[16]});
      width: min(40%, 320px);
      height: 10px;
      margin-block: auto;
      border-radius: ${radius.tag};
      background: ${token.surface.hover};
    }
  }
  .pb-row[data-muted] {
    color: ${token.text.muted};
  }
  .pb-row[data-muted] .pb-cell[data-emphasis] {
    color: ${token.text.muted};
  }
  .pb-row[data-selected] {
    background: ${token.surface.selected};
  }
  .pb-row[data-open] {
    background: ${token.surface.selected};
    box-shadow: inset 3px 0 ${token.accent.solid};
    &:dir(rtl) {
      box-shadow: inset -3px 0 ${token.accent.solid};
    }
    ${media.forcedColors} {
      border-inline-start: 3px solid Highlight;
    }
  }
  .pb-row[data-busy] {
    cursor: progress;
  }
  &[data-openable] .pb-row {
    cursor: pointer;
  }
  &:focus-visible .pb-row[data-ring] {
    background-image: ${RING_IMAGES};
    background-repeat: no-repeat;
  }
  &:focus-visible .pb-row:not([data-ring]) .pb-active {
    outline: 2px solid ${token.focus};
    outline-offset: -3px;
    border-radius: ${radius.control};
  }
  ${media.forcedColors} {
    &:focus-visible .pb-active {
      outline: 2px solid Highlight;
      outline-offset: -3px;
    }
  }

  &[data-wide] [role='columnheader'][data-first] {
    ${sticky} inset-inline-start: 0;
  }
  &[data-wide] [role='columnheader'][data-pinned] {
    ${sticky}
  }
  /* Above the edges of the columns that scroll under them. */
  &[data-wide] [role='columnheader']:is([data-first], [data-pinned]) {
    z-index: 2;
  }
  /*
   * Cells that stay visible (the first column, pinned ones, actions) are sticky only during horizontal scrolling. A
   * sticky cell is a separate layer in each frame, so during vertical scrolling they have a fixed position instead,
   * --pb-left from the start.
   */
  &[data-shifted] .pb-cell:is([data-first], [data-pinned]) {
    position: relative;
    z-index: 1;
    background-color: inherit;
  }
  &[data-shifted]:not([data-shifting]) .pb-cell:is([data-first], [data-pinned]) {
    inset-inline-start: max(0px, var(--pb-left) - var(--pb-lead)) !important;
  }
  &[data-shifting] .pb-cell:is([data-first], [data-pinned]) {
    position: sticky;
  }
  &[data-shifting] .pb-cell[data-first] {
    inset-inline-start: 0;
  }
  &:not([data-wide]) [role='columnheader'][data-pinned] {
    inset-inline-start: auto !important;
  }
  &[data-wide] [data-col='$actions'] {
    z-index: 1;
    background-color: inherit;
    box-shadow: -1px 0 ${token.border.subtle};
    &:dir(rtl) {
      box-shadow: 1px 0 ${token.border.subtle};
    }
  }
  &[data-wide] .pb-cell[data-col='$actions'] {
    position: relative;
    inset-inline-start: min(0px, var(--pb-left, 0px) + var(--pb-view) - var(--pb-width) + ${GUTTER}px - ${space[8]});
  }
  &[data-shifting] .pb-cell[data-col='$actions'],
  &[data-wide] [role='columnheader'][data-col='$actions'] {
    position: sticky;
    inset-inline: auto 0;
  }

  /* If a rule for highlights applies to a moving row, everything in it is restyled. */
  [data-hits] ::highlight(${HIT}) {
    color: ${token.text.primary};
    text-decoration: underline 2px ${token.accent.border};
    text-underline-offset: 4px;
  }

  &[data-phone] {
    > [data-table-head] {
      display: none;
    }
    .pb-row {
      display: flex;
      align-items: center;
      gap: ${space[8]};
      padding-inline: ${space[16]};
      line-height: 1.25rem;
    }
    .pb-lines {
      flex: 1;
      min-width: 0;
    }
    .pb-lines > div {
      display: flex;
      gap: ${space[6]};
      min-height: 1.5rem;
      align-items: center;
    }
    &:focus-visible .pb-row .pb-active {
      outline-offset: 1px;
    }
    .pb-cell {
      flex: 0 1 auto;
      padding-inline: 0;
    }
    .pb-cell[data-place='hidden'] {
      display: none;
    }
    .pb-cell[data-place='title'] {
      ${type.rowName} font-size: 0.875rem;
      color: ${token.text.primary};
    }
    .pb-cell[data-place='end'] {
      font-size: 0.875rem;
    }
    .pb-cell[data-place='detail'],
    .pb-cell[data-place='end']:not([data-align='end']) {
      font-size: 0.75rem;
      font-weight: 400;
      color: ${token.text.secondary};
    }
    /* A long name is cut off, but not the picture next to it. */
    .pb-cell[data-wordless] {
      flex: none;
    }
    /* At the end of their line, whichever column they are. */
    .pb-cell[data-place='end'],
    .pb-cell[data-place='status'] {
      flex: none;
      order: 1;
      max-width: 60%;
      margin-inline-start: auto;
    }
    /* The icon and the position of the knob show the state, so that the email has more room. */
    @media (max-width: 359.98px) {
      .pb-cell[data-place='status'] [role='switch'] > [aria-hidden] {
        display: none;
      }
    }
  }
`
