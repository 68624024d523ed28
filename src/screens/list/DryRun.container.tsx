/** An action on many records of a list: checked as a dry run, then handed to the activity. Loaded when one is asked for. */
import { useEffect, useEffectEvent, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { newKey } from '@console/new-key'
import { useAskedForm } from '@features/record-form/asked-form.container'
import type { BulkItem } from '@machines/bulk-action/bulk-action.machine'
import { createBulkPlanImplementations } from '@machines/bulk-plan/bulk-plan.implementations'
import type { BulkTarget } from '@machines/bulk-plan/bulk-plan.machine'
import { bulkPlanCommands, itemsToChange, selectBulkPlanView } from '@machines/bulk-plan/bulk-plan.view'
import type { FormField, Resource, Row } from '@resources/resource'
import { DryRunDialog } from './DryRunDialog'

type Payload = Readonly<Record<string, unknown>>

/** An action that the server takes in bulk, as a list offers it. */
export interface BulkChoice {
  /** Its name: of a call of `operations.bulk`. */
  action: string
  /** Completed by the count: 'Disable', 'Change the tags of'. */
  question: string
  effect: string
  tone: 'danger' | 'primary'
  cancel: string
  /** Its body; null where the person is asked. */
  payload: Payload | null
  asks: readonly FormField[]
}

export interface DryRunContainerProps {
  resource: Resource<Row>
  choice: BulkChoice
  target: BulkTarget
  /** @returns name of a record */
  nameOf: (id: string) => string
  /** The records that change, in the versions that the dry run saw. */
  onConfirmed: (payload: Payload, items: BulkItem[]) => void
  onClose: () => void
}

export default function DryRunContainer({
  resource,
  choice,
  target,
  nameOf,
  onConfirmed,
  onClose,
}: DryRunContainerProps) {
  const { api } = useConsole()
  const [machine] = useState(() =>
    createBulkPlanImplementations({ api, newKey, operation: resource.operations.bulk![choice.action]! }),
  )
  const actor = useActorRef(machine, { input: { target, payload: choice.payload } })
  const view = useSelector(actor, selectBulkPlanView, shallowEqual)
  const [commands] = useState(() => bulkPlanCommands((event) => actor.send(event)))
  const { inputs, submit } = useAskedForm(resource, choice.action, choice.asks)
  const confirmed = useEffectEvent(() => {
    const { payload, results } = actor.getSnapshot().context
    onConfirmed(payload!, itemsToChange(results))
  })
  const isConfirmed = view.state === 'confirmed'
  useEffect(() => {
    if (isConfirmed) confirmed()
  }, [isConfirmed])
  return (
    <DryRunDialog
      view={view}
      noun={resource.noun}
      chosen={'ids' in target ? target.ids.length : null}
      question={choice.question}
      effect={choice.effect}
      tone={choice.tone}
      cancel={choice.cancel}
      nameOf={nameOf}
      inputs={inputs}
      onAsked={(event) => void submit(commands.asked)(event)}
      onRetry={commands.retry}
      onChange={commands.change}
      onConfirm={commands.confirm}
      onClose={onClose}
    />
  )
}
