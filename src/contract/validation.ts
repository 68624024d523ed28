/**
 * Validation of requests for the reference server and the mocks (contract, Answers and errors). 400: malformed (unknown
 * name, wrong type, a parameter with an invalid format). 422: well-formed, but refused by a rule.
 */
import { ArraySchema, ObjectSchema, ValidationError, type AnyObject, type AnyObjectSchema, type Schema } from 'yup'
import { ERROR_CODE, type FailureBody } from './errors'

/** The validated part of a request, or the failure to respond with. */
export type Reading<T> = { ok: true; value: T } | { ok: false; status: 400 | 422; body: FailureBody }

/** Kinds of yup errors that mean 'malformed'. */
const NOT_UNDERSTOOD: ReadonlySet<string | undefined> = new Set(['noUnknown', 'typeError'])

const malformed = (message: string): Reading<never> => ({
  ok: false,
  status: 400,
  body: { success: false, message, code: ERROR_CODE.malformed },
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The field at which an error is shown: an invalid value of a list is shown at the field with the list, a field of an
 * item at `faq.2.question`. '' is the whole body.
 */
export const fieldOfPath = (path: string | undefined): string =>
  (path ?? '').replace(/\[\d+\]$/, '').replaceAll(/\[(\d+)\]/g, '.$1')

/**
 * Validates one part of a request with its schema and reports all errors at once.
 * @param part `params` and `query` are text and converted; a `body` is not converted
 */
export function readPart<T>(schema: Schema<T>, value: unknown, part: 'params' | 'query' | 'body'): Reading<T> {
  if (!isObject(value)) return malformed(`The ${part} must be a JSON object.`)
  try {
    return { ok: true, value: schema.validateSync(value, { abortEarly: false }) }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const faults = error.inner.length > 0 ? error.inner : [error]
    const misunderstood = faults.filter(({ type }) => NOT_UNDERSTOOD.has(type))
    if (part !== 'body' || misunderstood.length > 0) {
      return malformed((misunderstood.length > 0 ? misunderstood : faults).map(({ message }) => message).join('. '))
    }
    const errors: Record<string, string[]> = {}
    for (const { path, message } of faults) (errors[fieldOfPath(path)] ??= []).push(message)
    return {
      ok: false,
      status: 422,
      body: { success: false, message: 'Check the marked fields.', code: ERROR_CODE.rejected, errors },
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
 * `faultOfData` for suites and mocks, which meet the same records in thousands of lists: yup takes many times longer to
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
