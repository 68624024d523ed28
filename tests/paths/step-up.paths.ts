import { failed, ok, type ApiError } from '@contract/errors'
import { stepUpMachine, type ProofAnswer } from '@machines/step-up/step-up.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const WRONG_CODE: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { twoFAToken: ['This code is wrong, used or too old.'] },
}
export const UNTIL = '2026-11-20T14:35:00.000Z'

export const paths = describePaths({
  machine: stepUpMachine,
  starts: {
    'whether a code is needed is unknown': { needsCode: null, key: 'key' },
    'a code is needed': { needsCode: true, key: 'key' },
  },
  events: {
    'stepUp.changed': { type: 'stepUp.changed' },
    'stepUp.submit': { type: 'stepUp.submit', password: 'Pitboss#2026', code: '123 456' },
    'stepUp.submit without a code': { type: 'stepUp.submit', password: 'Pitboss#2026', code: ' ' },
    'stepUp.submit without a password': { type: 'stepUp.submit', password: '', code: '123 456' },
    'stepUp.cancel': { type: 'stepUp.cancel' },
  },
  answers: {
    readFactor: { 'a code is needed': true, 'no code is needed': false },
    proveIdentity: {
      'it is them': ok({ until: UNTIL }),
      'the code is wrong': failed(WRONG_CODE),
      'there is no answer': failed(UNREACHABLE),
    } satisfies Record<string, ProofAnswer>,
  },
  situation: ({ needsCode, error, proofs }) => [needsCode, error?.kind, Math.min(proofs, 1)],
})
