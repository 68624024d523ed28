/**
 * One thing that is read from the server and shown: a record, a set of counts, the roles of a select.
 *
 * Lock: while a call is in flight, a second request starts nothing. A change that arrives meanwhile is remembered, and the
 * thing is read once more after the response, which may hold the old value. A refresh that fails keeps what is shown.
 *
 * A failure is notified when the person asked for the call: by opening the page or with Try again. The console repeats a
 * call in the background (after a change, or after a gap in the live connection) without a notification.
 */
import { assign, setup } from 'xstate'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ReadingContext {
  /** The value that was read last; null before the first response. `selectReading` gives it its type. */
  value: unknown
  error: ApiError | null
  /** The value changed while it was being read: it is read once more after the response. */
  again: boolean
}
export type ReadingEvent =
  /** The person asked for the value: with Try again, or with a button that reads it anew. */
  | { type: 'retry' }
  /** The value changed elsewhere, or may have changed. */
  | { type: 'reading.refresh' }

export const readingMachine = setup({
  types: { context: {} as ReadingContext, events: {} as ReadingEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { read: promiseNotProvided<Result<unknown>>('read') },
  actions: {
    assignAnswer: assign((_, { answer }: { answer: Result<unknown> }) => ({
      again: false,
      ...(answer.ok ? { value: answer.value, error: null } : { error: answer.error }),
    })),
    assignAgain: assign({ again: true }),
    /** Shows the message of a failed call that the person asked for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
  guards: {
    isOk: (_, { answer }: { answer: Result<unknown> }) => answer.ok,
    isOutOfDate: ({ context }, { answer }: { answer: Result<unknown> }) => answer.ok && context.again,
    hasValue: ({ context }) => context.value !== null,
  },
}).createMachine({
  id: 'reading',
  context: { value: null, error: null, again: false },
  initial: 'loading',
  states: {
    loading: {
      description:
        'The value is being read because the person opened the page or pressed Try again; nothing is shown yet.',
      meta: { shows: 'Skeletons in the shape of the content.' },
      tags: ['busy'],
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isOutOfDate', params: ({ event }) => ({ answer: event.output }) },
            target: 'refreshing',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'unreachable',
            actions: [
              { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: { 'reading.refresh': { actions: 'assignAgain' } },
    },
    ready: {
      description: 'The value is shown and up to date.',
      meta: { shows: 'The value.' },
      on: { retry: 'retrying', 'reading.refresh': 'refreshing' },
    },
    refreshing: {
      description: 'The console reads the value again in the background.',
      meta: { shows: 'The earlier value, unchanged; skeletons where there is none.' },
      invoke: {
        id: 'readAgain',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isOutOfDate', params: ({ event }) => ({ answer: event.output }) },
            target: 'refreshing',
            reenter: true,
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: 'hasValue',
            target: 'outdated',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'unreachable',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      on: { 'reading.refresh': { actions: 'assignAgain' } },
    },
    retrying: {
      description: 'The person asked for the value again; the earlier one is shown meanwhile.',
      meta: { shows: 'The earlier value, unchanged.' },
      tags: ['busy'],
      invoke: {
        id: 'readOnRequest',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isOutOfDate', params: ({ event }) => ({ answer: event.output }) },
            target: 'refreshing',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'outdated',
            actions: [
              { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
      on: { 'reading.refresh': { actions: 'assignAgain' } },
    },
    outdated: {
      description: 'The value could not be read again; the earlier one is shown.',
      meta: { shows: 'The earlier value, that it may be old, and Try again.' },
      tags: ['error'],
      on: { retry: 'retrying', 'reading.refresh': 'refreshing' },
    },
    unreachable: {
      description: 'The value could not be read, and there is none to show.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: 'loading', 'reading.refresh': 'refreshing' },
    },
  },
})
