/** Shows the private files of a field, one at a time: the view of one state of the selected file. */
import { ChevronLeft, ChevronRight, Download, FileX, Lock, RotateCw, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styled from 'styled-components'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { ImageViewer } from '@design-system/components/ImageViewer/ImageViewer'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { IconButton } from '@design-system/primitives/IconButton/IconButton'
import { numeric, space, token, type } from '@design-system/tokens/tokens'

const About = styled.p`
  margin: ${space[12]} 0 0;
  ${type.meta}
  color: ${token.text.secondary};
`
const Place = styled.span`
  color: ${token.text.muted};
  ${type.meta}
  ${numeric}
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

export interface FileViewerProps {
  file: ViewedFile
  /** Index of the file, from 0, and the number of files. */
  place: number
  count: number
  /** Null at the first or last file. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  /** Reads the file again. */
  onRetry: () => void
  /** Saves a PDF on this device. */
  onDownload: () => void
  onClose: () => void
}

function Content({ file, onRetry, onDownload }: Pick<FileViewerProps, 'file' | 'onRetry' | 'onDownload'>): ReactNode {
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
  const go = (event: KeyboardEvent) => {
    const move = event.key === 'ArrowLeft' ? onPrevious : event.key === 'ArrowRight' ? onNext : null
    if (!move) return
    event.preventDefault()
    move()
  }
  const several = count > 1
  return (
    <Modal title={file.name} size="wide" onClose={onClose}>
      <ImageViewer
        src={file.state === 'shown' && file.isImage ? file.src : null}
        alt={file.name}
        onKeyDown={several ? go : undefined}
        actions={
          several && (
            <>
              <Place>
                {place + 1} of {count}
              </Place>
              <IconButton
                icon={ChevronLeft}
                label="Previous file"
                disabledReason={onPrevious ? undefined : 'This is the first one'}
                onClick={() => onPrevious?.()}
                aria-keyshortcuts="ArrowLeft"
              />
              <IconButton
                icon={ChevronRight}
                label="Next file"
                disabledReason={onNext ? undefined : 'This is the last one'}
                onClick={() => onNext?.()}
                aria-keyshortcuts="ArrowRight"
              />
            </>
          )
        }
      >
        <Content file={file} onRetry={onRetry} onDownload={onDownload} />
      </ImageViewer>
      <About>{file.about}</About>
    </Modal>
  )
}
