/** A draft of an earlier session, offered back above its form (contract, Drafts). */
import { FileClock } from 'lucide-react'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'
import { formatTime } from '../format'
import { Actions } from './form.styles'

export interface DraftBandProps {
  /** Milliseconds since 1970. */
  savedAt: number
  onRestore: () => void
  onDiscard: () => void
}

export function DraftBand({ savedAt, onRestore, onDiscard }: DraftBandProps) {
  const action = (
    <Actions>
      <Button size="small" onClick={onRestore}>
        Restore
      </Button>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </Actions>
  )
  return (
    <Banner tone="warning" icon={FileClock} action={action}>
      A draft of {formatTime(new Date(savedAt).toISOString())} is kept on this device.
    </Banner>
  )
}
