/** Suggests a slug from the name until the person types one. */
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { slugOf } from '@contract/records/slug'
import type { FormField } from '@resources/resource'
import type { RecordValues } from './FieldInput'

/** @param field contains the name of the source field; an existing slug is not changed */
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
