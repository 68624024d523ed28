import { RotateCw, X } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import { Progress } from '../Progress/Progress'

/** A picture that is being uploaded, as shown by image inputs. */
export interface UploadState {
  /** Of the file. */
  name: string
  /** Address of a preview; null where there is none. */
  src: string | null
  /** Share of sent bytes, from 0 to 1; null: not in progress. */
  share: number | null
  /** The same file may be sent again. */
  canRetry: boolean
  onRetry: () => void
  onCancel: () => void
}

/** The progress of a file. After all bytes are sent the server processes the picture, for an unknown time. */
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

/** The buttons of an upload. */
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
