/** A field that is compared with another one, such as a password and its repetition. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Options for the first of two fields: a change validates the second one again, once that one was touched or submitted.
 * @param second name of the field whose rule depends on the first
 */
export function alsoChecks<Values extends FieldValues>(
  { formState, getFieldState, trigger }: UseFormReturn<Values>,
  second: Path<Values>,
) {
  const { isSubmitted } = formState
  const { isTouched } = getFieldState(second, formState)
  return { onChange: () => void ((isTouched || isSubmitted) && trigger(second)) }
}
