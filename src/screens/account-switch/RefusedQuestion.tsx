/** A record could not be disabled because others use it: why, and the action that helps. */
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'

export interface RefusedQuestionProps {
  name: string
  /** Why it was refused. */
  problem: string
  /** The action that helps: a verb. */
  remedy: string
  onRemedy: () => void
  onCancel: () => void
}

export default function RefusedQuestion({ name, problem, remedy, onRemedy, onCancel }: RefusedQuestionProps) {
  return (
    <ConfirmModal
      title={`${name} cannot be disabled`}
      confirm={remedy}
      cancel="Keep enabled"
      tone="primary"
      onConfirm={onRemedy}
      onCancel={onCancel}
    >
      {problem}
    </ConfirmModal>
  )
}
