/** The decisions on the records of a queue, from its definition (contract, queue.ts). Pure. */
import { AWAITS_APPROVAL } from '@contract/records/action-approval'
import { decisionsOf, openStates, STATUS } from '@contract/records/queue'
import type { ActionDefinition } from '@contract/records/record'
import type { DecisionChoice, DecisionPlan, Standing } from '@features/shared/decision-plan'
import { begunWith } from '@resources/asked-fields'
import type { Resource, Row } from '@resources/resource'
import { valuesOfRow } from '@resources/row-values'
import type { DeskSlots } from './desk-slots'

type Decider = { id: string; name: string } | null

/**
 * @param ownId id of the signed-in person
 * @returns whether a record still waits for this person's decision, or who has decided it. A person who may not read the state may decide:
 *   the server checks it
 */
export function standingIn({ record }: Pick<Resource<Row>, 'record'>, row: Row, ownId: string | undefined): Standing {
  const values = valuesOfRow(row)
  const { decided_by: by, decided_at: at, [AWAITS_APPROVAL]: awaits } = values
  const state = values[STATUS] as string | undefined
  const { type } = record.fields[STATUS]!
  const { onHold = [], secondApproval = [], claim } = record.queue!
  const what = (state !== undefined && 'labels' in type && type.labels[state]) || ''
  const decider = (by ?? null) as Decider
  const decided = {
    what,
    by: decider?.name ?? null,
    at: (at ?? null) as string | null,
    isOwn: decider !== null && decider.id === ownId,
  }
  if (state === undefined || state === claim.shows) return { is: 'open' }
  if (secondApproval.includes(state)) return { is: 'awaitingSecond', ...decided }
  // The state is still that before the decision. Where no decision begins in it, another action waits for an approval.
  const isUndecided = decisionsOf(record).some(([name]) => record.actions[name]!.from?.values.includes(state) !== false)
  if (awaits === true && isUndecided) return { is: 'awaitingSecond', ...decided, what: 'Sent for approval' }
  if (onHold.includes(state)) return { is: 'onHold', ...decided }
  return openStates(record).includes(state) ? { is: 'open' } : { is: 'decided', ...decided }
}

/** What the inputs of a decision begin with, as typed text. */
const begunAs = (definition: ActionDefinition | undefined, row: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(begunWith(definition, row)).map(([name, value]) => [name, String(value)]))

/** @returns the plan of a queue's desk */
export function queuePlan(resource: Resource<Row>, { decisions = {} }: DeskSlots): Omit<DecisionPlan, 'effect'> {
  const [first, ...rest] = decisionsOf(resource.record).map(([action, decision]): DecisionChoice => ({
    ...decision,
    action,
    ...decisions[action],
    given: (row) => ({ ...begunAs(resource.record.actions[action], row), ...decisions[action]?.given?.(row) }),
  }))
  return { choices: [first!, ...rest], standing: (row, ownId) => standingIn(resource, row, ownId) }
}
