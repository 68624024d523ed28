/** Turns 2FA on (spec 2, Two-factor modal; look.md, picture 13): the step-up, a secret for the app, and a code of the app. */
import { useEffect, useRef } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm } from 'react-hook-form'
import { twoFactorFormSchema, type TwoFactorForm, type TwoFactorSetup as Setup } from '@contract/entities/two-factor'
import { ReadOnlyBox } from '@design-system/components/ReadOnlyBox/ReadOnlyBox'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { CodeInput } from '../shared/code/CodeInput'
import { FormFoot } from '../shared/form/FormFoot'
import { StepUpForm, type StepUpFormProps } from '../shared/step-up/StepUpForm'
import { Parts } from '../shared/step-up/step-up.styles'
import { Bones, Picture, Secret } from './TwoFactor.styles'

export interface TwoFactorSetupProps extends Pick<StepUpFormProps, 'passwordProblem' | 'needsCode'> {
  /** The form of the step-up replaces the secret. */
  isSteppingUp: boolean
  onStepUpChange: () => void
  onStepUp: StepUpFormProps['onSubmit']
  /** Null while it is being created, and if that failed. */
  setup: Setup | null
  /** Why there is no secret yet; null once it exists. */
  missing: 'coming' | 'notBegun' | null
  /** The server is checking the code. */
  busy: boolean
  /** Above the buttons. */
  problem: string | null
  /** Message at the code, also of the step-up. */
  codeProblem: string | null
  onChange: () => void
  onSubmit: (code: string) => void
  /** Requests a secret again. */
  onRetry: () => void
  /** Cancel, ×, Esc. */
  onClose: () => void
}

/** Title of the modal, and name of the form. */
export const SETUP_TITLE = 'Two Factor Authentication'
/** In groups of four, as authenticator apps show it, which is easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The secret as a picture and as text, or skeletons of both. */
function SecretParts({ setup }: { setup: Setup | null }) {
  if (!setup) {
    return (
      <Secret>
        <VisuallyHidden as="output">Preparing your secret</VisuallyHidden>
        <Picture>
          <Skeleton width={156} height={156} />
        </Picture>
        <Bones>
          <Skeleton width={140} height={12} />
          <Skeleton height={72} />
        </Bones>
      </Secret>
    )
  }
  return (
    <Secret>
      <Picture data-is="there">
        <img src={setup.qr_code_url} alt="QR code of the secret, to be scanned with an authenticator app" />
      </Picture>
      <ReadOnlyBox
        label="Or type this secret"
        code
        value={inGroups(setup.secret_code)}
        copyText={setup.secret_code}
        copyLabel="Copy the secret"
      />
    </Secret>
  )
}

/** The secret, and the field for a code of the app. */
function EnrolForm({
  setup,
  missing,
  busy,
  problem,
  codeProblem,
  onChange,
  onSubmit,
  onRetry,
  onClose,
}: Omit<TwoFactorSetupProps, 'isSteppingUp' | 'passwordProblem' | 'needsCode' | 'onStepUp' | 'onStepUpChange'>) {
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors },
  } = useForm<TwoFactorForm>({ defaultValues: { twoFAToken: '' }, resolver: yupResolver(twoFactorFormSchema) })
  const form = useRef<HTMLFormElement>(null)
  const notBegun = missing === 'notBegun'

  // The focus moves to the next step: the code, the rejected code, or Try again.
  useEffect(() => {
    if (notBegun) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
    else setFocus('twoFAToken', { shouldSelect: codeProblem !== null })
  }, [notBegun, codeProblem, setFocus])

  const submit = (event: React.FormEvent) => {
    if (!notBegun) return void handleSubmit(({ twoFAToken }) => onSubmit(twoFAToken))(event)
    event.preventDefault()
    onRetry()
  }
  return (
    <form ref={form} noValidate aria-label={SETUP_TITLE} onSubmit={submit}>
      {!notBegun && (
        <Parts>
          <p>Scan the code with your authenticator app, then type the six digits it shows.</p>
          <SecretParts setup={setup} />
          <CodeInput
            required
            readOnly={busy && missing === null}
            error={errors.twoFAToken?.message ?? codeProblem ?? undefined}
            {...register('twoFAToken', { onChange })}
          />
        </Parts>
      )}
      <FormFoot
        verb={notBegun ? 'Try again' : 'Submit'}
        busy={busy}
        canCancel={!busy || missing === 'coming'}
        problem={problem}
        onCancel={onClose}
      />
    </form>
  )
}

/** The content of the modal 'Two Factor Authentication', from the step-up to the code. */
export function TwoFactorSetup({
  isSteppingUp,
  passwordProblem,
  needsCode,
  onStepUp,
  onStepUpChange,
  ...enrol
}: TwoFactorSetupProps) {
  const { busy, missing, problem, codeProblem, onClose } = enrol
  if (!isSteppingUp) return <EnrolForm {...enrol} />
  return (
    <StepUpForm
      id="setup-step-up"
      needsCode={needsCode}
      busy={busy}
      passwordProblem={passwordProblem}
      codeProblem={codeProblem}
      onChange={onStepUpChange}
      onSubmit={onStepUp}
    >
      <FormFoot
        verb="Continue"
        busy={busy}
        canCancel={!busy || missing === 'coming'}
        problem={problem}
        onCancel={onClose}
      />
    </StepUpForm>
  )
}
