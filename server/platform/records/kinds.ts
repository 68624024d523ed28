/** Storage of each kind of field: its column, how it is read, and how a body's value is written. */
import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  text,
  timestamp,
  uuid,
  type PgColumnBuilderBase,
} from 'drizzle-orm/pg-core'
import type { FieldType } from '@contract/records/field'
import { storedItems } from '@contract/records/items'
import { isoTime } from '@server/platform/db/iso-time'
import type { Param } from '@server/platform/ports/db'
import { CREATOR, type FieldSource } from './table'

type Kind = FieldType['kind']

/** How one kind is stored. */
interface KindSource<T extends FieldType> {
  /** The column's type. */
  column: (type: T) => PgColumnBuilderBase & { notNull: () => PgColumnBuilderBase }
  /** @param column of the row `u`; @param name of the field */
  read: (column: string, name: string) => FieldSource
  /** The column's type for writes, and the conversion of a value to it. */
  write: { type: string; value: (value: unknown, type: T) => Param }
}

const emptyIsNull = (value: unknown): Param => (value === undefined || value === '' ? null : (value as Param))
const asText = { type: 'text', value: emptyIsNull }
const asNumber = { type: 'numeric', value: emptyIsNull }
const textColumn = (column: string): FieldSource => ({ value: column, key: column, type: 'text' })
const numericColumn = (column: string): FieldSource => ({ value: `${column}::text`, key: column, type: 'numeric' })
/** Without the trailing zeros of a column with a fixed scale. */
const trimmedColumn = (column: string): FieldSource => ({
  value: `trim_scale(${column})::text`,
  key: column,
  type: 'numeric',
})
const texts = { type: 'text[]', value: (value: unknown): Param => (value ?? []) as string[] }
const ids = { type: 'uuid[]', value: (value: unknown): Param => (value ?? []) as string[] }

/** Secrets are stored by the source's `prepare` and cannot be read. */
const SECRET: KindSource<FieldType> = {
  column: () => text(),
  read: () => ({ value: 'null', key: 'null', type: 'text' }),
  write: asText,
}

const textList: Pick<KindSource<FieldType>, 'read' | 'write'> = {
  read: (column) => ({
    value: column,
    key: `nullif(array_to_string(${column}, ','), '')`,
    type: 'text',
    compared: { sql: column, type: 'text[]' },
  }),
  write: texts,
}

/** One entry for each kind; a missing one fails the type check. */
export const KIND_SOURCES: { readonly [K in Kind]: KindSource<Extract<FieldType, { kind: K }>> } = {
  text: { column: () => text(), read: textColumn, write: asText },
  longText: { column: () => text(), read: textColumn, write: asText },
  // Searched and sorted by its words.
  richText: {
    column: () => jsonb(),
    read: (column) => ({ value: column, key: `words_of(${column})`, type: 'text' }),
    write: {
      type: 'jsonb',
      value: (value) => (value === undefined || value === null || value === '' ? null : JSON.stringify(value)),
    },
  },
  email: { column: () => text(), read: textColumn, write: asText },
  phone: { column: () => text(), read: textColumn, write: asText },
  url: { column: () => text(), read: textColumn, write: asText },
  color: { column: () => text(), read: textColumn, write: asText },
  slug: { column: () => text(), read: textColumn, write: asText },
  flag: {
    column: () => boolean(),
    read: (column) => ({ value: column, key: column, type: 'boolean' }),
    write: { type: 'boolean', value: emptyIsNull },
  },
  integer: {
    column: () => integer(),
    read: (column) => ({ value: column, key: column, type: 'integer' }),
    write: { type: 'integer', value: emptyIsNull },
  },
  decimal: { column: ({ places }) => numeric({ precision: 30, scale: places }), read: trimmedColumn, write: asNumber },
  percent: { column: () => numeric({ precision: 7, scale: 2 }), read: trimmedColumn, write: asNumber },
  amount: { column: () => numeric({ precision: 20, scale: 2 }), read: numericColumn, write: asNumber },
  coin: { column: () => numeric({ precision: 38, scale: 18 }), read: trimmedColumn, write: asNumber },
  cryptoAddress: { column: () => text(), read: textColumn, write: asText },
  enum: { column: () => text(), read: textColumn, write: asText },
  enums: { column: () => text().array(), ...textList },
  // The compiled source joins the row under the field's own name.
  reference: {
    column: () => uuid(),
    read: (column, name) => ({
      value: `case when "${name}".id is not null then json_build_object('id', "${name}".id, 'name', "${name}".name) end`,
      key: `"${name}".name`,
      type: 'text',
      compared: { sql: column, type: 'uuid' },
      joins: [name],
    }),
    write: { type: 'uuid', value: emptyIsNull },
  },
  references: {
    column: () => uuid().array(),
    read: (column, name) => ({
      value: `coalesce("${name}".list, '[]'::json)`,
      key: `"${name}".names`,
      type: 'text',
      compared: { sql: column, type: 'uuid[]' },
      joins: [name],
    }),
    write: ids,
  },
  time: {
    column: () => timestamp({ precision: 3, withTimezone: true }),
    read: (column) => ({ value: isoTime(column), key: column, type: 'timestamptz' }),
    write: { type: 'timestamptz', value: emptyIsNull },
  },
  date: {
    column: () => date(),
    read: (column) => ({
      value: `to_char(${column}, 'YYYY-MM-DD')`,
      key: `to_char(${column}, 'YYYY-MM-DD')`,
      type: 'text',
    }),
    write: { type: 'date', value: emptyIsNull },
  },
  // Not stored: the source supplies both ends (`spanSource`).
  duration: {
    column: () => text(),
    read: () => ({ value: 'null', key: 'null', type: 'numeric' }),
    write: asText,
  },
  person: { column: () => uuid(), read: () => CREATOR, write: { type: 'uuid', value: emptyIsNull } },
  image: {
    column: () => uuid(),
    read: (column) => ({ value: column, key: column, type: 'uuid' }),
    write: { type: 'uuid', value: emptyIsNull },
  },
  images: {
    column: () => uuid().array(),
    read: (column) => ({ value: column, key: `nullif(array_to_string(${column}, ','), '')`, type: 'text' }),
    write: ids,
  },
  role: { column: () => text(), read: textColumn, write: asText },
  storeCode: { column: () => text(), read: textColumn, write: asText },
  tags: { column: () => text().array(), ...textList },
  // Sorted by the number of items.
  list: {
    column: () => jsonb(),
    read: (column) => ({ value: column, key: `nullif(jsonb_array_length(${column}), 0)`, type: 'integer' }),
    write: { type: 'jsonb', value: (value, type) => JSON.stringify(storedItems(type, value)) },
  },
  newPassword: SECRET,
  passwordAgain: SECRET,
  secretText: SECRET,
  // Sorted by the number of files.
  files: {
    column: () => uuid().array(),
    read: (column) => ({
      value: `coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'byte_size', f.byte_size) order by t.place)
        from unnest(${column}) with ordinality as t(id, place) join files f on f.id = t.id), '[]'::json)`,
      key: `nullif(cardinality(${column}), 0)`,
      type: 'integer',
    }),
    write: ids,
  },
}

/** A duration's source: its ends, and its length in seconds as the sort key. @param from, until SQL of times; `until` may be null */
export const spanSource = (from: string, until: string): Pick<FieldSource, 'value' | 'key' | 'type'> => ({
  value: `json_build_object('from', ${isoTime(from)}, 'until', ${isoTime(until)})`,
  key: `extract(epoch from coalesce(${until}, statement_timestamp()) - ${from})`,
  type: 'numeric',
})

/** @param value from a body @returns the value to write into the field's column */
export const writtenValue = (type: FieldType, value: unknown): Param =>
  (KIND_SOURCES[type.kind].write.value as (value: unknown, of: FieldType) => Param)(value, type)

const singularOf = (name: string) => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
const asItIs = (name: string) => name
const withId = (name: string) => `${name}_id`
const withIds = (name: string) => `${singularOf(name)}_ids`
/** Field's name → the name of its column. A missing kind fails the type check. */
const COLUMN_NAMES: { readonly [K in Kind]: (field: string) => string } = {
  text: asItIs,
  longText: asItIs,
  richText: asItIs,
  email: asItIs,
  url: asItIs,
  phone: asItIs,
  flag: asItIs,
  time: asItIs,
  person: asItIs,
  date: asItIs,
  duration: asItIs,
  color: asItIs,
  slug: asItIs,
  integer: asItIs,
  decimal: asItIs,
  percent: asItIs,
  amount: asItIs,
  coin: asItIs,
  cryptoAddress: asItIs,
  enum: asItIs,
  enums: asItIs,
  reference: withId,
  references: withIds,
  image: withId,
  images: withIds,
  files: withIds,
  role: asItIs,
  storeCode: asItIs,
  list: asItIs,
  tags: asItIs,
  newPassword: asItIs,
  passwordAgain: asItIs,
  secretText: asItIs,
}
const STANDARD: Readonly<Record<string, string>> = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** @returns the column that stores a field: `category_ids` for `categories` */
export const columnOf = (name: string, { kind }: FieldType): string => STANDARD[name] ?? COLUMN_NAMES[kind](name)
