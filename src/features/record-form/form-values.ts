/** Converts a record to the values of its form, and these to the body of the call (spec 3). Pure functions. */
import * as yup from 'yup'
import { applies } from '@contract/records/dependents'
import { textsIn } from '@contract/records/tags'
import { readAs } from '@contract/typed'
import type { HistoryEntry } from '@contract/entities/history'
import type { FormSchema } from '@contract/schema'
import type { FormField, InputKind } from '@resources/resource'
import { markdownOf } from '@contract/rich-text/markdown'
import { documentIn, withoutPictures, writtenDocument } from '@contract/rich-text/one-form'
import type { RichText } from '@contract/rich-text/rich-text'
import { isDocument } from '@contract/rich-text/words'
import { roleWords } from '../shared/role-label'
import { readItems, writeItems } from './items'

type Values = Readonly<Record<string, unknown>>

/** @returns the fields that the person may read, which are those that the record contains; all for a new record */
export const readableFieldsOf = (fields: readonly FormField[], record: Values | null): readonly FormField[] =>
  record === null ? fields : fields.filter((field) => field.option || isSecretInput(field) || field.name in record)

/** Inputs of values that a record never contains. */
const SECRET_INPUTS: ReadonlySet<InputKind> = new Set(['newPassword', 'passwordAgain', 'secretText'])
export const isSecretInput = ({ kind }: Pick<FormField, 'kind'>): boolean => SECRET_INPUTS.has(kind)

/** @returns the fields that can apply: if a field depends on one that is not in the form, the record's value decides */
export const applicableFields = (fields: readonly FormField[], record: Values | null): readonly FormField[] =>
  fields.filter(
    (field) => record === null || fields.some(({ name }) => name === field.when?.field) || applies(field, record),
  )

const idOf = (value: unknown): string => (value as { id: string } | null)?.id ?? ''
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Conversions between a record's value, the text of its input, and the value to send. */
interface KindOfValue {
  /** The text of a record's value: ids of references, lists joined by commas, lists of groups as JSON; '' for none. */
  typed: (value: unknown, field: FormField) => string
  sent: (typed: string, field: FormField) => unknown
  /** A readable form of the text for comparisons. @param names of the records and files that the record refers to */
  called: (typed: string, field: FormField, names: ReadonlyMap<string, string>) => string
  /** A record's value contains names in addition to ids. */
  isNamed?: true
}

const asItIs = (typed: string) => typed
const eachOf = (typed: string) => typed.split(',').filter(Boolean)
const howMany = (typed: string, { kind }: FormField) => `${eachOf(typed).length} ${kind}`
const nameEach = (typed: string, _field: FormField, names: ReadonlyMap<string, string>) =>
  eachOf(typed)
    .map((id) => names.get(id) ?? 'another record')
    .join(', ')
const labelEach = (typed: string, { labels = {} }: FormField) =>
  eachOf(typed)
    .map((value) => labels[value] ?? value)
    .join(', ')

const text: KindOfValue = {
  typed: (value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '',
  sent: (typed, { required }) => typed.trim() || (required ? '' : null),
  called: asItIs,
}
const password: KindOfValue = { ...text, sent: asItIs }
/** Several values, joined by commas. */
const texts: KindOfValue = { typed: (value) => listOf(value).join(','), sent: eachOf, called: howMany }
const ids: KindOfValue = { ...texts, typed: (value) => listOf(value).map(idOf).join(',') }

const markdownIn = (typed: string): string => {
  const document = documentIn(typed)
  return isDocument(document) ? markdownOf(document) : typed
}

/** A missing kind fails the type check. */
const KINDS: { readonly [K in InputKind]: KindOfValue } = {
  text,
  longText: text,
  richText: {
    typed: (value) => writtenDocument(value as RichText | null),
    sent: documentIn,
    called: (typed) => markdownIn(typed),
  },
  email: text,
  role: { ...text, called: roleWords },
  storeCode: text,
  slug: text,
  color: text,
  time: text,
  date: text,
  newPassword: password,
  passwordAgain: password,
  secretText: password,
  // A whole number is a JSON number; with decimals it is a decimal string, which keeps its precision.
  number: {
    ...text,
    sent: (typed, field) => {
      const number = text.sent(typed, field)
      return field.decimals === 0 && number !== null ? Number(number) : number
    },
  },
  flag: {
    ...text,
    // Without a value it is off, and so is what depends on it.
    typed: (value) => String(value === true),
    sent: (typed) => typed === 'true',
    called: (typed) => (typed === 'true' ? 'On' : 'Off'),
  },
  enum: { ...text, called: labelEach },
  enums: { ...texts, called: labelEach },
  tags: { ...texts, typed: (value) => listOf(value).join(', '), sent: textsIn, called: asItIs },
  reference: { ...text, typed: idOf, called: nameEach, isNamed: true },
  references: { ...ids, called: nameEach, isNamed: true },
  image: { ...text, called: (typed) => (typed === '' ? '' : 'an image') },
  images: texts,
  files: { ...ids, isNamed: true },
  list: {
    typed: (value, { items }) =>
      writeItems(
        items!.fields,
        listOf(value).map((item) => valuesOf(items!.fields, item as Values)),
      ),
    sent: (typed, { items }) => readItems(typed).map((item) => sentItem(items!.fields, item)),
    called: (typed, { items }, names) =>
      readItems(typed)
        .map((item, index) => {
          const parts = items!.fields
            .map((each) => KINDS[each.kind].called(item[each.name] ?? '', each, names))
            .filter(Boolean)
          return `${index + 1}. ${parts.join(' – ')}`
        })
        .join('\n'),
  },
}

/** @returns the only value that a required choice has; undefined if there are several, or none is required */
function onlyValueOf({ kind, required, labels = {} }: FormField): string | undefined {
  const [first, ...others] = Object.keys(labels)
  return kind === 'enum' && required && others.length === 0 ? first : undefined
}

/** @returns the initial values of the form as text: those of the record, '' for none; the only value of a choice */
export const valuesOf = (fields: readonly FormField[], record: Values = {}): Record<string, string> =>
  Object.fromEntries(
    fields.map((field) => [field.name, KINDS[field.kind].typed(record[field.name] ?? onlyValueOf(field), field)]),
  )

/** Kinds whose values belong to one record: a file is attached to the record that it was uploaded for. */
const ATTACHED: ReadonlySet<InputKind> = new Set(['image', 'images', 'files'])
/** @returns what a duplicate takes over from a record: not its files, and not the values that no two records share */
export const valuesToCopy = (fields: readonly FormField[], record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const field = fields.find((each) => each.name === name)
      if (field === undefined || field.unique || ATTACHED.has(field.kind)) return []
      return [[name, isDocument(value) ? withoutPictures(value) : value]]
    }),
  )

/** The text of an input as it is meant, which is what is sent. */
export const meantText = ({ reads = 'exact' }: FormField, typed: string): string => readAs(reads, typed)

const sentValue = (field: FormField, typed: string): unknown => KINDS[field.kind].sent(meantText(field, typed), field)

/** Leaves out fields that do not apply with the item's other values. */
const sentItem = (fields: readonly FormField[], item: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(
    fields
      .filter((field) => applies(field, item))
      .map((field) => [field.name, sentValue(field, item[field.name] ?? '')]),
  )

/** @param values typed text by field @returns the body of the call, for a new record without empty fields */
export const sentValues = (fields: readonly FormField[], values: Values, isNew: boolean): Values =>
  Object.fromEntries(
    fields
      .filter(({ name }) => name in values)
      .map((field): [string, unknown] => [field.name, sentValue(field, (values[field.name] ?? '') as string)])
      .filter(([, value]) => !isNew || value !== null),
  )

/** @param names of the records and files that the value refers to @returns a readable form of a value: names, labels */
export const shownValue = (field: FormField, typed: string, names: ReadonlyMap<string, string>): string =>
  KINDS[field.kind].called(typed, field, names)

/** Error of an emptied field that an update would ignore (spec 3). */
export const CANNOT_BE_EMPTIED = 'This can be changed, but not removed.'

/** @returns whether the record has a value in this field that an update cannot remove */
export const cannotBeEmptied = ({ name, keeps }: FormField, record: Values | null): boolean =>
  record !== null && keeps === true && Boolean(record[name])

/**
 * The schema of a form on one record. It contains only the given fields, and those that cannot be emptied are required.
 * @param record null for a new one
 */
export function schemaOf(schema: FormSchema, fields: readonly FormField[], record: Values | null): FormSchema {
  const names = fields.map(({ name }) => name)
  const stay = fields.filter((field) => cannotBeEmptied(field, record)).map(({ name }) => name)
  const kept = (name: string) => (schema.fields[name] as yup.StringSchema).required(CANNOT_BE_EMPTIED)
  return trimmed(schema.pick(names).shape(Object.fromEntries(stay.map((name) => [name, kept(name)]))), fields)
}

/**
 * @param inputs of the form
 * @returns a schema that ignores spaces at both ends of texts, which are not sent, except in secrets
 */
export function trimmed(schema: FormSchema, inputs: readonly Pick<FormField, 'name' | 'kind'>[] = []): FormSchema {
  const fields = Object.entries(schema.fields) as [string, yup.Schema][]
  const exact = new Set(inputs.filter(isSecretInput).map(({ name }) => name))
  return schema
    .shape(
      Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          field instanceof yup.StringSchema && !exact.has(name) ? field.trim() : field,
        ]),
      ),
    )
    .strict(false)
}

/** @returns by id the names of the records that these fields refer to, and of private files */
export const referredNames = (fields: readonly FormField[], record: Values | null): ReadonlyMap<string, string> =>
  new Map(
    fields.flatMap(({ name, kind, items }): [string, string][] => {
      const values = [record?.[name] ?? []].flat()
      if (items) return values.flatMap((item) => [...referredNames(items.fields, item as Values)])
      if (!KINDS[kind].isNamed) return []
      return values
        .filter((value): value is { id: string; name: string } => Boolean((value as { name?: unknown } | null)?.name))
        .map((value) => [value.id, value.name])
    }),
  )

/** @param entries of the record's history, newest first @returns who changed each field last, and when */
export function authorsOf(entries: readonly HistoryEntry[]): Record<string, { by: string | null; at: string }> {
  const authors: Record<string, { by: string | null; at: string }> = {}
  for (const { at, by, changes } of entries)
    for (const { field } of changes) authors[field] ??= { by: by?.username ?? null, at }
  return authors
}
