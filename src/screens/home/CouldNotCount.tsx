import { Button } from '@design-system/primitives/Button/Button'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { Uncounted } from './Home.styles'

/** Stands in place of a count that could not be read. @param word what is counted: 'Users' */
export const CouldNotCount = ({ word, onRetry }: { word: string; onRetry: () => void }) => (
  <Uncounted>
    Could not be counted.
    <Button size="small" onClick={onRetry}>
      <VisuallyHidden>{word}: </VisuallyHidden>Try again
    </Button>
  </Uncounted>
)
