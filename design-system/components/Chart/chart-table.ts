/** A chart's numbers as text, for its table view; the first column names the row. */
export interface ChartTableData {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}
