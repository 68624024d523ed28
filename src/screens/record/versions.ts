/** Compares two versions of a record. Pure. */
import { differences, type RecordVersion } from '@contract/records/versions'
import type { Resource, Row } from '@resources/resource'
import { cellText, exportText } from '@features/shared/cell-text'
import { shownField, type ShownField } from './events'
import type { ChangeLine } from './sentences'

const textOf = (column: ShownField, value: unknown): string =>
  column.kind === 'list' ? exportText(column, value) : cellText(column, value)

/** @param before null for none @returns the fields that differ; without `before`, the fields with a value */
export function comparisonOf(
  resource: Pick<Resource<Row>, 'record' | 'columns'>,
  version: RecordVersion,
  before: RecordVersion | null,
): ChangeLine[] {
  const changed = Object.keys(differences(resource.record, version.values, before?.values ?? {}))
  return changed
    .map((field) => ({
      column: shownField(resource, field),
      before: before?.values[field],
      after: version.values[field],
    }))
    .filter((line) => before !== null || textOf(line.column, line.after) !== '')
}
