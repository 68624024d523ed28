/**
 * The preview of a record, over the console's API: requested whenever the inputs are complete. Loaded when it is
 * opened.
 */
import { useState } from 'react'
import { newPreviewAsks } from '@contract/records/record'
import { useConsole } from '@console/console'
import { useNewStore } from '@features/shared/form/store-field.container'
import { usePreview } from '@features/shared/preview/preview.container'
import { useWatchedForm } from '@features/record-form/watched-form.container'
import type { Resource, Row } from '@resources/resource'
import { PreviewDialog } from './PreviewDialog'

export interface PreviewContainerProps {
  /** A resource with a preview. */
  resource: Resource<Row>
  onClose: () => void
}

export default function PreviewContainer({ resource, onClose }: PreviewContainerProps) {
  const { api } = useConsole()
  const preview = resource.preview!
  const { view, commands } = usePreview((body, signal) => api.call(preview.operation, { body }, { signal }))
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
