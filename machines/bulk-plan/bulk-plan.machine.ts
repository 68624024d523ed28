/**
 * What an action on many records would do, before it does anything: asks what the action needs to know, has the server perform it
 * as a dry run, and shows the result of each record. Confirmed, the records that would change go to the bulk action, each with
 * the version that the dry run saw: one that somebody changes in between is refused there, never overwritten.
 *
 * The dialog owns the actor. Nothing is changed here, so leaving it needs no question.
 */
import { assign, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { BulkResult } from '@contract/records/calls'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

type Payload = Readonly<Record<string, unknown>>
/** Which records: those that are chosen, or all that the list finds. */
export type BulkTarget = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> }

export interface BulkPlanInput {
  target: BulkTarget
  /** What the action does; null: the person is asked first. */
  payload: Payload | null
}
export interface BulkPlanContext extends BulkPlanInput {
  /** The action asks the person. */
  asks: boolean
  /** Result of the dry run for each record, as far as it has come. */
  results: readonly BulkResult[]
  /** Why there is none. */
  error: ApiError | null
}
export type BulkPlanEvent =
  /** The person has said what the action needs to know. */
  | { type: 'plan.asked'; payload: Payload }
  /** Results have arrived. */
  | { type: 'results.read'; results: readonly BulkResult[] }
  /** Every record has its result. */
  | { type: 'plan.checked' }
  | { type: 'plan.refused'; error: ApiError }
  | { type: 'plan.retry' }
  /** The person wants to say something else. */
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
      description: 'The action needs to know more than its records: the person fills it in.',
      meta: { shows: 'How many records are chosen, the fields of the action, and Check.' },
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
          'How many records change, are the same and are refused and why, each by its name, and the button to go on.',
      },
      on: { 'plan.confirm': 'confirmed', 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    withoutEffect: {
      description: 'The action would change none of the records.',
      meta: { shows: 'How many are the same and how many are refused and why, each by its name; nothing to confirm.' },
      on: { 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    failed: {
      description: 'The dry run has no result: the server refused it or did not answer. Nothing was changed.',
      meta: { shows: 'Why, that nothing was changed, and Try again.' },
      tags: ['error'],
      on: { 'plan.retry': 'checking', 'plan.change': { guard: 'asks', target: 'asking' } },
    },
    confirmed: {
      type: 'final',
      description: 'The records that change were handed to the bulk action.',
      meta: { shows: 'The progress of the action, in the list.' },
    },
  },
})
