/** What is shown could not be read again: why, and how to try again. */
import { describeError, type ApiError } from '@contract/errors'
import { Banner } from '@design-system/components/Banner/Banner'
import { Button } from '@design-system/primitives/Button/Button'

export interface OutdatedBannerProps {
  /** Why the last read failed. */
  error: ApiError
  onRetry: () => void
}

/** Above values that stay visible after a failed refresh (machines/reading, `outdated`). */
export function OutdatedBanner({ error, onRetry }: OutdatedBannerProps) {
  return (
    <Banner
      tone="warning"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      This may be old: {describeError(error)}
    </Banner>
  )
}
