/** Turns 2FA off (spec 2, Two-factor modal; look.md, picture 13): the question, then the step-up where the server requires it. */
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import { StepUpForm, type StepUpFormProps } from '../shared/step-up/StepUpForm'

export interface TwoFactorOffProps extends Omit<StepUpFormProps, 'id' | 'needsCode' | 'children'> {
  /** The form of the step-up replaces the question. */
  isSteppingUp: boolean
  /** Above the buttons. */
  problem: string | null
  /** Disable, in the question. */
  onConfirm: () => void
  /** Keep it on, Esc. */
  onClose: () => void
}

const FORM = 'step-up'

/** One modal for both, so that the focus returns to where it was before the question. */
export function TwoFactorOff({ isSteppingUp, problem, onConfirm, onClose, ...stepUp }: TwoFactorOffProps) {
  const confirm = () => {
    if (!isSteppingUp) onConfirm()
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
      {isSteppingUp ? (
        <StepUpForm id={FORM} needsCode {...stepUp} />
      ) : (
        'After this, your password alone opens this account, and your recovery codes stop working.'
      )}
    </ConfirmModal>
  )
}
