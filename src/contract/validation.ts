/**
 * How a request is read, for whoever answers it: the reference server and the mocks (contract, Answers and errors).
 * 400: not understood (unknown name, wrong type, a parameter out of its form). 422: understood, and refused by a rule.
 */
import { ValidationError, type Schema } from 'yup'
import { ERROR_CODE, type FailureBody } from './errors'

/** What a part of a request was read as, or the failure to answer with. */
export type Reading<T> = { ok: true; value: T } | { ok: false; status: 400 | 422; body: FailureBody }

/** Kinds of yup errors that mean 'not understood'. */
const NOT_UNDERSTOOD: ReadonlySet<string | undefined> = new Set(['noUnknown', 'typeError'])

const malformed = (message: string): Reading<never> => ({ ok: false, status: 400, body: { success: false, message, code: ERROR_CODE.malformed } })

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads one part of a request with its schema. All faults are told at once.
 * @param part `params` and `query` come as text and are converted; a `body` is taken as it is
 */
export function readPart<T>(schema: Schema<T>, value: unknown, part: 'params' | 'query' | 'body'): Reading<T> {
  if (part === 'body' && !isObject(value)) return malformed('The body must be a JSON object.')
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
    for (const { path, message } of faults) (errors[path ?? ''] ??= []).push(message)
    return { ok: false, status: 422, body: { success: false, message: 'Check the marked fields.', code: ERROR_CODE.rejected, errors } }
  }
}
