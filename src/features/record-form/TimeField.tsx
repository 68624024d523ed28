/** A day and a time, typed in the person's time zone. The form's value is an exact time (ISO 8601 in UTC). */
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import type { InputProps } from './FieldInput'

const two = (part: number) => String(part).padStart(2, '0')

/** @param iso exact time, or '' @returns the value of the browser's input, in its time zone: '2026-03-01T09:00' */
export function localOf(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime())
    ? ''
    : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/**
 * @returns the exact time; '' for an invalid one. A time that is skipped when summer time begins is read as one hour
 * later, and a time that occurs twice when it ends as the earlier one
 */
export function exactOf(local: string): string {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

export function TimeField({ field, form, readOnly, common }: InputProps) {
  // Not registered, because the form would read the text of the input on blur, which is not in the contract's format.
  const {
    field: { name, ref, value: iso, onBlur },
  } = useController({ control: form.control, name: field.name })
  const [typed, setTyped] = useState<string | null>(null)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <TextInput
      {...common}
      hint={[field.hint, `Your time zone: ${zone}`].filter(Boolean).join('. ')}
      type="datetime-local"
      max="9999-12-31T23:59"
      readOnly={readOnly}
      name={name}
      ref={ref}
      value={typed ?? localOf(iso)}
      onChange={({ target }) => {
        setTyped(target.value)
        form.setValue(field.name, exactOf(target.value), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }}
      onBlur={() => {
        setTyped(null)
        onBlur()
      }}
    />
  )
}
