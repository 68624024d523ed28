/** The step-up form (contract, Writes): the password and, if two-factor is on, a code of the app or a recovery code. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm } from 'react-hook-form'
import { STEP_UP_FORMS, type StepUpFactor } from '@contract/entities/two-factor'
import { PasswordInput } from '@design-system/components/PasswordInput/PasswordInput'
import { FactorField } from '../code/FactorField'
import { Parts } from './step-up.styles'

export interface StepUpFormProps {
  id: string
  /** Two-factor is on: a code is required too. */
  needsCode: boolean
  /** A call is in flight. */
  busy: boolean
  passwordProblem: string | null
  codeProblem: string | null
  onChange: () => void
  /** `code` is '' if none is needed. */
  onSubmit: (password: string, code: string) => void
  /** Buttons that belong to the form. */
  children?: ReactNode
}

const EXPLANATION = {
  password: 'Confirm that it is you: type your password again.',
  app: 'Confirm that it is you: with your password, and a code that you have not used yet.',
  recovery: 'Confirm that it is you: with your password, and one of your recovery codes. Each works once.',
} as const satisfies Record<StepUpFactor, string>

export function StepUpForm({
  id,
  needsCode,
  busy,
  passwordProblem,
  codeProblem,
  onChange,
  onSubmit,
  children,
}: StepUpFormProps) {
  const [usesRecovery, setUsesRecovery] = useState(false)
  const factor: StepUpFactor = !needsCode ? 'password' : usesRecovery ? 'recovery' : 'app'
  const {
    register,
    handleSubmit,
    setFocus,
    setValue,
    clearErrors,
    formState: { errors },
  } = useForm({ defaultValues: { password: '', twoFAToken: '' }, resolver: yupResolver(STEP_UP_FORMS[factor]) })
  const isFocused = useRef(false)
  useEffect(() => {
    const isRefused = passwordProblem !== null || codeProblem !== null
    // The first typed character removes the error; the focus then stays in the field.
    if (isRefused || !isFocused.current)
      setFocus(codeProblem === null ? 'password' : 'twoFAToken', { shouldSelect: isRefused })
    isFocused.current = true
  }, [passwordProblem, codeProblem, setFocus])

  const change = () => {
    setUsesRecovery(!usesRecovery)
    setValue('twoFAToken', '')
    clearErrors('twoFAToken')
    onChange()
    requestAnimationFrame(() => setFocus('twoFAToken'))
  }
  return (
    <form
      id={id}
      noValidate
      aria-label="Confirm that it is you"
      onSubmit={(event) => void handleSubmit(({ password, twoFAToken }) => onSubmit(password, twoFAToken))(event)}
    >
      <Parts>
        <p>{EXPLANATION[factor]}</p>
        <PasswordInput
          label="Password"
          required
          autoComplete="current-password"
          readOnly={busy}
          error={errors.password?.message ?? passwordProblem ?? undefined}
          {...register('password', { onChange })}
        />
        {needsCode && (
          <FactorField
            usesRecovery={usesRecovery}
            onChangeFactor={change}
            changeDisabledReason={busy ? 'Wait for the server’s answer' : undefined}
            required
            readOnly={busy}
            error={errors.twoFAToken?.message ?? codeProblem ?? undefined}
            {...register('twoFAToken', { onChange })}
          />
        )}
      </Parts>
      {children ?? (
        <button type="submit" hidden>
          Submit
        </button>
      )}
    </form>
  )
}
