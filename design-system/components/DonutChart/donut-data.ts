import type { ChartTableData } from '../Chart/chart-table'
import { plainNumber } from '../Chart/signed'

/** One part of a whole. */
export interface Slice {
  label: string
  /** A count that is not negative; anything else is shown as unknown and not drawn. */
  value: number | null
  /** From the server; used only with enough contrast (see `sliceColours`). */
  colour?: string | null
}

const share = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The amount of a part that can be drawn. */
export const amountOf = ({ value }: Slice): number =>
  value !== null && Number.isFinite(value) && value > 0 ? value : 0
/** The sum of the parts. */
export const totalOf = (slices: readonly Slice[]): number => slices.reduce((sum, slice) => sum + amountOf(slice), 0)
/** The number beside a part's name. */
export const textOf = ({ value }: Slice, format: (value: number) => string = plainNumber): string =>
  value !== null && Number.isFinite(value) && value >= 0 ? format(value) : '–'

/**
 * The same numbers as a table, with shares and the total.
 * @param head the names of the columns: for the part, and for its number
 */
export function donutTable(
  slices: readonly Slice[],
  head: readonly [string, string],
  format: (value: number) => string = plainNumber,
): ChartTableData {
  const total = totalOf(slices)
  return {
    columns: [...head, 'Share'],
    rows: [
      ...slices.map((slice) => [
        slice.label,
        textOf(slice, format),
        total > 0 ? share.format(amountOf(slice) / total) : '–',
      ]),
      ['Total', format(total), total > 0 ? share.format(1) : '–'],
    ],
  }
}
