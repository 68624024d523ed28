/** Change Password (spec 2 and 5; look.md, picture 13). */
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { ChangePasswordForm } from '@contract/entities/session'
import { Modal } from '@design-system/components/Modal/Modal'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { FormFoot, type FormFootProps } from '../shared/form/FormFoot'
import { Fields } from '../shared/form/form.styles'
import { passwordRules } from '../shared/form/password-rules'
import { alsoChecks } from '../shared/form/repetition'

export interface ChangePasswordProps extends Pick<
  FormFootProps,
  'busy' | 'checking' | 'isUnresolved' | 'problem' | 'leaving'
> {
  /** The fields are read-only, because the save has no outcome yet. */
  locked: boolean
  form: UseFormReturn<ChangePasswordForm>
  onSubmit: (event: React.FormEvent) => void
  /** Cancel, ×, Esc. */
  onClose: () => void
}

const TITLE = 'Change Password'

export function ChangePassword({ form, locked, onSubmit, onClose, ...foot }: ChangePasswordProps) {
  const {
    register,
    control,
    formState: { errors },
  } = form
  const typed = useWatch({ control, name: 'new_password' })
  return (
    <Modal title={TITLE} onClose={onClose}>
      <form noValidate aria-label={TITLE} onSubmit={onSubmit}>
        <Fields>
          <PasswordInput
            label="Current password"
            required
            autoComplete="current-password"
            readOnly={locked}
            error={errors.current_password?.message}
            {...register('current_password')}
          />
          <PasswordInput
            label="New password"
            required
            autoComplete="new-password"
            readOnly={locked}
            error={errors.new_password?.message}
            rules={passwordRules(typed)}
            {...register('new_password', alsoChecks(form, 'confirm_password'))}
          />
          <PasswordInput
            label="Confirm password"
            required
            autoComplete="new-password"
            readOnly={locked}
            error={errors.confirm_password?.message}
            {...register('confirm_password')}
          />
        </Fields>
        <FormFoot verb="Submit" {...foot} onCancel={onClose} />
      </form>
    </Modal>
  )
}
