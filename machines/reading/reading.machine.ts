/**
 * One thing that is read from the server and shown: a record, a set of counts, the roles of a select.
 * Lock: while `loading` or `refreshing`, a second wish starts nothing; that it changed meanwhile is kept, and it is read once more
 * after the answer, which may hold the old value. A refresh that fails keeps what is shown.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ReadingContext {
  /** What was read last; null before that. `selectReading` gives it its type. */
  value: unknown
  error: ApiError | null
  /** It was to be read again while it was being read. */
  again: boolean
}
export type ReadingEvent = { type: 'retry' } | { type: 'reading.refresh' }

export const readingMachine = setup({
  types: { context: {} as ReadingContext, events: {} as ReadingEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { read: promiseNotProvided<Result<unknown>>('read') },
  actions: {
    assignAnswer: assign((_, { answer }: { answer: Result<unknown> }) => ({
      again: false,
      ...(answer.ok ? { value: answer.value, error: null } : { error: answer.error }),
    })),
    assignAgain: assign({ again: true }),
  },
  guards: {
    isOk: (_, { answer }: { answer: Result<unknown> }) => answer.ok,
    isOld: ({ context }, { answer }: { answer: Result<unknown> }) => answer.ok && context.again,
  },
}).createMachine({
  id: 'reading',
  context: { value: null, error: null, again: false },
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
          {
            guard: { type: 'isOld', params: ({ event }) => ({ answer: event.output }) },
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
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
        ],
      },
      on: { 'reading.refresh': { actions: 'assignAgain' } },
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
          {
            guard: { type: 'isOld', params: ({ event }) => ({ answer: event.output }) },
            target: 'refreshing',
            reenter: true,
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'ready',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'outdated', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      on: { 'reading.refresh': { actions: 'assignAgain' } },
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
