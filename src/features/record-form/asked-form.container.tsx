/** The fields of an action on many records, as a form whose values are kept while its dialog is open. */
import { useMemo, type ReactNode } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { yupResolver } from '@hookform/resolvers/yup'
import { askedSchema } from '@contract/records/schemas'
import type { FormField, Resource, Row } from '@resources/resource'
import { FieldInput, type InputSources, type RecordValues } from './FieldInput'
import { sentValues, valuesOf } from './form-values'
import { useRecordNames } from './record-names.container'

/** Requires a reason, as the dialog for a single record does. */
const requiring = (field: FormField): FormField =>
  field.name === 'reason' ? { ...field, kind: 'longText', required: true } : field

/**
 * @param action name of one of the record's actions
 * @param asks its fields
 * @returns the inputs, and `submit`, which validates them and passes on the body of the call if they are valid
 */
export function useAskedForm({ record, operations }: Resource<Row>, action: string, asks: readonly FormField[]) {
  const fields = useMemo(() => asks.map(requiring), [asks])
  const resolve = yupResolver(askedSchema(record.actions[action] ?? {}), undefined, {
    raw: true,
  }) as unknown as Resolver<RecordValues>
  const form = useForm<RecordValues>({
    defaultValues: valuesOf(fields),
    resolver: async (values, context, options) => {
      const lacking = fields.filter((field) => field.required && (values[field.name] ?? '').trim() === '')
      if (lacking.length === 0) return resolve(values, context, options)
      const errors = Object.fromEntries(lacking.map(({ name }) => [name, { type: 'required', message: 'Required' }]))
      return { values: {}, errors }
    },
  })
  const sources: InputSources = { roles: [], rolesProblem: null, ...useRecordNames(), upload: operations.upload }
  const inputs: ReactNode = fields.map((field) => (
    <FieldInput key={field.name} field={field} form={form} readOnly={false} sources={sources} />
  ))
  const submit = (onAsked: (body: Readonly<Record<string, unknown>>) => void) =>
    form.handleSubmit((typed) => onAsked(sentValues(fields, typed, true)))
  return { inputs, submit }
}
