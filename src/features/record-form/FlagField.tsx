/** A flag of a record: on or off, kept as 'true' and 'false'. */
import { useController } from 'react-hook-form'
import { Checkbox } from '@design-system/primitives/Checkbox/Checkbox'
import type { FieldInputProps } from './FieldInput'

export function FlagField({ field, form, readOnly }: FieldInputProps) {
  const {
    field: { ref, name, value, onBlur, onChange },
  } = useController({ control: form.control, name: field.name })
  return (
    <Checkbox
      data-input
      ref={ref}
      name={name}
      checked={value === 'true'}
      disabled={readOnly}
      onBlur={onBlur}
      onChange={(event) => onChange(String(event.target.checked))}
      label={field.label}
    />
  )
}
