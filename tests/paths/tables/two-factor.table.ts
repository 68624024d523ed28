/**
 * Required behaviour of two-factor (spec 4, 2FA; spec 5, 2FA code; contract, Writes): `isOn` is set only by a status
 * call, and a status call follows each change; an empty code is never sent; every failed call is shown once; turning
 * on, turning off and new recovery codes ask for a step-up if the server requires one, and then repeat the call; the
 * recovery codes are created right after two-factor is on, and leave the memory when the person has kept them.
 */
import { ERROR_WORDS } from '@contract/errors'
import { CHANGED_SINCE, UNCERTAIN, type TwoFactorContext } from '@machines/two-factor/two-factor.machine'
import { UNREACHABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { CODES, paths, TOO_MANY, WRONG_CODE } from '../two-factor.paths'

/** Closing a modal in any way leaves none of its data in memory. */
const CLOSED = { setup: null, codes: null, codesLeft: null, purpose: null, error: null }
const SECRET = { qr_code_url: 'data:image/png;base64,AA==', secret_code: 'JBSWY3DPEHPK3PXP' }
const DOUBT = { kind: 'network', message: UNCERTAIN } as const

const toast = (message: string) => ['notifyFailure', { message }] as const
const NETWORK = toast(ERROR_WORDS.network)
const CONFLICT = toast(ERROR_WORDS.conflict)

/** The server asks for a step-up; each one has its own keys. */
const stepsUp = (purpose: 'turnOn' | 'turnOff' | 'newCodes') => ({
  sets: ({ stepUps }: TwoFactorContext) => ({ purpose, stepUps: stepUps + 1 }),
  calls: ({ stepUps }: TwoFactorContext) =>
    [['stepUp', { needsCode: purpose !== 'turnOn', key: `key.${stepUps}` }]] as const,
})

export const table = describeTable(paths, {
  starts: { 'signed in': { states: ['unasked'], context: { key: 'key', isOn: null, stepUps: 0, ...CLOSED } } },
  cases: {
    'to turn it on': ({ purpose }) => purpose === 'turnOn',
    'to turn it off': ({ purpose }) => purpose === 'turnOff',
    'for new recovery codes': ({ purpose }) => purpose === 'newCodes',
  },
  rows: [
    /* The switch shows the status of the last status call. */
    {
      in: ['unasked', 'disabled', 'enabled', 'unreachable'],
      on: 'twoFactor.look',
      to: 'checking',
      calls: ['readStatus'],
    },
    { in: 'unreachable', on: 'retry', to: 'checking', calls: ['readStatus'] },
    { in: 'checking', on: 'readStatus answers: it is on', to: 'enabled', sets: { isOn: true, error: null } },
    { in: 'checking', on: 'readStatus answers: it is off', to: 'disabled', sets: { isOn: false, error: null } },
    {
      in: 'checking',
      on: 'readStatus answers: the server is not reached',
      to: 'unreachable',
      sets: { isOn: null, error: UNREACHABLE },
      calls: [NETWORK],
    },

    /* Turning on: a secret (after a step-up where one is required), a code, and the status. */
    { in: 'disabled', on: 'twoFactor.toggle', to: 'settingUp', calls: ['beginSetup'] },
    { in: 'settingUp', on: 'beginSetup answers: a secret', to: 'enrolling', sets: { setup: SECRET } },
    { in: 'settingUp', on: 'beginSetup answers: a step-up is needed', to: 'steppingUp', ...stepsUp('turnOn') },
    {
      in: 'settingUp',
      on: 'beginSetup answers: it is on already',
      to: 'checking',
      sets: CLOSED,
      calls: [CONFLICT, 'readStatus'],
    },
    {
      in: 'settingUp',
      on: 'beginSetup answers: the server is not reached',
      to: 'notBegun',
      sets: { error: UNREACHABLE, purpose: null },
      calls: [NETWORK],
    },
    { in: 'notBegun', on: 'retry', to: 'settingUp', sets: { error: null }, calls: ['beginSetup'] },
    {
      in: ['enrolling', 'refused'],
      on: 'code.submit',
      to: 'verifying',
      sets: { error: null },
      calls: [['enable', { code: '123456' }]],
    },
    { in: 'refused', on: 'code.changed', to: 'enrolling', sets: { error: null } },
    { in: 'verifying', on: 'enable answers: it is done', to: 'confirmingOn', calls: ['readStatus'] },
    {
      in: 'verifying',
      on: 'enable answers: the server is not reached',
      to: 'doubtingOn',
      sets: { error: UNREACHABLE },
      calls: ['readStatus'],
    },
    {
      in: 'verifying',
      on: 'enable answers: the code is wrong',
      to: 'refused',
      sets: { error: WRONG_CODE },
      calls: [toast('Check the marked fields.')],
    },
    {
      in: 'verifying',
      on: 'enable answers: it is on already',
      to: 'checking',
      sets: CLOSED,
      calls: [CONFLICT, 'readStatus'],
    },
    {
      in: 'confirmingOn',
      on: 'confirmOn answers: it is on',
      to: 'makingCodes',
      sets: { isOn: true, ...CLOSED },
      calls: ['notifyEnabled', 'makeCodes'],
    },
    {
      in: 'doubtingOn',
      on: 'resolveOn answers: it is on',
      to: 'makingCodes',
      sets: { isOn: true, ...CLOSED },
      calls: ['notifyEnabled', 'makeCodes'],
    },
    {
      in: 'confirmingOn',
      on: 'confirmOn answers: it is off',
      to: 'disabled',
      sets: { isOn: false, ...CLOSED },
      calls: [toast(CHANGED_SINCE)],
    },
    {
      in: 'doubtingOn',
      on: 'resolveOn answers: it is off',
      to: 'refused',
      sets: { isOn: false },
      calls: [NETWORK],
    },
    {
      in: 'confirmingOn',
      on: 'confirmOn answers: the server is not reached',
      to: 'makingCodes',
      sets: { isOn: null, ...CLOSED },
      calls: ['notifyEnabled', 'makeCodes'],
    },
    {
      in: 'doubtingOn',
      on: 'resolveOn answers: the server is not reached',
      to: 'refused',
      sets: { isOn: null, error: DOUBT },
      calls: [toast(UNCERTAIN)],
    },

    /* The step-up: a code is needed if two-factor is on. The call that required it is repeated. */
    {
      in: 'steppingUp',
      on: 'stepUp answers: it is proven',
      when: 'to turn it on',
      to: 'settingUp',
      sets: { error: null },
      calls: ['beginSetup'],
    },
    {
      in: 'steppingUp',
      on: 'stepUp answers: it is proven',
      when: 'to turn it off',
      to: 'disabling',
      sets: { error: null },
      calls: ['disable'],
    },
    {
      in: 'steppingUp',
      on: 'stepUp answers: it is proven',
      when: 'for new recovery codes',
      to: 'makingCodes',
      sets: { error: null },
      calls: ['makeCodes'],
    },
    {
      in: 'steppingUp',
      on: 'stepUp answers: it is cancelled',
      to: 'checking',
      sets: CLOSED,
      calls: ['readStatus'],
    },

    /* Turning off: the question, the call (after a step-up where one is required), and the status. */
    { in: 'enabled', on: 'twoFactor.toggle', to: 'confirmingDisable' },
    {
      in: ['confirmingDisable', 'notDisabled'],
      on: 'disable.confirm',
      to: 'disabling',
      sets: { error: null },
      calls: ['disable'],
    },
    { in: 'disabling', on: 'disable answers: it is done', to: 'confirmingOff', calls: ['readStatus'] },
    {
      in: 'disabling',
      on: 'disable answers: the server is not reached',
      to: 'doubtingOff',
      sets: { error: UNREACHABLE },
      calls: ['readStatus'],
    },
    { in: 'disabling', on: 'disable answers: a step-up is needed', to: 'steppingUp', ...stepsUp('turnOff') },
    {
      in: 'disabling',
      on: 'disable answers: it is refused',
      to: 'notDisabled',
      sets: { error: TOO_MANY, purpose: null },
      calls: [toast(ERROR_WORDS.tooMany)],
    },
    {
      in: 'confirmingOff',
      on: 'confirmOff answers: it is off',
      to: 'disabled',
      sets: { isOn: false, ...CLOSED },
      calls: ['notifyDisabled'],
    },
    {
      in: 'doubtingOff',
      on: 'resolveOff answers: it is off',
      to: 'disabled',
      sets: { isOn: false, ...CLOSED },
      calls: ['notifyDisabled'],
    },
    {
      in: 'confirmingOff',
      on: 'confirmOff answers: it is on',
      to: 'enabled',
      sets: { isOn: true, ...CLOSED },
      calls: [toast(CHANGED_SINCE)],
    },
    {
      in: 'doubtingOff',
      on: 'resolveOff answers: it is on',
      to: 'notDisabled',
      sets: { isOn: true, purpose: null },
      calls: [NETWORK],
    },
    {
      in: 'confirmingOff',
      on: 'confirmOff answers: the server is not reached',
      to: 'checking',
      sets: { isOn: null, ...CLOSED },
      calls: ['notifyDisabled', 'readStatus'],
    },
    {
      in: 'doubtingOff',
      on: 'resolveOff answers: the server is not reached',
      to: 'notDisabled',
      sets: { isOn: null, error: DOUBT, purpose: null },
      calls: [toast(UNCERTAIN)],
    },

    /* The recovery codes: how many are left, new ones, and the ten codes until the person has kept them. */
    { in: 'enabled', on: 'recovery.open', to: 'countingCodes', calls: ['countCodes'] },
    { in: 'countingCodes', on: 'countCodes answers: some are left', to: 'codesCounted', sets: { codesLeft: 7 } },
    {
      in: 'countingCodes',
      on: 'countCodes answers: the server is not reached',
      to: 'codesNotCounted',
      sets: { error: UNREACHABLE },
      calls: [NETWORK],
    },
    { in: 'codesNotCounted', on: 'retry', to: 'countingCodes', sets: { error: null }, calls: ['countCodes'] },
    { in: 'codesCounted', on: 'recovery.renew', to: 'makingCodes', calls: ['makeCodes'] },
    { in: 'makingCodes', on: 'makeCodes answers: ten codes', to: 'showingCodes', sets: { codes: CODES } },
    {
      in: 'makingCodes',
      on: 'makeCodes answers: a step-up is needed',
      to: 'steppingUp',
      ...stepsUp('newCodes'),
    },
    {
      in: 'makingCodes',
      on: 'makeCodes answers: it is off meanwhile',
      to: 'checking',
      sets: CLOSED,
      calls: [CONFLICT, 'readStatus'],
    },
    {
      in: 'makingCodes',
      on: 'makeCodes answers: the server is not reached',
      to: 'codesNotMade',
      sets: { error: UNREACHABLE, purpose: null },
      calls: [NETWORK],
    },
    { in: 'codesNotMade', on: 'retry', to: 'makingCodes', sets: { error: null }, calls: ['makeCodes'] },
    { in: 'showingCodes', on: 'recovery.kept', to: 'checking', sets: CLOSED, calls: ['readStatus'] },

    /* Cancelling closes the modal and reads the status again; a write in flight cannot be cancelled. */
    {
      in: [
        'settingUp',
        'notBegun',
        'enrolling',
        'refused',
        'confirmingDisable',
        'notDisabled',
        'countingCodes',
        'codesNotCounted',
        'codesCounted',
        'codesNotMade',
      ],
      on: 'cancel',
      to: 'checking',
      sets: CLOSED,
      calls: ['readStatus'],
    },
  ],
})
