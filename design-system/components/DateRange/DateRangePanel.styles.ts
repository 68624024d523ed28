import { Button as AriaButton } from 'react-aria-components/Button'
import { CalendarCell, CalendarGrid, CalendarHeading, RangeCalendar } from 'react-aria-components/RangeCalendar'
import styled from 'styled-components'
import { focusRing, media, motion, numeric, radius, space, token, type } from '../../tokens/tokens'
import { Sheet } from '../Popover/PopoverPanel'

export const Wide = styled(Sheet)`
  max-width: min(760px, calc(100vw - 16px));
`

export const Columns = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[16]};
  }
`

export const Presets = styled.fieldset`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  min-width: 132px;
  padding: ${space[8]};
  border-inline-end: 1px solid ${token.border.subtle};
  ${media.phone} {
    flex-flow: row wrap;
    gap: ${space[8]};
    padding: 0;
    border: 0;
  }
`

export const Preset = styled.button`
  min-height: 32px;
  padding: ${space[6]} ${space[8]};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  ${type.nav}
  color: ${token.text.primary};
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover {
    background: ${token.surface.hover};
  }
  &[aria-pressed='true'] {
    border-color: ${token.accent.border};
    background: ${token.accent.tint};
    color: ${token.accent.text};
  }
  &[aria-disabled='true'] {
    background: none;
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
  ${media.phone} {
    min-height: 44px;
    padding-inline: ${space[14]};
    border-color: ${token.border.control};
  }
`

export const Main = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  min-width: 0;
  padding: ${space[16]};
  ${media.phone} {
    padding: 0;
  }
`

export const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  align-items: start;
  gap: ${space[16]};
  ${media.phone} {
    gap: ${space[12]};
  }
`

export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border-top: 1px solid ${token.border.subtle};
  ${media.phone} {
    position: sticky;
    bottom: 0;
    padding: ${space[12]} 0 0;
    background: ${token.surface.raised};
    > button {
      flex: 1;
    }
  }
`

export const Count = styled.output`
  flex: 1;
  min-width: 80px;
  ${type.meta}
  ${numeric}
  color: ${token.text.muted};
  ${media.phone} {
    flex-basis: 100%;
  }
`

export const Calendar = styled(RangeCalendar)`
  display: flex;
  gap: ${space[24]};
`

export const Month = styled.div`
  flex: 1;
  min-width: 0;
`

export const MonthHead = styled.div`
  display: grid;
  grid-template-columns: 32px minmax(0, 1fr) 32px;
  align-items: center;
  min-height: 32px;
  margin-bottom: ${space[4]};
  > h2 {
    grid-column: 2;
    grid-row: 1;
  }
  > [slot='next'] {
    grid-column: 3;
  }
  ${media.phone} {
    grid-template-columns: 44px minmax(0, 1fr) 44px;
    min-height: 44px;
  }
`

export const MonthName = styled(CalendarHeading)`
  ${type.control}
  color: ${token.text.primary};
  text-align: center;
`

export const Step = styled(AriaButton)`
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: ${radius.control};
  color: ${token.text.secondary};
  outline: none;
  &[data-hovered] {
    background: ${token.surface.hover};
    color: ${token.text.primary};
  }
  &[data-focus-visible] {
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }
  &[data-disabled] {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
  ${media.phone} {
    width: 44px;
    height: 44px;
  }
`

export const Grid = styled(CalendarGrid)`
  width: 100%;
  table-layout: fixed;
  border-spacing: 0;
  td {
    padding: 1px 0;
  }
  th {
    height: 28px;
    ${type.meta}
    color: ${token.text.muted};
    text-align: center;
  }
`

export const Day = styled(CalendarCell)`
  position: relative;
  display: grid;
  place-items: center;
  min-width: 32px;
  height: 32px;
  border-radius: ${radius.control};
  ${type.cell}
  ${numeric}
  color: ${token.text.primary};
  cursor: pointer;
  outline: none;
  &[data-outside-month] {
    visibility: hidden;
  }
  &[data-hovered] {
    background: ${token.surface.hover};
  }
  &[data-now] {
    font-weight: 620;
    color: ${token.accent.text};
  }
  &[data-now]::after {
    position: absolute;
    bottom: 4px;
    width: 12px;
    height: 2px;
    border-radius: ${radius.full};
    background: currentColor;
    content: '';
  }
  &[data-selected] {
    border-radius: 0;
    background: ${token.accent.tint};
    color: ${token.text.primary};
  }
  &[data-selection-start],
  &[data-selection-end] {
    background: ${token.accent.solid};
    color: ${token.text.onSolid};
    font-weight: 600;
  }
  &[data-selection-start] {
    border-start-start-radius: ${radius.control};
    border-end-start-radius: ${radius.control};
  }
  &[data-selection-end] {
    border-start-end-radius: ${radius.control};
    border-end-end-radius: ${radius.control};
  }
  &[data-disabled] {
    color: ${token.text.disabled};
    cursor: not-allowed;
  }
  &[data-focus-visible] {
    z-index: 1;
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }
  &[data-selection-start][data-focus-visible],
  &[data-selection-end][data-focus-visible] {
    outline-color: ${token.text.onSolid};
  }
  ${media.phone} {
    min-width: 0;
    height: 44px;
  }
  ${media.forcedColors} {
    forced-color-adjust: none;
    color: CanvasText;
    &[data-selected] {
      background: Highlight;
      color: HighlightText;
    }
    &[data-disabled] {
      color: GrayText;
    }
    &[data-focus-visible] {
      outline-color: CanvasText;
    }
  }
`
