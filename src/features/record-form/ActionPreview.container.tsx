/** Shows in the question of an action what it would do. The server is asked when the question opens, and after each change of the input. */
import { useEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { ok } from '@contract/errors'
import { actionPreviewAsks } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import { useConsole } from '@console/console'
import { createPreviewImplementations } from '@machines/preview/preview.implementations'
import { previewCommands, selectPreviewView } from '@machines/preview/preview.view'
import type { CallAction, Resource, Row } from '@resources/resource'
import { AccessChange } from '../shared/access-change/AccessChange'
import { PreviewAnswer } from '../shared/preview/PreviewAnswer'
import type { RecordValues } from './FieldInput'
import { sentValues } from './form-values'

export interface ActionPreviewProps {
  resource: Resource<Row>
  /** An action with a preview. */
  action: CallAction<Row>
  row: Row
  form: UseFormReturn<RecordValues>
}

export function ActionPreview({ resource, action, row, form }: ActionPreviewProps) {
  const { api, onLineBack } = useConsole()
  const preview = action.preview!
  const [schema] = useState(() => askedSchema({ asks: actionPreviewAsks(resource.record.actions[action.key]!) }))
  const [machine] = useState(() =>
    createPreviewImplementations({
      onLineBack,
      async ask(body, signal) {
        const answer = await api.call(preview.operation, { params: { id: row.id }, body }, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPreviewView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => previewCommands((event) => actor.send(event)))
  const values = useWatch({ control: form.control })
  const typed = JSON.stringify(Object.fromEntries(preview.asks.map(({ name }) => [name, values[name] ?? ''])))
  useEffect(() => {
    const asked = JSON.parse(typed) as Record<string, string>
    if (schema.isValidSync(asked)) commands.completed(sentValues(preview.asks, asked, true))
    else commands.incomplete()
  }, [typed, schema, commands, preview.asks])
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
      onRetry={commands.retry}
    />
  )
}
