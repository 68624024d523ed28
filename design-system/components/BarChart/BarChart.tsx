import { memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { token } from '../../tokens/tokens'
import { ChartDrawing } from '../Chart/ChartDrawing'
import { Swatch, hatchLine } from '../Chart/Swatch'
import { axisLines, axisNumber, isDrawable } from '../Chart/value-axis'
import { factsOf, type BarData, type BarPoint } from './bar-data'
import {
  Axis,
  AxisNumber,
  AxisRoom,
  Band,
  Bars,
  Fact,
  Label,
  Labels,
  LegendList,
  Line,
  Note,
  Plot,
  Root,
  Scroller,
  Tip,
  TipTitle,
} from './BarChart.styles'
import { usePoint } from './use-point'

/** Minimum width of a point, pixels: with less room, points are scrolled instead of squeezed. */
const LEAST_POINT = 12
/** Space between the two bars of a point, pixels; the drawing also leaves half of it above and below. */
const GAP = 3
/** Width of a label under the bars: pixels per letter, and around it. */
const LETTER = 6
const AROUND = 8
const LONGEST_LABEL = 12
/** Distance between the tooltip and its point. */
const BESIDE = 12

export interface BarChartProps extends BarData {
  /** What is compared, for screen readers. */
  label: string
  /** Height of the plot without its labels, pixels. */
  height?: number
}

/**
 * One or two bars for each point, over a line at zero and round grid lines (look, section 6). The tooltip shows every value in
 * full: with the pointer, with a finger, and with arrow keys, Page Up and Down, Home and End. Esc hides it.
 */
export function BarChart(props: BarChartProps) {
  const { label, series, points, height = 220 } = props
  const id = useId()
  const { scroller, here, active, width, view, handlers } = usePoint(points.length, LEAST_POINT)
  const lines = useMemo(() => axisLines(points.flatMap(({ values }) => values.filter(isDrawable))), [points])
  const [low, high] = [lines[0]!, lines.at(-1)!]
  const top = (value: number) => (high === low ? height : ((high - value) / (high - low)) * height)
  const free = freeOf(width, points.length)
  const known = points.some(({ values }) => values.some(isDrawable))
  const told = active === null ? null : points[active]!
  const middle = active === null ? 0 : ((active + 0.5) * width) / points.length - view.scrolled
  const current = points[here]
  return (
    <Root>
      <Axis aria-hidden style={{ height }}>
        {lines.map((line) => (
          <AxisRoom key={line}>{axisNumber(line)}</AxisRoom>
        ))}
        {lines.map((line) => (
          <AxisNumber key={line} style={{ top: top(line) }}>
            {axisNumber(line)}
          </AxisNumber>
        ))}
      </Axis>
      <Scroller ref={scroller} tabIndex={-1}>
        <Plot
          {...handlers}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input cannot hold a drawing
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-roledescription="bar chart"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(points.length - 1, 0)}
          aria-valuenow={here}
          aria-valuetext={current ? sentenceOf(props, current) : 'No values'}
          style={{ width: scrollsTo(width, view.width), height, '--hatched': `url("#${id}")` } as object}
        >
          {active !== null && (
            <Band style={{ left: `${(active / points.length) * 100}%`, width: `${100 / points.length}%` }} />
          )}
          {lines.map((line) => (
            <Line key={line} data-zero={line === 0 || undefined} style={{ top: top(line) }} />
          ))}
          <Bars style={{ top: -free / 2 }}>
            {width > 0 && known && high > low && (
              <Shapes bars={series.length} points={points} low={low} high={high} free={free} height={height + free} />
            )}
          </Bars>
          <Hatch id={id} />
          {!known && <Note>Nothing to show</Note>}
        </Plot>
        <AxisLabels points={points} width={width} />
      </Scroller>
      {told && <PointTip data={props} point={told} middle={middle} />}
    </Root>
  )
}

/** Space between the bars of a point, pixels: less for narrow points. */
const freeOf = (width: number, count: number) => (width / Math.max(count, 1) < 3 * LEAST_POINT ? 1 : GAP)

interface ShapesProps {
  /** Number of bars per point. */
  bars: number
  points: readonly BarPoint[]
  low: number
  high: number
  free: number
  height: number
}

/** The bars: drawn again only when numbers or width change, not while the tooltip moves. */
const Shapes = memo(function Shapes({ bars, points, low, high, free, height }: ShapesProps) {
  const series = Array.from({ length: bars }, (_, at) => ({
    name: String(at),
    data: points.map(({ values }) => (isDrawable(values[at]) ? values[at] : null)),
  }))
  const options = {
    // Category axis: with numbers, the drawing would leave half a bar free on both sides.
    xaxis: { type: 'category', categories: points.map((_, at) => `at ${at}`) },
    yaxis: { min: low, max: high, forceNiceScale: false },
    stroke: { show: true, width: free, colors: ['transparent'] },
    plotOptions: { bar: { columnWidth: '76%', borderRadius: 2, borderRadiusApplication: 'end' } },
  }
  return <ChartDrawing kind="bar" series={series} options={options} height={height} />
})

/** The width to scroll, where the points need more than the available one. */
const scrollsTo = (width: number, place: number) => (width > place ? width : undefined)

const sentenceOf = (data: BarData, point: BarPoint) =>
  `${point.title ?? point.label}: ${factsOf(data, point)
    .map(({ name, text }) => `${name} ${text}`)
    .join(', ')}`

/** The pattern of the second series. Its colours follow the theme automatically. */
function Hatch({ id }: { id: string }) {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" style={{ fill: token.chart[2] }} />
        <rect width="1.75" height="6" style={{ fill: hatchLine(token.chart[2]) }} />
      </pattern>
    </svg>
  )
}

/** Labels under the points, as many as fit, always including the newest. */
const AxisLabels = memo(function AxisLabels({ points, width }: { points: readonly BarPoint[]; width: number }) {
  const longest = Math.min(Math.max(...points.slice(-400).map(({ label }) => label.length), 0), LONGEST_LABEL)
  const room = longest * LETTER + AROUND
  const each = width / Math.max(points.length, 1)
  const every = Math.max(Math.ceil(room / Math.max(each, 1)), 1)
  return (
    <Labels aria-hidden>
      {points.map(({ label, strong }, at) => {
        if ((points.length - 1 - at) % every !== 0) return null
        const middle = (at + 0.5) * each
        // A label of a narrow point at either end would extend beyond the edge.
        const half = (room - AROUND) / 2
        const edge =
          points.length === 1 ? undefined : middle < half ? 'start' : width - middle < half ? 'end' : undefined
        return (
          <Label
            key={at}
            data-strong={strong || undefined}
            data-edge={edge}
            style={{ left: edge === 'start' ? 0 : edge === 'end' ? width : middle }}
          >
            {label}
          </Label>
        )
      })}
    </Labels>
  )
})

/** Placed beside its point, on the side with more room. @param middle of the point, from the left of the visible part */
function PointTip({ data, point, middle }: { data: BarData; point: BarPoint; middle: number }) {
  const tip = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState(0)
  useLayoutEffect(() => {
    const box = tip.current!
    const root = box.parentElement!
    const start = root.querySelector<HTMLElement>('[role="slider"]')!.parentElement!.offsetLeft + middle
    const room = root.clientWidth - box.offsetWidth
    const before = start - BESIDE - box.offsetWidth
    const after = start + BESIDE
    setLeft(Math.max(Math.min(before >= 0 ? before : after, room), 0))
  }, [point, middle])
  return (
    <Tip ref={tip} aria-hidden data-tip style={{ left, top: -6 }}>
      <TipTitle>{point.title ?? point.label}</TipTitle>
      {factsOf(data, point).map(({ name, text }, at) => (
        <Fact key={at} data-net={at >= data.series.length || undefined}>
          {at < data.series.length && <Swatch hatched={at === 1} />}
          <span>{name}</span>
          <span>{text}</span>
        </Fact>
      ))}
    </Tip>
  )
}

/** Shows which bar belongs to which series, in the head of the chart's frame. */
export function BarLegend({ series }: Pick<BarData, 'series'>) {
  return (
    <LegendList>
      {series.map((name, at) => (
        <li key={name}>
          <Swatch hatched={at === 1} />
          {name}
        </li>
      ))}
    </LegendList>
  )
}
