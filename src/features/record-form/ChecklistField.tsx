/** Checkboxes for the values of a closed list. The form's value is the chosen ones, joined by commas in list order. */
import { useController } from 'react-hook-form'
import { Checkbox } from '@design-system/primitives/Checkbox/Checkbox'
import type { FieldInputProps } from './FieldInput'
import { Checks, ChecksTitle, Message } from './RecordForm.styles'

export function ChecklistField({ field, form, readOnly }: FieldInputProps) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control: form.control, name: field.name })
  const chosen = new Set(value.split(',').filter(Boolean))
  const toggle = (each: string, on: boolean) => {
    if (on) chosen.add(each)
    else chosen.delete(each)
    const inOrder = Object.keys(field.labels ?? {}).filter((known) => chosen.has(known))
    onChange(inOrder.join(','))
  }
  return (
    <Checks>
      <ChecksTitle>{field.label}</ChecksTitle>
      {Object.entries(field.labels ?? {}).map(([each, label], index) => (
        <Checkbox
          key={each}
          data-input
          {...(index === 0 && { ref: ref })}
          checked={chosen.has(each)}
          disabled={readOnly}
          onBlur={onBlur}
          onChange={(event) => toggle(each, event.target.checked)}
          label={label}
        />
      ))}
      {fieldState.error && <Message role="alert">{fieldState.error.message}</Message>}
    </Checks>
  )
}
