/**
 * The preview of a record, over the console's API: requested whenever the inputs are complete. Loaded when it is
 * opened.
 */
import { useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { newPreviewAsks } from '@contract/records/record'
import { useConsole } from '@console/console'
import { useNewStore } from '@features/shared/form/store-field.container'
import { useWatchedForm } from '@features/record-form/watched-form.container'
import { createPreviewImplementations } from '@machines/preview/preview.implementations'
import { previewCommands, selectPreviewView } from '@machines/preview/preview.view'
import type { Resource, Row } from '@resources/resource'
import { PreviewDialog } from './PreviewDialog'

export interface PreviewContainerProps {
  /** A resource with a preview. */
  resource: Resource<Row>
  onClose: () => void
}

export default function PreviewContainer({ resource, onClose }: PreviewContainerProps) {
  const { api, onLineBack } = useConsole()
  const preview = resource.preview!
  const [machine] = useState(() =>
    createPreviewImplementations({
      onLineBack,
      async ask(body, signal) {
        const answer = await api.call(preview.operation, { body }, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPreviewView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => previewCommands((event) => actor.send(event)))
  const store = useNewStore(resource)
  const [asks] = useState(() => [...preview.asks, ...(store ? [store] : [])])
  const inputs = useWatchedForm(asks, newPreviewAsks(resource.record), commands)
  return (
    <PreviewDialog
      title={preview.label}
      view={view}
      answers={preview.answers}
      inputs={inputs}
      onRetry={commands.retry}
      onClose={onClose}
    />
  )
}
