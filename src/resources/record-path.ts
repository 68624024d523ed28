/** Where a record can be opened from anywhere. */
import type { Resource, Row } from './resource'

/**
 * @param mayUpdate the person may change such records
 * @returns its own page; where it has none, its form over the list, or the list narrowed to it
 */
export function recordPath(
  { route, rowRoute }: Pick<Resource<Row>, 'route' | 'rowRoute'>,
  row: { id: string; name: string },
  mayUpdate: boolean,
): string {
  if (rowRoute) return rowRoute.replace(':id', row.id)
  return mayUpdate ? `${route}?form=edit:${row.id}` : `${route}?q=${encodeURIComponent(row.name)}`
}
