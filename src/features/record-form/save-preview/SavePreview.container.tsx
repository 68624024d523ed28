/** Shows next to a form what a save would do. The server is asked again whenever the person pauses typing. */
import { STORE_FIELD } from '@contract/permissions'
import { previewAsks } from '@contract/records/record'
import { useConsole } from '@console/console'
import { PreviewAnswer } from '../../shared/preview/PreviewAnswer'
import type { PreviewProps } from '../FormPreview'
import { useTypedPreview } from '../typed-preview.container'

export default function SavePreviewContainer({ values, resource, id }: PreviewProps) {
  const { api } = useConsole()
  const preview = resource.savePreview!
  const { view, retry } = useTypedPreview({
    fields: previewAsks(resource.record),
    asks: preview.asks,
    values,
    // The store of a new record, where the person chooses it.
    more: { [STORE_FIELD]: id === null ? values[STORE_FIELD] : undefined },
    ask: (body, signal) =>
      id === null
        ? api.call(preview.create, { body }, { signal })
        : api.call(preview.edit, { params: { id }, body }, { signal }),
  })
  const needed = preview.asks.filter(({ required }) => required).map(({ label }) => label)
  return (
    <PreviewAnswer
      label={preview.label}
      title={preview.label}
      view={view}
      answers={preview.answers}
      incomplete={`It appears once ${needed.join(' and ')} ${needed.length > 1 ? 'are' : 'is'} filled in.`}
      onRetry={retry}
    />
  )
}
