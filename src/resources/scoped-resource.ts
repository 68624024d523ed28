/** A part of a list on the page of the record that its rows refer to (records, Lists: embedded). */
import type { ColumnDefinition, RecordTab, Resource, Row } from './resource'

/** @returns the columns with the named ones first, which are the only ones that are shown until others are chosen */
function columnsFirst(columns: readonly ColumnDefinition<Row>[], named: readonly string[]): ColumnDefinition<Row>[] {
  const first = named.flatMap((name) => columns.filter(({ field }) => field === name))
  return [
    ...first.map((column) => ({ ...column, shown: true })),
    ...columns.filter((column) => !first.includes(column)).map((column) => ({ ...column, shown: false })),
  ]
}

/**
 * @param tab its `by` is the field with the reference to the other record
 * @param id of that record
 * @returns the resource of the list's part: the field is not a column, and the chosen columns are stored separately
 * from those of the whole list
 */
export function scopedResource(
  resource: Resource<Row>,
  { by, columns: named, empty = resource.empty }: Pick<RecordTab, 'by' | 'columns' | 'empty'>,
  id: string,
): Resource<Row> {
  const columns = resource.columns.filter(({ field }) => field !== by)
  return {
    ...resource,
    slug: `${resource.slug}-of-${by}`,
    empty,
    columns: named ? columnsFirst(columns, named) : columns,
    record: { ...resource.record, within: { [by]: id } },
  }
}
