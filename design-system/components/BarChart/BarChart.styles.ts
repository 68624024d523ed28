import styled from 'styled-components'
import { elevation, media, radius, space, token, type } from '../../tokens/tokens'

export const Root = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  column-gap: ${space[8]};
  min-width: 0;
`

/** Numbers at the grid lines; they do not scroll with the bars. */
export const Axis = styled.div`
  position: relative;
  min-width: 2ch;
  ${type.badge}
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  color: ${token.text.secondary};
  text-align: end;
  white-space: nowrap;
`

/** Invisible; as wide as the longest number. */
export const AxisRoom = styled.span`
  display: block;
  height: 0;
  visibility: hidden;
`

export const AxisNumber = styled.span`
  position: absolute;
  inset-inline-end: 0;
  transform: translateY(-50%);
  line-height: 1rem;
`

export const Scroller = styled.div`
  min-width: 0;
  overflow-x: auto;
  overflow-y: hidden;
  overscroll-behavior-x: contain;
  border-radius: ${radius.tag};
  outline: none;
  /* Room for the focus ring of the plot inside. */
  margin: -3px 0 -3px -3px;
  padding: 3px;
`

export const Plot = styled.div`
  position: relative;
  border-radius: ${radius.tag};
  cursor: default;
  touch-action: pan-x pan-y;
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: 1px;
  }

  .apexcharts-bar-area {
    stroke: none;
  }
  .apexcharts-series:nth-of-type(1) .apexcharts-bar-area {
    fill: ${token.chart[1]};
  }
  .apexcharts-series:nth-of-type(2) .apexcharts-bar-area {
    fill: var(--hatched);
  }
  ${media.forcedColors} {
    forced-color-adjust: none;
    .apexcharts-bar-area {
      stroke: CanvasText;
      stroke-width: 1px;
    }
  }
`

export const Line = styled.div`
  position: absolute;
  inset-inline: 0;
  height: 1px;
  background: ${token.border.subtle};
  &[data-zero] {
    background: ${token.border.control};
  }
  ${media.forcedColors} {
    background: GrayText;
    &[data-zero] {
      background: CanvasText;
    }
  }
`

/** Background of the selected point. */
export const Band = styled.div`
  position: absolute;
  inset-block: 0;
  background: ${token.surface.hover};
  ${media.forcedColors} {
    background: none;
    border-inline: 1px solid Highlight;
  }
`

/** The bars are drawn over the lines; they extend into the margins that the drawing leaves above and below them. */
export const Bars = styled.div`
  position: absolute;
  inset-inline: 0;
  pointer-events: none;
`

export const Labels = styled.div`
  position: relative;
  height: 16px;
  margin-top: ${space[6]};
  ${type.badge}
  font-weight: 500;
  color: ${token.text.secondary};
`

export const Label = styled.span`
  position: absolute;
  max-width: 12ch;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  transform: translateX(-50%);
  &[data-edge='start'] {
    transform: none;
  }
  &[data-edge='end'] {
    transform: translateX(-100%);
  }
  &[data-strong] {
    font-weight: 600;
    color: ${token.text.primary};
  }
`

export const Note = styled.p`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  ${type.cell}
  color: ${token.text.secondary};
`

export const Tip = styled.div`
  position: absolute;
  z-index: 1;
  width: max-content;
  min-width: 180px;
  max-width: min(280px, 100%);
  padding: ${space[10]} ${space[12]};
  border: 1px solid ${token.border.base};
  border-radius: ${radius.card};
  background: ${token.surface.raised};
  box-shadow: ${elevation.e2};
  pointer-events: none;
`

export const TipTitle = styled.p`
  margin-bottom: ${space[6]};
  ${type.pill}
  font-weight: 600;
  overflow-wrap: anywhere;
`

export const Fact = styled.div`
  display: grid;
  grid-template-columns: 10px minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[6]};
  padding-block: 1px;
  ${type.meta}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
  > :last-child {
    margin-inline-start: ${space[10]};
    ${type.pill} font-weight: 600;
    color: ${token.text.primary};
    font-variant-numeric: tabular-nums;
  }
  &[data-net] {
    grid-template-columns: minmax(0, 1fr) auto;
    margin-top: ${space[6]};
    padding-top: ${space[6]};
    border-top: 1px solid ${token.border.subtle};
  }
`

/** Names of the series with their swatches. */
export const LegendList = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[12]};
  ${type.meta}
  color: ${token.text.secondary};
  > li {
    display: inline-flex;
    align-items: center;
    gap: ${space[6]};
    min-width: 0;
    overflow-wrap: anywhere;
  }
`
