import { failed, ok, type ApiError } from '@contract/errors'
import {
  twoFactorMachine,
  type SetupAnswer,
  type StatusAnswer,
  type WriteAnswer,
} from '@machines/two-factor/two-factor.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

const WRONG_CODE: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { twoFAToken: ['This code is wrong, used or too old.'] },
}
const STEP_UP: ApiError = { kind: 'forbidden', message: 'Show again who you are.', stepUpRequired: true }
const TOO_MANY: ApiError = { kind: 'tooMany', message: '', retryAfterSeconds: 60 }

export const paths = describePaths({
  machine: twoFactorMachine,
  starts: { 'signed in': undefined },
  events: {
    'twoFactor.look': { type: 'twoFactor.look' },
    'twoFactor.toggle': { type: 'twoFactor.toggle' },
    'code.changed': { type: 'code.changed' },
    'code.submit': { type: 'code.submit', code: '123456' },
    'code.submit with spaces alone': { type: 'code.submit', code: '  ' },
    'disable.confirm': { type: 'disable.confirm' },
    'stepUp.changed': { type: 'stepUp.changed' },
    'stepUp.submit': { type: 'stepUp.submit', password: 'Pitboss#2026', code: '123 456' },
    'stepUp.submit without a code': { type: 'stepUp.submit', password: 'Pitboss#2026', code: '' },
    retry: { type: 'retry' },
    cancel: { type: 'cancel' },
  },
  answers: {
    readStatus: {
      'it is on': ok(true),
      'it is off': ok(false),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, StatusAnswer>,
    beginSetup: {
      'a secret': ok({ qr_code_url: 'data:image/png;base64,AA==', secret_code: 'JBSWY3DPEHPK3PXP' }),
      'it is on already': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, SetupAnswer>,
    enable: {
      'it is done': ok(null),
      'the code is wrong': failed(WRONG_CODE),
      'it is on already': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, WriteAnswer>,
    stepUp: { 'it is them': ok(null), 'the code is wrong': failed(WRONG_CODE) } satisfies Record<string, WriteAnswer>,
    disable: {
      'it is done': ok(null),
      'a step-up is needed': failed(STEP_UP),
      'it is refused': failed(TOO_MANY),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, WriteAnswer>,
  },
  // Whether an answer is in doubt decides what the status means; what was known before decides nothing.
  situation: ({ hasSteppedUp, error }, snapshot) => [hasSteppedUp, snapshot.hasTag('busy') && error !== null],
})
