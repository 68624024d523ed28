/** Inputs that pass on their values during typing, for a result that is updated with them. */
import { useEffect, useState, type ReactNode } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm, type Resolver } from 'react-hook-form'
import type { Fields } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import type { FormField } from '@resources/resource'
import { FieldInput, type InputSources, type RecordValues } from './FieldInput'
import { sentValues, trimmed, valuesOf } from './form-values'
import { useRecordNames } from './record-names.container'

/** Receives the typed values. */
export interface Watching {
  /** All fields are valid; `body` is the body of the call. */
  completed: (body: Readonly<Record<string, unknown>>) => void
  /** A required field is empty, or a field is invalid. */
  incomplete: () => void
}

/**
 * @param asks the inputs
 * @param fields their definitions, for validation
 * @param watching called on each change; must be the same object in each render
 * @returns the inputs
 */
export function useWatchedForm(asks: readonly FormField[], fields: Fields, watching: Watching): ReactNode {
  const [schema] = useState(() => trimmed(askedSchema({ asks: fields })))
  const form = useForm<RecordValues>({
    mode: 'onTouched',
    defaultValues: valuesOf(asks),
    resolver: yupResolver(schema, undefined, { raw: true }) as unknown as Resolver<RecordValues>,
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (schema.isValidSync(values)) watching.completed(sentValues(asks, values, true))
          else watching.incomplete()
        },
      }),
    [subscribe, schema, watching, asks],
  )
  const sources: InputSources = { roles: [], rolesProblem: null, ...useRecordNames(), upload: undefined }
  return asks.map((field) => (
    <FieldInput key={field.name} field={field} form={form} readOnly={false} sources={sources} />
  ))
}
