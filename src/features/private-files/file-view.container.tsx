/** The machine of one private file, over the console's API. */
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok, type Result } from '@contract/errors'
import type { PrivateFile } from '@contract/files'
import { createPrivateFileImplementations } from '@machines/private-file/private-file.implementations'
import {
  isSamePrivateFileView,
  privateFileCommands,
  selectPrivateFileView,
} from '@machines/private-file/private-file.view'
import { useConsole } from '@console/console'
import { saveAs } from '@features/shared/download'
import { useObjectUrl } from '@features/shared/use-object-url'
import type { FileOperation } from '@resources/resource'
import type { ViewedFile } from './FileViewer'
import { describeFile, isImage, nameOfFile } from './files'
import { usePdfPages } from './pdf-pages.container'

/** Reads a file of a record. The content is cached as long as the reader exists, so that opening it again is not another audited view. */
export type FileReader = (id: string, signal: AbortSignal) => Promise<Result<Blob>>

/** @param operation the record's call for private files @param recordId of the record */
export function useFileReader(operation: FileOperation, recordId: string): FileReader {
  const { api } = useConsole()
  const [read] = useState((): FileReader => {
    const known = new Map<string, Blob>()
    return async (file, signal) => {
      const content = known.get(file)
      if (content) return ok(content)
      const answer = await api.file(operation, { id: recordId, file }, { signal })
      if (answer.ok) known.set(file, answer.value)
      return answer
    }
  })
  return read
}

/** @returns the view of one file at a time, and its commands */
export function useFileView(read: FileReader) {
  const { onLineBack } = useConsole()
  const [machine] = useState(() => createPrivateFileImplementations({ read, onLineBack }))
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPrivateFileView, isSamePrivateFileView)
  const [commands] = useState(() => privateFileCommands((event) => actor.send(event)))
  return { view, commands }
}

/**
 * A file that is looked at closely: it is read at once, and of a PDF one page is drawn.
 * @param place of the file in its field, the first is 0 @param onSeen an image has arrived
 * @returns what the viewer shows of it, how to read it again, and how to save a PDF on this device
 */
export function useOpenedFile(file: PrivateFile, place: number, read: FileReader, onSeen?: (id: string) => void) {
  const name = nameOfFile(file, place)
  const { view, commands } = useFileView(read)
  const { ask, leave, retry } = commands
  const { state, content, problem } = view
  const isPdf = !isImage(file)
  const pdf = usePdfPages(isPdf ? content : null)
  const src = useObjectUrl(isPdf ? pdf.image : content)
  // Runs before paint: the content of one file must never appear under the name of another.
  useLayoutEffect(() => {
    leave()
    ask(file.id)
  }, [file.id, ask, leave])
  const arrived = useEffectEvent(() => !isPdf && onSeen?.(file.id))
  useEffect(() => {
    if (content) arrived()
  }, [content])
  const viewed: ViewedFile = {
    id: file.id,
    name,
    about: describeFile(file),
    state,
    src,
    problem,
    pages: isPdf ? pdf : null,
    refusal: pdf.refusal,
  }
  return {
    file: viewed,
    retry: state === 'shown' ? pdf.retry : retry,
    download: () => content && saveAs(content, name),
  }
}
