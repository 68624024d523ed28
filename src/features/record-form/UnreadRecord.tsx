import { TriangleAlert } from 'lucide-react'
import { describeError, type ApiError } from '@contract/errors'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { Button } from '@design-system/primitives/Button/Button'

/** In a dialog whose record could not be read. @param error null: unknown */
export const UnreadRecord = ({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) => (
  <EmptyState
    icon={TriangleAlert}
    tone="danger"
    title="The record could not be loaded"
    text={error ? describeError(error) : ''}
    actions={
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    }
  />
)
