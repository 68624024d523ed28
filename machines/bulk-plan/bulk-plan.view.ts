/** Maps a snapshot of a bulk plan to what its dialog shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeWithFields } from '@contract/errors'
import type { BulkResult } from '@contract/records/calls'
import type { BulkItem } from '../bulk-action/bulk-action.machine'
import type { bulkPlanMachine } from './bulk-plan.machine'

export type BulkPlanState = Exclude<SnapshotFrom<typeof bulkPlanMachine>['value'], 'opening'>

export interface BulkPlanView {
  state: BulkPlanState
  results: readonly BulkResult[]
  /** Why there is no result. */
  problem: string | null
  /** Whether the person can go back and change the input. */
  asks: boolean
}

/** @param snapshot of `bulkPlanMachine` */
export const selectBulkPlanView = ({
  value,
  context: { results, error, asks },
}: SnapshotFrom<typeof bulkPlanMachine>): BulkPlanView => ({
  // The machine leaves `opening` before it can be observed.
  state: value as BulkPlanState,
  results,
  problem: error && describeWithFields(error),
  asks,
})

/**
 * The records that the action changes, each with the version that the dry run saw. An action creates exactly one
 * version, and a result contains the version after it.
 * @param keepsVersion the action is no edit, such as a claim: it creates none
 */
export const itemsToChange = (results: readonly BulkResult[], keepsVersion = false): BulkItem[] =>
  results.flatMap(({ id, outcome, version }) =>
    outcome === 'changed' && version !== null ? [{ rowId: id, version: keepsVersion ? version : version - 1 }] : [],
  )

/** @param send of the plan's actor */
export const bulkPlanCommands = (send: ActorRefFrom<typeof bulkPlanMachine>['send']) => ({
  asked: (payload: Readonly<Record<string, unknown>>) => send({ type: 'plan.asked', payload }),
  retry: () => send({ type: 'plan.retry' }),
  change: () => send({ type: 'plan.change' }),
  confirm: () => send({ type: 'plan.confirm' }),
})
