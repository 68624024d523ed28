/**
 * A question that the platform answers without changing anything: asked again whenever the person pauses after a change, so that
 * the answer beside the fields follows what is typed.
 * Race: what is typed leaves the state whose call is in flight, which aborts it; an old answer never follows newer input.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Milliseconds without a change before the platform is asked. */
export const TYPING_PAUSE_MS = 300

/** What is asked: the body of the call. */
export type Asked = Readonly<Record<string, unknown>>
export type Answer = Readonly<Record<string, unknown>>

export interface PreviewContext {
  /** What was asked last, or is going to be; null while something is missing. */
  asked: Asked | null
  /** The last answer; read it in the states that show one. */
  answer: Answer | null
  /** Why there is none; read it in `refused` and `failed`. */
  error: ApiError | null
}
export type PreviewEvent =
  /** Everything that is needed is typed. */
  | { type: 'preview.completed'; asked: Asked }
  /** Something is missing or wrong. */
  | { type: 'preview.incomplete' }
  | { type: 'preview.retry' }
  | { type: 'line.back' }

const isRefusal = (answer: Result<Answer>) => !answer.ok && answer.error.kind === 'rejected'

export const previewMachine = setup({
  types: { context: {} as PreviewContext, events: {} as PreviewEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    ask: promiseNotProvided<Result<Answer>, Asked>('ask'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<PreviewEvent>('lineFeed'),
  },
  delays: { typingPause: TYPING_PAUSE_MS },
  guards: {
    isOk: (_, { answer }: { answer: Result<Answer> }) => answer.ok,
    isRefusal: (_, { answer }: { answer: Result<Answer> }) => isRefusal(answer),
  },
  actions: {
    assignAsked: assign((_, { asked }: { asked: Asked }) => ({ asked })),
    assignAnswer: assign((_, { answer }: { answer: Result<Answer> }) =>
      answer.ok ? { answer: answer.value, error: null } : { answer: null, error: answer.error },
    ),
    forget: assign({ asked: null, answer: null, error: null }),
  },
}).createMachine({
  id: 'preview',
  context: { asked: null, answer: null, error: null },
  initial: 'incomplete',
  on: {
    'preview.completed': { target: '.waiting', actions: { type: 'assignAsked', params: ({ event }) => event } },
    'preview.incomplete': { target: '.incomplete', actions: 'forget' },
  },
  states: {
    incomplete: {
      description: 'Something that the question needs is missing or wrong.',
      meta: { shows: 'That the answer appears once the fields are filled in.' },
    },
    waiting: {
      description: 'Everything is typed for the first time, and the person may type on.',
      meta: { shows: 'A skeleton of the answer.' },
      tags: ['busy'],
      after: { typingPause: 'asking' },
    },
    asking: {
      description: 'The platform is asked.',
      meta: { shows: 'A skeleton of the answer, or the earlier answer, dimmed.' },
      tags: ['busy'],
      initial: 'first',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => context.asked!,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
            target: 'shown',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          {
            guard: { type: 'isRefusal', params: ({ event }) => ({ answer: event.output }) },
            target: 'refused',
            actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'failed', actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
      },
      states: {
        first: {
          description: 'There is no answer yet.',
          meta: { shows: 'A skeleton of the answer.' },
        },
        again: {
          description: 'The earlier answer stays until the new one arrives.',
          meta: { shows: 'The earlier answer, dimmed.' },
          on: {
            'preview.completed': {
              target: '#preview.outdated',
              actions: { type: 'assignAsked', params: ({ event }) => event },
            },
          },
        },
      },
    },
    shown: {
      description: 'The answer belongs to what is typed.',
      meta: { shows: 'The answer.' },
      on: {
        'preview.completed': { target: 'outdated', actions: { type: 'assignAsked', params: ({ event }) => event } },
      },
    },
    outdated: {
      description: 'The answer belongs to what was typed before, and the person may type on.',
      meta: { shows: 'The earlier answer, dimmed.' },
      tags: ['busy'],
      after: { typingPause: 'asking.again' },
      on: {
        'preview.completed': {
          target: 'outdated',
          reenter: true,
          actions: { type: 'assignAsked', params: ({ event }) => event },
        },
      },
    },
    refused: {
      description: 'The platform refused the question: a value that it knows better than the form.',
      meta: { shows: 'Why.' },
      tags: ['error'],
    },
    failed: {
      description: 'The question did not reach the platform, or it could not answer.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: { 'preview.retry': 'asking', 'line.back': 'asking' },
    },
  },
})
