import { failed, ok, type ApiError } from '@contract/errors'
import {
  twoFactorMachine,
  type CodesAnswer,
  type CountAnswer,
  type SetupAnswer,
  type StatusAnswer,
  type WriteAnswer,
} from '@machines/two-factor/two-factor.machine'
import type { StepUpOutcome } from '@machines/step-up/step-up.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

export const WRONG_CODE: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { twoFAToken: ['This code is wrong, used or too old.'] },
}
export const CODES = ['3KQ7M-XW2PD', '9T4VH-0BNRC'] as const
const STEP_UP: ApiError = { kind: 'forbidden', message: 'Confirm that it is you.', stepUpRequired: true }
export const TOO_MANY: ApiError = { kind: 'tooMany', message: '', retryAfterSeconds: 60 }

export const paths = describePaths({
  machine: twoFactorMachine,
  starts: { 'signed in': { key: 'key' } },
  events: {
    'twoFactor.look': { type: 'twoFactor.look' },
    'twoFactor.toggle': { type: 'twoFactor.toggle' },
    'code.changed': { type: 'code.changed' },
    'code.submit': { type: 'code.submit', code: '123456' },
    'code.submit with spaces alone': { type: 'code.submit', code: '  ' },
    'disable.confirm': { type: 'disable.confirm' },
    'recovery.open': { type: 'recovery.open' },
    'recovery.renew': { type: 'recovery.renew' },
    'recovery.kept': { type: 'recovery.kept' },
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
      'a step-up is needed': failed(STEP_UP),
      'it is on already': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, SetupAnswer>,
    enable: {
      'it is done': ok(null),
      'the code is wrong': failed(WRONG_CODE),
      'it is on already': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, WriteAnswer>,
    stepUp: {
      'it is proven': { isProven: true, until: '2026-11-20T14:35:00.000Z' },
      'it is cancelled': { isProven: false, until: null },
    } satisfies Record<string, StepUpOutcome>,
    disable: {
      'it is done': ok(null),
      'a step-up is needed': failed(STEP_UP),
      'it is refused': failed(TOO_MANY),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, WriteAnswer>,
    countCodes: {
      'some are left': ok(7),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, CountAnswer>,
    makeCodes: {
      'ten codes': ok(CODES),
      'a step-up is needed': failed(STEP_UP),
      'it is off meanwhile': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, CodesAnswer>,
  },
  // Whether a response was lost determines the meaning of the status, and the purpose determines what follows a
  // step-up.
  situation: ({ purpose, error }, snapshot) => [
    snapshot.matches('steppingUp') && purpose,
    snapshot.hasTag('busy') && error !== null,
  ],
})
