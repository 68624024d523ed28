/**
 * The schemas of records, built from their definitions. Loaded where values are validated: by the server and
 * forms, never by a list.
 */
import * as yup from 'yup'
import { ROLE_NAME } from '../entities/role'
import {
  AMOUNT,
  AMOUNT_OR_ZERO,
  COLOR,
  EMAIL,
  MESSAGE,
  PERCENTAGE,
  PHONE,
  ID,
  SECRET_TEXT,
  SLUG,
  STORE_CODE,
  type Rule,
} from '../patterns'
import { LENGTH, TAGS_MAX } from '../constants'
import { typesOf } from '../file-types'
import { UPLOAD_AGAIN } from '../files'
import { documentIn } from '../rich-text/one-form'
import { richTextFault } from '../rich-text/schema'
import { exactly, id, newPassword, passwordAgain, reads, time } from '../schema'
import { HOW_TO_WRITE, readAs, readNumber } from '../typed'
import { applies, unapplied } from './dependents'
import { filteredBy, holdsList, readingOf } from './kinds'
import { limitedFields, limitErrors } from './limits'
import { rangeErrors } from './ranges'
import { TAG, textsIn } from './tags'
import { keptFields } from './versions'
import type { Field, FieldType } from './field'
import {
  newFields,
  publicFields,
  writableFields,
  type ActionDefinition,
  type Fields,
  type RecordDefinition,
} from './record'

type Kind = FieldType['kind']
type Of<K extends Kind> = Extract<FieldType, { kind: K }>

/** The schemas of a kind in rows and in bodies. A missing kind fails the type check. */
type Table = { [K in Kind]: { row: (type: Of<K>) => yup.Schema; body: (type: Of<K>) => yup.Schema } }

const matching = ({ pattern, message }: Rule) => yup.string().matches(pattern, { message, excludeEmptyString: true })
/** Whether a person wrote a number that could mean several, or none: '1,000', '25,95', '1e3'. */
const isUnclear = (typed: unknown) => typeof typed === 'string' && readNumber(typed) === null && /\p{Nd}/u.test(typed)
const numeric = ({ pattern, message }: Rule) =>
  yup.string().matches(pattern, {
    message: ({ value }: { value?: unknown }) => (isUnclear(value) ? HOW_TO_WRITE.decimal : message),
    excludeEmptyString: true,
  })
const bounded = (rule: Rule, max: number) => matching(rule).max(max, `Up to ${max} characters`)
const decimalPattern = (places: number) =>
  places === 0 ? /^(?:0|[1-9]\d{0,14})$/ : new RegExp(String.raw`^(?:0|[1-9]\d{0,14})(?:\.\d{1,${places}})?$`)
const sentOut = () => yup.string().matches(/^-?\d{1,20}(?:\.\d{1,18})?$/, 'Not a number')
const URL_RULE: Rule = { pattern: /^https?:\/\/\S+$/i, message: 'Must begin with http:// or https://' }
const referenceRow = () => yup.object({ id: id(), name: yup.string().required() })
const privateFileRow = () =>
  yup.object({
    id: id(),
    name: yup.string().nullable().defined(),
    content_type: yup
      .string()
      .oneOf(typesOf({ visibility: 'private' }))
      .required(),
    byte_size: yup.number().integer().min(1).required(),
  })
const idText = () => yup.string().matches(ID.pattern, { message: 'Choose one of the list', excludeEmptyString: true })
const fileId = () => yup.string().matches(ID.pattern, { message: UPLOAD_AGAIN, excludeEmptyString: true })
/** The message of a list with fewer values. @param least above 0 */
export const chooseAtLeast = (least: number): string => `Choose at least ${least === 1 ? 'one' : least}`
/** The message of a list with fewer files. @param least above 0 */
export const uploadAtLeast = (least: number): string =>
  least === 1 ? 'Upload at least one file' : `Upload at least ${least} files`
const atLeast = (least: number, message: string, list: ReturnType<typeof distinct>) =>
  least > 0 ? list.min(least, message).required(message) : list
const distinct = (of: yup.Schema, most?: number) => {
  const list = yup
    .array(of.required())
    .test('distinct', 'Each only once', (values) => new Set(values ?? []).size === (values ?? []).length)
  return most === undefined ? list : list.max(most, `Up to ${most}`)
}
/** Of any network; limits.ts checks the form of the network in the related field. */
const CRYPTO_ADDRESS: Rule = { pattern: /^[A-Za-z0-9]{20,64}$/, message: '20 to 64 letters and digits' }
const valueOf = (labels: Of<'enum'>['labels']) =>
  yup.string().oneOf([...Object.keys(labels), ''], 'Choose one of the list')

/** A document of the editor: its parts are checked by its own schema, whose faults are sentences. */
const document = (): yup.Schema =>
  exactly({ type: yup.string(), content: yup.array(yup.mixed().defined()) })
    .default(undefined)
    .test('document', (value, context) => {
      const fault = value === undefined || value === null ? null : richTextFault(value)
      return fault === null || context.createError({ message: fault })
    }) as unknown as yup.Schema

/** Secrets are in no row. */
const unreadable = () => yup.mixed().test('secret', 'A secret', () => false)
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/
/** The 31st of February is valid for JavaScript, but not for a database. */
const isTime = (text: string) => {
  const at = TIME.test(text) ? new Date(text) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19)
}
const typedTime = () => yup.string().test('time', 'Not a time', (value) => !value || isTime(value))

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(`${text}T00:00:00Z`)
const date = () => yup.string().test('date', 'Not a date', (value) => !value || isDate(value))

/** A number as people write it: not '1e-8'. */
const asDecimal = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false })

const inRange = (min: number, max: number) => `A number from ${min} to ${max}`

const KINDS: Table = {
  text: { row: () => yup.string(), body: ({ rule, max }) => bounded(rule, max) },
  longText: { row: () => yup.string(), body: ({ rule, max }) => bounded(rule, max) },
  richText: { row: document, body: document },
  email: {
    row: () => yup.string(),
    body: () =>
      yup
        .string()
        .email(MESSAGE.emailInvalid)
        .matches(EMAIL.pattern, { message: EMAIL.message, excludeEmptyString: true })
        .max(LENGTH.email.max, `Up to ${LENGTH.email.max} characters`),
  },
  phone: { row: () => yup.string(), body: () => matching(PHONE) },
  url: { row: () => yup.string(), body: () => bounded(URL_RULE, 2000) },
  color: { row: () => yup.string(), body: () => matching(COLOR) },
  slug: { row: () => yup.string(), body: () => bounded(SLUG, LENGTH.slug.max) },
  flag: { row: () => yup.boolean(), body: () => yup.boolean() },
  integer: {
    row: () => yup.number().integer(),
    body: ({ min, max }) =>
      yup
        .number()
        .typeError(({ originalValue }: { originalValue?: unknown }) =>
          isUnclear(originalValue) ? HOW_TO_WRITE.whole : inRange(min, max),
        )
        .integer('A whole number')
        .min(min, inRange(min, max))
        .max(max, inRange(min, max)),
  },
  decimal: {
    row: sentOut,
    body: ({ places, min, max }) =>
      numeric({ pattern: decimalPattern(places), message: `A number with up to ${places} decimals` })
        .test('min', `At least ${asDecimal(min)}`, (value) => !value || !(Number(value) < min))
        .test('max', `At most ${asDecimal(max)}`, (value) => !value || !(Number(value) > max)),
  },
  percent: { row: sentOut, body: () => numeric(PERCENTAGE) },
  amount: { row: sentOut, body: ({ zero }) => numeric(zero ? AMOUNT_OR_ZERO : AMOUNT) },
  coin: {
    row: sentOut,
    body: () => numeric({ pattern: decimalPattern(18), message: 'An amount with up to 18 decimals' }),
  },
  cryptoAddress: { row: () => yup.string(), body: () => matching(CRYPTO_ADDRESS) },
  enum: { row: ({ labels }) => yup.string().oneOf(Object.keys(labels)), body: ({ labels }) => valueOf(labels) },
  enums: {
    row: ({ labels }) => yup.array(yup.string().oneOf(Object.keys(labels)).required()),
    body: ({ labels, least = 0 }) =>
      atLeast(least, chooseAtLeast(least), distinct(yup.string().oneOf(Object.keys(labels), 'Choose from the list'))),
  },
  reference: { row: referenceRow, body: idText },
  references: { row: () => yup.array(referenceRow().required()), body: () => distinct(idText()) },
  time: { row: time, body: typedTime },
  date: { row: date, body: date },
  duration: {
    row: () => yup.object({ from: time(), until: time().nullable().defined() }),
    body: () => yup.mixed().test('never', 'Not writable', () => false),
  },
  person: {
    row: () => yup.object({ id: id(), username: yup.string().required() }),
    body: () => yup.mixed().test('never', 'Not writable', () => false),
  },
  image: { row: () => id(), body: fileId },
  images: { row: () => yup.array(id()), body: ({ most }) => distinct(fileId(), most) },
  files: {
    row: () => yup.array(privateFileRow().required()),
    body: ({ most, least = 0 }) => atLeast(least, uploadAtLeast(least), distinct(fileId(), most)),
  },
  role: { row: () => yup.string(), body: () => matching(ROLE_NAME) },
  storeCode: { row: () => yup.string(), body: () => matching(STORE_CODE) },
  tags: {
    row: () => yup.array(yup.string().required()),
    body: () => distinct(matching(TAG), TAGS_MAX),
  },
  list: {
    row: ({ fields }) =>
      yup.array(
        exactly(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, rowField(field)]))).required(),
      ),
    body: (type) => sized(yup.array(exactly(shapeOf(Object.entries(type.fields), type.fields)).required()), type),
  },
  newPassword: { row: unreadable, body: () => newPassword() },
  passwordAgain: { row: unreadable, body: ({ of }) => passwordAgain(of) },
  secretText: { row: unreadable, body: () => matching(SECRET_TEXT) },
}

const sized = (schema: yup.ArraySchema<unknown[] | undefined, yup.AnyObject>, { one, least, most }: Of<'list'>) =>
  schema.min(least, `At least ${least} ${one}${least === 1 ? '' : 's'}`).max(most, `Up to ${most}`)

const ofKind = (field: Field, part: 'row' | 'body'): yup.Schema => {
  const schema = (KINDS[field.type.kind][part] as (type: FieldType) => yup.Schema)(field.type)
  return part === 'body' ? reads(schema, readingOf(field.type)) : schema
}

/** In a row: null if an optional field is empty. */
const rowField = (field: Field): yup.Schema =>
  field.required ? ofKind(field, 'row').required() : ofKind(field, 'row').nullable().defined()

const isList = ({ type }: Field) => holdsList(type)
/** In a body: empty is null or ''; an empty required field gets 'Required', and a list may be empty. */
function bodyField(field: Field): yup.Schema {
  const schema = ofKind(field, 'body')
  return field.required && !isList(field) ? schema.required(MESSAGE.required) : schema.nullable()
}

/** A version of a record. */
export const versionSchema = (record: RecordDefinition) =>
  exactly({
    version_no: yup.number().integer().min(1).required(),
    at: time(),
    by: yup.object({ id: id(), username: yup.string().required() }).nullable().defined(),
    values: exactly(
      Object.fromEntries(
        Object.entries(keptFields(record)).map(([name, field]) => [name, ofKind(field, 'row').nullable().optional()]),
      ),
    ),
  })

/** The answer of a preview. */
export const answersSchema = (answers: Fields) =>
  exactly(Object.fromEntries(Object.entries(answers).map(([name, field]) => [name, rowField(field)])))

/** A row as the API sends it. */
export const rowSchema = (record: RecordDefinition) =>
  yup.object({
    id: id(),
    ...Object.fromEntries(Object.entries(record.allFields).map(([name, field]) => [name, rowField(field)])),
    version: yup.number().integer().min(1).required(),
  })

/**
 * A row as the users' apps receive it: its id and the public fields, without the version. A reference to a record that
 * apps may not see is null, whether or not the field is required.
 */
export const appRowSchema = (record: RecordDefinition) =>
  exactly({
    id: id(),
    ...Object.fromEntries(
      Object.entries(publicFields(record)).map(([name, field]) => [
        name,
        rowField(field.type.kind === 'reference' ? { ...field, required: false } : field),
      ]),
    ),
  })

/**
 * The rule for two fields of which the first must not be greater than the second; a violation is shown at the second.
 */
const withRanges = <S extends yup.AnyObjectSchema>(
  schema: S,
  { ranges = [], fields }: Pick<RecordDefinition, 'ranges' | 'fields'>,
): S =>
  ranges.reduce<yup.AnyObjectSchema>(
    (all, [low, high]) =>
      all.test({
        name: `${low}-${high}`,
        test: (values: Record<string, unknown>, context) => {
          const [message] = rangeErrors({ ranges: [[low, high]], fields }, values)[high] ?? []
          return message === undefined || context.createError({ path: high, message })
        },
      }),
    schema,
  ) as S

/** The rule for each field that is limited by another. */
const withLimits = <S extends yup.AnyObjectSchema>(schema: S, record: Pick<RecordDefinition, 'fields'>): S =>
  limitedFields(record).reduce<yup.AnyObjectSchema>(
    (all, name) =>
      all.test({
        name: `limit of ${name}`,
        test: (values: Record<string, unknown>, context) => {
          const [message] = limitErrors({ fields: { [name]: record.fields[name]! } }, values)[name] ?? []
          return message === undefined || context.createError({ path: name, message })
        },
      }),
    schema,
  ) as S
/** The rules between the fields of a record. */
const withRules = <S extends yup.AnyObjectSchema>(schema: S, record: RecordDefinition): S =>
  withLimits(withRanges(schema, record), record)

/**
 * A field that depends on another one.
 * @param elsewhere the schema if it does not apply
 */
const dependent = (schema: yup.Schema, { when }: Field, elsewhere: yup.Schema): yup.Schema =>
  when === undefined
    ? schema
    : schema.when(when.field, ([value]: unknown[], own: yup.Schema) => {
        if (!applies({ when }, { [when.field]: value })) return elsewhere
        if (!when.required || value === undefined) return own
        const filled = own.required(MESSAGE.required)
        // A list that is present may still be empty.
        return filled.type === 'array'
          ? (filled as yup.ArraySchema<unknown[], yup.AnyObject>).min(1, MESSAGE.required)
          : filled
      })

const nothingAt = (field: Field, fields: Fields) =>
  yup
    .mixed()
    .nullable()
    .test('applies', unapplied(field, fields), (value) => [undefined, null, ''].includes(value as never))

const shapeOf = (shape: readonly [string, Field][], fields: Fields) =>
  Object.fromEntries(
    shape.map(([name, field]) => [
      name,
      field.when && field.when.field in fields
        ? dependent(bodyField(field), field, nothingAt(field, fields))
        : bodyField(field),
    ]),
  )

/** Body of a create call. */
export const createSchema = (record: RecordDefinition) =>
  withRules(exactly(shapeOf(newFields(record), record.fields)), record)
/** Body of an update call: any of the fields, nothing else. */
export const updateSchema = (record: RecordDefinition) =>
  exactly(
    Object.fromEntries(
      writableFields(record, 'update').map(([name, field]) => {
        const schema = ofKind(field, 'body')
        // A present field must be valid; a required field may be omitted, but not empty.
        return [
          name,
          field.required && !isList(field)
            ? schema
                .nonNullable(MESSAGE.required)
                .test('filled', MESSAGE.required, (value: unknown) => value !== null && value !== '')
                .optional()
            : schema.nullable().optional(),
        ]
      }),
    ),
  )

/** Body of an action. */
export const actionSchema = ({ asks = {} }: Pick<ActionDefinition, 'asks'>) =>
  exactly(shapeOf(Object.entries(asks), asks))

export const listOf = (schema: yup.Schema) =>
  yup
    .array(schema)
    .transform((_value, original: unknown) =>
      typeof original === 'string' ? original.split(',').filter(Boolean) : original,
    )
    .max(200)

const filterText = () => yup.string().max(255).required()
const filterEnum = ({ labels }: Of<'enum' | 'enums'>) => yup.string().oneOf(Object.keys(labels)).required()
const filterNumber = () =>
  yup
    .string()
    .matches(/^-?\d{1,20}(?:\.\d{1,18})?$/, HOW_TO_WRITE.decimal)
    .required()
/** One value of a filter, or one end of its range, as in the query; null: no list is filtered by this kind. A missing kind fails the type check. */
const FILTER_VALUES: { readonly [K in Kind]: ((type: Of<K>) => yup.Schema) | null } = {
  text: filterText,
  longText: null,
  richText: null,
  email: filterText,
  url: null,
  phone: filterText,
  flag: () =>
    yup
      .string()
      .matches(/^(?:true|false)$/i, 'true or false')
      .required(),
  time: time,
  person: filterText,
  date: null,
  duration: null,
  color: null,
  slug: filterText,
  integer: filterNumber,
  decimal: filterNumber,
  percent: filterNumber,
  amount: filterNumber,
  coin: filterNumber,
  cryptoAddress: null,
  enum: filterEnum,
  enums: filterEnum,
  reference: id,
  references: id,
  image: null,
  images: null,
  files: null,
  role: filterText,
  storeCode: filterText,
  list: null,
  tags: filterText,
  newPassword: null,
  passwordAgain: null,
  secretText: null,
}
/** @throws for a kind by which no list is filtered: a programming error */
export function filterValue({ label, type }: Field): yup.Schema {
  const schemaOf = FILTER_VALUES[type.kind] as ((type: FieldType) => yup.Schema) | null
  if (!schemaOf) throw new Error(`No list can be filtered by ${label}, a field of the kind ${type.kind}`)
  const reading = readingOf(type)
  return (schemaOf(type) as yup.StringSchema).transform((value: unknown) =>
    typeof value === 'string' ? readAs(reading, value) : value,
  )
}
export const boundOf = (field: Field): yup.Schema => filterValue(field).optional()

/** The parameters that filter a list (contract, Records on the wire): `f=a,b`, `f.not=a`, `f.from=…`, `f.to=…`. */
export const filterParameters = (fields: Fields): yup.ObjectShape =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.filter)
      .flatMap(([name, field]): [string, yup.Schema][] => {
        const by = filteredBy(field.type)
        if (by === 'values')
          return [
            [name, listOf(filterValue(field)).optional()],
            [`${name}.not`, listOf(filterValue(field)).optional()],
          ]
        return by === 'range'
          ? [
              [`${name}.from`, boundOf(field)],
              [`${name}.to`, boundOf(field)],
            ]
          : []
      }),
  )

type Transform = yup.MixedSchema
const emptyAs =
  (nothing: unknown) =>
  (field: Field): yup.Schema =>
    (bodyField(field) as Transform).transform((value: unknown, typed: unknown) =>
      typed === '' ? nothing : value,
    ) as yup.Schema
/** JSON. */
const parsed = (field: Field): yup.Schema =>
  (bodyField(field) as Transform)
    .strict(false)
    .transform((_value: unknown, typed: unknown) =>
      typeof typed === 'string' ? documentIn(typed) : typed,
    ) as yup.Schema
/** As it is meant, and without ordinary spaces at both ends, which are not sent. */
const meant = (field: Field): yup.Schema => {
  const reading = readingOf(field.type)
  return (bodyField(field) as yup.StringSchema).transform((value: unknown) =>
    typeof value === 'string' ? readAs(reading, value).trim() : value,
  )
}
const wholeNumber = (field: Field): yup.Schema =>
  (bodyField(field) as Transform).transform((value: unknown, typed: unknown) => {
    if (typeof typed !== 'string') return value
    return typed.trim() === '' ? null : Number(readNumber(typed) ?? NaN)
  }) as yup.Schema
/** Several values, joined by commas. */
const joined = (field: Field): yup.Schema =>
  (bodyField(field) as Transform).transform((_value: unknown, typed: unknown) =>
    typeof typed === 'string' ? textsIn(readAs(readingOf(field.type), typed)) : typed,
  ) as yup.Schema

/**
 * A schema for the values of a form, which are texts (`RecordForm`): lists are joined by commas, lists of a group are
 * JSON, flags are 'true' and 'false'. Texts are read as they are meant; spaces at both ends are not sent. A missing kind fails the type
 * check.
 */
const TYPED: { readonly [K in Kind]: (field: Field, type: Of<K>) => yup.Schema } = {
  text: meant,
  longText: meant,
  richText: parsed,
  email: meant,
  url: meant,
  phone: meant,
  // An untouched checkbox is not ticked.
  flag: emptyAs(false),
  time: meant,
  person: bodyField,
  date: meant,
  duration: bodyField,
  color: meant,
  slug: meant,
  integer: wholeNumber,
  decimal: meant,
  percent: meant,
  amount: meant,
  coin: meant,
  cryptoAddress: meant,
  enum: meant,
  enums: joined,
  reference: meant,
  references: joined,
  image: meant,
  images: joined,
  files: joined,
  role: meant,
  storeCode: meant,
  list: (_field, type) =>
    sized(
      yup
        .array(yup.object(typedShape(Object.entries(type.fields))))
        .transform((_value, typed: unknown) =>
          typeof typed === 'string' ? (JSON.parse(typed || '[]') as unknown) : typed,
        ),
      type,
    ),
  tags: joined,
  // Spaces are part of a password.
  newPassword: bodyField,
  passwordAgain: bodyField,
  secretText: bodyField,
}
const typedField = (field: Field): yup.Schema =>
  (TYPED[field.type.kind] as (field: Field, type: FieldType) => yup.Schema)(field, field.type)

/** The checks of a form before it is sent, with the same messages as the server's. @param at which form */
export const formSchema = (record: RecordDefinition, at: 'create' | 'update') =>
  withRules(yup.object(typedShape(at === 'create' ? newFields(record) : writableFields(record, at))), record)
/** The checks of an action's input. */
export const askedSchema = ({ asks = {} }: Pick<ActionDefinition, 'asks'>) =>
  yup.object(typedShape(Object.entries(asks)))
const typedShape = (fields: readonly [string, Field][]) =>
  // Fields that are not shown are not sent, so they are not checked.
  Object.fromEntries(fields.map(([name, field]) => [name, dependent(typedField(field), field, yup.mixed())]))
