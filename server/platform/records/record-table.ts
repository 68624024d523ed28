/** The tables of records, built from their definitions: a column for each stored field, and the indexes that its traits need. */
import { sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
  type ExtraConfigColumn,
  type IndexBuilder,
  type PgColumnBuilderBase,
  type PgTable,
} from 'drizzle-orm/pg-core'
import type { Field, FieldType } from '@contract/records/field'
import { STORE_FILTER } from '@contract/records/paths'
import { holdsList } from '@contract/records/kinds'
import { isErasable, isInRows, searchedFields, type RecordDefinition } from '@contract/records/record'
import { decidesStore } from '@contract/records/referable'
import { KIND_SOURCES, columnOf } from './kinds'
import { loweredColumn } from '@server/platform/db/letter-case'

const time = () => timestamp({ precision: 3, withTimezone: true })

/** The searched text of a field, which the source's conditions use too. @param column SQL */
export const searchedText = (column: string, { kind }: FieldType): string =>
  kind === 'phone'
    ? String.raw`regexp_replace(coalesce(${column}, ''), '\D', '', 'g')`
    : kind === 'richText'
      ? `fold(coalesce(words_of(${column}), ''))`
      : `fold(coalesce(${column}, ''))`

function columnFor(field: Field, target: (() => AnyPgColumn) | undefined): PgColumnBuilderBase {
  const column = (KIND_SOURCES[field.type.kind].column as (type: FieldType) => ReturnType<typeof text>)(field.type)
  if (target) column.references(target)
  if (holdsList(field.type)) column.default(field.type.kind === 'list' ? sql`'[]'` : sql`'{}'`)
  if (field.initial !== undefined) column.default(field.initial as never)
  if (field.numbered !== undefined) column.default(sql.raw(`'${field.numbered}-' || new_number()`))
  return field.required ? column.notNull() : column
}

/**
 * The check of a field that applies only while another one has certain values: it is empty in all other rows, and present where it
 * is required.
 * @param column of the field
 * @param other column of the field that decides
 */
function appliesOnly({ type, when }: Field, column: string, other: string): SQL {
  const values = when!.values.map((value) => `'${value}'`).join(', ')
  const applies = `coalesce("${other}"::text in (${values}), false)`
  const isFilled = holdsList(type) ? `"${column}" <> '{}'` : `"${column}" is not null`
  return sql.raw(when!.required ? `${applies} = (${isFilled})` : `${applies} or not (${isFilled})`)
}

/** Columns and indexes of a table in addition to those of its record; they are not fields and cannot be read or written. */
export interface Beside {
  readonly columns: Readonly<Record<string, PgColumnBuilderBase>>
  readonly indexes: (table: Readonly<Record<string, AnyPgColumn>>) => readonly IndexBuilder[]
}

/**
 * @param name of the table
 * @param beside the table's other columns and indexes
 * @returns the table, for drizzle-kit and for the record's source
 */
export function recordTable(
  record: RecordDefinition,
  name: string,
  targets: Readonly<Record<string, () => AnyPgColumn>> = {},
  beside?: Beside,
): PgTable & { readonly id: AnyPgColumn } {
  const stored = Object.entries(record.fields).filter(([, field]) => !field.derived && isInRows(field))
  const column = (field: string) => columnOf(field, record.fields[field]!.type)
  const searched = searchedFields(record).filter((field) => record.fields[field]!.type.kind !== 'reference')
  const columns: Record<string, PgColumnBuilderBase> = {
    id: uuid().primaryKey(),
    ...Object.fromEntries(stored.map(([field, described]) => [column(field), columnFor(described, targets[field])])),
    ...(searched.length > 0 && {
      search_text: text()
        .notNull()
        .generatedAlwaysAs(
          sql.raw(
            searched.map((field) => searchedText(column(field), record.fields[field]!.type)).join(` || E'\\n' || `),
          ),
        ),
    }),
    ...(record.switch && { is_deleted: boolean().notNull().default(false) }),
    ...(record.ordered && { position: integer().notNull() }),
    ...(isErasable(record) && { erased_at: time() }),
    ...(record.queue && { claimed_by: uuid(), claim_until: time() }),
    store_code: text(),
    created_by: uuid(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
    version: integer().notNull().default(1),
    ...beside?.columns,
  }
  // Unique in any letter case, except ids that another system gives.
  const key = (of: Readonly<Record<string, AnyPgColumn>>, field: string) =>
    ['text', 'slug', 'email', 'url'].includes(record.fields[field]!.type.kind) && !record.fields[field]!.exact
      ? loweredColumn(of[column(field)]!)
      : of[column(field)]!
  /**
   * Restricts an index to the rows that it is needed for. Erased rows are in no list, and two of them may belong to the same person; a
   * row without a value is not found by a filter for one.
   * @param fields that the index is filtered by
   */
  const only = <I extends { where: (condition: SQL) => I }>(made: I, fields: readonly string[] = []): I => {
    const optional = fields.filter((field) => !record.allFields[field]!.required)
    const conditions = [
      ...(isErasable(record) ? ['erased_at is null'] : []),
      ...optional.map((field) => `"${columnOf(field, record.allFields[field]!.type)}" is not null`),
    ]
    return conditions.length > 0 ? made.where(sql.raw(conditions.join(' and '))) : made
  }
  const table = pgTable(name, columns, (made) => {
    const of = made as unknown as Readonly<Record<string, AnyPgColumn>>
    return [
      ...stored
        .filter(([, { unique }]) => unique)
        .map(([field, { unique }]) => {
          const made = uniqueIndex(`${name}_${column(field)}_unique`)
          return only(unique === 'everywhere' ? made.on(key(of, field)) : made.on(of.store_code!, key(of, field)))
        }),
      ...stored
        .filter(([, { when }]) => when !== undefined)
        .map(([field, described]) =>
          check(
            `${name}_${column(field)}_applies`,
            appliesOnly(described, column(field), column(described.when!.field)),
          ),
        ),
      // A path is read in all stores, or in one: there is an index for each, which ends with the path's order.
      ...(record.paths ?? []).flatMap(({ equal, order }) =>
        (equal.some((field) => decidesStore(record.allFields[field]!.type)) ? [[]] : [[], [STORE_FILTER]]).map(
          (store) => {
            const by = [...store, ...equal, order].map((field) => columnOf(field, record.allFields[field]!.type))
            const [first, ...rest] = [...by, 'id'].map((each) => of[each]!)
            return only(index(`${name}_${by.join('_')}`).on(first!, ...rest), equal)
          },
        ),
      ),
      ...(record.uniqueTogether
        ? [
            uniqueIndex(`${name}_${record.uniqueTogether.map(column).join('_')}_unique`).on(
              of.store_code!,
              ...record.uniqueTogether.map((field) => key(of, field)),
            ),
          ]
        : []),
      ...(searched.length > 0
        ? [index(`${name}_search`).using('gin', (of.search_text as ExtraConfigColumn).op('gin_trgm_ops'))]
        : []),
      ...(beside?.indexes(of) ?? []),
    ]
  })
  return table as typeof table & { readonly id: AnyPgColumn }
}
