/**
 * Searches while the person types: one call at a time, sent when the person pauses. Race: new words leave the state
 * whose call is in flight, which aborts it, so an old response never appears after newer words.
 */
import { assign, setup } from 'xstate'
import { describeError, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Milliseconds without a keystroke before the server is called. */
export const TYPING_PAUSE_MS = 200
/** Minimum number of letters: fewer match too many records. */
export const SHORTEST_WORDS = 2

/** The result of a search. It covers several lists, of which some may fail while the others respond. */
export interface Looked {
  found: unknown
  /** Why a part of the search failed; null if all lists responded. */
  failure: ApiError | null
}

/** @returns why a search failed, in whole or in part; empty if it did not */
function describeLooked(answer: Result<Looked>): string {
  const error = answer.ok ? answer.value.failure : answer.error
  return error ? describeError(error) : ''
}

export interface LookupContext {
  /** The search text, without surrounding spaces. */
  words: string
  /** The last result; null before the first one. `selectLookup` gives it its type. */
  found: unknown
  /** Why the last search failed, in whole or in part. */
  error: ApiError | null
}
export type LookupEvent = { type: 'words.changed'; words: string } | { type: 'retry' }

export const lookupMachine = setup({
  types: { context: {} as LookupContext, events: {} as LookupEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { look: promiseNotProvided<Result<Looked>, string>('look') },
  delays: { typingPause: TYPING_PAUSE_MS },
  guards: {
    isSame: ({ context }, { words }: { words: string }) => words.trim() === context.words,
    isLongEnough: (_, { words }: { words: string }) => words.trim().length >= SHORTEST_WORDS,
    isWhole: (_, { answer }: { answer: Result<Looked> }) => answer.ok && answer.value.failure === null,
    isOk: (_, { answer }: { answer: Result<Looked> }) => answer.ok,
  },
  actions: {
    assignWords: assign((_, { words }: { words: string }) => ({ words: words.trim(), error: null })),
    assignFound: assign((_, { answer }: { answer: Result<Looked> }) =>
      answer.ok ? { found: answer.value.found } : {},
    ),
    assignError: assign((_, { answer }: { answer: Result<Looked> }) => ({
      error: answer.ok ? answer.value.failure : answer.error,
    })),
    forget: assign({ found: null, error: null }),
    forgetError: assign({ error: null }),
    /** Shows the message of a failed search (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
}).createMachine({
  id: 'lookup',
  context: { words: '', found: null, error: null },
  initial: 'idle',
  on: {
    'words.changed': [
      { guard: { type: 'isSame', params: ({ event }) => event } },
      {
        guard: { type: 'isLongEnough', params: ({ event }) => event },
        target: '.waiting',
        actions: { type: 'assignWords', params: ({ event }) => event },
      },
      { target: '.idle', actions: [{ type: 'assignWords', params: ({ event }) => event }, 'forget'] },
    ],
  },
  states: {
    idle: {
      description: 'Nothing is typed, or too few letters to search for.',
      meta: { shows: 'No result of the server.' },
    },
    waiting: {
      description: 'The person typed and may continue to type.',
      meta: { shows: 'The earlier result, or skeletons.' },
      tags: ['busy'],
      after: { typingPause: 'looking' },
    },
    looking: {
      description: 'The server searches.',
      meta: { shows: 'The earlier result, or skeletons.' },
      tags: ['busy'],
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => context.words,
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => ({ answer: event.output }) },
            target: 'found',
            actions: { type: 'assignFound', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'partlyFound',
            actions: [
              { type: 'assignFound', params: ({ event }) => ({ answer: event.output }) },
              { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeLooked(event.output) }) },
            ],
          },
          {
            target: 'failed',
            actions: [
              'forget',
              { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyFailed', params: ({ event }) => ({ message: describeLooked(event.output) }) },
            ],
          },
        ],
      },
    },
    found: {
      description: 'The server responded, perhaps without a record.',
      meta: { shows: 'The result.' },
    },
    partlyFound: {
      description: 'Some of the lists responded; the others could not be searched.',
      meta: { shows: 'The result, one line that names the lists that could not be searched, and Try again.' },
      tags: ['error'],
      on: { retry: { target: 'looking', actions: 'forgetError' } },
    },
    failed: {
      description: 'The call failed.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: { target: 'looking', actions: 'forgetError' } },
    },
  },
})
