import { RotateCw, X } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import { Progress } from '../Progress/Progress'

/** A picture on its way: what image inputs show of each. */
export interface UploadState {
  /** Of the file. */
  name: string
  /** Address of a preview; null where there is none. */
  src: string | null
  /** How much is sent, from 0 to 1; null: it does not move. */
  share: number | null
  /** The same file may be sent again. */
  canRetry: boolean
  onRetry: () => void
  onCancel: () => void
}

/** How far a file is. Once all is sent the server reads the picture; nobody knows how long. */
export const UploadProgress = ({ name, share }: Pick<UploadState, 'name' | 'share'>) =>
  share === null ? (
    <span dir="auto">{name}</span>
  ) : (
    <Progress
      label={share < 1 ? `Uploading ${name}` : `Reading ${name}`}
      {...(share < 1 && { value: share, max: 1 })}
      size="list"
    />
  )

/** What can be done with it. */
export const UploadButtons = ({
  canRetry,
  onRetry,
  onCancel,
}: Pick<UploadState, 'canRetry' | 'onRetry' | 'onCancel'>) => (
  <>
    {canRetry && (
      <Button icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    )}
    <Button variant="ghost" icon={X} onClick={onCancel}>
      Cancel
    </Button>
  </>
)
