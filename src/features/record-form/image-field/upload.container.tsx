/** Runs the machine of one upload over the console's API. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import type { FileRule } from '@contract/file-types'
import type { UploadedFile } from '@contract/http/files'
import { createUploadImplementations } from '@machines/upload/upload.implementations'
import { isSameUploadView, selectUploadView, uploadCommands } from '@machines/upload/upload.view'
import type { UploadOperation } from '@resources/resource'
import { newKey } from '@contract/http/idempotency'
import { useConsole } from '@console/console'

/** The destination of a field's files, and the files that it accepts. */
export interface UploadTarget {
  operation: UploadOperation
  /** Name of the field in the call. */
  field: string
  rule: FileRule
}

interface UploadListeners {
  onStored: (file: UploadedFile) => void
  /** The file was refused or cancelled. */
  onDropped: () => void
}

/**
 * @param target must not change while the field is mounted
 * @returns the view of the upload and its commands
 */
export function useUpload({ operation, field, rule }: UploadTarget, { onStored, onDropped }: UploadListeners) {
  const { api, onLineBack } = useConsole()
  const [machine] = useState(() =>
    createUploadImplementations({
      rule,
      onLineBack,
      async send({ file, key }, signal, onProgress) {
        const query = { field, name: file.name }
        const answer = await api.upload(operation, query, file, { signal, idempotencyKey: key, onProgress })
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const [input] = useState(() => ({ key: newKey() }))
  const actor = useActorRef(machine, { input })
  const stored = useEffectEvent(onStored)
  const dropped = useEffectEvent(onDropped)
  useEffect(() => {
    const listening = [actor.on('file.stored', ({ file }) => stored(file)), actor.on('file.dropped', () => dropped())]
    return () => {
      for (const subscription of listening) subscription.unsubscribe()
    }
  }, [actor])
  const view = useSelector(actor, selectUploadView, isSameUploadView)
  const [commands] = useState(() => uploadCommands((event) => actor.send(event)))
  return { view, commands }
}
