import type { ChartTableData } from '../Chart/chart-table'
import { isDrawable } from '../Chart/value-axis'
import { plainNumber, signed } from '../Chart/signed'

/** One position on the axis: a day, a month. */
export interface BarPoint {
  /** Short label under the bar: '7 Nov'. */
  label: string
  /** Full label for the tooltip and the table: 'Sat 7 Nov 2026'. */
  title?: string
  /** One value per series. Null or a number that is not finite is unknown: a gap, never a zero. */
  values: readonly (number | null)[]
  /** Its label is emphasised: today. */
  strong?: boolean
}

/** The data of the chart. */
export interface BarData {
  /** The names of one series, drawn plain, or of two, the second one hatched. */
  series: readonly [string] | readonly [string, string]
  points: readonly BarPoint[]
  /** Formats a value that is not negative, in full. */
  format?: (value: number) => string
  /** Name for the first series minus the second; left out: the difference is not shown. */
  net?: string
}

const UNKNOWN = '–'

/**
 * The texts of one point, in their order.
 * @returns name and text for each series, and the difference where it is shown
 */
export function factsOf(
  { series, format = plainNumber, net }: BarData,
  { values }: BarPoint,
): { name: string; text: string }[] {
  const facts = series.map((name, at) => ({
    name,
    text: isDrawable(values[at]) ? signed(values[at], format) : UNKNOWN,
  }))
  const [first, second] = values
  if (net === undefined || series.length < 2) return facts
  return [
    ...facts,
    { name: net, text: isDrawable(first) && isDrawable(second) ? signed(first - second, format, true) : UNKNOWN },
  ]
}

/** The same numbers as a table, with a row for each point. @param head the name of the first column, 'Day' */
export function barTable(data: BarData, head: string): ChartTableData {
  const nothing: BarPoint = { label: '', values: [] }
  return {
    columns: [head, ...factsOf(data, nothing).map(({ name }) => name)],
    rows: data.points.map((point) => [point.title ?? point.label, ...factsOf(data, point).map(({ text }) => text)]),
  }
}
