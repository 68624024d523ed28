/** The files of a record beside what is decided of them: one fills the stage, or two are side by side. */
import { Columns2, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { ImageViewer, type ImageControls } from '@design-system/components/ImageViewer/ImageViewer'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { media, radius, space, token } from '@design-system/tokens/tokens'
import { PAGE_KEYS, Series, SERIES_KEYS } from '../shared/Series'
import { FileContent, fileKeys, seriesOfPages, type ViewedFile } from './FileViewer'

export const Stage = styled.section`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: ${space[8]};
  min-width: 0;
  min-height: 0;
  height: 100%;
  ${media.phone} {
    grid-auto-flow: row;
    grid-auto-rows: minmax(0, 1fr);
  }
`
/** Where the keys of the viewer act, of two. */
const Side = styled.div`
  min-width: 0;
  min-height: 0;
  border-radius: ${radius.card};
  &[data-current] {
    outline: 2px solid ${token.accent.border};
  }
`
/** Keys of the stage beside those of the viewer, as `aria-keyshortcuts` has them. */
export const STAGE_KEYS = {
  ...SERIES_KEYS,
  previousPage: PAGE_KEYS.previous,
  nextPage: PAGE_KEYS.next,
  compare: 'C',
} as const

export interface StagePaneProps {
  file: ViewedFile
  /** Which file it is, the first is 0, and of how many. */
  place: number
  count: number
  /** Of two: the keys of the viewer act here. */
  isCurrent: boolean
  controls: (controls: ImageControls | null) => void
  /** One image, or two side by side; undefined where it is not chosen here. */
  compare?: { isOn: boolean; onToggle: () => void }
  onPlace: (place: number) => void
  /** The person has turned to this one. */
  onTurnTo: () => void
  onRetry: () => void
  onDownload: () => void
}

/** One file on the stage. */
export function StagePane({
  file,
  place,
  count,
  isCurrent,
  controls,
  compare,
  onPlace,
  onTurnTo,
  onRetry,
  onDownload,
}: StagePaneProps): ReactNode {
  const series = {
    one: 'file',
    place,
    count,
    onPrevious: place > 0 ? () => onPlace(place - 1) : null,
    onNext: place < count - 1 ? () => onPlace(place + 1) : null,
  }
  const pages = seriesOfPages(file.pages)
  return (
    <Side data-current={isCurrent || undefined} onFocus={onTurnTo} onPointerDown={onTurnTo}>
      <ImageViewer
        fills
        src={file.src}
        alt={file.name}
        controls={controls}
        onKeyDown={fileKeys(file, series)}
        actions={
          <>
            {pages && <Series {...pages} />}
            <Series {...series} />
            {count > 1 && compare && (
              <IconButton
                icon={compare.isOn ? Square : Columns2}
                label={compare.isOn ? 'Show one file' : 'Show two side by side'}
                onClick={compare.onToggle}
                aria-keyshortcuts={STAGE_KEYS.compare}
              />
            )}
          </>
        }
      >
        <FileContent file={file} onRetry={onRetry} onDownload={onDownload} />
      </ImageViewer>
    </Side>
  )
}
