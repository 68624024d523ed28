/**
 * Looking something up while it is typed: one question at a time, asked when the typing rests.
 * Race: a new word leaves the state whose call is in flight, which aborts it; an old answer never comes after a new word.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Milliseconds without a key before the server is asked. */
export const TYPING_PAUSE_MS = 200
/** Fewer letters find too much to be of use. */
export const SHORTEST_WORDS = 2

export interface LookupContext {
  /** What is looked for, without spaces around it. */
  words: string
  /** What was found last; null before that. `selectLookup` gives it its type. */
  found: unknown
  error: ApiError | null
}
export type LookupEvent = { type: 'words.changed'; words: string } | { type: 'retry' }

const isWorthAsking = (words: string) => words.trim().length >= SHORTEST_WORDS

export const lookupMachine = setup({
  types: { context: {} as LookupContext, events: {} as LookupEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: { look: promiseNotProvided<Result<unknown>, string>('look') },
  delays: { typingPause: TYPING_PAUSE_MS },
  guards: {
    isSame: ({ context }, { words }: { words: string }) => words.trim() === context.words,
    isWorthAsking: (_, { words }: { words: string }) => isWorthAsking(words),
  },
  actions: {
    assignWords: assign((_, { words }: { words: string }) => ({ words: words.trim(), error: null })),
    assignFound: assign((_, { answer }: { answer: Result<unknown> }) => (answer.ok ? { found: answer.value } : {})),
    assignError: assign((_, { answer }: { answer: Result<unknown> }) => (answer.ok ? {} : { error: answer.error })),
    forget: assign({ found: null, error: null }),
    forgetError: assign({ error: null }),
  },
}).createMachine({
  id: 'lookup',
  context: { words: '', found: null, error: null },
  initial: 'idle',
  on: {
    'words.changed': [
      { guard: { type: 'isSame', params: ({ event }) => event } },
      {
        guard: { type: 'isWorthAsking', params: ({ event }) => event },
        target: '.waiting',
        actions: { type: 'assignWords', params: ({ event }) => event },
      },
      { target: '.idle', actions: [{ type: 'assignWords', params: ({ event }) => event }, 'forget'] },
    ],
  },
  states: {
    idle: {
      description: 'Nothing is looked for, or too little to ask for it.',
      meta: { shows: 'Nothing from the server.' },
    },
    waiting: {
      description: 'Something was typed, and more may follow.',
      meta: { shows: 'What was found before, or skeletons.' },
      tags: ['busy'],
      after: { typingPause: 'looking' },
    },
    looking: {
      description: 'The server is being asked.',
      meta: { shows: 'What was found before, or skeletons.' },
      tags: ['busy'],
      invoke: {
        id: 'look',
        src: 'look',
        input: ({ context }) => context.words,
        onDone: [
          {
            guard: ({ event }) => event.output.ok,
            target: 'found',
            actions: { type: 'assignFound', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            target: 'failed',
            actions: ['forget', { type: 'assignError', params: ({ event }) => ({ answer: event.output }) }],
          },
        ],
      },
    },
    found: {
      description: 'The server has answered, perhaps with nothing.',
      meta: { shows: 'What was found.' },
    },
    failed: {
      description: 'The server could not be asked.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      on: { retry: { target: 'looking', actions: 'forgetError' } },
    },
  },
})
