/** Disabling affects another person and can be undone: the question names the person and the effects (look.md, section 8). */
import type { ReactNode } from 'react'
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'

export interface DisableQuestionProps {
  name: string
  /** What the person can no longer do. */
  effect: string
  /** What is still open. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

export default function DisableQuestion({ name, effect, children, onConfirm, onCancel }: DisableQuestionProps) {
  return (
    <ConfirmModal
      title={`Disable ${name}?`}
      confirm="Disable"
      cancel="Keep enabled"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {effect}
      {children}
    </ConfirmModal>
  )
}
