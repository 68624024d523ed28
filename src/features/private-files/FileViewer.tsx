/** Shows the private files of a field, one at a time: the view of one state of the selected file. */
import { Download, FileX, Lock, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { ImageViewer } from '@design-system/components/ImageViewer/ImageViewer'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token, type } from '@design-system/tokens/tokens'
import { Series, seriesKeys, type SeriesProps } from '../shared/Series'

const About = styled.p`
  margin: ${space[12]} 0 0;
  ${type.meta}
  color: ${token.text.secondary};
`
/** What the viewer shows for the selected file. */
export interface ViewedFile {
  id: string
  name: string
  /** 'PNG image · 14 kB' */
  about: string
  isImage: boolean
  state: 'unasked' | 'loading' | 'shown' | 'failed' | 'forbidden' | 'gone'
  /** Object URL of the content, for an image that is shown. */
  src: string | null
  /** Why there is no content. */
  problem: string | null
}

export interface FileViewerProps extends Omit<SeriesProps, 'one'> {
  file: ViewedFile
  /** Reads the file again. */
  onRetry: () => void
  /** Saves a PDF on this device. */
  onDownload: () => void
  onClose: () => void
}

/** In the place of an image: that it loads, why there is none, or the way to a PDF. */
export function FileContent({
  file,
  onRetry,
  onDownload,
}: Pick<FileViewerProps, 'file' | 'onRetry' | 'onDownload'>): ReactNode {
  const { state, isImage, name, problem } = file
  const text = problem ?? undefined
  if (state === 'forbidden')
    return <EmptyState role="alert" icon={Lock} tone="warning" title="No right to this file" text={text} />
  if (state === 'gone') return <EmptyState role="alert" icon={FileX} tone="warning" title="No such file" text={text} />
  if (state === 'failed')
    return (
      <EmptyState
        role="alert"
        icon={TriangleAlert}
        tone="danger"
        title="The file could not be loaded"
        text={text}
        actions={
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        }
      />
    )
  if (isImage) return <LoadingIndicator label={`Loading ${name}`} />
  return (
    <EmptyState
      icon={Download}
      title={state === 'shown' ? 'The PDF was downloaded' : 'A PDF is not shown here'}
      text={
        state === 'shown'
          ? 'Open it where this device keeps its downloads, and delete it there when you are done.'
          : 'It may hold more than a picture of a page. Download it and open it with a program that you trust.'
      }
      actions={
        <Button variant="primary" icon={Download} busy={state === 'loading'} onClick={onDownload}>
          {state === 'shown' ? 'Download again' : 'Download'}
        </Button>
      }
    />
  )
}

export function FileViewer({ file, place, count, onPrevious, onNext, onRetry, onDownload, onClose }: FileViewerProps) {
  return (
    <Modal title={file.name} size="wide" onClose={onClose}>
      <ImageViewer
        src={file.state === 'shown' && file.isImage ? file.src : null}
        alt={file.name}
        onKeyDown={seriesKeys({ onPrevious, onNext })}
        actions={count > 1 && <Series one="file" place={place} count={count} onPrevious={onPrevious} onNext={onNext} />}
      >
        <FileContent file={file} onRetry={onRetry} onDownload={onDownload} />
      </ImageViewer>
      <About>{file.about}</About>
    </Modal>
  )
}
