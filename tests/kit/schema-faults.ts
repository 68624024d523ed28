/** The messages of a contract schema about a value. */
import { ValidationError, type Schema } from 'yup'

/** @returns each message, in the schema's order; empty if the value is valid. The value is not converted */
export function faultsOf(schema: Schema<unknown>, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false, strict: true })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.errors
  }
}
