/** The machine of one private file, over the console's API. */
import { useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok, type Result } from '@contract/errors'
import { createPrivateFileImplementations } from '@machines/private-file/private-file.implementations'
import {
  isSamePrivateFileView,
  privateFileCommands,
  selectPrivateFileView,
} from '@machines/private-file/private-file.view'
import { useConsole } from '@console/console'
import type { FileOperation } from '@resources/resource'

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
