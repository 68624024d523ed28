/**
 * A question that the server answers without changing anything. It is asked again whenever the person pauses after a
 * change, so that the answer beside the fields matches the input. Race: new input leaves the state whose call is in
 * flight, which aborts it; an old answer never follows newer input.
 */
import { assign, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Milliseconds without a change before the server is asked. */
export const TYPING_PAUSE_MS = 300

/** The body of the call. */
export type Asked = Readonly<Record<string, unknown>>
export type Answer = Readonly<Record<string, unknown>>

export interface PreviewContext {
  /** The last question that was sent, or the next one; null while input is missing. */
  asked: Asked | null
  /** The last answer. Valid in the states that show one. */
  answer: Answer | null
  /** Why there is no answer. Valid in `refused` and `failed`. */
  error: ApiError | null
}
export type PreviewEvent =
  /** All required input is complete. */
  | { type: 'preview.completed'; asked: Asked }
  /** Input is missing or invalid. */
  | { type: 'preview.incomplete' }
  | { type: 'preview.retry' }
  | { type: 'line.back' }

/** Asked again, the server would answer the same: the input, the state of the record or the person's rights do not allow it. */
const isRefusal = (answer: Result<Answer>) =>
  !answer.ok && ['rejected', 'forbidden', 'conflict'].includes(answer.error.kind)

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
      description: 'Required input is missing or invalid.',
      meta: { shows: 'That the answer appears once the fields are filled in.' },
    },
    waiting: {
      description: 'The input is complete for the first time, and the person may continue to type.',
      meta: { shows: 'A skeleton of the answer.' },
      tags: ['busy'],
      after: { typingPause: 'asking' },
    },
    asking: {
      description: 'The server is being asked.',
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
      description: 'The answer matches the input.',
      meta: { shows: 'The answer.' },
      on: {
        'preview.completed': { target: 'outdated', actions: { type: 'assignAsked', params: ({ event }) => event } },
      },
    },
    outdated: {
      description: 'The answer belongs to earlier input, and the person may continue to type.',
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
      description: 'The server refused the question, for example because of a value that the form cannot check.',
      meta: { shows: 'Why.' },
      tags: ['error'],
    },
    failed: {
      description: 'The request did not reach the server, or the server could not answer.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: { 'preview.retry': 'asking', 'line.back': 'asking' },
    },
  },
})
