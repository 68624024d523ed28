import type { ChartTableData } from '../Chart/chart-table'
import { plainNumber } from '../Chart/signed'

/** One part of a whole. */
export interface Slice {
  label: string
  /** A count, not negative; anything else is told as unknown and not drawn. */
  value: number | null
  /** As the server sent it; used only where it can be seen (see `sliceColours`). */
  colour?: string | null
}

const share = new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** What can be drawn of a part. */
export const amountOf = ({ value }: Slice): number =>
  value !== null && Number.isFinite(value) && value > 0 ? value : 0
/** The parts together. */
export const totalOf = (slices: readonly Slice[]): number => slices.reduce((sum, slice) => sum + amountOf(slice), 0)
/** What stands beside a part's name. */
export const textOf = ({ value }: Slice, format: (value: number) => string = plainNumber): string =>
  value !== null && Number.isFinite(value) && value >= 0 ? format(value) : '–'

/**
 * The same numbers as a table, with shares and the total.
 * @param head the names of the columns: of the part, of its number
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
