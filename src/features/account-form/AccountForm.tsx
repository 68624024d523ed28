/** The forms of an account (spec 3 and 5): create, edit, reset password. The resource defines their fields. */
import type { FieldErrors, UseFormRegister, UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { SelectField } from '@design-system/components/SelectField/SelectField'
import { TextInput } from '@design-system/components/TextInput/TextInput'
import type { FormField } from '@resources/resource'
import { DraftBand, type DraftBandProps } from '../shared/form/DraftBand'
import { FormFoot, type FormFootProps } from '../shared/form/FormFoot'
import { passwordRules } from '../shared/form/password-rules'
import { Grid, Whole } from './AccountForm.styles'

/** Values by field name; '' for nothing. */
export type AccountValues = Record<string, string>

/** A field of the form, for one person. */
export interface AccountField extends FormField {
  /** False: the person may not read this field of the record, so the form neither shows nor changes it. */
  isReadable: boolean
}

export interface AccountFormProps extends Omit<FormFootProps, 'onCancel'> {
  /** Accessible name of the form. */
  title: string
  fields: readonly AccountField[]
  form: UseFormReturn<AccountValues>
  /** Roles that can be given; the record's own is always among them. */
  roles: readonly string[]
  /** The roles could not be read. */
  rolesProblem: string | null
  draft: DraftBandProps | null
  onSubmit: (event: React.FormEvent) => void
  onCancel: () => void
}

/** The modal's frame had the focus while the record was read: its first field takes it. */
function takeFocus(form: HTMLFormElement | null) {
  if (form && document.activeElement?.contains(form))
    form.querySelector<HTMLElement>('[data-input]:not(:disabled)')?.focus()
}

interface FieldProps {
  field: AccountField
  register: UseFormRegister<AccountValues>
  errors: FieldErrors<AccountValues>
  readOnly: boolean
  roles: readonly string[]
  rolesProblem: string | null
  form: UseFormReturn<AccountValues>
}

function NewPassword({ field, form, register, errors, readOnly }: FieldProps) {
  const typed = useWatch({ control: form.control, name: field.name })
  return (
    <PasswordInput
      label={field.label}
      required={field.required}
      autoComplete="new-password"
      readOnly={readOnly}
      error={errors[field.name]?.message}
      rules={passwordRules(typed ?? '')}
      {...register(field.name, { deps: 'confirm_password' })}
    />
  )
}

/** The value exists, but not for this person. */
const UnreadableField = ({ field: { label } }: Pick<FieldProps, 'field'>) => (
  <TextInput label={label} value="" disabled hint="Your role may not read this. It stays as it is." />
)

function FieldInput(props: FieldProps) {
  const { field, register, errors, readOnly, roles, rolesProblem } = props
  const common = { label: field.label, required: field.required, hint: field.hint, error: errors[field.name]?.message }
  switch (field.kind) {
    case 'newPassword':
      return <NewPassword {...props} />
    case 'passwordAgain':
      return <PasswordInput {...common} autoComplete="new-password" readOnly={readOnly} {...register(field.name)} />
    case 'role':
      return (
        <SelectField
          {...common}
          hint={rolesProblem ?? field.hint}
          disabled={readOnly}
          placeholder="Choose a role"
          options={roles.map((role) => ({ value: role, label: role }))}
          {...register(field.name)}
        />
      )
    case 'storeCode':
      return (
        <TextInput
          {...common}
          readOnly={readOnly}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...register(field.name, { setValueAs: (value: string) => value.trim() })}
        />
      )
    case 'email':
      return (
        <TextInput
          {...common}
          type="email"
          inputMode="email"
          readOnly={readOnly}
          autoComplete="off"
          spellCheck={false}
          {...register(field.name)}
        />
      )
    case 'text':
      return (
        <TextInput {...common} readOnly={readOnly} autoComplete="off" spellCheck={false} {...register(field.name)} />
      )
  }
}

export function AccountForm({
  title,
  fields,
  form,
  roles,
  rolesProblem,
  draft,
  onSubmit,
  onCancel,
  ...foot
}: AccountFormProps) {
  const {
    register,
    formState: { errors },
  } = form
  return (
    <form ref={takeFocus} noValidate aria-label={title} onSubmit={onSubmit}>
      <Grid>
        {draft && (
          <Whole>
            <DraftBand {...draft} />
          </Whole>
        )}
        {fields.map((field) => (
          <Whole key={field.name} data-half={field.half || undefined}>
            {field.isReadable ? (
              <FieldInput
                field={field}
                form={form}
                register={register}
                errors={errors}
                readOnly={foot.busy}
                roles={roles}
                rolesProblem={rolesProblem}
              />
            ) : (
              <UnreadableField field={field} />
            )}
          </Whole>
        ))}
      </Grid>
      <FormFoot {...foot} onCancel={onCancel} />
    </form>
  )
}
