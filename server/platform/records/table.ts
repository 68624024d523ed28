/** A record's table for lists and writes: the SQL of each field of the contract. */
import { EVERYTHING, rightsOn, type Access, type Subject } from '@contract/permissions'
import type { Params } from '@server/platform/db/params'
import type { Searched } from '@server/platform/db/search'
import type { Reader } from '@server/platform/modules/access/principal'
import type { Queryable } from '@server/platform/ports/db'

/** How one field is read. `u` is the record's own row; other aliases are those of the table's joins. */
export interface FieldSource {
  /** SQL of the value in a form for JSON. */
  readonly value: string
  /** SQL of the sort key, with its type. */
  readonly key: string
  readonly type: 'text' | 'boolean' | 'timestamptz' | 'numeric' | 'integer' | 'uuid'
  /** SQL that filters compare, where it is not the key: ids of references, lists. */
  readonly compared?: { readonly sql: string; readonly type: 'text' | 'uuid' | 'text[]' | 'uuid[]' }
  /**
   * SQL of the conditions of some values, on `u`: a list of one such value has the condition instead of a comparison, so that the database
   * can begin with the rows of another table. They need no joins; of a state they apply to rows with its stored one.
   */
  readonly conditions?: Readonly<Record<string, string>>
  /** Joins that value and key need. */
  readonly joins?: readonly string[]
}

/** The fields of a constraint, with their messages. */
export type ConstraintErrors = (constraint: string) => { errors: Record<string, string[]>; message?: string } | null

export interface RecordTable {
  readonly table: string
  readonly subject: Subject
  /** By name, in the contract's order. */
  readonly fields: Readonly<Record<string, FieldSource>>
  readonly searched: Searched
  /** Name → SQL of a join to `u`. */
  readonly joins: Readonly<Record<string, string>>
  /** Column with the store's code: people with access to some stores see only the records of these. */
  readonly store: string
  /**
   * Condition for the rows of other stores that are shared with some, beside their own.
   * @param alias of the row @param stores SQL of the array of their codes @returns SQL
   */
  readonly shared?: (alias: string, stores: string) => string
  /** Condition for the rows of the table that belong to the record. @param alias of the row @returns SQL */
  readonly where?: (alias: string) => string
  /** Columns whose values are encrypted in the audit (erasure.ts). */
  readonly erasable?: ReadonlySet<string>
  /** Columns that the database numbers in a new row: its history shows them. */
  readonly numbered?: readonly string[]
  /** Subjects of the other records over the same table: whoever may read one of them is notified of changes and may read the history. */
  readonly shares?: readonly Subject[]
  /** Default order of the list: by this key, ascending; by default the newest come first. */
  readonly order?: Pick<FieldSource, 'key' | 'type'>
  /** Messages of violated constraints at the form's fields; null for any other constraint. */
  readonly constraintErrors: ConstraintErrors
}

/** The creator of a row. The JSON is built inside the join, so that it costs no query per row. */
export const CREATOR_JOIN =
  'left join (select s.id, s.username, row_to_json(s) as creator from (select id, username from staff) s) c on c.id = u.created_by'
export const CREATOR: FieldSource = { value: 'c.creator', key: 'c.username', type: 'text', joins: ['creator'] }

/** @returns version and store of the rows with these ids that exist; a row without a store belongs to the whole platform */
export const versionsAndStoresOf = (
  on: Queryable,
  { table, store }: RecordTable,
  ids: readonly string[],
): Promise<{ id: string; version: number; store_code: string | null }[]> =>
  on.query(`select id::text as id, version, ${store} as store_code from ${table} where id = any($1::uuid[])`, [
    [...ids],
  ])

/** Fields that a person may read, in the contract's order. */
export function readableFields(record: Pick<RecordTable, 'subject' | 'fields'>, access: Access): string[] {
  const { read } = rightsOn(access, record.subject)
  const names = Object.keys(record.fields)
  return read.includes(EVERYTHING) ? names : names.filter((name) => read.includes(name))
}

/**
 * @param alias of the row
 * @returns conditions for the rows in a person's or an app's stores, and those shared with these; none where they see all stores
 */
export function inStoresOf(
  { store, shared }: RecordTable,
  { stores }: Pick<Reader, 'stores'>,
  params: Params,
  alias = 'u',
): string[] {
  if (!stores) return []
  const codes = params.add(stores, 'text[]')
  const own = `${alias}.${store} = any(${codes})`
  return [shared ? `(${own} or ${shared(alias, codes)})` : own]
}

/** The columns of a row's JSON: id, fields and version. */
export const columnsOf = (record: RecordTable, fields: readonly string[]): string =>
  ['u.id', ...fields.map((name) => `${record.fields[name]!.value} as "${name}"`), 'u.version'].join(', ')

/** One row's JSON as text, beside other columns of the same statement. */
export const rowJson = (record: RecordTable, fields: readonly string[]): string =>
  `(select row_to_json(t) from (select ${columnsOf(record, fields)}) t)::text`

/** The tables that the fields are read from. @param from the record's own rows */
export function joinsFor(record: RecordTable, fields: readonly string[], from: string): string {
  const names = new Set(fields.flatMap((name) => record.fields[name]!.joins ?? []))
  return [`${from} u`, ...[...names].map((name) => record.joins[name]!)].join(' ')
}
