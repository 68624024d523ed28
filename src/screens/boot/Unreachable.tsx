/** The server could not be reached at the start (session: unreachable). Whether the person is signed in is unknown. */
import { CloudOff } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'
import { Standalone } from '../standalone.styles'

export interface UnreachableProps {
  onRetry: () => void
}

export default function Unreachable({ onRetry }: UnreachableProps) {
  return (
    <Standalone id="content">
      <EmptyState
        level={1}
        icon={CloudOff}
        title="The server cannot be reached"
        text="Whether you are still signed in is not known yet. Nothing was changed. Check the connection, then try again."
        actions={
          <Button variant="primary" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </Standalone>
  )
}
