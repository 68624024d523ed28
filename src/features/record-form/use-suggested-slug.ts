/** A slug is suggested from the name until somebody types one. */
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { slugOf } from '@contract/records/slug'
import type { FormField } from '@resources/resource'
import type { RecordValues } from './FieldInput'

/** @param field with the name of the field that suggests it; a record that has a slug keeps it */
export function useSuggestedSlug(form: UseFormReturn<RecordValues>, { name, from }: FormField): void {
  useEffect(() => {
    if (from === undefined || form.getValues(name) !== '') return
    let suggested = ''
    return form.subscribe({
      name: [from],
      formState: { values: true },
      callback: ({ values }) => {
        const next = slugOf(values[from] ?? '')
        if (values[name] !== suggested || next === suggested) return
        suggested = next
        form.setValue(name, next, { shouldDirty: true, shouldValidate: form.getFieldState(name).isTouched })
      },
    })
  }, [form, name, from])
}
