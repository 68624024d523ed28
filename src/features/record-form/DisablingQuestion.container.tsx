/**
 * The question before disabling a record that may have open work: what is open, read from the server, and where it goes. The server
 * decides again when it disables the record, whatever this answer has shown.
 */
import { useEffect, useState } from 'react'
import { useActorRef, useSelector } from '@xstate/react'
import { ok } from '@contract/errors'
import { createPreviewImplementations } from '@machines/preview/preview.implementations'
import { previewCommands, selectPreviewView } from '@machines/preview/preview.view'
import { ENABLE_DISABLE, enableDisablePayload } from '@resources/record-actions'
import type { Resource, Row } from '@resources/resource'
import { useConsole } from '@console/console'
import { PreviewAnswer } from '../shared/preview/PreviewAnswer'
import ActionQuestion from './ActionQuestion.container'
import { Asked } from './ActionQuestion.styles'

export interface DisablingQuestionProps {
  /** A resource whose switch interrupts work. */
  resource: Resource<Row>
  name: string
  row: Row
  onClose: () => void
}

export default function DisablingQuestionContainer({ resource, name, row, onClose }: DisablingQuestionProps) {
  const { api, onLineBack } = useConsole()
  const { label, answers, operation, through } = resource.switch!.interrupts!
  const [machine] = useState(() =>
    createPreviewImplementations({
      onLineBack,
      async ask(body, signal) {
        const answer = await api.call(operation, { params: { id: row.id }, body }, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      },
    }),
  )
  const actor = useActorRef(machine)
  const view = useSelector(actor, selectPreviewView, (a, b) => JSON.stringify(a) === JSON.stringify(b))
  const [commands] = useState(() => previewCommands((event) => actor.send(event)))
  useEffect(() => commands.completed({}), [commands])
  const open = view.state === 'shown' ? answers.filter(({ field }) => Boolean(view.answer[field])) : null
  const isNothing = open?.length === 0
  return (
    <ActionQuestion
      resource={resource}
      name={name}
      row={row}
      action={{ ...through, cancel: 'Keep enabled' }}
      otherwise={{ action: ENABLE_DISABLE, payload: enableDisablePayload(true) }}
      asksNothing={isNothing}
      lead={
        <Asked>
          {isNothing ? (
            <span>Nothing of theirs is open.</span>
          ) : (
            <PreviewAnswer
              label={label}
              title={label}
              view={view}
              answers={open ?? answers}
              incomplete=""
              onRetry={commands.retry}
            />
          )}
        </Asked>
      }
      onClose={onClose}
    />
  )
}
