/** What the two ways of reading a list, whole and paged, have in common: a query's parameters and who may use them. */
import { EVERYTHING, rightsOn } from '@contract/permissions'
import type { Param } from '@server/db/db'
import type { Params } from '@server/db/params'
import { malformed } from '@server/http/failure'
import type { Reader } from '@server/modules/access/principal'
import type { FieldSource, RecordTable } from './table'

/** A list's query, as the contract's schema read it. */
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

/** @throws 400 where the person may not read a field: its values would show in what a filter or an order does */
export function mayRead(kind: Pick<RecordTable, 'subject'>, principal: Reader, name: string): void {
  const { read } = rightsOn(principal.access, kind.subject)
  if (!read.includes(EVERYTHING) && !read.includes(name))
    throw malformed(`You may not read ${name} of ${kind.subject}.`)
}

/** The values of a filter, each once; true and false may come in any letter case. */
export const valuesOf = (value: unknown, type: string): string[] => {
  const values = (Array.isArray(value) ? value : [value]) as string[]
  return [...new Set(type === 'boolean' ? values.map((text) => text.toLowerCase()) : values)]
}

/** The condition of one end of a range; both ends belong to it. */
export const boundCondition = (
  { key, type }: Pick<FieldSource, 'key' | 'type'>,
  end: string,
  value: unknown,
  params: Params,
): string => `${key} ${end === 'from' ? '>=' : '<='} ${params.add(value as Param, type)}`

/** Rights to read a record whole: rules look at fields that the caller may not read. */
export const everythingOf = ({ subject }: Pick<RecordTable, 'subject'>): Reader['access'] => ({
  accessible_pages: [],
  permissions: [{ action: 'read', subject, fields: [EVERYTHING] }],
})
