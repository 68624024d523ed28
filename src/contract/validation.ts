/**
 * How a request is read, for whoever answers it: the reference server and the mocks (contract, Answers and errors).
 * 400: not understood (unknown name, wrong type, a parameter out of its form). 422: understood, and refused by a rule.
 */
import { ArraySchema, ObjectSchema, ValidationError, type AnyObject, type AnyObjectSchema, type Schema } from 'yup'
import { ERROR_CODE, type FailureBody } from './errors'

/** What a part of a request was read as, or the failure to answer with. */
export type Reading<T> = { ok: true; value: T } | { ok: false; status: 400 | 422; body: FailureBody }

/** Kinds of yup errors that mean 'not understood'. */
const NOT_UNDERSTOOD: ReadonlySet<string | undefined> = new Set(['noUnknown', 'typeError'])

const malformed = (message: string): Reading<never> => ({
  ok: false,
  status: 400,
  body: { success: false, message, code: ERROR_CODE.malformed },
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The field that a fault is shown at: a value of a list is refused at the field that holds the list, a field of an item at
 * `faq.2.question`. '' is the whole body.
 */
export const fieldOfPath = (path: string | undefined): string =>
  (path ?? '').replace(/\[\d+\]$/, '').replaceAll(/\[(\d+)\]/g, '.$1')

/**
 * Reads one part of a request with its schema. All faults are told at once.
 * @param part `params` and `query` come as text and are converted; a `body` is taken as it is
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

/** Schemas of objects with some of their fields and no others, by the names of these fields: yup takes long to make one. */
const exactSchemas = new WeakMap<AnyObjectSchema, Map<string, AnyObjectSchema>>()
function exactSchema(schema: AnyObjectSchema, fields: readonly string[]): AnyObjectSchema {
  const known = exactSchemas.get(schema) ?? new Map<string, AnyObjectSchema>()
  exactSchemas.set(schema, known)
  const name = fields.join()
  const exact = known.get(name) ?? schema.pick([...fields]).noUnknown('Unknown field: ${unknown}')
  known.set(name, exact)
  return exact
}

/** A record (id and version) may lack the fields that the caller may not read; of anything else all must be there. */
function checkValue(schema: Schema<unknown>, value: unknown): void {
  if (schema instanceof ArraySchema && Array.isArray(value)) {
    const row = (schema as ArraySchema<unknown[], AnyObject>).innerType as Schema<unknown>
    for (const item of value) checkValue(row, item)
    return
  }
  const whole = schema as AnyObjectSchema
  // An object with names of its own (preferences) has nothing to compare them with; its schema checks them.
  if (!(schema instanceof ObjectSchema) || !isObject(value) || schema.meta()?.additionalProperties)
    return void schema.validateSync(value, { strict: true })
  const isRecord = 'id' in whole.fields && 'version' in whole.fields
  const kept = Object.keys(whole.fields).filter(
    (field) => !isRecord || field === 'id' || field === 'version' || field in value,
  )
  exactSchema(whole, kept).validateSync(value, { strict: true })
  // yup's `noUnknown` looks at the outermost object alone.
  for (const field of kept) {
    const inner = whole.fields[field] as Schema<unknown>
    if (inner instanceof ObjectSchema || inner instanceof ArraySchema)
      checkValue(inner, (value as Record<string, unknown>)[field])
  }
}

/**
 * Holds an answer's data to its operation. @returns what is wrong with it, or null
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
