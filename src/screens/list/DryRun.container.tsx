/**
 * An action on many records of a list: checked as a dry run, then passed to the activity. Loaded when one is started.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import type { BulkResult } from '@contract/records/calls'
import { useConsole } from '@console/console'
import { newKey } from '@contract/http/idempotency'
import { useAskedForm } from '@features/record-form/asked-form.container'
import type { BulkItem } from '@machines/bulk-action/bulk-action.machine'
import { createBulkPlanImplementations } from '@machines/bulk-plan/bulk-plan.implementations'
import type { BulkTarget } from '@machines/bulk-plan/bulk-plan.machine'
import { bulkPlanCommands, itemsToChange, selectBulkPlanView } from '@machines/bulk-plan/bulk-plan.view'
import { fieldsToRead } from '@resources/fields'
import type { FormField, Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { DryRunDialog } from './DryRunDialog'

type Payload = Readonly<Record<string, unknown>>

/** A bulk action of the server, as a list offers it. */
export interface BulkChoice {
  /** Its name: the name of a call in `operations.bulk`. */
  action: string
  /** Completed by the count: 'Disable', 'Change the tags of'. */
  question: string
  effect: string
  tone: 'danger' | 'primary'
  cancel: string
  /** Its body; null if the person is asked for it. */
  payload: Payload | null
  asks: readonly FormField[]
}

export interface DryRunContainerProps {
  resource: Resource<Row>
  choice: BulkChoice
  target: BulkTarget
  /** @returns a row of the list; the names of other records are requested */
  rowOf: (id: string) => Row | undefined
  /** The records that change, in the versions of the dry run. */
  onConfirmed: (payload: Payload, items: BulkItem[]) => void
  onClose: () => void
}

/** Number of records whose names one call requests: their ids are part of its address. */
const NAMES_A_CALL = 100

/**
 * @returns the name of a record in the results, of which the list may have no row; the id until the name is loaded, and
 * if it cannot be loaded
 */
function useNames(resource: Resource<Row>, results: readonly BulkResult[], rowOf: DryRunContainerProps['rowOf']) {
  const { api } = useConsole()
  const [read, setRead] = useState<ReadonlyMap<string, Row>>(new Map())
  const missing = results
    .map(({ id }) => id)
    .filter((id) => !rowOf(id))
    .join()
  useEffect(() => {
    if (missing === '') return
    const leaving = new AbortController()
    const readAll = async () => {
      const ids = missing.split(',')
      for (let at = 0; at < ids.length && !leaving.signal.aborted; at += NAMES_A_CALL) {
        const query = { id: ids.slice(at, at + NAMES_A_CALL), fields: fieldsToRead(resource, []), itemNo: NAMES_A_CALL }
        const answer = await api.call(resource.operations.list, { query }, { signal: leaving.signal })
        if (!answer.ok) return
        setRead((before) => new Map([...before, ...answer.value.data.map((row) => [row.id, row] as const)]))
      }
    }
    void readAll()
    return () => leaving.abort()
  }, [api, resource, missing])
  return (id: string) => {
    const row = rowOf(id) ?? read.get(id)
    return row ? nameOfRow(resource, row) : id
  }
}

export default function DryRunContainer({
  resource,
  choice,
  target,
  rowOf,
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
      nameOf={useNames(resource, view.results, rowOf)}
      inputs={inputs}
      onAsked={(event) => void submit(commands.asked)(event)}
      onRetry={commands.retry}
      onChange={commands.change}
      onConfirm={commands.confirm}
      onClose={onClose}
    />
  )
}
