/** The dialog in which a stored secret is revealed: the reason, then the secret for a minute, then the reason again. */
import { useId, type ReactNode } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { ReasonForm } from './ReasonForm'
import { Parts } from './Reveal.styles'

export interface RevealDialogProps {
  /** 'Reveal the password of lucky77?' */
  title: string
  /** What is revealed: 'Password'. */
  label: string
  view: {
    state: 'asking' | 'revealing' | 'repeating' | 'shown' | 'masked' | 'refused' | 'unanswered' | 'closed'
    /** Number of secrets that were shown so far: each needs a reason of its own. */
    reveals: number
    /** Why the secret is hidden again; null unless it was shown just before. */
    hiddenBy: 'person' | 'page' | 'time' | null
    /** A refusal of the reason. */
    reasonProblem: string | null
    /** A refusal that does not belong to the reason, or why there was no answer. */
    problem: string | null
  }
  /** The secret, which is rendered only while it is shown. This element must not contain it: React keeps properties. */
  secret: ReactNode
  /** The reason is typed. */
  onChange: () => void
  onSubmit: (reason: string) => void
  onHide: () => void
  /** ×, Esc, Cancel, Done. */
  onClose: () => void
}

const AGAIN = 'To see it again, give a new reason.'
const HIDDEN = {
  person: `It is hidden. ${AGAIN}`,
  page: `It was hidden because this tab was no longer visible. ${AGAIN}`,
  time: `It was hidden after a minute. ${AGAIN}`,
} as const

export function RevealDialog({ title, label, view, secret, onChange, onSubmit, onHide, onClose }: RevealDialogProps) {
  const form = useId()
  const { state, reveals, hiddenBy, reasonProblem, problem } = view
  const isShown = state === 'shown'
  const isBusy = state === 'revealing' || state === 'repeating'
  const said = isShown ? `${label} shown for one minute` : state === 'masked' ? `${label} hidden` : ''
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        isShown ? (
          <>
            <Button size="large" onClick={onHide}>
              Hide
            </Button>
            <Button size="large" variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button size="large" onClick={onClose}>
              Cancel
            </Button>
            <Button size="large" variant="primary" type="submit" form={form} busy={isBusy} busyLabel="Revealing...">
              {state === 'unanswered' || state === 'repeating' ? 'Try again' : 'Reveal'}
            </Button>
          </>
        )
      }
    >
      <Parts>
        <VisuallyHidden as="output">{said}</VisuallyHidden>
        {isShown ? (
          secret
        ) : (
          <>
            {hiddenBy !== null && <Banner tone="neutral">{HIDDEN[hiddenBy]}</Banner>}
            <p>It is shown here for one minute, and only while this tab is visible.</p>
            <ReasonForm
              key={reveals}
              id={form}
              busy={isBusy}
              problem={reasonProblem}
              onChange={onChange}
              onSubmit={onSubmit}
            />
            {problem !== null && <Banner tone="danger">{problem}</Banner>}
          </>
        )}
      </Parts>
    </Modal>
  )
}
