/** The preview of what typed values would do: the server is asked again after each change of them. */
import { useEffect, useState } from 'react'
import type { Result } from '@contract/errors'
import type { Fields } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import type { FormField } from '@resources/resource'
import { usePreview } from '../shared/preview/preview.container'
import type { RecordValues } from './FieldInput'
import { sentValues } from './form-values'

type Values = Readonly<Record<string, unknown>>

export interface TypedPreview {
  /** The fields that the preview depends on: their rules, and their inputs. */
  fields: Fields
  asks: readonly FormField[]
  /** Typed values by field. */
  values: Readonly<RecordValues>
  /** Further values of the body, as texts; those that are not set are left out. */
  more?: Readonly<Record<string, string | undefined>>
  /** There is no preview: nothing is asked. */
  idle?: boolean
  /** The call; only the first one that is passed is used. */
  ask: (body: Values, signal: AbortSignal) => Promise<Result<{ data: Values }>>
}

/** @returns what to show, and how to ask again after a failure */
export function useTypedPreview({ fields, asks, values, more, idle = false, ask }: TypedPreview) {
  const { view, commands } = usePreview(ask)
  const [schema] = useState(() => askedSchema({ asks: fields }))
  const typed = JSON.stringify(Object.fromEntries(asks.map(({ name }) => [name, values[name] ?? ''])))
  const added = JSON.stringify(Object.fromEntries(Object.entries(more ?? {}).filter(([, value]) => value)))
  useEffect(() => {
    if (idle) return
    const asked = JSON.parse(typed) as Record<string, string>
    if (schema.isValidSync(asked))
      commands.completed({ ...sentValues(asks, asked, true), ...(JSON.parse(added) as Values) })
    else commands.incomplete()
  }, [typed, added, schema, commands, asks, idle])
  return { view, retry: commands.retry }
}
