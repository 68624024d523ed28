/** Asks before a sign-out that would interrupt changes in flight. */
import { ConfirmModal } from '@design-system/components/ConfirmModal/ConfirmModal'
import type { KeyValue } from '@design-system/components/KeyValueList/KeyValueList'

export interface SignOutQuestionProps {
  /** The changes in flight with their progress. */
  facts: readonly KeyValue[]
  onConfirm: () => void
  onCancel: () => void
}

export function SignOutQuestion({ facts, onConfirm, onCancel }: SignOutQuestionProps) {
  return (
    <ConfirmModal
      title="Sign out while changes are being made?"
      confirm="Sign out now"
      cancel="Stay signed in"
      facts={facts}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      Changes that have not started will not be made, and those on their way may or may not be done. When all are done,
      you are signed out without being asked again.
    </ConfirmModal>
  )
}
