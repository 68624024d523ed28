/** The implementations of the bulk plan machine over the bulk calls of a record. */
import { fromCallback } from 'xstate'
import { BULK_ROWS_MAX } from '@contract/constants'
import type { Operation } from '@contract/http/operation'
import type { BulkBody, BulkResult } from '@contract/records/calls'
import type { ApiPort } from '@ports/api'
import { bulkPlanMachine, type BulkPlanEvent, type BulkTarget, type CheckInput } from './bulk-plan.machine'

export interface BulkPlanDependencies {
  api: Pick<ApiPort, 'call'>
  /** @returns the action in bulk that the input selects, and its body */
  callOf: (payload: CheckInput['payload']) => {
    operation: Operation<string, undefined, undefined, BulkBody, BulkResult[]>
    values: object
  }
  /** @returns an Idempotency-Key: every call needs one, including a dry run */
  newKey: () => string
}

/**
 * Splits the records into as many calls as necessary. A filter is always one call; the server limits its number of
 * records.
 */
const partsOf = (target: BulkTarget): BulkTarget[] =>
  'filter' in target
    ? [target]
    : Array.from({ length: Math.ceil(target.ids.length / BULK_ROWS_MAX) }, (_, part) => ({
        ids: target.ids.slice(part * BULK_ROWS_MAX, (part + 1) * BULK_ROWS_MAX),
      }))

/** @returns the machine with everything provided, ready to start */
export const createBulkPlanImplementations = ({ api, callOf, newKey }: BulkPlanDependencies) =>
  bulkPlanMachine.provide({
    actors: {
      checkFeed: fromCallback<BulkPlanEvent, CheckInput>(({ input: { target, payload }, sendBack }) => {
        const leaving = new AbortController()
        const { operation, values } = callOf(payload)
        const check = async () => {
          for (const part of partsOf(target)) {
            const body = { ...part, values, dry_run: true }
            const answer = await api.call(operation, { body }, { signal: leaving.signal, idempotencyKey: newKey() })
            if (leaving.signal.aborted) return
            if (!answer.ok) return sendBack({ type: 'plan.refused', error: answer.error })
            sendBack({ type: 'results.read', results: answer.value.data })
          }
          sendBack({ type: 'plan.checked' })
        }
        void check()
        return () => leaving.abort()
      }),
    },
  })
