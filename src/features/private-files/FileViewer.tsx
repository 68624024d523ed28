/** Shows the private files of a field, one at a time: the view of one state of the selected file. */
import { Download, FileX, Lock, RotateCw, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import styled from 'styled-components'
import { EmptyState } from '@design-system/components/EmptyState/EmptyState'
import { ImageViewer } from '@design-system/components/ImageViewer/ImageViewer'
import { LoadingIndicator } from '@design-system/components/LoadingIndicator/LoadingIndicator'
import { Modal } from '@design-system/components/Modal/Modal'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token, type } from '@design-system/tokens/tokens'
import type { PdfRefusal } from '@ports/pdf'
import { PAGE_KEYS, Series, seriesKeys, type SeriesProps } from '../shared/Series'
import { PDF_REFUSED } from './pdf-limits'

const About = styled.p`
  margin: ${space[12]} 0 0;
  ${type.meta}
  color: ${token.text.secondary};
`
/** The pages of a PDF. */
export interface Pages {
  /** Which page is shown, the first is 0, and of how many; `count` is 0 until the PDF is open. */
  place: number
  count: number
  turnTo: (place: number) => void
}

/** What the viewer shows for the selected file. */
export interface ViewedFile {
  id: string
  name: string
  /** 'PNG image · 14 kB' */
  about: string
  state: 'unasked' | 'loading' | 'shown' | 'failed' | 'forbidden' | 'gone'
  /** Object URL of the image, or of the page of a PDF, once it is shown. */
  src: string | null
  /** Why there is no content. */
  problem: string | null
  /** Of a PDF. */
  pages: Pages | null
  /** Why a PDF whose content has arrived is not shown. */
  refusal: PdfRefusal | null
}

export interface FileViewerProps extends Omit<SeriesProps, 'one'> {
  file: ViewedFile
  /** Reads the file again. */
  onRetry: () => void
  /** Saves a PDF on this device. */
  onDownload: () => void
  onClose: () => void
}

/** @returns the properties of the series of a PDF's pages; null for an image */
export const seriesOfPages = (pages: Pages | null) =>
  pages && {
    one: 'page',
    place: pages.place,
    count: pages.count,
    onPrevious: pages.place > 0 ? () => pages.turnTo(pages.place - 1) : null,
    onNext: pages.place < pages.count - 1 ? () => pages.turnTo(pages.place + 1) : null,
    keys: PAGE_KEYS,
    isNamed: true,
  }

/** @returns handles the keys of the pages, and those of the files */
export const fileKeys =
  (file: ViewedFile, files: Pick<SeriesProps, 'onPrevious' | 'onNext'>) => (event: KeyboardEvent) => {
    const pages = seriesOfPages(file.pages)
    if (pages) seriesKeys(pages, PAGE_KEYS)(event)
    seriesKeys(files)(event)
  }

/** Instead of a PDF: why it is not shown, and what to do. */
function Refused({
  file,
  refusal,
  onRetry,
  onDownload,
}: Omit<FileViewerProps, 'onClose' | keyof SeriesProps> & { refusal: PdfRefusal }) {
  const { title, ofFile = title, text } = PDF_REFUSED[refusal]
  const { place, count } = file.pages ?? { place: 0, count: 0 }
  return (
    <EmptyState
      role="alert"
      icon={FileX}
      tone="warning"
      title={count > 0 ? title : ofFile}
      text={count > 1 ? `Page ${place + 1} of ${count}. ${text}` : text}
      actions={
        refusal === 'unloaded' ? (
          <Button variant="primary" icon={RotateCw} onClick={onRetry}>
            Try again
          </Button>
        ) : (
          <Button icon={Download} onClick={onDownload}>
            Download
          </Button>
        )
      }
    />
  )
}

/** In the place of an image: that it loads, or why there is none. */
export function FileContent({
  file,
  onRetry,
  onDownload,
}: Pick<FileViewerProps, 'file' | 'onRetry' | 'onDownload'>): ReactNode {
  const { state, name, problem, refusal } = file
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
  if (refusal) return <Refused file={file} refusal={refusal} onRetry={onRetry} onDownload={onDownload} />
  return <LoadingIndicator label={`Loading ${name}`} />
}

export function FileViewer({ file, place, count, onPrevious, onNext, onRetry, onDownload, onClose }: FileViewerProps) {
  const pages = seriesOfPages(file.pages)
  return (
    <Modal title={file.name} size="wide" onClose={onClose}>
      <ImageViewer
        src={file.src}
        alt={file.name}
        onKeyDown={fileKeys(file, { onPrevious, onNext })}
        actions={
          <>
            {pages && <Series {...pages} />}
            <Series one="file" place={place} count={count} onPrevious={onPrevious} onNext={onNext} />
          </>
        }
      >
        <FileContent file={file} onRetry={onRetry} onDownload={onDownload} />
      </ImageViewer>
      <About>{file.about}</About>
    </Modal>
  )
}
