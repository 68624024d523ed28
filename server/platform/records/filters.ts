/** Shared by the two ways of reading a list, whole and paged: a query's parameters, and the rights that they require. */
import { EVERYTHING, rightsOn } from '@contract/permissions'
import type { Param } from '@server/platform/ports/db'
import type { Params } from '@server/platform/db/params'
import { malformed } from '@server/platform/operations/failure'
import type { Reader } from '@server/platform/modules/access/principal'
import type { FieldSource, RecordTable } from './table'

/** A list's query, as parsed by the contract's schema. */
export interface ListQuery {
  page?: number
  itemNo?: number
  search?: string
  sort_by?: string
  sort_order?: 'asc' | 'desc'
  fields?: string[]
  id?: string[]
  cursor?: string
  [filter: string]: unknown
}

/** @throws 400 where the person may not read a field: the effect of a filter or an order would reveal its values */
export function mayRead(kind: Pick<RecordTable, 'subject'>, principal: Reader, name: string): void {
  const { read } = rightsOn(principal.access, kind.subject)
  if (!read.includes(EVERYTHING) && !read.includes(name))
    throw malformed(`You may not read ${name} of ${kind.subject}.`)
}

/** The distinct values of a filter; true and false may be in any letter case. */
export const valuesOf = (value: unknown, type: string): string[] => {
  const values = (Array.isArray(value) ? value : [value]) as string[]
  return [...new Set(type === 'boolean' ? values.map((text) => text.toLowerCase()) : values)]
}

/** The condition for one end of a range; both ends are included. */
export const boundCondition = (
  { key, type }: Pick<FieldSource, 'key' | 'type'>,
  end: string,
  value: unknown,
  params: Params,
): string => `${key} ${end === 'from' ? '>=' : '<='} ${params.add(value as Param, type)}`

/** Rights to read only these fields of a record, which rules need: also those that the caller may not read. */
export const onlyFields = ({ subject }: Pick<RecordTable, 'subject'>, fields: string[]): Reader['access'] => ({
  accessible_pages: [],
  permissions: [{ action: 'read', subject, fields }],
})
/** Rights to read a whole record. */
export const everythingOf = (of: Pick<RecordTable, 'subject'>): Reader['access'] => onlyFields(of, [EVERYTHING])
