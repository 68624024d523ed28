import type { ReactNode } from 'react'
import { Button } from '../../primitives/Button/Button'
import { Modal } from '../Modal/Modal'

export interface ConfirmModalProps {
  /** The question, naming whom or what: "Disable Marta Lindqvist?". */
  title: string
  /** What happens then, in one sentence. */
  children: ReactNode
  /** The verb that does it. */
  confirm: string
  /** The safe way out, focused at first: "Keep enabled". */
  cancel: string
  /** danger for what harms; primary for what is only weighty. */
  tone?: 'danger' | 'primary'
  /** The act is under way; the question stays until the answer is there. */
  busy?: boolean
  busyLabel?: string
  onConfirm: () => void
  onCancel: () => void
}

const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()

/** Asks before harm: the safe button has the focus, the verb is in danger (look, section 8). Esc is the safe answer. */
export function ConfirmModal({ title, children, confirm, cancel, tone = 'danger', busy = false, busyLabel, onConfirm, onCancel }: ConfirmModalProps) {
  return (
    <Modal
      title={title}
      onClose={() => { if (!busy) onCancel() }}
      size="small"
      role="alertdialog"
      closeHidden
      footer={
        <>
          <Button ref={focusAtFirst} disabledReason={busy ? 'It is under way.' : undefined} onClick={onCancel}>{cancel}</Button>
          <Button variant={tone} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>{confirm}</Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
