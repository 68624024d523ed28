/** A form of one record (spec 3 and 5): create, edit, and others. The resource defines the fields. */
import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { applies } from '@contract/records/dependents'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import type { FormField, FormSection } from '@resources/resource'
import { DraftBand, type DraftBandProps } from './DraftBand'
import { FormFoot, type FormFootProps } from '../shared/form/FormFoot'
import { FieldInput, type InputSources, type RecordValues } from './FieldInput'
import { Beside, Grid, Section, SectionTitle, Whole } from './RecordForm.styles'

/** A field of the form, with the person's rights. */
export interface RecordField extends FormField {
  /** False: the person may not read this field of the record, so the form neither shows nor changes it. */
  isReadable: boolean
}

export interface RecordFormProps extends Omit<FormFootProps, 'onCancel'> {
  /** Accessible name of the form. */
  title: string
  fields: readonly RecordField[]
  /** Titled groups of fields; fields without a group are first. */
  sections?: readonly FormSection[] | undefined
  form: UseFormReturn<RecordValues>
  sources: InputSources
  draft: DraftBandProps | null
  /** Next to the fields; below them on narrow pages. */
  preview?: ReactNode
  /** The fields are read-only, because the save has no outcome yet. */
  locked: boolean
  onSubmit: (event: React.FormEvent) => void
  onCancel: () => void
}

/** Moves the focus from the modal, which had it while the record was read, to the first field. */
function takeFocus(form: HTMLFormElement | null) {
  if (form && document.activeElement?.contains(form))
    form.querySelector<HTMLElement>('[data-input]:not(:disabled)')?.focus()
}

/** A field whose value the person may not read. */
const UnreadableField = ({ field: { label } }: { field: RecordField }) => (
  <TextInput label={label} value="" disabled hint="Your role may not read this. It stays as it is." />
)

/** @returns the fields that apply with the current values of the form */
function useShownFields(fields: readonly RecordField[], form: UseFormReturn<RecordValues>): readonly RecordField[] {
  const others = [...new Set(fields.flatMap(({ when }) => when?.field ?? []))]
  const watched = useWatch({ control: form.control, name: others })
  const values = Object.fromEntries(others.map((name, index) => [name, watched[index]]))
  return fields.filter((field) => applies(field, values))
}

/** @returns the fields without a section, then the fields of each section; without empty groups */
function groupsOf(fields: readonly RecordField[], sections: readonly FormSection[]) {
  const named = (names: readonly string[]) => fields.filter(({ name }) => names.includes(name))
  const all = sections.flatMap((section) => section.fields)
  const rest = fields.filter(({ name }) => !all.includes(name))
  return [
    { title: null, fields: rest },
    ...sections.map((section) => ({ title: section.title, fields: named(section.fields) })),
  ].filter((group) => group.fields.length > 0)
}

export function RecordForm({
  title,
  fields,
  sections = [],
  form,
  sources,
  draft,
  preview,
  locked,
  onSubmit,
  onCancel,
  ...foot
}: RecordFormProps) {
  const shown = useShownFields(fields, form)
  const input = (field: RecordField) => (
    <Whole key={field.name} data-half={field.half || undefined}>
      {field.isReadable ? (
        <FieldInput field={field} form={form} readOnly={locked} sources={sources} />
      ) : (
        <UnreadableField field={field} />
      )}
    </Whole>
  )
  return (
    <form ref={takeFocus} noValidate aria-label={title} onSubmit={onSubmit}>
      <Beside data-preview={Boolean(preview) || undefined}>
        <Grid>
          {draft && (
            <Whole>
              <DraftBand {...draft} />
            </Whole>
          )}
          {groupsOf(shown, sections).map((group) =>
            group.title === null ? (
              group.fields.map(input)
            ) : (
              <Section key={group.title}>
                <SectionTitle>{group.title}</SectionTitle>
                <Grid>{group.fields.map(input)}</Grid>
              </Section>
            ),
          )}
        </Grid>
        {preview}
      </Beside>
      <FormFoot {...foot} onCancel={onCancel} />
    </form>
  )
}
