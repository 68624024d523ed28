/** A field that is compared with another one, such as a password and its repetition. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Options for the first of two fields: a change in it checks the second again, once that one was visited or sent.
 * @param second name of the field whose rule looks at the first
 */
export function alsoChecks<Values extends FieldValues>(
  { formState, getFieldState, trigger }: UseFormReturn<Values>,
  second: Path<Values>,
) {
  const { isSubmitted } = formState
  const { isTouched } = getFieldState(second, formState)
  return { onChange: () => void ((isTouched || isSubmitted) && trigger(second)) }
}
