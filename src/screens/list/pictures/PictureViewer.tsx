/** Looks at the public images of a field, one at a time. */
import { useState } from 'react'
import { ImageOff } from 'lucide-react'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { ImageViewer } from '@design-system/components/ImageViewer/ImageViewer'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { imageUrl } from '@console/image-url'
import { Series, seriesKeys } from '@features/shared/Series'
import { pictureName, type PicturesProps } from './Pictures'

export interface PictureViewerProps extends PicturesProps {
  /** Which one is looked at; the first is 0. */
  place: number
  onPlace: (place: number) => void
  onClose: () => void
}

export default function PictureViewer({ label, ids, place, onPlace, onClose }: PictureViewerProps) {
  const id = ids[place]!
  const [broken, setBroken] = useState<string | null>(null)
  const name = pictureName({ label, ids }, place)
  const ways = {
    onPrevious: place > 0 ? () => onPlace(place - 1) : null,
    onNext: place < ids.length - 1 ? () => onPlace(place + 1) : null,
  }
  return (
    <Modal title={name} size="wide" onClose={onClose}>
      <ImageViewer
        src={broken === id ? null : imageUrl(id)}
        alt={name}
        onKeyDown={seriesKeys(ways)}
        onBroken={() => setBroken(id)}
        actions={ids.length > 1 && <Series one="image" place={place} count={ids.length} {...ways} />}
      >
        <EmptyState
          role="alert"
          icon={ImageOff}
          tone="danger"
          title="The image cannot be shown"
          actions={
            <Button variant="primary" onClick={() => setBroken(null)}>
              Try again
            </Button>
          }
        />
      </ImageViewer>
    </Modal>
  )
}
