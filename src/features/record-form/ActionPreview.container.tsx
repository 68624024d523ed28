/** Shows in the question of an action what it would do. The server is asked when the question opens, and after each change of the input. */
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { actionPreviewAsks } from '@contract/records/record'
import { useConsole } from '@console/console'
import type { CallAction, Resource, Row } from '@resources/resource'
import { AccessChange } from '../shared/access-change/AccessChange'
import { PreviewAnswer } from '../shared/preview/PreviewAnswer'
import type { RecordValues } from './FieldInput'
import { useTypedPreview } from './typed-preview.container'

export interface ActionPreviewProps {
  resource: Resource<Row>
  /** An action with a preview. */
  action: CallAction<Row>
  row: Row
  form: UseFormReturn<RecordValues>
}

export function ActionPreview({ resource, action, row, form }: ActionPreviewProps) {
  const { api } = useConsole()
  const preview = action.preview!
  const { view, retry } = useTypedPreview({
    fields: actionPreviewAsks(resource.record.actions[action.key]!),
    asks: preview.asks,
    values: useWatch({ control: form.control }) as RecordValues,
    ask: (body, signal) => api.call(preview.operation, { params: { id: row.id }, body }, { signal }),
  })
  return (
    <PreviewAnswer
      label={preview.label}
      title={preview.label}
      view={view}
      answers={preview.answers}
      {...(preview.shownAs === 'access' && {
        shown: (answer) => <AccessChange answer={answer} role={'role' in row ? String(row.role) : ''} />,
      })}
      incomplete="It appears once the fields are filled in."
      onRetry={retry}
    />
  )
}
