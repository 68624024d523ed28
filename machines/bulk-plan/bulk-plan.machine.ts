/**
 * A preview of an action on many records: asks for the input of the action, lets the server perform it as a dry run,
 * and shows the result for each record. When the person confirms, the records that would change are passed to the bulk
 * action with the versions that the dry run saw. The server refuses a record that somebody changes in between, instead
 * of overwriting it.
 *
 * The dialog owns the actor. Nothing is changed here, so it can be closed without a question.
 */
import { assign, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkResult } from '@contract/records/calls'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

type Payload = Readonly<Record<string, unknown>>
/** The records: the selected ones, or all that match the list's filter. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> }

export interface BulkPlanInput {
  target: BulkTarget
  /** The input of the action; null if the person is asked for it first. */
  payload: Payload | null
}
export interface BulkPlanContext extends BulkPlanInput {
  /** Whether the action needs input from the person. */
  asks: boolean
  /** Results of the dry run that have arrived so far. */
  results: readonly BulkResult[]
  /** Why there is no result. */
  error: ApiError | null
}
export type BulkPlanEvent =
  /** The person has entered the input of the action. */
  | { type: 'plan.asked'; payload: Payload }
  /** Results have arrived. */
  | { type: 'results.read'; results: readonly BulkResult[] }
  /** Every record has its result. */
  | { type: 'plan.checked' }
  | { type: 'plan.refused'; error: ApiError }
  | { type: 'plan.retry' }
  /** The person wants to change the input. */
  | { type: 'plan.change' }
  | { type: 'plan.confirm' }

export interface CheckInput {
  target: BulkTarget
  payload: Payload
}
const NO_RESULTS: readonly BulkResult[] = []

export const bulkPlanMachine = setup({
  types: {
    context: {} as BulkPlanContext,
    events: {} as BulkPlanEvent,
    input: {} as BulkPlanInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Performs the action as a dry run. Sends `results.read`, then `plan.checked` or `plan.refused`. */
    checkFeed: feedNotProvided<BulkPlanEvent, CheckInput>('checkFeed'),
  },
  actions: {
    assignPayload: assign((_, { payload }: { payload: Payload }) => ({ payload })),
    addResults: assign(({ context }, { results }: { results: readonly BulkResult[] }) => ({
      results: [...context.results, ...results],
    })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    forget: assign({ results: NO_RESULTS, error: null }),
  },
  guards: {
    asksFirst: ({ context }) => context.payload === null,
    asks: ({ context }) => context.asks,
    hasEffect: ({ context }) => context.results.some(({ outcome }) => outcome === 'changed'),
  },
}).createMachine({
  id: 'bulkPlan',
  context: ({ input }) => ({ ...input, asks: input.payload === null, results: NO_RESULTS, error: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The dialog opens.',
      meta: { shows: 'The list, for an instant.' },
      always: [{ guard: 'asksFirst', target: 'asking' }, { target: 'checking' }],
    },
    asking: {
      description: 'The action needs input: the person fills it in.',
      meta: { shows: 'How many records are selected, the fields of the action, and Check.' },
      on: { 'plan.asked': { target: 'checking', actions: { type: 'assignPayload', params: ({ event }) => event } } },
    },
    checking: {
      description: 'The server performs the action as a dry run, which changes nothing.',
      meta: { shows: 'How many records are checked, and Cancel.' },
      tags: ['busy'],
      entry: 'forget',
      invoke: {
        id: 'checkFeed',
        src: 'checkFeed',
        input: ({ context: { target, payload } }) => ({ target, payload: payload! }),
      },
      on: {
        'results.read': { actions: { type: 'addResults', params: ({ event }) => event } },
        'plan.checked': [{ guard: 'hasEffect', target: 'shown' }, { target: 'withoutEffect' }],
        'plan.refused': { target: 'failed', actions: { type: 'assignError', params: ({ event }) => event } },
      },
    },
    shown: {
      description: 'The person sees what the action would do to each record.',
      meta: {
        shows:
          'How many records change, stay the same or are refused and why, each by its name, and the button to continue.',
      },
      on: { 'plan.confirm': 'confirmed', 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    withoutEffect: {
      description: 'The action would change none of the records.',
      meta: { shows: 'How many stay the same and how many are refused and why, each by its name; nothing to confirm.' },
      on: { 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    failed: {
      description: 'The dry run has no result: the server refused it or did not respond. Nothing was changed.',
      meta: { shows: 'Why, that nothing was changed, and Try again.' },
      tags: ['error'],
      on: { 'plan.retry': 'checking', 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    confirmed: {
      type: 'final',
      description: 'The records that change were passed to the bulk action.',
      meta: { shows: 'The progress of the action, in the list.' },
    },
  },
})
