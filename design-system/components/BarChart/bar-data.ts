import type { ChartTableData } from '../Chart/chart-table'
import { isDrawable } from '../Chart/value-axis'
import { plainNumber, signed } from '../Chart/signed'

/** One place on the axis: a day, a month. */
export interface BarPoint {
  /** Under the bar, short: '7 Nov'. */
  label: string
  /** In full, for the tooltip and the table: 'Sat 7 Nov 2026'. */
  title?: string
  /** One for each series. What is null or no finite number is not known: a gap, never a zero. */
  values: readonly (number | null)[]
  /** Stands out among the labels: today. */
  strong?: boolean
}

/** What is compared. */
export interface BarData {
  /** The names of one series, drawn plain, or of two, the second hatched. */
  series: readonly [string] | readonly [string, string]
  points: readonly BarPoint[]
  /** Writes a value that is not negative, in full. */
  format?: (value: number) => string
  /** The word for the first series less the second; left out: the difference is not told. */
  net?: string
}

const UNKNOWN = '–'

/**
 * Everything that is known of one point, in the order it is told.
 * @returns a name and a text for each series, and the difference where it is asked for
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

/** The same numbers as a table: a row for each point. @param head the name of the first column, 'Day' */
export function barTable(data: BarData, head: string): ChartTableData {
  const nothing: BarPoint = { label: '', values: [] }
  return {
    columns: [head, ...factsOf(data, nothing).map(({ name }) => name)],
    rows: data.points.map((point) => [point.title ?? point.label, ...factsOf(data, point).map(({ text }) => text)]),
  }
}
