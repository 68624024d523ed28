/**
 * The step-up: a person proves again who they are before an action that needs it (contract, Writes), with the password
 * and, if two-factor is on, a code. Decisions and the settings of two-factor invoke it as their actor `stepUp`, and a
 * dialog starts it before an action; its output says whether the person has proven it.
 *
 * Lock: while a proof is checked, neither another one nor cancelling has an effect. Passwords and codes are passed in an
 * event and never kept. A proof that is sent again unchanged, because its response was lost, carries the same
 * Idempotency-Key: a code is valid once, and the server would refuse it the second time.
 */
import { assertEvent, assign, setup } from 'xstate'
import { codeDigits } from '@contract/codes'
import type { ApiError, Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface StepUpInput {
  /** Whether a code is needed; null: this is read. */
  needsCode: boolean | null
  /** First part of the Idempotency-Keys. */
  key: string
}
export interface StepUpContext {
  key: string
  /** Null while it is unknown. */
  needsCode: boolean | null
  /** Number of proofs typed so far: a changed one has its own key. */
  proofs: number
  /** Why the last proof was refused. Valid in `refused`. */
  error: ApiError | null
  /** When the proof expires, ISO 8601. Valid in `proven`. */
  until: string | null
}
export type StepUpEvent =
  /** The person types. */
  | { type: 'stepUp.changed' }
  /** `code` is '' where none is needed. */
  | { type: 'stepUp.submit'; password: string; code: string }
  | { type: 'stepUp.cancel' }

/** A proof to be checked. */
export interface Proof {
  password: string
  code: string
  key: string
}
/** `until`: when the proof expires, ISO 8601. */
export type ProofAnswer = Result<{ until: string }>
export interface StepUpOutcome {
  isProven: boolean
  /** When the proof expires, ISO 8601; null if the person has cancelled. */
  until: string | null
}

type Answered = { answer: ProofAnswer }
const answerOf = ({ event }: { event: { output: ProofAnswer } }): Answered => ({ answer: event.output })
const isAboutCode = (error: ApiError) => error.kind === 'rejected' && 'twoFAToken' in error.fields

export const stepUpMachine = setup({
  types: {
    context: {} as StepUpContext,
    events: {} as StepUpEvent,
    input: {} as StepUpInput,
    output: {} as StepUpOutcome,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Whether the step-up needs a code; false if that cannot be read: the server then asks for it. */
    readFactor: promiseNotProvided<boolean>('readFactor'),
    proveIdentity: promiseNotProvided<ProofAnswer, Proof>('proveIdentity'),
  },
  actions: {
    assignFactor: assign((_, { needsCode }: { needsCode: boolean }) => ({ needsCode })),
    assignProof: assign((_, { answer }: Answered) => ({ until: answer.ok ? answer.value.until : null })),
    /** A refusal of the code also tells that one is needed, if that could not be read before. */
    assignRefusal: assign(({ context }, { answer }: Answered) =>
      answer.ok ? {} : { error: answer.error, needsCode: context.needsCode || isAboutCode(answer.error) },
    ),
    forgetError: assign({ error: null }),
    countProof: assign({ proofs: ({ context }) => context.proofs + 1 }),
    /** Reports a refusal, for a parent that shows it in a message too (spec 8). */
    notifyRefused: (_, _params: Answered) => actionNotProvided('notifyRefused'),
  },
  guards: {
    knowsFactor: ({ context }) => context.needsCode !== null,
    isComplete: ({ context }, { password, code }: { password: string; code: string }) =>
      password !== '' && (context.needsCode !== true || codeDigits(code) !== ''),
    isProven: (_, { answer }: Answered) => answer.ok,
  },
}).createMachine({
  id: 'stepUp',
  context: ({ input }) => ({ ...input, proofs: 0, error: null, until: null }),
  output: ({ context: { until } }) => ({ isProven: until !== null, until }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The step-up begins.',
      meta: { shows: 'Nothing of its own; the machine leaves the state at once.' },
      always: [{ guard: 'knowsFactor', target: 'asked' }, { target: 'readingFactor' }],
    },
    readingFactor: {
      description: 'The console reads whether a two-factor code is needed.',
      meta: { shows: 'Confirm that it is you, busy.' },
      tags: ['busy'],
      invoke: {
        id: 'readFactor',
        src: 'readFactor',
        onDone: {
          target: 'asked',
          actions: { type: 'assignFactor', params: ({ event }) => ({ needsCode: event.output }) },
        },
      },
      on: { 'stepUp.cancel': 'cancelled' },
    },
    asked: {
      description: 'The person must prove again who they are.',
      meta: { shows: 'Confirm that it is you: the password and, if two-factor is on, a code.' },
      on: {
        'stepUp.submit': { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'proving' },
        'stepUp.cancel': 'cancelled',
      },
    },
    proving: {
      description: 'The server checks the proof.',
      meta: { shows: 'Confirm that it is you, busy; nothing can be typed.' },
      tags: ['busy'],
      entry: 'forgetError',
      invoke: {
        id: 'proveIdentity',
        src: 'proveIdentity',
        input: ({ context: { key, proofs }, event }) => {
          assertEvent(event, 'stepUp.submit')
          return { password: event.password, code: codeDigits(event.code), key: `${key}.${proofs}` }
        },
        onDone: [
          {
            guard: { type: 'isProven', params: answerOf },
            target: 'proven',
            actions: { type: 'assignProof', params: answerOf },
          },
          {
            target: 'refused',
            actions: [
              { type: 'assignRefusal', params: answerOf },
              { type: 'notifyRefused', params: answerOf },
            ],
          },
        ],
      },
    },
    refused: {
      description: 'The password or the code was refused, or the server was not reached.',
      meta: { shows: 'The reason at its field or above the buttons; the input stays.' },
      tags: ['error'],
      on: {
        'stepUp.changed': { target: 'asked', actions: ['forgetError', 'countProof'] },
        'stepUp.submit': { guard: { type: 'isComplete', params: ({ event }) => event }, target: 'proving' },
        'stepUp.cancel': 'cancelled',
      },
    },
    proven: {
      type: 'final',
      description: 'The person has proven who they are.',
      meta: { shows: 'What the action shows that needed it.' },
    },
    cancelled: {
      type: 'final',
      description: 'The person does not continue.',
      meta: { shows: 'The page as it was before the action.' },
    },
  },
})
