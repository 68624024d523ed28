/**
 * A stored secret, such as a password, that a person asks to see. They give a reason, the server answers with the secret,
 * and it is shown for at most a minute: it is forgotten when the person hides it, when the page is no longer visible, when
 * the time is over, and when the dialog closes. Each request is audited, and none is made before the person asks.
 *
 * The secret exists only in `shown`, whose exit forgets it. Locks: while a request is in flight or the secret is shown, no
 * second request is sent. A request without an answer is sent again with its Idempotency-Key, as long as the reason is the
 * same, so that it counts once; every other request has a key of its own. Race: closing aborts the request, and a late
 * answer is dropped; an answer that arrives while the page is hidden is forgotten at once.
 */
import { assign, setup } from 'xstate'
import { isUncertain, leavesOutcomeOpen, type ApiError, type Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** How long a secret is shown. */
export const SHOWN_SECONDS = 60

export interface RevealInput {
  /** First part of the Idempotency-Keys. */
  key: string
}
/** Why the secret was hidden: the person pressed Hide, the page was no longer visible, or the time was over. */
export type HiddenBy = 'person' | 'page' | 'time'
export interface RevealContext extends RevealInput {
  /** Number of requests so far, without those that were sent again. Each has its own key. */
  requests: number
  /** The reason of the last request; '' before the first, and once its secret was shown. */
  reason: string
  /** Number of secrets that were shown so far; each ends a reason. */
  reveals: number
  /** Null except in `shown`. */
  secret: string | null
  /** Valid in `shown`. */
  secondsLeft: number
  /** Valid in `masked`. */
  hiddenBy: HiddenBy | null
  /** Why there is no secret. Valid in the states tagged `error`. */
  error: ApiError | null
}
export type RevealEvent =
  /** The person types. */
  | { type: 'reveal.changed' }
  | { type: 'reveal.submit'; reason: string }
  | { type: 'reveal.hide' }
  | { type: 'reveal.close' }
  /** The page is hidden, or is being left. */
  | { type: 'page.hidden' }
  /** @param left how long the secret may still be shown, in seconds */
  | { type: 'second.passed'; left: number }

export type SecretAnswer = Result<string>
/** A request for the secret. */
export interface SecretRequest {
  reason: string
  key: string
}

type Answered = { answer: SecretAnswer }
type Typed = { reason: string }
const answerOf = ({ event }: { event: { output: SecretAnswer } }): Answered => ({ answer: event.output })
const typedOf = ({ event }: { event: Typed }): Typed => ({ reason: event.reason })
const leftOf = ({ event }: { event: { left: number } }) => ({ left: event.left })
const requestOf = ({ context: { reason, key, requests } }: { context: RevealContext }): SecretRequest => ({
  reason,
  key: `${key}.${requests}`,
})

/* Parts of transitions that several states share. */
const isRevealed = { type: 'isRevealed', params: answerOf } as const
const assignSecret = { type: 'assignSecret', params: answerOf } as const
const assignError = { type: 'assignError', params: answerOf } as const
const submitting = {
  guard: { type: 'isComplete', params: typedOf },
  target: 'revealing',
  actions: { type: 'assignRequest', params: typedOf },
} as const

export const revealMachine = setup({
  types: {
    context: {} as RevealContext,
    events: {} as RevealEvent,
    input: {} as RevealInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    readSecret: promiseNotProvided<SecretAnswer, SecretRequest>('readSecret'),
    /** Sends `second.passed` every second, also after a sleep; with 0 or less once the time is over. */
    countdown: feedNotProvided<RevealEvent, { seconds: number }>('countdown'),
    /** Sends `page.hidden` when the page is hidden or left, and at once if it is hidden already. */
    pageFeed: feedNotProvided<RevealEvent>('pageFeed'),
  },
  guards: {
    isComplete: (_, { reason }: Typed) => reason.trim() !== '',
    isSame: ({ context }, { reason }: Typed) => reason === context.reason,
    isRevealed: (_, { answer }: Answered) => answer.ok,
    isUncertain: (_, { answer }: Answered) => !answer.ok && isUncertain(answer.error),
    leavesOpen: (_, { answer }: Answered) => !answer.ok && leavesOutcomeOpen(answer.error),
    isOver: (_, { left }: { left: number }) => left <= 0,
  },
  actions: {
    assignRequest: assign(({ context }, { reason }: Typed) => ({ reason, requests: context.requests + 1 })),
    assignSecret: assign(({ context }, { answer }: Answered) => ({
      reveals: context.reveals + 1,
      secret: answer.ok ? answer.value : null,
      secondsLeft: SHOWN_SECONDS,
    })),
    assignError: assign((_, { answer }: Answered) => ({ error: answer.ok ? null : answer.error })),
    assignLeft: assign((_, { left }: { left: number }) => ({ secondsLeft: left })),
    assignHiddenBy: assign((_, { by }: { by: HiddenBy }) => ({ hiddenBy: by })),
    forgetError: assign({ error: null, hiddenBy: null }),
    forgetSecret: assign({ secret: null, secondsLeft: 0, reason: '' }),
  },
}).createMachine({
  id: 'reveal',
  context: ({ input }) => ({
    ...input,
    requests: 0,
    reason: '',
    reveals: 0,
    secret: null,
    secondsLeft: 0,
    hiddenBy: null,
    error: null,
  }),
  initial: 'asking',
  on: { 'reveal.close': '.closed' },
  states: {
    asking: {
      description: 'The person types why they need the secret; nothing was requested.',
      meta: { shows: 'Reason, required, and Reveal.' },
      on: { 'reveal.submit': submitting },
    },
    revealing: {
      description: 'The server is asked for the secret, which is written to the audit log.',
      meta: { shows: 'The reason, which cannot be changed, and Reveal, busy.' },
      tags: ['busy'],
      entry: 'forgetError',
      invoke: {
        id: 'readSecret',
        src: 'readSecret',
        input: requestOf,
        onDone: [
          { guard: isRevealed, target: 'shown', actions: assignSecret },
          { guard: { type: 'isUncertain', params: answerOf }, target: 'unanswered', actions: assignError },
          { target: 'refused', actions: assignError },
        ],
      },
    },
    repeating: {
      description: 'A request without an answer is sent again with its key, so that it counts once.',
      meta: { shows: 'The reason, which cannot be changed, and Try again, busy.' },
      tags: ['busy'],
      entry: 'forgetError',
      invoke: {
        id: 'repeatSecret',
        src: 'readSecret',
        input: requestOf,
        onDone: [
          { guard: isRevealed, target: 'shown', actions: assignSecret },
          { guard: { type: 'leavesOpen', params: answerOf }, target: 'unanswered', actions: assignError },
          { target: 'refused', actions: assignError },
        ],
      },
    },
    shown: {
      description: 'The secret is shown, for at most a minute and only while the page is visible.',
      meta: { shows: 'The secret with its copy button, Hidden in with the time left, and Hide.' },
      invoke: [
        { id: 'countdown', src: 'countdown', input: { seconds: SHOWN_SECONDS } },
        { id: 'pageFeed', src: 'pageFeed' },
      ],
      on: {
        'reveal.hide': { target: 'masked', actions: { type: 'assignHiddenBy', params: { by: 'person' } } },
        'page.hidden': { target: 'masked', actions: { type: 'assignHiddenBy', params: { by: 'page' } } },
        'second.passed': [
          {
            guard: { type: 'isOver', params: leftOf },
            target: 'masked',
            actions: { type: 'assignHiddenBy', params: { by: 'time' } },
          },
          { actions: { type: 'assignLeft', params: leftOf } },
        ],
      },
      exit: 'forgetSecret',
    },
    masked: {
      description: 'The secret was shown and is forgotten; to see it again, the person gives a new reason.',
      meta: { shows: 'Why it is hidden, an empty Reason, and Reveal.' },
      on: { 'reveal.submit': submitting },
    },
    refused: {
      description: 'The server refused to reveal the secret.',
      meta: { shows: 'Why, at the reason or above the buttons; the reason stays.' },
      tags: ['error'],
      on: { 'reveal.changed': { target: 'asking', actions: 'forgetError' }, 'reveal.submit': submitting },
    },
    unanswered: {
      description: 'There was no answer; whether the server has revealed the secret is unknown.',
      meta: { shows: 'What happened above the buttons, and Try again; the reason stays.' },
      tags: ['error'],
      on: {
        'reveal.submit': [{ guard: { type: 'isSame', params: typedOf }, target: 'repeating' }, submitting],
      },
    },
    closed: {
      type: 'final',
      description: 'The person has closed the dialog, and the secret is forgotten.',
      meta: { shows: 'The page behind the dialog.' },
    },
  },
})
