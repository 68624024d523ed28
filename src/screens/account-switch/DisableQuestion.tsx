/** Disabling affects another person and can be undone: the question names the person and the effects (look.md, section 8). */
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'

export interface DisableQuestionProps {
  name: string
  /** What the person can no longer do. */
  effect: string
  onConfirm: () => void
  onCancel: () => void
}

export default function DisableQuestion({ name, effect, onConfirm, onCancel }: DisableQuestionProps) {
  return (
    <ConfirmModal
      title={`Disable ${name}?`}
      confirm="Disable"
      cancel="Keep enabled"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {effect}
    </ConfirmModal>
  )
}
