/**
 * One's own two-factor authentication (spec 4, 2FA): turned on with a code of a fresh secret, turned off after a step-up.
 * Lock: while something is in flight no state has a handler for a second one; a setup that is only being prepared can be given up.
 * `isOn` comes from answers to a status call alone: after each change it is asked for, and so it is where an answer was lost.
 * The secret stands in `turningOn` and is forgotten with it; code and password pass through an event and stand nowhere.
 */
import { assertEvent, assign, setup } from 'xstate'
import { codeDigits, type TwoFactorSetup } from '@contract/entities/two-factor'
import { describeFailure, isUncertain, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** Said where the answer was lost and the status cannot be read either. */
export const UNCERTAIN = 'The server did not say whether it did this. Check the connection, then try again.'
/** Said where the server did it, and the status says the opposite. */
export const CHANGED_SINCE = 'It was changed again meanwhile. The switch shows how it stands now.'

export interface TwoFactorContext {
  /** As the server said last; null while nobody knows. */
  isOn: boolean | null
  /** What the app scans, or is told. */
  setup: TwoFactorSetup | null
  /** The person has shown again who they are, since turning it off was begun. */
  hasSteppedUp: boolean
  /** Why the last thing that was asked for was not done, or is not known to be. */
  error: ApiError | null
}

export type TwoFactorEvent =
  /** The switch comes into sight. */
  | { type: 'twoFactor.look' }
  | { type: 'twoFactor.toggle' }
  | { type: 'code.changed' }
  | { type: 'code.submit'; code: string }
  | { type: 'disable.confirm' }
  | { type: 'stepUp.changed' }
  | { type: 'stepUp.submit'; password: string; code: string }
  | { type: 'retry' }
  | { type: 'cancel' }

export type StatusAnswer = Result<boolean>
export type SetupAnswer = Result<TwoFactorSetup>
export type WriteAnswer = Result<null>

interface Answered {
  answer: Result<unknown>
}

export const twoFactorMachine = setup({
  types: { context: {} as TwoFactorContext, events: {} as TwoFactorEvent, tags: {} as Tag, meta: {} as StateMeta },
  actors: {
    readStatus: promiseNotProvided<StatusAnswer>('readStatus'),
    beginSetup: promiseNotProvided<SetupAnswer>('beginSetup'),
    enable: promiseNotProvided<WriteAnswer, { code: string }>('enable'),
    stepUp: promiseNotProvided<WriteAnswer, { password: string; code: string }>('stepUp'),
    disable: promiseNotProvided<WriteAnswer>('disable'),
  },
  guards: {
    isOk: (_, { answer }: Answered) => answer.ok,
    saysOn: (_, { answer }: Answered) => answer.ok && answer.value === true,
    saysOff: (_, { answer }: Answered) => answer.ok && answer.value === false,
    isConflict: (_, { answer }: Answered) => !answer.ok && answer.error.kind === 'conflict',
    isUncertain: (_, { answer }: Answered) => !answer.ok && isUncertain(answer.error),
    needsStepUp: (_, { answer }: Answered) =>
      !answer.ok && answer.error.kind === 'forbidden' && answer.error.stepUpRequired === true,
    /** The change itself was not answered for. */
    isInDoubt: ({ context }) => context.error !== null,
    isInDoubtAndKnown: ({ context }, { answer }: Answered) => context.error !== null && answer.ok,
    hasCode: (_, { code }: { code: string }) => codeDigits(code) !== '',
    isProof: (_, { password, code }: { password: string; code: string }) => password !== '' && codeDigits(code) !== '',
  },
  actions: {
    assignStatus: assign((_, { answer }: { answer: StatusAnswer }) => ({ isOn: answer.ok ? answer.value : null })),
    assignSetup: assign((_, { answer }: { answer: SetupAnswer }) => ({ setup: answer.ok ? answer.value : null })),
    assignError: assign((_, { answer }: Answered) => ({ error: answer.ok ? null : answer.error })),
    assignUncertain: assign({ isOn: null, error: { kind: 'network', message: UNCERTAIN } }),
    markSteppedUp: assign({ hasSteppedUp: true }),
    forgetError: assign({ error: null }),
    forgetSetup: assign({ setup: null, error: null }),
    forgetStepUp: assign({ hasSteppedUp: false, error: null }),
    notifyEnabled: () => actionNotProvided('notifyEnabled'),
    notifyDisabled: () => actionNotProvided('notifyDisabled'),
    notifyFailure: (_, _params: { message: string }) => actionNotProvided('notifyFailure'),
  },
}).createMachine({
  id: 'twoFactor',
  context: { isOn: null, setup: null, hasSteppedUp: false, error: null },
  initial: 'closed',
  states: {
    closed: {
      initial: 'unasked',
      states: {
        unasked: {
          description: 'Nobody has looked at the switch yet.',
          meta: { shows: 'The console, with the avatar menu closed.' },
          on: { 'twoFactor.look': 'checking' },
        },
        checking: {
          description: 'The server is asked whether two-factor is on.',
          meta: { shows: 'In the avatar menu the place of the 2FA switch, or what stood there last, busy.' },
          tags: ['busy'],
          invoke: {
            id: 'readStatus',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOn', params: ({ event }) => ({ answer: event.output }) },
                target: 'enabled',
                actions: [{ type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) }, 'forgetError'],
              },
              {
                guard: { type: 'saysOff', params: ({ event }) => ({ answer: event.output }) },
                target: 'disabled',
                actions: [{ type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) }, 'forgetError'],
              },
              {
                target: 'unreachable',
                actions: [
                  { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
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
          meta: { shows: 'The 2FA switch, on.' },
          on: { 'twoFactor.look': 'checking', 'twoFactor.toggle': '#twoFactor.turningOff' },
        },
        unreachable: {
          description: 'Nobody knows whether two-factor is on: the server could not be asked.',
          meta: { shows: 'In the place of the switch Not known, and Try again, which says why.' },
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
          description: 'The server makes a secret; one of before is worth nothing from now on.',
          meta: { shows: 'Two Factor Authentication, with skeletons for the QR code and the secret.' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'beginSetup',
            src: 'beginSetup',
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
                target: 'enrolling',
                actions: { type: 'assignSetup', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                guard: { type: 'isConflict', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.checking',
                actions: { type: 'notifyFailure', params: ({ event }) => ({ message: describeFailure(event.output) }) },
              },
              {
                target: 'notBegun',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
          },
          on: { cancel: '#twoFactor.closed.checking' },
        },
        notBegun: {
          description: 'The server handed out no secret.',
          meta: { shows: 'Two Factor Authentication, with what happened and Try again.' },
          tags: ['error'],
          on: { retry: 'settingUp', cancel: '#twoFactor.closed.checking' },
        },
        enrolling: {
          description: 'The secret is there, to be scanned or typed into an app.',
          meta: { shows: 'Two Factor Authentication, with the QR code, the secret, and Authentication Code to type.' },
          on: {
            'code.submit': { guard: { type: 'hasCode', params: ({ event }) => event }, target: 'verifying' },
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
              { guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) }, target: 'confirmingOn' },
              {
                guard: { type: 'isUncertain', params: ({ event }) => ({ answer: event.output }) },
                target: 'confirmingOn',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                // Turned on elsewhere, with another secret than the one that stands here.
                guard: { type: 'isConflict', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.checking',
                actions: { type: 'notifyFailure', params: ({ event }) => ({ message: describeFailure(event.output) }) },
              },
              {
                target: 'refused',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
          },
        },
        confirmingOn: {
          description: 'The code was sent, and the status is asked for anew.',
          meta: { shows: 'The submit button still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'confirmOn',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOn', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.enabled',
                actions: [{ type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) }, 'notifyEnabled'],
              },
              {
                guard: { type: 'isInDoubtAndKnown', params: ({ event }) => ({ answer: event.output }) },
                target: 'refused',
                actions: { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
              },
              { guard: 'isInDoubt', target: 'refused', actions: 'assignUncertain' },
              {
                guard: { type: 'saysOff', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.disabled',
                actions: [
                  { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'notifyFailure', params: { message: CHANGED_SINCE } },
                ],
              },
              {
                target: '#twoFactor.closed.checking',
                actions: [{ type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) }, 'notifyEnabled'],
              },
            ],
          },
        },
        refused: {
          description: 'The code was wrong, used or too late, or the server was not reached.',
          meta: { shows: 'The reason at Authentication Code or above the buttons; what was typed stays.' },
          tags: ['error'],
          on: {
            'code.changed': { target: 'enrolling', actions: 'forgetError' },
            'code.submit': { guard: { type: 'hasCode', params: ({ event }) => event }, target: 'verifying' },
            cancel: '#twoFactor.closed.checking',
          },
        },
      },
    },
    turningOff: {
      initial: 'confirmingDisable',
      exit: 'forgetStepUp',
      states: {
        confirmingDisable: {
          description: 'Turning it off was asked for, and nothing is sent before it is confirmed.',
          meta: { shows: 'Turn off two-factor?, with the focus on Keep it on.' },
          on: { 'disable.confirm': 'disabling', cancel: '#twoFactor.closed.checking' },
        },
        disabling: {
          description: 'The server is asked to turn it off.',
          meta: { shows: 'The button that was pressed says Loading...' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'disable',
            src: 'disable',
            onDone: [
              { guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) }, target: 'confirmingOff' },
              {
                guard: { type: 'isUncertain', params: ({ event }) => ({ answer: event.output }) },
                target: 'confirmingOff',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
              {
                guard: { type: 'needsStepUp', params: ({ event }) => ({ answer: event.output }) },
                target: 'steppingUp',
                actions: 'forgetStepUp',
              },
              {
                target: 'notDisabled',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
          },
        },
        notDisabled: {
          description: 'It was not turned off, or nobody knows whether it was.',
          meta: { shows: 'Turn off two-factor?, with what happened; Disable asks once more.' },
          tags: ['error'],
          on: { 'disable.confirm': 'disabling', cancel: '#twoFactor.closed.checking' },
        },
        steppingUp: {
          description: 'The server wants to know again who this is.',
          meta: { shows: 'Turn off two-factor?, with Password and Authentication Code to type.' },
          on: {
            'stepUp.submit': { guard: { type: 'isProof', params: ({ event }) => event }, target: 'proving' },
            cancel: '#twoFactor.closed.checking',
          },
        },
        proving: {
          description: 'The server checks password and code.',
          meta: { shows: 'The Disable button says Loading...' },
          tags: ['busy'],
          entry: 'forgetError',
          invoke: {
            id: 'stepUp',
            src: 'stepUp',
            input: ({ event }) => {
              assertEvent(event, 'stepUp.submit')
              return { password: event.password, code: codeDigits(event.code) }
            },
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) },
                target: 'disabling',
                actions: 'markSteppedUp',
              },
              {
                target: 'unproven',
                actions: { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              },
            ],
          },
        },
        unproven: {
          description: 'Password or code were refused, or the server was not reached.',
          meta: { shows: 'The reason at its field or above the buttons; what was typed stays.' },
          tags: ['error'],
          on: {
            'stepUp.changed': { target: 'steppingUp', actions: 'forgetError' },
            'stepUp.submit': { guard: { type: 'isProof', params: ({ event }) => event }, target: 'proving' },
            cancel: '#twoFactor.closed.checking',
          },
        },
        confirmingOff: {
          description: 'The server was asked to turn it off, and the status is asked for anew.',
          meta: { shows: 'The button that was pressed still says Loading...' },
          tags: ['busy'],
          invoke: {
            id: 'confirmOff',
            src: 'readStatus',
            onDone: [
              {
                guard: { type: 'saysOff', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.disabled',
                actions: [
                  { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
                  'notifyDisabled',
                ],
              },
              {
                guard: { type: 'isInDoubtAndKnown', params: ({ event }) => ({ answer: event.output }) },
                target: 'notDisabled',
                actions: { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
              },
              { guard: 'isInDoubt', target: 'notDisabled', actions: 'assignUncertain' },
              {
                guard: { type: 'saysOn', params: ({ event }) => ({ answer: event.output }) },
                target: '#twoFactor.closed.enabled',
                actions: [
                  { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'notifyFailure', params: { message: CHANGED_SINCE } },
                ],
              },
              {
                target: '#twoFactor.closed.checking',
                actions: [
                  { type: 'assignStatus', params: ({ event }) => ({ answer: event.output }) },
                  'notifyDisabled',
                ],
              },
            ],
          },
        },
      },
    },
  },
})
