/**
 * The foot of every form: the result of the last save, whether the draft is kept, Cancel and the submit button; or the
 * question before leaving.
 */
import { Check } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Foot, FootLine, KeptNote } from './form.styles'
import { LeaveQuestion, type LeavingProps } from './LeaveQuestion'

export interface FormFootProps {
  /** Label of the submit button: a verb. */
  verb: string
  /** The submit button shows 'Loading...'. */
  busy: boolean
  /** No response has arrived, and the save is being repeated; `again` repeats it immediately. */
  checking?: { again: () => void } | null
  /** The outcome of the save is unknown: the submit button checks it again. */
  isUnresolved?: boolean
  /** Cancel is enabled while busy, because it interrupts nothing important. */
  canCancel?: boolean
  /** Above the buttons; null if there is no message. */
  problem: string | null
  /** Save was pressed without any change. */
  unchanged?: boolean
  /** Given while the typed values are stored on this device. */
  kept?: { discard: () => void } | null
  /** Typed input would be lost: the question replaces the buttons. */
  leaving?: LeavingProps | null
  onCancel: () => void
  /** A second way to submit: 'Save and add another'. */
  another?: { label: string; submit: () => void } | null
  /** Id of the form element, where the foot is outside of it. */
  formId?: string
}

/**
 * Pressing a button does not blur the field: an error that appears on blur would move the button away from the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

export function FormFoot({
  verb,
  busy,
  checking,
  isUnresolved = false,
  canCancel = !busy,
  problem,
  unchanged = false,
  kept,
  leaving,
  onCancel,
  another,
  formId,
}: FormFootProps) {
  return (
    <Foot>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {checking && (
        <Banner
          tone="warning"
          action={
            <Button size="small" onClick={checking.again}>
              Check again
            </Button>
          }
        >
          <output>No answer yet. Checking whether it was saved...</output>
        </Banner>
      )}
      {unchanged && (
        <Banner tone="info">
          <output>Nothing was changed, so nothing was saved.</output>
        </Banner>
      )}
      <FootLine hidden={Boolean(leaving)}>
        {kept && (
          <KeptNote>
            <Icon icon={Check} size="pill" />
            <output>Draft kept</output>
            <Button variant="ghost" size="small" onClick={kept.discard}>
              Discard
            </Button>
          </KeptNote>
        )}
        <Button
          size="large"
          onMouseDown={keepFocus}
          onClick={onCancel}
          disabledReason={canCancel ? undefined : 'Wait for the server’s answer'}
        >
          Cancel
        </Button>
        {another && !isUnresolved && (
          <Button size="large" disabled={busy} onMouseDown={keepFocus} onClick={another.submit}>
            {another.label}
          </Button>
        )}
        <Button type="submit" form={formId} variant="primary" size="large" busy={busy} onMouseDown={keepFocus}>
          {isUnresolved ? 'Check again' : verb}
        </Button>
      </FootLine>
      {leaving && <LeaveQuestion {...leaving} />}
    </Foot>
  )
}
