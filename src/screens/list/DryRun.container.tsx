/**
 * An action on many records of a list: checked as a dry run, then passed to the activity. Loaded when one is started.
 */
import { Fragment, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import type { BulkResult } from '@contract/records/calls'
import { isBulkClaim } from '@contract/records/claims'
import { useConsole } from '@console/console'
import { newKey } from '@contract/http/idempotency'
import { useAskedForm } from '@features/record-form/asked-form.container'
import { sumAccessChanges } from './access-change/access-change-sum'
import { AccessChangeSum } from './access-change/AccessChangeSum'
import { Money } from '@features/shared/Money'
import { sumsOf } from './sums'
import { useStepUp } from '@features/shared/step-up/step-up.container'
import { useInterrupted } from '@features/record-form/interrupted.container'
import type { BulkItem } from '@machines/bulk-action/bulk-action.machine'
import { createBulkPlanImplementations } from '@machines/bulk-plan/bulk-plan.implementations'
import type { BulkTarget } from '@machines/bulk-plan/bulk-plan.machine'
import { bulkPlanCommands, itemsToChange, selectBulkPlanView } from '@machines/bulk-plan/bulk-plan.view'
import { fieldsToRead } from '@resources/fields'
import type { FormField, Resource, ResourceActionPreview, ResourceDisabling, Row } from '@resources/resource'
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
  /** The action that is performed instead if the person has entered nothing. */
  otherwise?: { action: string; payload: Payload }
  /** The person proves again who they are before it is performed. */
  stepUp?: true
  /** What is added up over the records: the rights that the people gain and lose, or the amounts by their currency. */
  sums?: NonNullable<ResourceActionPreview['shownAs']>
  /** What it interrupts: shown above the input, for all records together. */
  interrupts?: ResourceDisabling<Row>
}

export interface DryRunContainerProps {
  resource: Resource<Row>
  choice: BulkChoice
  target: BulkTarget
  /** @returns a row of the list; the names of other records are requested */
  rowOf: (id: string) => Row | undefined
  /** The records that change, in the versions of the dry run. */
  onConfirmed: (action: string, payload: Payload, items: BulkItem[]) => void
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

/** What the people whose results are `changed` gain and lose together. */
function SummedAccess({ results, noun }: { results: readonly BulkResult[]; noun: Resource<Row>['noun'] }) {
  const changes = useMemo(
    () => results.flatMap(({ outcome, effects }) => (outcome === 'changed' ? [effects ?? []] : [])),
    [results],
  )
  const sum = useMemo(() => sumAccessChanges(changes), [changes])
  return <AccessChangeSum sum={sum} people={changes.length} noun={noun} />
}

/** What moves for the records whose results are `changed`, added up by the currency. */
function SummedMoney({ results }: { results: readonly BulkResult[] }) {
  const sums = sumsOf(results)
  if (sums.length === 0) return null
  return (
    <p>
      In all{' '}
      {sums.map(([currency, amount], index) => (
        <Fragment key={currency}>
          {index > 0 && ', '}
          <Money amount={amount} currency={currency} />
        </Fragment>
      ))}
    </p>
  )
}

/** @returns the action that the input selects, and its body */
const chosenBy = ({ action, otherwise }: BulkChoice, payload: Payload) =>
  otherwise && Object.values(payload).every((value) => !value) ? otherwise : { action, payload }

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
    createBulkPlanImplementations({
      api,
      newKey,
      callOf(asked) {
        const { action, payload } = chosenBy(choice, asked)
        return { operation: resource.operations.bulk![action]!, values: payload }
      },
    }),
  )
  const actor = useActorRef(machine, { input: { target, payload: choice.payload } })
  const view = useSelector(actor, selectBulkPlanView, shallowEqual)
  const [commands] = useState(() => bulkPlanCommands((event) => actor.send(event)))
  const { inputs, submit } = useAskedForm(resource, choice.action, choice.asks)
  const ofMany = choice.interrupts?.ofMany
  const { lead, isNothing } = useInterrupted(ofMany && 'ids' in target ? choice.interrupts! : null, (signal) =>
    api.call(ofMany!, { body: target as { ids: readonly string[] } }, { signal }),
  )
  const confirmed = useEffectEvent(() => {
    const { payload, results } = actor.getSnapshot().context
    const chosen = chosenBy(choice, payload!)
    onConfirmed(chosen.action, chosen.payload, itemsToChange(results, isBulkClaim(chosen.action)))
  })
  const stepUp = useStepUp()
  const isConfirmed = view.state === 'confirmed'
  useEffect(() => {
    if (isConfirmed) confirmed()
  }, [isConfirmed])
  const dialog = (
    <DryRunDialog
      view={view}
      noun={resource.noun}
      chosen={'ids' in target ? target.ids.length : null}
      question={choice.question}
      effect={choice.effect}
      tone={choice.tone}
      cancel={choice.cancel}
      nameOf={useNames(resource, view.results, rowOf)}
      lead={lead}
      sum={
        choice.sums === 'access' ? (
          <SummedAccess results={view.results} noun={resource.noun} />
        ) : (
          choice.sums === 'money' && <SummedMoney results={view.results} />
        )
      }
      isWide={choice.sums === 'access'}
      inputs={isNothing ? null : inputs}
      onAsked={(event) => void submit(commands.asked)(event)}
      onRetry={commands.retry}
      onChange={commands.change}
      onConfirm={() => (choice.stepUp ? stepUp.before(choice.question, commands.confirm) : commands.confirm())}
      onClose={onClose}
    />
  )
  return (
    <>
      {dialog}
      {stepUp.dialog}
    </>
  )
}
