/** Addresses at which a record can be opened. */
import { can, canOpen, type Access } from '@contract/permissions'
import { listPath, withPart, writeView } from './list-address'
import { pageAt } from './menu'
import type { InterruptedPart, Resource, Row } from './resource'

type Place = Pick<Resource<Row>, 'route' | 'rowRoute'>

/** @returns the resource for a person: without the page of its rows where that is a page that they may not open */
export function reached(resource: Resource<Row>, access: Access): Resource<Row> {
  const { rowRoute, ...rest } = resource
  const subjects = (rowRoute === undefined ? undefined : pageAt(rowRoute)?.subjects) ?? []
  if (canOpen(access, subjects) && subjects.every((subject) => can(access, 'read', subject))) return resource
  return rest
}

/** @returns the record's own page; undefined if records of this kind have none */
export const pageOfRecord = ({ rowRoute }: Place, id: string): string | undefined => rowRoute?.replace(':id', id)

/** @returns the address of a part of a list on a tab of a record's page */
export function partOfPage(place: Place, id: string, { tab, filters }: InterruptedPart): string {
  const chosen = Object.fromEntries(Object.entries(filters).map(([field, values]) => [field, [...values]]))
  const view = writeView(new URLSearchParams(), { search: '', filters: chosen, sort: null, columns: null })
  return `${pageOfRecord(place, id)}/${tab}?${withPart(new URLSearchParams(), `${tab}.`, view).toString()}`
}

/** Part of the address of a desk: behind the list, where the first record that waits is opened, or behind the record. */
export const DESK = 'review'
/** @param id of the record that is opened; null: the first one that waits @returns the path of the list's desk */
export const pathOfDesk = ({ route }: Pick<Place, 'route'>, id: string | null = null): string =>
  [route, ...(id === null ? [] : [id]), DESK].join('/')

/** @returns the record's own page, or the list with the record next to it */
export const hrefOfRecord = (place: Place, id: string): string =>
  pageOfRecord(place, id) ?? listPath(place.route, { peek: id })

/**
 * The address to which the search for records leads.
 * @param mayUpdate whether the person may change such records
 * @returns the record's own page; if there is none, its form above the list, or the list filtered to it
 */
export const recordPath = (place: Place, record: { id: string; name: string }, mayUpdate: boolean): string =>
  pageOfRecord(place, record.id) ??
  listPath(place.route, mayUpdate ? { form: { name: 'edit', id: record.id } } : { search: record.name })
