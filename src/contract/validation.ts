/**
 * Validation of requests for the reference server (contract, Answers and errors). 400: malformed (unknown
 * name, wrong type, a parameter with an invalid format). 422: well-formed, but refused by a rule.
 */
import { ArraySchema, ObjectSchema, ValidationError, type AnyObject, type AnyObjectSchema, type Schema } from 'yup'
import { ERROR_CODE, type FailureBody } from './errors'
import { MESSAGE } from './patterns'
import { asMeant } from './schema'

/** The validated part of a request, or the failure to respond with. */
export type Reading<T> = { ok: true; value: T } | { ok: false; status: 400 | 422; body: FailureBody }

/** The message of a body whose fields have messages of their own, such as 'Required'. */
export const CHECK_FIELDS = 'Check the marked fields.'

/** Kinds of yup errors that mean 'malformed'. */
const NOT_UNDERSTOOD: ReadonlySet<string | undefined> = new Set(['noUnknown', 'typeError'])

const malformed = (message: string, errors?: Record<string, string[]>): Reading<never> => ({
  ok: false,
  status: 400,
  body: { success: false, message, code: ERROR_CODE.malformed, ...(errors && { errors }) },
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The field at which an error is shown, by its name on the wire: an invalid value of a list is shown at the field with the
 * list, a field of an item at `faq.2.question`, one end of a range at `createdAt.from`. '' is the whole body.
 */
export const fieldOfPath = (path: string | undefined): string =>
  (path ?? '')
    .replaceAll(/\["([^"]*)"\]/g, '.$1')
    .replace(/^\./, '')
    .replace(/\[\d+\]$/, '')
    .replaceAll(/\[(\d+)\]/g, '.$1')

/** What a value must be, by the schema library's name of its type. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
/** A message lists the possible values up to this number. */
const VALUES_LISTED = 24
/** 'A, B or C' */
const alternatives = (values: readonly string[]) =>
  values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1)!}`
/** The unit in which the library measures a value. */
const measured = (value: unknown) => (typeof value === 'string' ? ' characters' : Array.isArray(value) ? ' values' : '')

/** A message that the schema library made itself, with the path in front: a schema has no message of its own there. */
const OF_LIBRARY = /^\S+ (?:must |is a required |cannot be null|field |is invalid)/

/** What follows the name of a field in a sentence, instead of a text of the schema library; null if the schema has its own message. */
function phraseOf({ type, path, message, params = {} }: ValidationError): string | null {
  const { type: expected, values, min, max, value, unknown } = params as Record<string, unknown>
  if (type === 'typeError') return `must be ${TYPE_WORDS[String(expected as string)] ?? 'of another type'}`
  if (!message.startsWith(`${path || 'this'} `) || !OF_LIBRARY.test(message)) return null
  switch (type) {
    case 'required':
    case 'optionality':
    case 'nullable':
    case 'defined':
      return 'is required'
    case 'noUnknown':
      return `has no field ${String(unknown as string)}`
    case 'integer':
      return 'must be a whole number'
    case 'min':
      return `cannot ${typeof value === 'number' ? 'be' : 'have'} less than ${String(min as number)}${measured(value)}`
    case 'max':
      return `cannot ${typeof value === 'number' ? 'be' : 'have'} more than ${String(max as number)}${measured(value)}`
    case 'oneOf': {
      const all = String(values as string).split(', ')
      return all.length > VALUES_LISTED ? 'has no such value' : `can only be ${alternatives(all)}`
    }
    default:
      return 'has the wrong form'
  }
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The message under the field. */
function fieldMessageOf(problem: ValidationError): string {
  const phrase = phraseOf(problem)
  return phrase === 'is required' ? MESSAGE.required : phrase === null ? problem.message : capital(phrase)
}
/** The message where no field is shown: a sentence that names the field as it is on the wire. */
function sentenceOf(problem: ValidationError): string {
  const [name, phrase] = [fieldOfPath(problem.path), phraseOf(problem)]
  if (phrase !== null) return `${name === '' ? 'The request' : name} ${phrase}.`
  return ended(name === '' || problem.message.startsWith(`${name} `) ? problem.message : `${name}: ${problem.message}`)
}
const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** Messages by the field at which each is shown; those of the whole object are under ''. They never repeat values. */
export function errorsByField(problems: readonly ValidationError[]): Record<string, string[]> {
  const byField: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const problem of problems) (byField[fieldOfPath(problem.path)] ??= []).push(fieldMessageOf(problem))
  return Object.fromEntries(Object.entries(byField).map(([field, messages]) => [field, distinct(messages)]))
}
/** The sentences for somebody who sees no field, without any text of the schema library. */
export const sentencesOf = (problems: readonly ValidationError[]): string =>
  distinct(problems.map(sentenceOf)).join(' ')

/** The message of a refusal: its reasons, as sentences. */
export const reasonsOf = (errors: Readonly<Record<string, readonly string[]>>): string =>
  distinct(Object.values(errors).flat().map(ended)).join(' ')

/**
 * Validates one part of a request with its schema and reports all errors at once.
 * @param part `params` and `query` are text and converted; a `body` is not converted, but its texts are read as meant
 */
export function readPart<T>(schema: Schema<T>, value: unknown, part: 'params' | 'query' | 'body'): Reading<T> {
  if (!isObject(value)) return malformed(`The ${part} must be a JSON object.`)
  try {
    return {
      ok: true,
      value: schema.validateSync(part === 'body' ? asMeant(schema, value) : value, { abortEarly: false }),
    }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const faults = error.inner.length > 0 ? error.inner : [error]
    const misunderstood = faults.filter(({ type }) => NOT_UNDERSTOOD.has(type))
    if (part !== 'body' || misunderstood.length > 0) {
      const told = misunderstood.length > 0 ? misunderstood : faults
      return malformed(sentencesOf(told), errorsByField(told))
    }
    return {
      ok: false,
      status: 422,
      body: { success: false, message: CHECK_FIELDS, code: ERROR_CODE.rejected, errors: errorsByField(faults) },
    }
  }
}

/**
 * Schemas of objects with exactly some of their fields, cached by the names of these fields, because yup takes long to
 * create one.
 */
const exactSchemas = new WeakMap<AnyObjectSchema, Map<string, AnyObjectSchema>>()
function exactSchema(schema: AnyObjectSchema, fields: readonly string[]): AnyObjectSchema {
  const known = exactSchemas.get(schema) ?? new Map<string, AnyObjectSchema>()
  exactSchemas.set(schema, known)
  const name = fields.join()
  const exact = known.get(name) ?? schema.pick([...fields]).noUnknown('Unknown field: ${unknown}')
  known.set(name, exact)
  return exact
}

/** A record (id and version) may lack the fields that the caller may not read; other data must be complete. */
function checkValue(schema: Schema<unknown>, value: unknown): void {
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const row = (schema as ArraySchema<unknown[], AnyObject>).innerType as Schema<unknown>
    for (const item of value) checkValue(row, item)
    return
  }
  const whole = schema as AnyObjectSchema
  // The names in such an object (preferences) are not fixed; its own schema checks them.
  if (!(schema instanceof ObjectSchema) || !isObject(value) || schema.meta()?.additionalProperties)
    return void schema.validateSync(value, { strict: true })
  const isRecord = 'id' in whole.fields && 'version' in whole.fields
  const kept = Object.keys(whole.fields).filter(
    (field) => !isRecord || field === 'id' || field === 'version' || field in value,
  )
  exactSchema(whole, kept).validateSync(value, { strict: true })
  // yup's `noUnknown` checks only the outermost object.
  for (const field of kept) {
    const inner = whole.fields[field] as Schema<unknown>
    if (inner instanceof ObjectSchema || inner instanceof ArraySchema)
      checkValue(inner, (value as Record<string, unknown>)[field])
  }
}

/**
 * Checks a response's data against its operation.
 * @returns the error, or null
 * @param data `data` of the envelope; the whole body of the sign-in mechanism
 */
export function faultOfData(operation: { readonly data: Schema<unknown> }, data: unknown): string | null {
  try {
    checkValue(operation.data, data)
    return null
  } catch (error) {
    if (error instanceof ValidationError) return error.message
    throw error
  }
}

/** Number of records that a data check remembers for each operation. */
const REMEMBERED = 2_000

/**
 * `faultOfData` for suites, which meet the same records in thousands of lists: yup takes many times longer to
 * check a record than JSON takes to recognise it.
 * @returns a function with the parameters and the result of `faultOfData`. It checks a record of a list once for each
 * operation, as long as the record does not change
 */
export function createDataCheck(): typeof faultOfData {
  const checked = new WeakMap<object, Set<string>>()
  return (operation, data) => {
    if (!Array.isArray(data)) return faultOfData(operation, data)
    const known = checked.get(operation) ?? new Set<string>()
    if (known.size > REMEMBERED) known.clear()
    checked.set(operation, known)
    const rows = (data as unknown[]).map((row) => ({ row, text: JSON.stringify(row) }))
    const fresh = rows.filter(({ text }) => !known.has(text))
    const fault = faultOfData(
      operation,
      fresh.map(({ row }) => row),
    )
    if (fault === null) for (const { text } of fresh) known.add(text)
    return fault
  }
}
