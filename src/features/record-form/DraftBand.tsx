/** Offers to restore a draft of an earlier session, above its form (contract, Drafts). */
import { FileClock } from 'lucide-react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { formatTime } from '../shared/format'
import { Actions, DraftValues } from '../shared/form/form.styles'

export interface DraftBandProps {
  /** Milliseconds since 1970. */
  savedAt: number
  /**
   * Values that can only be shown: a draft of an earlier console version does not contain the values that they
   * replaced.
   */
  shown?: readonly { label: string; value: string }[]
  /** Null if nothing can be restored. */
  onRestore: (() => void) | null
  onDiscard: () => void
  /** The form is being submitted. */
  busy?: boolean
}

export function DraftBand({ savedAt, shown = [], onRestore, onDiscard, busy = false }: DraftBandProps) {
  const reason = busy ? 'Wait for the server’s answer' : undefined
  const action = (
    <Actions>
      {onRestore && (
        <Button size="small" onClick={onRestore} disabledReason={reason}>
          Restore
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={onDiscard} disabledReason={reason}>
        Discard
      </Button>
    </Actions>
  )
  return (
    <Banner tone="warning" icon={FileClock} action={action}>
      A draft of {formatTime(new Date(savedAt).toISOString())} is kept on this device.
      {shown.length > 0 && (
        <>
          {' '}
          It was kept by an earlier version of this console and does not say what you changed, so these values are shown
          and not filled in:
          <DraftValues>
            {shown.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value || 'Empty'}</bdi>
                </dd>
              </div>
            ))}
          </DraftValues>
        </>
      )}
    </Banner>
  )
}
