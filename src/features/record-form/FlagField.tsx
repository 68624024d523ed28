/** A flag of a record. The form's value is 'true' or 'false'. */
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Checkbox } from '@design-system/primitives/Checkbox/Checkbox'
import type { FieldInputProps } from './FieldInput'
import { Hint, Message } from './RecordForm.styles'

export function FlagField({ field, form, readOnly }: FieldInputProps) {
  const {
    field: { ref, name, value, onBlur, onChange },
    fieldState: { error },
  } = useController({ control: form.control, name: field.name })
  const hint = useId()
  return (
    <>
      <Checkbox
        data-input
        ref={ref}
        name={name}
        checked={value === 'true'}
        disabled={readOnly}
        onBlur={onBlur}
        onChange={(event) => onChange(String(event.target.checked))}
        label={field.label}
        aria-describedby={field.hint === undefined ? undefined : hint}
      />
      {field.hint !== undefined && <Hint id={hint}>{field.hint}</Hint>}
      {error && <Message role="alert">{error.message}</Message>}
    </>
  )
}
