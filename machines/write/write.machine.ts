/**
 * One write with its Idempotency-Key, from the first call to an answer that decides its outcome (contract, Writes).
 * Forms, actions, imports and uploads invoke it as their actor `write`: its output is that answer, and meanwhile it
 * reports to its parent when the write is repeated, waits, or is no longer repeated.
 *
 * A call without a response may have taken effect. It is repeated with the same key, so that it takes effect once: after
 * pauses that grow, at once when the connection is back or the person asks for it, and no longer automatically after
 * `checkPatience`. A parent whose person decides when to repeat (a large file) turns the automatic repetition off.
 *
 * Locks: at most one call is in flight. Leaving the parent's state stops this machine and aborts the call.
 */
import { assign, setup } from 'xstate'
import { isUncertain, leavesOutcomeOpen, type Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** The pauses before each repetition, in milliseconds; the last one applies to all further repetitions. */
const CHECK_PAUSES_MS = [1_000, 2_000, 5_000, 10_000] as const

/** @param checks number of repetitions so far @returns the pause before the next repetition, in milliseconds */
export const checkPauseMs = (checks: number): number => CHECK_PAUSES_MS[Math.min(checks, CHECK_PAUSES_MS.length - 1)]!

/** How long a write is repeated automatically, in milliseconds; then the person sees that the outcome is unknown. */
export const CHECK_PATIENCE_MS = 60_000

export interface WriteInput<Request> {
  /** What to send, with its Idempotency-Key: each call sends exactly this. */
  request: Request
  /**
   * `sending` (default): the write was not sent before. `checking`: it was sent before a reload, and is repeated at
   * once. `unresolved`: it was sent before, and is repeated when the connection is back or the person asks for it.
   */
  begins?: 'sending' | 'checking' | 'unresolved'
  /** Whether a write without a response is repeated automatically. Default: true. */
  repeats?: boolean
}
export interface WriteContext<Request, Answer> extends Required<WriteInput<Request>> {
  /** Number of repetitions since the write became uncertain, or was asked for again. */
  checks: number
  /** The answer that decides the outcome. Valid in `answered`. */
  answer: Answer | null
}
export type WriteEvent =
  /** Repeats a write without a response at once. */
  | { type: 'write.check' }
  /** The connection is back. */
  | { type: 'line.back' }

/** The events that the parent receives. */
export type WriteReport =
  /** The write is repeated now. */
  | { type: 'write.checking' }
  /** There was no response: the write is repeated after a pause. */
  | { type: 'write.waiting' }
  /** The write is not repeated automatically any more: its outcome is unknown. */
  | { type: 'write.unresolved' }

/** @returns the machine of a write that sends a `Request` and whose answer is an `Answer`; failures are data */
export const createWriteMachine = <Request, Answer extends Result<unknown>>() =>
  setup({
    types: {
      context: {} as WriteContext<Request, Answer>,
      events: {} as WriteEvent,
      input: {} as WriteInput<Request>,
      output: {} as Answer,
      tags: {} as Tag,
      meta: {} as StateMeta,
    },
    actors: {
      send: promiseNotProvided<Answer, { request: Request }>('send'),
      /** Sends `line.back` whenever the connection is back. */
      lineFeed: feedNotProvided<WriteEvent>('lineFeed'),
    },
    actions: {
      assignAnswer: assign((_, { answer }: { answer: Answer }) => ({ answer })),
      countCheck: assign({ checks: ({ context }) => context.checks + 1 }),
      resetChecks: assign({ checks: 0 }),
      tellParent: (_, _params: WriteReport) => actionNotProvided('tellParent'),
    },
    guards: {
      begins: ({ context }, { as }: { as: WriteContext<Request, Answer>['begins'] }) => context.begins === as,
      repeats: ({ context }) => context.repeats,
      /** The answer to the first call decides the outcome. */
      isDefinite: (_, { answer }: { answer: Answer }) => answer.ok || !isUncertain(answer.error),
      /** The answer to a repetition decides the outcome of the first call too. */
      isDefiniteForBoth: (_, { answer }: { answer: Answer }) => answer.ok || !leavesOutcomeOpen(answer.error),
    },
    delays: {
      /** The pause before the write is repeated, which grows each time. */
      checkPause: ({ context }) => checkPauseMs(context.checks),
      /** How long the write is repeated automatically. */
      checkPatience: CHECK_PATIENCE_MS,
    },
  }).createMachine({
    id: 'write',
    context: ({ input }) => ({ begins: 'sending', repeats: true, ...input, checks: 0, answer: null }),
    output: ({ context }) => context.answer!,
    initial: 'starting',
    states: {
      starting: {
        description: 'The write begins, or continues after a reload.',
        meta: { shows: 'Nothing of its own; the machine leaves the state at once.' },
        always: [
          { guard: { type: 'begins', params: { as: 'checking' } }, target: 'uncertain.asking' },
          { guard: { type: 'begins', params: { as: 'unresolved' } }, target: 'uncertain.unresolved' },
          { target: 'sending' },
        ],
      },
      sending: {
        description: 'The first call is in flight.',
        meta: { shows: 'That the write is in flight, for example Loading... in the button that started it.' },
        tags: ['busy'],
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context: { request } }) => ({ request }),
          onDone: [
            {
              guard: { type: 'isDefinite', params: ({ event }) => ({ answer: event.output }) },
              target: 'answered',
              actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
            },
            { guard: 'repeats', target: 'uncertain.asking.waiting' },
            { target: 'uncertain.unresolved' },
          ],
        },
      },
      uncertain: {
        initial: 'asking',
        invoke: { id: 'lineFeed', src: 'lineFeed' },
        states: {
          asking: {
            initial: 'checking',
            tags: ['busy'],
            entry: 'resetChecks',
            // Aborts a repetition in flight. Whatever it did, the next repetition finds out.
            after: { checkPatience: { guard: 'repeats', target: 'unresolved' } },
            states: {
              checking: {
                description: 'The write is repeated with the same key, so that it takes effect once.',
                meta: { shows: 'That there is no answer yet, and that it checks whether the write was done.' },
                entry: { type: 'tellParent', params: { type: 'write.checking' } },
                invoke: {
                  id: 'sendAgain',
                  src: 'send',
                  input: ({ context: { request } }) => ({ request }),
                  onDone: [
                    {
                      guard: { type: 'isDefiniteForBoth', params: ({ event }) => ({ answer: event.output }) },
                      target: '#write.answered',
                      actions: { type: 'assignAnswer', params: ({ event }) => ({ answer: event.output }) },
                    },
                    { guard: 'repeats', target: 'waiting', actions: 'countCheck' },
                    { target: '#write.uncertain.unresolved' },
                  ],
                },
              },
              waiting: {
                description:
                  'There was no response; after a pause, or once the connection is back, the write is repeated.',
                meta: { shows: 'As in checking, and Check again.' },
                entry: { type: 'tellParent', params: { type: 'write.waiting' } },
                after: { checkPause: 'checking' },
                on: { 'line.back': 'checking', 'write.check': 'checking' },
              },
            },
          },
          unresolved: {
            description:
              'The API did not respond for a while, or the person decides when to check: the outcome is unknown.',
            meta: { shows: 'That the outcome is unknown, and Check again.' },
            tags: ['error'],
            entry: { type: 'tellParent', params: { type: 'write.unresolved' } },
            on: { 'line.back': 'asking', 'write.check': 'asking' },
          },
        },
      },
      answered: {
        type: 'final',
        description: 'The server has answered, and the outcome is known.',
        meta: { shows: 'What the parent shows for the answer.' },
      },
    },
  })

/** Any write, for its paths and its chart. */
export const writeMachine = createWriteMachine<unknown, Result<unknown>>()
