/** Shows next to a form what a save would do. The server is asked again whenever the person pauses typing. */
import { useEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { STORE_FIELD } from '@contract/permissions'
import { previewAsks } from '@contract/records/record'
import { askedSchema } from '@contract/records/schemas'
import { useConsole } from '@console/console'
import { createPreviewImplementations } from '@machines/preview/preview.implementations'
import { previewCommands, selectPreviewView } from '@machines/preview/preview.view'
import { PreviewAnswer } from '../../shared/preview/PreviewAnswer'
import { sentValues } from '../form-values'
import type { PreviewProps } from '../FormPreview'

export default function SavePreviewContainer({ values, resource, id }: PreviewProps) {
  const { api, onLineBack } = useConsole()
  const preview = resource.savePreview!
  const [schema] = useState(() => askedSchema({ asks: previewAsks(resource.record) }))
  const [machine] = useState(() =>
    createPreviewImplementations({
      onLineBack,
      async ask(body, signal) {
        const answer =
          id === null
            ? await api.call(preview.create, { body }, { signal })
            : await api.call(preview.edit, { params: { id }, body }, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPreviewView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => previewCommands((event) => actor.send(event)))
  const typed = JSON.stringify(Object.fromEntries(preview.asks.map(({ name }) => [name, values[name] ?? ''])))
  // The store of a new record, where the person chooses it.
  const store = id === null ? values[STORE_FIELD] : undefined
  useEffect(() => {
    const asked = JSON.parse(typed) as Record<string, string>
    if (schema.isValidSync(asked))
      commands.completed({ ...sentValues(preview.asks, asked, true), ...(store && { [STORE_FIELD]: store }) })
    else commands.incomplete()
  }, [typed, store, schema, commands, preview.asks])
  const needed = preview.asks.filter(({ required }) => required).map(({ label }) => label)
  return (
    <PreviewAnswer
      label={preview.label}
      title={preview.label}
      view={view}
      answers={preview.answers}
      incomplete={`It appears once ${needed.join(' and ')} ${needed.length > 1 ? 'are' : 'is'} filled in.`}
      onRetry={commands.retry}
    />
  )
}
