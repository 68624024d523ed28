/**
 * One value that is read from the server and shown, for example a record, a set of counts, or the roles of a select.
 *
 * Lock: while a call is in flight, a second request starts nothing. If a change is reported meanwhile, the response of
 * the call is out of date, so the value is read once more afterwards. If a refresh fails, the shown value stays.
 *
 * A failure is notified when the person asked for the call: by opening the page or with Try again. The console repeats
 * a call in the background (after a change, or after a gap in the live connection) without a notification.
 */
import { assign, or, setup, stateIn } from 'xstate'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ReadingContext {
  /** The value of the last read; null before the first response. `selectReading` gives it its type. */
  value: unknown
  /** Why the value could not be read. Valid in `outdated` and `unreachable`. */
  error: ApiError | null
}
export type ReadingEvent =
  /** The person asked for the value: with Try again, or with a button that refreshes it. */
  | { type: 'retry' }
  /** The value changed elsewhere, or may have changed. */
  | { type: 'reading.refresh' }

export const readingMachine = setup({
  types: { context: {} as ReadingContext, events: {} as ReadingEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { read: promiseNotProvided<Result<unknown>>('read') },
  actions: {
    assignAnswer: assign((_, { answer }: { answer: Result<unknown> }) =>
      answer.ok ? { value: answer.value, error: null } : { error: answer.error },
    ),
    /** Shows the message of a failed call that the person asked for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
  guards: {
    isFailed: (_, { answer }: { answer: Result<unknown> }) => !answer.ok,
    /** The value has changed since the call was made. */
    isOvertaken: or([
      stateIn({ opening: 'loadingOvertaken' }),
      stateIn({ renewing: 'refreshingOvertaken' }),
      stateIn({ repeating: 'retryingOvertaken' }),
      stateIn({ recovering: 'reopeningOvertaken' }),
    ]),
  },
}).createMachine({
  id: 'reading',
  context: { value: null, error: null },
  initial: 'opening',
  states: {
    opening: {
      initial: 'loading',
      tags: ['busy'],
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ answer: event.output }) },
            target: 'unreachable',
            actions: [
              { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
          {
            guard: 'isOvertaken',
            target: 'renewing',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      states: {
        loading: {
          description:
            'The value is being read because the person opened the page or pressed Try again; nothing is shown yet.',
          meta: { shows: 'Skeletons in the shape of the content.' },
          on: { 'reading.refresh': 'loadingOvertaken' },
        },
        loadingOvertaken: {
          description: 'As loading, but the value has changed since the call was made and will be read once more.',
          meta: { shows: 'Skeletons in the shape of the content.' },
        },
      },
    },
    ready: {
      description: 'The value is shown and up to date.',
      meta: { shows: 'The value.' },
      on: { retry: 'repeating', 'reading.refresh': 'renewing' },
    },
    renewing: {
      initial: 'refreshing',
      invoke: {
        id: 'readAgain',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ answer: event.output }) },
            target: 'outdated',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: 'isOvertaken',
            target: 'renewing',
            reenter: true,
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      states: {
        refreshing: {
          description: 'The console reads the value again in the background.',
          meta: { shows: 'The earlier value, unchanged.' },
          on: { 'reading.refresh': 'refreshingOvertaken' },
        },
        refreshingOvertaken: {
          description: 'As refreshing, but the value has changed since the call was made and will be read once more.',
          meta: { shows: 'The earlier value, unchanged.' },
        },
      },
    },
    repeating: {
      initial: 'retrying',
      tags: ['busy'],
      invoke: {
        id: 'readOnRequest',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ answer: event.output }) },
            target: 'outdated',
            actions: [
              { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
          {
            guard: 'isOvertaken',
            target: 'renewing',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      states: {
        retrying: {
          description: 'The person asked for the value again; the earlier one is shown meanwhile.',
          meta: { shows: 'The earlier value, unchanged.' },
          on: { 'reading.refresh': 'retryingOvertaken' },
        },
        retryingOvertaken: {
          description: 'As retrying, but the value has changed since the call was made and will be read once more.',
          meta: { shows: 'The earlier value, unchanged.' },
        },
      },
    },
    outdated: {
      description: 'The value could not be read again; the earlier one is shown.',
      meta: { shows: 'The earlier value, that it may be old, and Try again.' },
      tags: ['error'],
      on: { retry: 'repeating', 'reading.refresh': 'renewing' },
    },
    unreachable: {
      description: 'The value could not be read, and there is none to show.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: 'opening', 'reading.refresh': 'recovering' },
    },
    recovering: {
      initial: 'reopening',
      invoke: {
        id: 'readAnew',
        src: 'read',
        onDone: [
          {
            guard: { type: 'isFailed', params: ({ event }) => ({ answer: event.output }) },
            target: 'unreachable',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: 'isOvertaken',
            target: 'renewing',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      states: {
        reopening: {
          description:
            'The value could not be read and there is none to show; it may be available now, and is read again.',
          meta: { shows: 'Skeletons in the shape of the content.' },
          on: { 'reading.refresh': 'reopeningOvertaken' },
        },
        reopeningOvertaken: {
          description: 'As reopening, but the value has changed since the call was made and will be read once more.',
          meta: { shows: 'Skeletons in the shape of the content.' },
        },
      },
    },
  },
})
