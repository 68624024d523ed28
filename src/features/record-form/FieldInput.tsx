/** The input for one field of a form, by the kind of the field. */
import type { FocusEvent } from 'react'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { STORE_CODE } from '@contract/patterns'
import { readAs, readCode, readNumber } from '@contract/typed'
import type { FieldProps } from '@design-system/components/Field/Field'
import { Combobox } from '@design-system/components/Combobox/Combobox'
import type { SearchChoices } from '@design-system/components/Combobox/choices'
import { lazyComponent } from '@design-system/components/Lazy/lazy-component'
import { LengthBar } from '@design-system/components/LengthBar/LengthBar'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { NumberInput } from '@design-system/components/NumberInput/NumberInput'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { SelectField } from '@design-system/components/SelectField/SelectField'
import { Textarea } from '@design-system/components/Textarea/Textarea'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import { writeInto } from '@design-system/primitives/write-into'
import type { FormField, InputKind, NamesOperation, UploadOperation } from '@resources/resource'
import { passwordRules } from '../shared/form/password-rules'
import { alsoChecks } from '../shared/form/repetition'
import { roleWords } from '../shared/role-label'
import { ChecklistField } from './ChecklistField'
import { ColorField } from './ColorField'
import { enumOptions } from '../shared/form/enum-options'
import { FlagField } from './FlagField'
import ImageFieldContainer, { type ImageFieldProps } from './image-field/ImageField.container'
import type { ImagesFieldProps } from './image-field/ImagesField.container'
import type { UploadTarget } from './image-field/upload.container'
import { useNamesOf } from './names-of'
import { ReferencesField } from './ReferencesField'
import { TimeField } from './TimeField'
import { useSuggestedSlug } from './use-suggested-slug'

/** Drag and drop of several images, loaded only for a form with such a field. */
const ImagesField = lazyComponent<ImagesFieldProps>(() => import('./image-field/ImagesField.container'), {
  name: 'The images',
})

/** Lists of groups, loaded only for a form with such a field. */
const ListField = lazyComponent<InputProps>(() => import('./ListField'), { name: 'The list' })

/** The editor of rich text, loaded only for a form with such a field. */
const RichTextField = lazyComponent<ImageFieldProps>(() => import('./rich-text/RichTextField.container'), {
  name: 'The text editor',
  fallback: ({ label }) => <LoadingIndicator label={`Loading the editor of ${label}`} />,
})

/** Values by field name, as text; '' for none. */
export type RecordValues = Record<string, string>

/** Returns a search for records by name. @param by value of a choice: the record's id, or its code */
export type NameSearch = (names: NamesOperation, by?: 'id' | 'code') => SearchChoices

/** Data and functions that inputs need from outside the form. */
export interface InputSources {
  /** Roles that the person may assign, and the record's current role. */
  roles: readonly string[]
  /** Why the roles could not be read; null if they could. */
  rolesProblem: string | null
  search: NameSearch
  /** Known names of records and private files, by id: those of the form's record, and those found since. */
  names: ReadonlyMap<string, string>
  /** Reads names that are not known yet: those of a restored draft. They are in `names` afterwards. */
  readNames: (names: NamesOperation, ids: readonly string[], signal: AbortSignal) => void
  /** The call that uploads files of the record; undefined if it has none. */
  upload: UploadOperation | undefined
}

/** What an item of a list knows of the form around it, because an item has a form of its own. */
export interface FormAround {
  /** Number of times that the form was sent. */
  submitCount: number
  /** @returns the values of a field in all items of the saved list: any of these images still exists */
  saved: (field: string) => readonly string[]
}

export interface FieldInputProps {
  field: FormField
  form: UseFormReturn<RecordValues>
  readOnly: boolean
  sources: InputSources
  /** Only in an item of a list. */
  around?: FormAround
}

export interface InputProps extends FieldInputProps {
  common: Pick<FieldProps, 'label' | 'required' | 'hint' | 'error'> & { label: string }
}

const plain = { autoComplete: 'off', spellCheck: false } as const

function NewPassword({ field, form, common, readOnly }: InputProps) {
  const typed = useWatch({ control: form.control, name: field.name })
  return (
    <PasswordInput
      {...common}
      autoComplete="new-password"
      readOnly={readOnly}
      rules={passwordRules(typed ?? '')}
      {...form.register(field.name, alsoChecks(form, 'confirm_password'))}
    />
  )
}

function SlugInput({ field, form, common, readOnly }: InputProps) {
  useSuggestedSlug(form, field)
  return <TextInput {...common} {...plain} readOnly={readOnly} {...meantOf(form, field)} />
}

function ReferenceInput({ field, form, common, readOnly, sources }: InputProps) {
  const id = useWatch({ control: form.control, name: field.name })
  const nameOf = useNamesOf(field, id ? [id] : [], sources)
  return (
    <Combobox
      {...common}
      readOnly={readOnly}
      placeholder="Type to search"
      options={sources.search(field.names!)}
      chosen={id ? { value: id, label: nameOf(id) } : undefined}
      {...form.register(field.name)}
    />
  )
}

/** Accepts a typed code, so that the form works while the stores cannot be read. The server checks it. */
const typedCode = (text: string): string | null => {
  const code = readCode(text).toUpperCase()
  return STORE_CODE.pattern.test(code) ? code : null
}

const StoreInput = ({ field, form, common, readOnly, sources }: InputProps) => (
  <Combobox
    {...common}
    readOnly={readOnly}
    placeholder="Type a name or a code"
    options={sources.search(field.names!, 'code')}
    valueOfTyped={typedCode}
    {...form.register(field.name)}
  />
)

/** Registers an input that shows, when it is left, the text as it is meant, which is what is sent. */
function meantOf(form: UseFormReturn<RecordValues>, { name, reads = 'exact' }: FormField) {
  const registered = form.register(name)
  return {
    ...registered,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      writeInto(event.currentTarget, readAs(reads, event.currentTarget.value))
      return registered.onBlur(event)
    },
  }
}

const TextField = ({ field, form, common, readOnly }: InputProps) => (
  <TextInput {...common} {...plain} readOnly={readOnly} {...meantOf(form, field)} />
)

/** A percentage may have its sign. */
const readPercent = (text: string): string | null => readNumber(readAs('percent', text))

/** Registers a native input without its limits, which the schema checks. */
function registered(form: UseFormReturn<RecordValues>, { name }: FormField) {
  const { max: _max, min: _min, ...rest } = form.register(name)
  return rest
}

/** @throws if the record has no upload, or the field no file rule: an error in the record's definition */
function targetOf({ field, sources }: InputProps): UploadTarget {
  if (!sources.upload || !field.file) throw new Error(`${field.name} takes files, and its record has no upload`)
  return { operation: sources.upload, field: field.uploadAs ?? field.name, rule: field.file }
}

const ImageInput = (props: InputProps) => (
  <ImageFieldContainer
    {...props.common}
    control={props.form.control}
    name={props.field.name}
    readOnly={props.readOnly}
    target={targetOf(props)}
    {...(props.around && { around: props.around })}
  />
)

const ImagesInput = (props: InputProps) => (
  <ImagesField
    {...props.common}
    control={props.form.control}
    name={props.field.name}
    readOnly={props.readOnly}
    target={targetOf(props)}
    max={props.field.max ?? 1}
    {...(props.around && { around: props.around })}
  />
)

const FilesInput = (props: InputProps) => (
  <ImagesField
    {...props.common}
    control={props.form.control}
    name={props.field.name}
    readOnly={props.readOnly}
    target={targetOf(props)}
    max={props.field.max ?? 1}
    {...(props.around && { around: props.around })}
    one="file"
    names={props.sources.names}
  />
)

/** The input of each kind. A missing kind fails the type check. */
const INPUTS: { readonly [K in InputKind]: (props: InputProps) => React.ReactNode } = {
  text: TextField,
  email: ({ field, form, common, readOnly }) => (
    <TextInput {...common} {...plain} type="email" inputMode="email" readOnly={readOnly} {...meantOf(form, field)} />
  ),
  longText: ({ field, form, common, readOnly }) => (
    <Textarea {...common} readOnly={readOnly} {...registered(form, field)} max={field.max} />
  ),
  newPassword: NewPassword,
  passwordAgain: ({ field, form, common, readOnly }) => (
    <PasswordInput {...common} autoComplete="new-password" readOnly={readOnly} {...form.register(field.name)} />
  ),
  secretText: ({ field, form, common, readOnly }) => (
    <PasswordInput {...common} autoComplete="new-password" readOnly={readOnly} {...form.register(field.name)} />
  ),
  richText: (props) => (
    <RichTextField
      {...props.common}
      control={props.form.control}
      name={props.field.name}
      readOnly={props.readOnly}
      target={targetOf(props)}
    />
  ),
  role: ({ field, form, common, readOnly, sources }) => (
    <SelectField
      {...common}
      hint={sources.rolesProblem ?? field.hint}
      disabled={readOnly}
      placeholder="Choose a role"
      options={sources.roles.map((role) => ({ value: role, label: roleWords(role) }))}
      {...form.register(field.name)}
    />
  ),
  storeCode: StoreInput,
  color: (props) => <ColorField {...props} />,
  slug: SlugInput,
  number: ({ field, form, common, readOnly }) => (
    <NumberInput
      {...common}
      decimals={field.decimals ?? 0}
      blockedKeys={field.decimals === 0 ? ['.', ','] : []}
      slot={typeof field.unit === 'object' ? field.unit[1] : field.unit}
      readOnly={readOnly}
      readNumber={field.reads === 'percent' ? readPercent : readNumber}
      {...form.register(field.name)}
    />
  ),
  flag: (props) => <FlagField {...props} />,
  time: (props) => <TimeField {...props} />,
  date: ({ field, form, common, readOnly }) => (
    <TextInput {...common} type="date" max="9999-12-31" readOnly={readOnly} {...registered(form, field)} />
  ),
  enum: ({ field, form, common, readOnly }) => (
    <SelectField
      {...common}
      disabled={readOnly}
      {...(field.none === undefined && { placeholder: field.required ? 'Choose one' : 'None' })}
      // What an empty value means is a choice like the others: it is not muted.
      options={enumOptions(field)}
      {...form.register(field.name)}
    />
  ),
  enums: (props) => <ChecklistField {...props} />,
  tags: TextField,
  reference: ReferenceInput,
  references: (props) => <ReferencesField {...props} />,
  image: ImageInput,
  images: ImagesInput,
  files: FilesInput,
  list: (props) => <ListField {...props} />,
}

/** @returns the first error message of a field, or of the values in its list */
function messageOf(errors: FieldErrors<RecordValues>, name: string): string | undefined {
  const error = errors[name] as { message?: string } | ({ message?: string } | undefined)[] | undefined
  return Array.isArray(error) ? error.find(Boolean)?.message : error?.message
}

export function FieldInput(props: FieldInputProps) {
  const { field, form } = props
  const Input = INPUTS[field.kind]
  const error = messageOf(form.formState.errors, field.name)
  return (
    <>
      <Input
        {...props}
        common={{
          label: field.label,
          ...(field.required && { required: true }),
          ...(field.hint !== undefined && { hint: field.hint }),
          ...(error !== undefined && { error }),
        }}
      />
      {field.best && <TypedLength field={field} best={field.best} form={form} />}
    </>
  )
}

type TypedLengthProps = Pick<FieldInputProps, 'field' | 'form'> & Required<Pick<FormField, 'best'>>

/** Shows the length of the typed text, without spaces at both ends, which are not sent. */
function TypedLength({ field, best, form }: TypedLengthProps) {
  const typed = useWatch({ control: form.control, name: field.name })
  return (
    <LengthBar
      label={`Length of ${field.label.toLowerCase()}`}
      length={Array.from((typed ?? '').trim()).length}
      best={best}
    />
  )
}
