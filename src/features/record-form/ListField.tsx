/** A list of groups in a form, for example questions with answers: each item has inputs for its fields. */
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { useController, useForm, type FieldErrors } from 'react-hook-form'
import { applies } from '@contract/records/dependents'
import { ItemsInput } from '@design-system/components/ItemsInput/ItemsInput'
import type { FormField } from '@resources/resource'
import { FieldInput, type FormAround, type InputProps, type InputSources, type RecordValues } from './FieldInput'
import { readItems, writeItems, type ItemValues } from './items'
import { Grid, Whole } from './RecordForm.styles'

interface ItemProps {
  fields: readonly FormField[]
  values: ItemValues
  errors: FieldErrors<RecordValues> | undefined
  readOnly: boolean
  sources: InputSources
  around: FormAround
  onChange: (values: ItemValues) => void
  /** Focuses the first input with an error. */
  takesFocus: boolean
  onFocused: () => void
}

/** The inputs of one item, in their own form. It passes typed values to the parent, and receives errors from it. */
function ItemInputs({ fields, values, errors, readOnly, sources, around, onChange, takesFocus, onFocused }: ItemProps) {
  // Errors that appear during typing must not take the focus: `takesFocus` decides.
  const form = useForm<RecordValues>({ defaultValues: values, shouldFocusError: false, ...(errors && { errors }) })
  const changed = useEffectEvent((typed: ItemValues) => {
    if (fields.some(({ name }) => (typed[name] ?? '') !== (values[name] ?? ''))) onChange(typed)
  })
  useEffect(() => form.subscribe({ formState: { values: true }, callback: (next) => changed(next.values) }), [form])
  // The values can change from outside: to the saved ones, or to those of a draft.
  useEffect(() => {
    const typed = form.getValues()
    if (fields.some(({ name }) => (typed[name] ?? '') !== (values[name] ?? ''))) form.reset(values)
  }, [form, fields, values])
  const wrong = fields.find(({ name }) => errors?.[name])?.name
  const focused = useEffectEvent(onFocused)
  useEffect(() => {
    if (!takesFocus || wrong === undefined) return
    form.setFocus(wrong)
    focused()
  }, [form, takesFocus, wrong])
  return (
    <Grid>
      {fields
        .filter((field) => applies(field, values))
        .map((field) => (
          <Whole key={field.name} data-half={field.half || undefined}>
            <FieldInput field={field} form={form} readOnly={readOnly} sources={sources} around={around} />
          </Whole>
        ))}
    </Grid>
  )
}

const newItemKey = (): string => crypto.randomUUID()

/** @throws if the field does not define the fields of its items: an error in the record's definition */
export default function ListField({ field, form, common, readOnly, sources }: InputProps) {
  if (!field.items) throw new Error(`${field.name} is a list, and does not say what its items hold`)
  const { one, fields } = field.items
  const { field: own, formState } = useController({ control: form.control, name: field.name })
  const items = readItems(own.value ?? '')
  const [keys, setKeys] = useState(() => items.map(newItemKey))
  // A list set from outside (a draft, the saved record) can have another number of items.
  if (keys.length !== items.length) setKeys(items.map((_item, index) => keys[index] ?? newItemKey()))
  const error = formState.errors[field.name] as unknown
  const errors = Array.isArray(error) ? (error as (FieldErrors<RecordValues> | undefined)[]) : []

  // The form requests the focus before the errors are rendered.
  const inputs = useRef<{ focus: () => void }>(null)
  const [wantsFocus, setWantsFocus] = useState(false)
  useImperativeHandle(own.ref, () => ({
    focus: () => {
      inputs.current?.focus()
      setWantsFocus(true)
    },
  }))
  const saved = formState.defaultValues?.[field.name] ?? ''
  const around: FormAround = {
    submitCount: formState.submitCount,
    saved: (name) => readItems(saved).map((item) => item[name] ?? ''),
  }
  const firstWrong = errors.findIndex((each) => each !== undefined)

  const write = (next: readonly ItemValues[], nextKeys: readonly string[] = keys) => {
    setKeys([...nextKeys])
    own.onChange(writeItems(fields, next))
  }
  const swapped = <T,>(all: readonly T[], index: number, by: -1 | 1): T[] => {
    const next = [...all]
    ;[next[index], next[index + by]] = [next[index + by]!, next[index]!]
    return next
  }
  return (
    <ItemsInput
      {...common}
      {...(errors.length > 0 && { error: `Check the marked ${one}s.` })}
      ref={inputs}
      one={one}
      max={field.max ?? 1}
      disabled={readOnly}
      items={keys.slice(0, items.length).map((key, index) => ({ key, wrong: errors[index] !== undefined }))}
      onAdd={() => write([...items, {}], [...keys, newItemKey()])}
      onRemove={(index) => write(items.toSpliced(index, 1), keys.toSpliced(index, 1))}
      onMove={(index, by) => write(swapped(items, index, by), swapped(keys, index, by))}
      onBlur={own.onBlur}
    >
      {(index) => (
        <ItemInputs
          fields={fields}
          values={items[index]!}
          errors={errors[index]}
          readOnly={readOnly}
          sources={sources}
          around={around}
          // Two uploads can end before the form renders again: the second adds to what the first wrote.
          onChange={(values) => write(readItems(form.getValues(field.name)).with(index, values))}
          takesFocus={wantsFocus && index === firstWrong}
          onFocused={() => setWantsFocus(false)}
        />
      )}
    </ItemsInput>
  )
}
