/** A part of a list on the page of the record that its rows refer to (records, Lists: embedded). */
import type { Resource, Row } from './resource'

/**
 * @param by field with the reference to the other record
 * @param id of that record
 * @returns the resource of the list's part: the field is not a column, and the chosen columns are stored separately
 * from those of the whole list
 */
export const scopedResource = (resource: Resource<Row>, by: string, id: string): Resource<Row> => ({
  ...resource,
  slug: `${resource.slug}-of-${by}`,
  columns: resource.columns.filter(({ field }) => field !== by),
  record: { ...resource.record, within: { [by]: id } },
})
