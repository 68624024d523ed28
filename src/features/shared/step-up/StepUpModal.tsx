/** The dialog of a step-up: the form, the verb of the action that needs it, and the way back. */
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { StepUpForm } from './StepUpForm'
import { Parts } from './step-up.styles'

export interface StepUpModalProps {
  title: string
  size?: 'small'
  /** The verb of the action, on the button that sends the proof. */
  verb: string
  view: {
    /** Whether a code is needed is still being read: there is no form yet. */
    isOpening: boolean
    /** The proof is being checked. */
    isProving: boolean
    needsCode: boolean
    passwordProblem: string | null
    codeProblem: string | null
    /** A refusal that belongs to neither field. */
    problem: string | null
  }
  onChange: () => void
  /** `code` is '' if none is needed. */
  onSubmit: (password: string, code: string) => void
  onBack: () => void
}

const FORM = 'step-up-form'

export function StepUpModal({ title, size, verb, view, onChange, onSubmit, onBack }: StepUpModalProps) {
  const { isOpening, isProving, needsCode, passwordProblem, codeProblem, problem } = view
  return (
    <Modal
      title={title}
      {...(size && { size })}
      onClose={() => {
        if (!isProving) onBack()
      }}
      footer={
        <>
          <Button size="large" onClick={onBack} disabledReason={isProving ? 'Wait for the server’s answer' : undefined}>
            Back
          </Button>
          <Button size="large" variant="primary" type="submit" form={FORM} busy={isOpening || isProving}>
            {verb}
          </Button>
        </>
      }
    >
      <Parts>
        {!isOpening && (
          <StepUpForm
            id={FORM}
            needsCode={needsCode}
            busy={isProving}
            passwordProblem={passwordProblem}
            codeProblem={codeProblem}
            onChange={onChange}
            onSubmit={onSubmit}
          />
        )}
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
      </Parts>
    </Modal>
  )
}
