/**
 * One thing that is read from the server and shown: a record, a set of counts, the roles of a select.
 * Lock: while `loading` or `refreshing`, a second wish has no handler. A refresh that fails keeps what is shown.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ReadingContext {
  /** What was read last; null before that. `selectReading` gives it its type. */
  value: unknown
  error: ApiError | null
}
export type ReadingEvent = { type: 'retry' } | { type: 'reading.refresh' }

export const readingMachine = setup({
  types: { context: {} as ReadingContext, events: {} as ReadingEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { read: promiseNotProvided<Result<unknown>>('read') },
  actions: {
    assignAnswer: assign((_, { answer }: { answer: Result<unknown> }) => (answer.ok ? { value: answer.value, error: null } : { error: answer.error })),
  },
}).createMachine({
  id: 'reading',
  context: { value: null, error: null },
  initial: 'loading',
  states: {
    loading: {
      description: 'It is being read for the first time.',
      meta: { shows: 'Skeletons in the shape of what will stand there.' },
      tags: ['busy'],
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'ready', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
          { target: 'unreachable', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
    },
    ready: {
      description: 'It is there.',
      meta: { shows: 'What was read.' },
      on: { 'reading.refresh': 'refreshing' },
    },
    refreshing: {
      description: 'It is there and is being read again.',
      meta: { shows: 'What was read before, unchanged.' },
      invoke: {
        id: 'readAgain',
        src: 'read',
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'ready', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
          { target: 'outdated', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
    },
    outdated: {
      description: 'It is there, but could not be read again.',
      meta: { shows: 'What was read before, that it may be old, and Try again.' },
      tags: ['error'],
      on: { retry: 'refreshing', 'reading.refresh': 'refreshing' },
    },
    unreachable: {
      description: 'It could not be read.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: 'loading', 'reading.refresh': 'loading' },
    },
  },
})
