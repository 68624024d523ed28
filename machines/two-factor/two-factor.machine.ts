/**
 * The signed-in person's own two-factor authentication (spec 4, 2FA): turned on with a code of a new secret, turned
 * off, and its recovery codes. If the server requires a step-up first, the machine invokes one (machines/step-up) and then
 * repeats the call.
 *
 * Lock: while a call is in flight, no state handles the event that would start a second one; a setup that is still
 * being prepared can be cancelled. `isOn` is set by the status call only, which is repeated after each change and
 * whenever a response was lost. The secret exists only in `turningOn` and the recovery codes only in `showingCodes`.
 * Codes and passwords that the person types are passed in an event and never stored.
 */
import { assertEvent, assign, setup } from 'xstate'
import { codeDigits } from '@contract/codes'
import type { TwoFactorSetup } from '@contract/entities/two-factor'
import { describeError, describeFailure, isUncertain, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { stepUpMachine, type StepUpOutcome } from '../step-up/step-up.machine'

/** Shown if the response was lost and the status cannot be read either. */
export const UNCERTAIN = 'The server did not confirm this. Check the connection, then try again.'
/** Shown if the server confirmed the change and the status contradicts it. */
export const CHANGED_SINCE = 'It was changed again meanwhile. The switch shows the current setting.'

/** The action that needs a step-up: it is repeated after the step-up. */
export type StepUpPurpose = 'turnOn' | 'turnOff' | 'newCodes'

export interface TwoFactorInput {
  /** First part of the Idempotency-Keys of the step-ups. */
  key: string
}
export interface TwoFactorContext extends TwoFactorInput {
  /** The last status from the server; null while unknown. */
  isOn: boolean | null
  /** The secret that the app scans, or the person types into it. */
  setup: TwoFactorSetup | null
  /** Recovery codes that were just created. */
  codes: readonly string[] | null
  /** Number of unused recovery codes; null while unknown. */
  codesLeft: number | null
  /** The action that needed a step-up, until it has succeeded or failed. */
  purpose: StepUpPurpose | null
  /** Number of step-ups so far: each has its own keys. */
  stepUps: number
  /** Why the last call failed, or got no response. */
  error: ApiError | null
}

export type TwoFactorEvent =
  /** The switch becomes visible. */
  | { type: 'twoFactor.look' }
  | { type: 'twoFactor.toggle' }
  | { type: 'code.changed' }
  | { type: 'code.submit'; code: string }
  | { type: 'disable.confirm' }
  | { type: 'recovery.open' }
  | { type: 'recovery.renew' }
  /** The person confirms that they have kept the new codes. */
  | { type: 'recovery.kept' }
  | { type: 'retry' }
  | { type: 'cancel' }

export type StatusAnswer = Result<boolean>
export type SetupAnswer = Result<TwoFactorSetup>
/** Only success matters, not the data. */
export type WriteAnswer = Result<unknown>
/** Number of recovery codes left. */
export type CountAnswer = Result<number>
export type CodesAnswer = Result<readonly string[]>

interface Answered {
  answer: Result<unknown>
}
/** Parameters of a guard or action that takes the response of an actor. */
const response = <A>({ event }: { event: { output: A } }) => ({ answer: event.output })
/** Parameters of `notifyFailure`. */
const failureOf = ({ event }: { event: { output: Result<unknown> } }) => ({ message: describeFailure(event.output) })
/** Parameters of `notifyFailure` if the response to the change was lost. */
const doubt = ({ context }: { context: TwoFactorContext }) => ({ message: describeError(context.error!) })
/** Parameters of `isProvenTo`. */
const proven =
  (purpose: StepUpPurpose) =>
  ({ event }: { event: { output: StepUpOutcome } }) => ({ outcome: event.output, purpose })
const eventOf = <E>({ event }: { event: E }) => event

export const twoFactorMachine = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    input: {} as TwoFactorInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as {
      readStatus: 'readStatus'
      beginSetup: 'beginSetup'
      enable: 'enable'
      confirmOn: 'readStatus'
      resolveOn: 'readStatus'
      stepUp: 'stepUp'
      disable: 'disable'
      confirmOff: 'readStatus'
      resolveOff: 'readStatus'
      countCodes: 'countCodes'
      makeCodes: 'makeCodes'
    },
  },
  actors: {
    readStatus: promiseNotProvided<StatusAnswer>('readStatus'),
    beginSetup: promiseNotProvided<SetupAnswer>('beginSetup'),
    enable: promiseNotProvided<WriteAnswer, { code: string }>('enable'),
    stepUp: stepUpMachine,
    disable: promiseNotProvided<WriteAnswer>('disable'),
    countCodes: promiseNotProvided<CountAnswer>('countCodes'),
    makeCodes: promiseNotProvided<CodesAnswer>('makeCodes'),
  },
  guards: {
    isOk: (_, { answer }: Answered) => answer.ok,
    saysOn: (_, { answer }: Answered) => answer.ok && answer.value === true,
    saysOff: (_, { answer }: Answered) => answer.ok && answer.value === false,
    isConflict: (_, { answer }: Answered) => !answer.ok && answer.error.kind === 'conflict',
    isUncertain: (_, { answer }: Answered) => !answer.ok && isUncertain(answer.error),
    needsStepUp: (_, { answer }: Answered) =>
      !answer.ok && answer.error.kind === 'forbidden' && answer.error.stepUpRequired === true,
    hasCode: (_, { code }: { code: string }) => codeDigits(code) !== '',
    isProvenTo: ({ context }, { outcome, purpose }: { outcome: StepUpOutcome; purpose: StepUpPurpose }) =>
      outcome.isProven && context.purpose === purpose,
  },
  actions: {
    assignStatus: assign((_, { answer }: { answer: StatusAnswer }) => ({ isOn: answer.ok ? answer.value : null })),
    assignSetup: assign((_, { answer }: { answer: SetupAnswer }) => ({ setup: answer.ok ? answer.value : null })),
    assignCount: assign((_, { answer }: { answer: CountAnswer }) => ({ codesLeft: answer.ok ? answer.value : null })),
    assignCodes: assign((_, { answer }: { answer: CodesAnswer }) => ({ codes: answer.ok ? answer.value : null })),
    assignError: assign((_, { answer }: Answered) => ({ error: answer.ok ? null : answer.error })),
    assignUncertain: assign({ isOn: null, error: { kind: 'network', message: UNCERTAIN } }),
    assignPurpose: assign(({ context }, { purpose }: { purpose: StepUpPurpose }) => ({
      purpose,
      stepUps: context.stepUps + 1,
    })),
    endRepetition: assign({ purpose: null }),
    forgetError: assign({ error: null }),
    forgetSetup: assign({ setup: null, error: null }),
    forgetCodes: assign({ codes: null }),
    forgetStepUp: assign({ purpose: null, codesLeft: null, error: null }),
    notifyEnabled: () => actionNotProvided('notifyEnabled'),
    notifyDisabled: () => actionNotProvided('notifyDisabled'),
    /** Shows the server's message (spec 8). */
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
  },
}).createMachine({
  id: 'twoFactor',
  context: ({ input }) => ({
    ...input,
    isOn: null,
    setup: null,
    codes: null,
    codesLeft: null,
    purpose: null,
    stepUps: 0,
    error: null,
  }),
  initial: 'closed',
  states: {
    closed: {
      initial: 'unasked',
      entry: 'forgetStepUp',
      states: {
        unasked: {
          description: 'The switch was not visible yet, so nothing was requested.',
          meta: { shows: 'The console, with the avatar menu closed.' },
          on: { 'twoFactor.look': 'checking' },
        },
        checking: {
          description: 'The server is asked whether two-factor is on.',
          meta: { shows: 'In the avatar menu a skeleton, or the 2FA switch with its last value, busy.' },
          tags: ['busy'],
          invoke: {
            id: 'readStatus',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOn', params: response },
                target: 'enabled',
                actions: [{ type: 'assignStatus', params: response }, 'forgetError'],
              },
              {
                guard: { type: 'saysOff', params: response },
                target: 'disabled',
                actions: [{ type: 'assignStatus', params: response }, 'forgetError'],
              },
              {
                target: 'unreachable',
                actions: [
                  { type: 'assignStatus', params: response },
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
        },
        disabled: {
          description: 'Two-factor is off.',
          meta: { shows: 'The 2FA switch, off.' },
          on: { 'twoFactor.look': 'checking', 'twoFactor.toggle': '#twoFactor.turningOn' },
        },
        enabled: {
          description: 'Two-factor is on.',
          meta: { shows: 'The 2FA switch, on, and Recovery codes below it.' },
          on: {
            'twoFactor.look': 'checking',
            'twoFactor.toggle': '#twoFactor.turningOff',
            'recovery.open': '#twoFactor.recovery',
          },
        },
        unreachable: {
          description: 'Whether two-factor is on is unknown, because the status call failed.',
          meta: { shows: 'Instead of the switch Not known, and Try again, which gives the reason.' },
          tags: ['error'],
          on: { 'twoFactor.look': 'checking', retry: 'checking' },
        },
      },
    },
    turningOn: {
      initial: 'settingUp',
      exit: 'forgetSetup',
      states: {
        settingUp: {
          description: 'The server creates a secret; an earlier one that was not confirmed stops working.',
          meta: { shows: 'Two Factor Authentication, with skeletons for the QR code and the secret.' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'beginSetup',
            src: 'beginSetup',
            onDone: [
              {
                guard: { type: 'isOk', params: response },
                target: 'enrolling',
                actions: { type: 'assignSetup', params: response },
              },
              {
                guard: { type: 'needsStepUp', params: response },
                target: '#twoFactor.steppingUp',
                actions: { type: 'assignPurpose', params: { purpose: 'turnOn' } },
              },
              {
                guard: { type: 'isConflict', params: response },
                target: '#twoFactor.closed.checking',
                actions: { type: 'notifyFailure', params: failureOf },
              },
              {
                target: 'notBegun',
                actions: [
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
          on: { cancel: '#twoFactor.closed.checking' },
        },
        notBegun: {
          description: 'The server did not create a secret.',
          meta: { shows: 'Two Factor Authentication, with what happened and Try again.' },
          tags: ['error'],
          entry: 'endRepetition',
          on: { retry: 'settingUp', cancel: '#twoFactor.closed.checking' },
        },
        enrolling: {
          description: 'The person scans or types the secret, and types a code.',
          meta: { shows: 'The QR code, the secret with its copy button, and Authentication Code.' },
          on: {
            'code.submit': { guard: { type: 'hasCode', params: eventOf }, target: 'verifying' },
            cancel: '#twoFactor.closed.checking',
          },
        },
        verifying: {
          description: 'The server checks the code.',
          meta: { shows: 'The submit button says Loading...' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'enable',
            src: 'enable',
            input: ({ event }) => {
              assertEvent(event, 'code.submit')
              return { code: codeDigits(event.code) }
            },
            onDone: [
              { guard: { type: 'isOk', params: response }, target: 'confirmingOn' },
              {
                guard: { type: 'isUncertain', params: response },
                target: 'doubtingOn',
                actions: { type: 'assignError', params: response },
              },
              {
                // Two-factor was turned on elsewhere, with a different secret than the one shown here.
                guard: { type: 'isConflict', params: response },
                target: '#twoFactor.closed.checking',
                actions: { type: 'notifyFailure', params: failureOf },
              },
              {
                target: 'refused',
                actions: [
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
        },
        confirmingOn: {
          description: 'The server accepted the code, and the status is read again.',
          meta: { shows: 'The submit button still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'confirmOn',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOff', params: response },
                target: '#twoFactor.closed.disabled',
                actions: [
                  { type: 'assignStatus', params: response },
                  { type: 'notifyFailure', params: { message: CHANGED_SINCE } },
                ],
              },
              {
                // The server confirmed the change itself, so the recovery codes can be created without a status too.
                target: '#twoFactor.recovery.makingCodes',
                actions: [{ type: 'assignStatus', params: response }, 'forgetStepUp', 'notifyEnabled'],
              },
            ],
          },
        },
        doubtingOn: {
          description:
            'The code was sent and the response was lost: the status is read to find out whether the code was accepted.',
          meta: { shows: 'The submit button still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'resolveOn',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOn', params: response },
                target: '#twoFactor.recovery.makingCodes',
                actions: [{ type: 'assignStatus', params: response }, 'forgetStepUp', 'notifyEnabled'],
              },
              {
                guard: { type: 'isOk', params: response },
                target: 'refused',
                actions: [
                  { type: 'assignStatus', params: response },
                  { type: 'notifyFailure', params: doubt },
                ],
              },
              {
                target: 'refused',
                actions: ['assignUncertain', { type: 'notifyFailure', params: { message: UNCERTAIN } }],
              },
            ],
          },
        },
        refused: {
          description: 'The code was wrong, used or too late, or the server was not reached.',
          meta: { shows: 'The reason at Authentication Code or above the buttons; the input stays.' },
          tags: ['error'],
          on: {
            'code.changed': { target: 'enrolling', actions: 'forgetError' },
            'code.submit': { guard: { type: 'hasCode', params: eventOf }, target: 'verifying' },
            cancel: '#twoFactor.closed.checking',
          },
        },
      },
    },
    steppingUp: {
      description: 'The server requires the password again, and a code where two-factor is on (machines/step-up).',
      meta: { shows: 'In the open modal, Password and (where two-factor is on) Authentication Code to type.' },
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: ({ context: { purpose, key, stepUps } }) => ({
          needsCode: purpose !== 'turnOn',
          key: `${key}.${stepUps}`,
        }),
        onDone: [
          { guard: { type: 'isProvenTo', params: proven('turnOn') }, target: 'turningOn.settingUp' },
          { guard: { type: 'isProvenTo', params: proven('turnOff') }, target: 'turningOff.disabling' },
          { guard: { type: 'isProvenTo', params: proven('newCodes') }, target: 'recovery.makingCodes' },
          { target: 'closed.checking' },
        ],
      },
    },
    turningOff: {
      initial: 'confirmingDisable',
      exit: 'forgetError',
      states: {
        confirmingDisable: {
          description: 'The person is asked to confirm; nothing is sent before that.',
          meta: { shows: 'Turn off two-factor?, with the focus on Keep it on.' },
          on: { 'disable.confirm': 'disabling', cancel: '#twoFactor.closed.checking' },
        },
        disabling: {
          description: 'The server is asked to turn two-factor off.',
          meta: { shows: 'The Disable button says Loading...' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'disable',
            src: 'disable',
            onDone: [
              { guard: { type: 'isOk', params: response }, target: 'confirmingOff' },
              {
                guard: { type: 'isUncertain', params: response },
                target: 'doubtingOff',
                actions: { type: 'assignError', params: response },
              },
              {
                guard: { type: 'needsStepUp', params: response },
                target: '#twoFactor.steppingUp',
                actions: { type: 'assignPurpose', params: { purpose: 'turnOff' } },
              },
              {
                target: 'notDisabled',
                actions: [
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
        },
        notDisabled: {
          description: 'Two-factor was not turned off, or it is unknown whether it was.',
          meta: { shows: 'Turn off two-factor?, with what happened; Disable sends it again.' },
          tags: ['error'],
          entry: 'endRepetition',
          on: { 'disable.confirm': 'disabling', cancel: '#twoFactor.closed.checking' },
        },
        confirmingOff: {
          description: 'The server turned two-factor off, and the status is read again.',
          meta: { shows: 'The Disable button still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'confirmOff',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOff', params: response },
                target: '#twoFactor.closed.disabled',
                actions: [{ type: 'assignStatus', params: response }, 'notifyDisabled'],
              },
              {
                guard: { type: 'saysOn', params: response },
                target: '#twoFactor.closed.enabled',
                actions: [
                  { type: 'assignStatus', params: response },
                  { type: 'notifyFailure', params: { message: CHANGED_SINCE } },
                ],
              },
              {
                target: '#twoFactor.closed.checking',
                actions: [{ type: 'assignStatus', params: response }, 'notifyDisabled'],
              },
            ],
          },
        },
        doubtingOff: {
          description:
            'The response to Disable was lost: the status is read to find out whether two-factor was turned off.',
          meta: { shows: 'The Disable button still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'resolveOff',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOff', params: response },
                target: '#twoFactor.closed.disabled',
                actions: [{ type: 'assignStatus', params: response }, 'notifyDisabled'],
              },
              {
                guard: { type: 'isOk', params: response },
                target: 'notDisabled',
                actions: [
                  { type: 'assignStatus', params: response },
                  { type: 'notifyFailure', params: doubt },
                ],
              },
              {
                target: 'notDisabled',
                actions: ['assignUncertain', { type: 'notifyFailure', params: { message: UNCERTAIN } }],
              },
            ],
          },
        },
      },
    },
    recovery: {
      initial: 'countingCodes',
      exit: 'forgetError',
      states: {
        countingCodes: {
          description: 'The server is asked how many recovery codes are left.',
          meta: { shows: 'Recovery codes, with a skeleton for their number.' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'countCodes',
            src: 'countCodes',
            onDone: [
              {
                guard: { type: 'isOk', params: response },
                target: 'codesCounted',
                actions: { type: 'assignCount', params: response },
              },
              {
                target: 'codesNotCounted',
                actions: [
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
          on: { cancel: '#twoFactor.closed.checking' },
        },
        codesNotCounted: {
          description: 'How many recovery codes are left is unknown, because the call failed.',
          meta: { shows: 'Recovery codes, with what happened and Try again.' },
          tags: ['error'],
          on: { retry: 'countingCodes', cancel: '#twoFactor.closed.checking' },
        },
        codesCounted: {
          description: 'The person sees how many recovery codes are left, and can have new ones created.',
          meta: { shows: 'Recovery codes, with how many of ten are left, and New recovery codes.' },
          on: { 'recovery.renew': 'makingCodes', cancel: '#twoFactor.closed.checking' },
        },
        makingCodes: {
          description: 'The server creates ten recovery codes; earlier ones stop working.',
          meta: { shows: 'The New recovery codes button says Loading..., or skeletons for the codes.' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'makeCodes',
            src: 'makeCodes',
            onDone: [
              {
                guard: { type: 'isOk', params: response },
                target: 'showingCodes',
                actions: { type: 'assignCodes', params: response },
              },
              {
                guard: { type: 'needsStepUp', params: response },
                target: '#twoFactor.steppingUp',
                actions: { type: 'assignPurpose', params: { purpose: 'newCodes' } },
              },
              {
                // Two-factor was turned off elsewhere: there is nothing to recover.
                guard: { type: 'isConflict', params: response },
                target: '#twoFactor.closed.checking',
                actions: { type: 'notifyFailure', params: failureOf },
              },
              {
                target: 'codesNotMade',
                actions: [
                  { type: 'assignError', params: response },
                  { type: 'notifyFailure', params: failureOf },
                ],
              },
            ],
          },
        },
        codesNotMade: {
          description: 'There are no new recovery codes, or their response was lost; creating them again is safe.',
          meta: { shows: 'Recovery codes, with what happened and Try again.' },
          tags: ['error'],
          entry: 'endRepetition',
          on: { retry: 'makingCodes', cancel: '#twoFactor.closed.checking' },
        },
        showingCodes: {
          description: 'The new recovery codes are shown once, until the person confirms that they have kept them.',
          meta: { shows: 'Ten recovery codes, Copy, Download, and I have kept these codes.' },
          exit: 'forgetCodes',
          on: { 'recovery.kept': '#twoFactor.closed.checking' },
        },
      },
    },
  },
})
