/**
 * References to several records: the chosen ones, which can be removed, and a search for more. The form's value is their
 * ids, joined by commas.
 */
import { useController } from 'react-hook-form'
import { X } from 'lucide-react'
import { Combobox } from '@design-system/components/Combobox/Combobox'
import type { Choice } from '@design-system/components/Combobox/choices'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { Tag } from '@design-system/primitives/Tag/Tag'
import type { FieldInputProps } from './FieldInput'
import { useNamesOf } from './names-of'
import { Chosen, ChosenList } from './RecordForm.styles'

export function ReferencesField({ field, form, readOnly, sources }: FieldInputProps) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control: form.control, name: field.name })
  const ids = value.split(',').filter(Boolean)
  const nameOf = useNamesOf(field, ids, sources)
  const write = (next: readonly string[]) => onChange(next.join(','))
  const search = sources.search(field.names!)
  const searchOthers = async (query: string, signal: AbortSignal): Promise<readonly Choice[]> => {
    const choices = await search(query, signal)
    return choices.filter((choice) => !ids.includes(choice.value))
  }
  return (
    <div>
      <Combobox
        // A new key after each choice, so that the field is empty again.
        key={ids.length}
        label={field.label}
        required={field.required}
        hint={field.hint}
        error={fieldState.error?.message}
        readOnly={readOnly}
        placeholder="Type to add one"
        options={searchOthers}
        onBlur={onBlur}
        onValueChange={(id) => {
          if (id) write([...ids, id])
        }}
        ref={ref}
      />
      {ids.length > 0 && (
        <ChosenList aria-label={field.label}>
          {ids.map((id) => (
            <Chosen key={id}>
              <Tag>{nameOf(id)}</Tag>
              <IconButton
                icon={X}
                label={`Remove ${nameOf(id)}`}
                size="small"
                disabled={readOnly}
                onClick={() => write(ids.filter((each) => each !== id))}
              />
            </Chosen>
          ))}
        </ChosenList>
      )}
    </div>
  )
}
