/** Turns 2FA off (spec 2, Two-factor modal; look.md, picture 13): the question, then the proof that the server may want (contract, Writes: step-up). */
import { useEffect, useRef } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm } from 'react-hook-form'
import { stepUpFormSchema } from '@contract/entities/two-factor'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { CodeInput } from './CodeInput'
import { Parts } from './TwoFactor.styles'

interface StepUpProps {
  /** The server checks, or turns it off. */
  busy: boolean
  passwordProblem: string | null
  codeProblem: string | null
  onChange: () => void
  onSubmit: (password: string, code: string) => void
}

export interface TwoFactorOffProps extends StepUpProps {
  /** The server wants to know again who this is. */
  asksWho: boolean
  /** Above the buttons. */
  problem: string | null
  /** The question is answered with yes. */
  onConfirm: () => void
  /** Keep it on, Esc. */
  onClose: () => void
}

const FORM = 'step-up'

/** Password and code; sent by the button of the modal, or by Enter. */
function StepUp({ busy, passwordProblem, codeProblem, onChange, onSubmit }: StepUpProps) {
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors },
  } = useForm({ defaultValues: { password: '', twoFAToken: '' }, resolver: yupResolver(stepUpFormSchema) })
  const isBegun = useRef(false)
  useEffect(() => {
    const isRefused = passwordProblem !== null || codeProblem !== null
    // A refusal goes with the first key, and whoever types stays where they are.
    if (isRefused || !isBegun.current)
      setFocus(codeProblem === null ? 'password' : 'twoFAToken', { shouldSelect: isRefused })
    isBegun.current = true
  }, [passwordProblem, codeProblem, setFocus])
  return (
    <form
      id={FORM}
      noValidate
      aria-label="Show again who you are"
      onSubmit={(event) => void handleSubmit(({ password, twoFAToken }) => onSubmit(password, twoFAToken))(event)}
    >
      <Parts>
        <p>Show again who you are: with your password, and with a code that you have not used yet.</p>
        <PasswordInput
          label="Password"
          required
          autoComplete="current-password"
          readOnly={busy}
          error={errors.password?.message ?? passwordProblem ?? undefined}
          {...register('password', { onChange })}
        />
        <CodeInput
          readOnly={busy}
          error={errors.twoFAToken?.message ?? codeProblem ?? undefined}
          {...register('twoFAToken', { onChange })}
        />
      </Parts>
      <button type="submit" hidden>
        Disable
      </button>
    </form>
  )
}

/** One modal for both, so that the focus comes back to where it was before the question. */
export function TwoFactorOff({ asksWho, problem, onConfirm, onClose, ...stepUp }: TwoFactorOffProps) {
  const confirm = () => {
    if (!asksWho) onConfirm()
    else (document.getElementById(FORM) as HTMLFormElement).requestSubmit()
  }
  return (
    <ConfirmModal
      title="Turn off two-factor?"
      confirm="Disable"
      cancel="Keep it on"
      tone="danger"
      busy={stepUp.busy}
      error={problem ?? undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {asksWho ? <StepUp {...stepUp} /> : 'After this, your password alone opens this account.'}
    </ConfirmModal>
  )
}
