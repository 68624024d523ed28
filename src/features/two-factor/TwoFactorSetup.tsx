/** Turns 2FA on (spec 2, Two-factor modal; look.md, picture 13): a secret for the app, and a code of the app for the server. */
import { useEffect, useRef } from 'react'
import { yupResolver } from '@hookform/resolvers/yup'
import { useForm } from 'react-hook-form'
import { twoFactorFormSchema, type TwoFactorForm, type TwoFactorSetup as Setup } from '@contract/entities/two-factor'
import { Modal } from '@design-system/components/Modal/Modal'
import { ReadOnlyBox } from '@design-system/components/ReadOnlyBox/ReadOnlyBox'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { FormFoot } from '../shared/form/FormFoot'
import { CodeInput } from './CodeInput'
import { Bones, Parts, Picture, Secret } from './TwoFactor.styles'

export interface TwoFactorSetupProps {
  /** Null while it is on its way, and where it was not handed out. */
  setup: Setup | null
  /** Why there is none yet; null once it is there. */
  missing: 'coming' | 'notBegun' | null
  /** The server checks the code. */
  busy: boolean
  /** Above the buttons. */
  problem: string | null
  /** At the code. */
  codeProblem: string | null
  onChange: () => void
  onSubmit: (code: string) => void
  /** Asks for a secret once more. */
  onRetry: () => void
  /** Cancel, ×, Esc. */
  onClose: () => void
}

const TITLE = 'Two Factor Authentication'
/** As apps show it; easier to type over. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The secret in both its forms, or its place. */
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

export function TwoFactorSetup({
  setup,
  missing,
  busy,
  problem,
  codeProblem,
  onChange,
  onSubmit,
  onRetry,
  onClose,
}: TwoFactorSetupProps) {
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors },
  } = useForm<TwoFactorForm>({ defaultValues: { twoFAToken: '' }, resolver: yupResolver(twoFactorFormSchema) })
  const form = useRef<HTMLFormElement>(null)
  const isRetried = useRef(false)
  const notBegun = missing === 'notBegun'

  // The focus goes where the next step is: the code, the refused code, or Try again. To the first of all the modal sends it.
  useEffect(() => {
    if (notBegun) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
    else if (codeProblem !== null || isRetried.current) setFocus('twoFAToken', { shouldSelect: codeProblem !== null })
  }, [notBegun, codeProblem, setFocus])

  const submit = (event: React.FormEvent) => {
    if (!notBegun) return void handleSubmit(({ twoFAToken }) => onSubmit(twoFAToken))(event)
    event.preventDefault()
    isRetried.current = true
    onRetry()
  }
  return (
    <Modal
      title={TITLE}
      onClose={() => {
        if (!busy || missing === 'coming') onClose()
      }}
    >
      <form ref={form} noValidate aria-label={TITLE} onSubmit={submit}>
        {!notBegun && (
          <Parts>
            <p>Scan the code with your authenticator app, then type the six digits it shows.</p>
            <SecretParts setup={setup} />
            <CodeInput
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
    </Modal>
  )
}
