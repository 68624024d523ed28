/**
 * The private files of a record's field. No content is loaded before a person requests it, because each view is
 * audited.
 */
import { useEffect, useState } from 'react'
import type { PrivateFile } from '@contract/files'
import { useObjectUrl } from '@features/shared/use-object-url'
import type { FileOperation } from '@resources/resource'
import { FileViewer } from './FileViewer'
import { useFileReader, useFileView, useOpenedFile, type FileReader } from './file-view.container'
import { isImage } from './files'
import { PrivateFileList } from './PrivateFileList'

export interface PrivateFilesProps {
  /** Label of the field. */
  label: string
  files: readonly PrivateFile[]
  operation: FileOperation
  recordId: string
}

interface ThumbnailProps {
  file: PrivateFile
  /** It was viewed, or the person asked for the images: before, it is not read. */
  isAsked: boolean
  read: FileReader
  onSource: (id: string, src: string | null) => void
}

/** Loads the content of an image in the list, once it is asked for. */
function LoadedThumbnail({ file, isAsked, read, onSource }: ThumbnailProps) {
  const { view, commands } = useFileView(read)
  const { ask } = commands
  useEffect(() => {
    if (isAsked) ask(file.id)
  }, [ask, file.id, isAsked])
  const src = useObjectUrl(view.content)
  useEffect(() => onSource(file.id, src), [onSource, file.id, src])
  return null
}

interface OpenFileProps {
  files: readonly PrivateFile[]
  place: number
  read: FileReader
  onPlace: (place: number) => void
  /** The file was viewed. */
  onSeen: (id: string) => void
  onClose: () => void
}

function OpenFile({ files, place, read, onPlace, onSeen, onClose }: OpenFileProps) {
  const { file, retry, download } = useOpenedFile(files[place]!, place, read, onSeen)
  return (
    <FileViewer
      file={file}
      place={place}
      count={files.length}
      onPrevious={place > 0 ? () => onPlace(place - 1) : null}
      onNext={place < files.length - 1 ? () => onPlace(place + 1) : null}
      onRetry={retry}
      onDownload={download}
      onClose={onClose}
    />
  )
}

export default function PrivateFilesContainer({ label, files, operation, recordId }: PrivateFilesProps) {
  const read = useFileReader(operation, recordId)
  const [open, setOpen] = useState<number | null>(null)
  /** Images that were viewed, or loaded together. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const [sources, setSources] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [onSource] = useState(
    () => (id: string, src: string | null) => setSources((known) => new Map(known).set(id, src)),
  )
  const images = files.filter(isImage)
  const unseen = images.filter(({ id }) => !seen.has(id))
  return (
    <>
      {images.map((file) => (
        <LoadedThumbnail key={file.id} file={file} isAsked={seen.has(file.id)} read={read} onSource={onSource} />
      ))}
      <PrivateFileList
        label={label}
        files={files.map((file) => ({ ...file, src: sources.get(file.id) ?? null }))}
        onShowImages={unseen.length > 0 ? () => setSeen(new Set(images.map(({ id }) => id))) : null}
        onOpen={setOpen}
      />
      {open !== null && files[open] && (
        <OpenFile
          files={files}
          place={open}
          read={read}
          onPlace={setOpen}
          onSeen={(id) => setSeen((known) => new Set(known).add(id))}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
