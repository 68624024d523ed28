import { Middle } from './Lazy.styles'
import { PartNotice, type PartFailure } from './PartNotice'

/** Replaces a page, or another area that fills its container, whose code is missing. */
export const FailedPage = ({ failure }: { failure: PartFailure }) => (
  <Middle>
    <PartNotice failure={failure} />
  </Middle>
)
