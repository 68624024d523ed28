import { useMemo } from 'react'
import styled from 'styled-components'
import { media, radius, space, token, type } from '../../tokens/tokens'
import { ChartDrawing } from '../Chart/ChartDrawing'
import { plainNumber } from '../Chart/signed'
import { sliceColours } from '../Chart/slice-colours'
import { Swatch } from '../Chart/Swatch'
import { useRootColours } from '../Chart/use-root-colours'
import { amountOf, textOf, totalOf, type Slice } from './donut-data'

/** Diameter of the ring, pixels. */
const SIZE = 136
/** Space between two parts, pixels (look, section 6). */
const GAP = 2

const Root = styled.figure`
  container-type: inline-size;
  min-width: 0;
`

const Sides = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: ${space[16]} ${space[24]};
`

const Ring = styled.div`
  position: relative;
  flex: none;
  width: ${SIZE}px;
  height: ${SIZE}px;
  .apexcharts-pie-area {
    stroke: ${token.surface.base};
    cursor: default;
  }
  ${media.forcedColors} {
    forced-color-adjust: none;
    .apexcharts-pie-area {
      stroke: CanvasText;
    }
  }
`

/** Shown instead of an empty ring. */
const Nothing = styled.span`
  position: absolute;
  inset: 2px;
  border: 19px solid ${token.tone.neutral.tint};
  border-radius: ${radius.full};
  ${media.forcedColors} {
    border-color: GrayText;
  }
`

const Middle = styled.p`
  position: absolute;
  inset: 22px;
  &[data-length='longest'] {
    inset: 14px;
  }
  display: grid;
  place-content: center;
  justify-items: center;
  text-align: center;
  ${type.meta}
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
`

const Total = styled.b`
  ${type.recordName}
  color: ${token.text.primary};
  font-variant-numeric: tabular-nums;
  &[data-length='long'] {
    ${type.cardTitle}
  }
  &[data-length='longest'] {
    ${type.badge} letter-spacing: -0.02em;
  }
`

const Legend = styled.ul`
  flex: 1 1 132px;
  min-width: 0;
  max-width: 320px;
  /* Beside a ring in a narrow card, long numbers leave no room for the names: the legend goes below. */
  &[data-length='longest'] {
    flex-basis: 200px;
  }
  @container (max-width: 300px) {
    flex-basis: 100%;
  }
`

const Part = styled.li`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding-block: 6px;
  ${type.cell}
  color: ${token.text.secondary};
  border-bottom: 1px solid ${token.border.subtle};
  > span:nth-of-type(2) {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  > b {
    flex: none;
    ${type.amount} color: ${token.text.primary};
    font-variant-numeric: tabular-nums;
  }
`

const CHART = Object.values(token.chart)

export interface DonutChartProps {
  /** What is divided, for screen readers. */
  label: string
  /** The word under the total: 'tickets'. */
  unit: string
  /** Clockwise from the top. */
  slices: readonly Slice[]
  /** Formats a count in full. */
  format?: (value: number) => string
}

/** Parts of a whole: the total in the middle, the parts with their numbers beside the ring (look, section 6). */
export function DonutChart({ label, unit, slices, format = plainNumber }: DonutChartProps) {
  const [surface = '', ...palette] = useRootColours(COLOURS)
  // Compared by content, because the theme's values are a new list each time.
  const key = [surface, ...palette].join('|')
  const colours = useMemo(() => {
    const [ground = '', ...rest] = key.split('|')
    return sliceColours(
      slices.map(({ colour }) => colour),
      ground,
      rest,
    )
  }, [slices, key])
  const text = format(totalOf(slices))
  // A ring with room for twelve digits.
  const length = text.length > 12 ? 'longest' : text.length > 7 ? 'long' : undefined
  const parts = useMemo(
    () =>
      slices.map((slice, at) => ({ amount: amountOf(slice), colour: colours[at]! })).filter(({ amount }) => amount > 0),
    [slices, colours],
  )
  const series = useMemo(() => parts.map(({ amount }) => amount), [parts])
  const options = useMemo(
    () => ({
      colors: parts.map(({ colour }) => colour),
      stroke: { width: parts.length > 1 ? GAP : 0, colors: [surface] },
      plotOptions: { pie: { expandOnClick: false, donut: { size: length === 'longest' ? '80%' : '68%' } } },
    }),
    [parts, surface, length],
  )
  // A drawing keeps its initial colours, so other colours need a new drawing.
  const colouring = options.colors.join()
  return (
    <Root aria-label={label}>
      <Sides>
        <Ring>
          {parts.length > 0 ? (
            surface !== '' && (
              <ChartDrawing key={colouring} kind="donut" series={series} options={options} height={SIZE} />
            )
          ) : (
            <Nothing />
          )}
          <Middle data-length={length}>
            <Total data-length={length}>{text}</Total>
            {unit}
          </Middle>
        </Ring>
        <Legend data-length={length}>
          {slices.map((slice, at) => (
            <Part key={at}>
              <Swatch colour={colours[at]} />
              <span>{slice.label}</span>
              <b>{textOf(slice, format)}</b>
            </Part>
          ))}
        </Legend>
      </Sides>
    </Root>
  )
}

const COLOURS = [token.surface.base, ...CHART]
