/** Change Password with a submission machine: a form of secrets, so it stores no draft and asks before input is lost. */
import { profileOperations } from '@contract/http/profile'
import { changePasswordSchema, type ChangePasswordForm } from '@contract/entities/session'
import { ok } from '@contract/errors'
import { useConsole } from '@console/console'
import { useSubmission } from '../shared/form/submission.container'
import { ChangePassword } from './ChangePassword'

const EMPTY: ChangePasswordForm = { current_password: '', new_password: '', confirm_password: '' }

export interface ChangePasswordContainerProps {
  /** Closes the modal: saved, or left. */
  onClose: () => void
}

export default function ChangePasswordContainer({ onClose }: ChangePasswordContainerProps) {
  const { api } = useConsole()
  const { form, submit, busy, locked, checking, isUnresolved, problem, leaving, leave } =
    useSubmission<ChangePasswordForm>({
      definition: {
        draftKey: null,
        secretFields: Object.keys(EMPTY),
        successMessage: 'Your password has been successfully changed.',
        submit: async ({ values, key }, signal) => {
          const answer = await api.call(
            profileOperations.changePassword,
            { body: values as ChangePasswordForm },
            { signal, idempotencyKey: key },
          )
          return answer.ok ? ok({ data: null, message: answer.value.message }) : answer
        },
      },
      schema: changePasswordSchema,
      defaultValues: EMPTY,
      version: null,
      onSucceeded: onClose,
      onLeft: onClose,
    })
  return (
    <ChangePassword
      form={form}
      busy={busy}
      locked={locked}
      checking={checking}
      isUnresolved={isUnresolved}
      problem={problem}
      leaving={leaving}
      onSubmit={submit}
      onClose={leave}
    />
  )
}
