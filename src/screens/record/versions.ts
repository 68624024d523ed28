/** Two versions of a record, compared in the words of its resource. Pure. */
import { differences, type RecordVersion } from '@contract/records/versions'
import type { ColumnDefinition, Resource, Row } from '@resources/resource'
import { cellText, exportText } from '@features/shared/cell-text'
import type { ChangeLine } from './events'

const textOf = (column: ColumnDefinition<Row> | undefined, value: unknown): string =>
  (column && (column.kind === 'list' ? exportText(column, value) : cellText(column, value))) || 'empty'

/** @param before null: the version is compared with nothing @returns the fields in which they differ; those with a value, without `before` */
export function comparisonOf(
  { record, columns }: Pick<Resource<Row>, 'record' | 'columns'>,
  version: RecordVersion,
  before: RecordVersion | null,
): ChangeLine[] {
  const changed = Object.keys(differences(record, version.values, before?.values ?? {}))
  return changed
    .map((field) => {
      const column = columns.find((each) => each.field === field)
      return {
        field,
        label: column?.title ?? field,
        before: textOf(column, before?.values[field]),
        after: textOf(column, version.values[field]),
      }
    })
    .filter((line) => line.before !== line.after || before !== null)
}
