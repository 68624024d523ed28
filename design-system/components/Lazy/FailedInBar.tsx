import { TriangleAlert } from 'lucide-react'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { VisuallyHidden } from '../../primitives/VisuallyHidden/VisuallyHidden'
import { failureTitle, useRetryOnline, type PartFailure } from './PartNotice'

/** Replaces a part of a bar, where there is no room for a notice: one button that names the missing part and tries again. */
export function FailedInBar({ failure }: { failure: PartFailure }) {
  useRetryOnline(failure)
  const title = failureTitle(failure)
  return (
    <>
      <VisuallyHidden role="alert">{title}</VisuallyHidden>
      <IconButton
        label={`${title}. Try again`}
        icon={TriangleAlert}
        tone="danger"
        busy={failure.busy}
        onClick={failure.retry}
      />
    </>
  )
}
