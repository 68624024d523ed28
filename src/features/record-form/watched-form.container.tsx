/** Inputs whose values are handed on while they are typed: for an answer that follows them. */
import { useEffect, useState, type ReactNode } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm, type Resolver } from 'react-hook-form'
import type { Fields } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import type { FormField } from '@resources/resource'
import { FieldInput, type InputSources, type RecordValues } from './FieldInput'
import { sentValues, valuesOf } from './form-values'
import { useNameSearch } from './name-search.container'

/** What is told of what is typed. */
export interface Watching {
  /** The fields are valid: the body of the call. */
  completed: (body: Readonly<Record<string, unknown>>) => void
  /** A field is empty that must not be, or wrong. */
  incomplete: () => void
}

/**
 * @param asks the inputs
 * @param fields their descriptions, which say what is valid
 * @param watching is told of each change; must stay the same
 * @returns the inputs
 */
export function useWatchedForm(asks: readonly FormField[], fields: Fields, watching: Watching): ReactNode {
  const [schema] = useState(() => askedSchema({ asks: fields }))
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
  const search = useNameSearch()
  const sources: InputSources = { roles: [], rolesProblem: null, search, names: new Map(), upload: undefined }
  return asks.map((field) => (
    <FieldInput key={field.name} field={field} form={form} readOnly={false} sources={sources} />
  ))
}
