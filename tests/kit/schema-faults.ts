/** What a schema of the contract says about a value. */
import { ValidationError, type Schema } from 'yup'

/** @returns each message, in the schema's order; nothing where the value is accepted. The value is not converted */
export function faultsOf(schema: Schema<unknown>, value: unknown): string[] {
  try {
    schema.validateSync(value, { abortEarly: false, strict: true })
    return []
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.errors
  }
}
