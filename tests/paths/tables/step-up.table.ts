/**
 * Required behaviour of a step-up (contract, Writes): an incomplete proof is not sent, one proof is checked at a time,
 * and an unchanged proof keeps its key.
 */
import { failed } from '@contract/errors'
import type { StepUpContext } from '@machines/step-up/step-up.machine'
import { UNREACHABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths, UNTIL, WRONG_CODE } from '../step-up.paths'

const START = { key: 'key', needsCode: null, proofs: 0, error: null, until: null } as const
const ASKING = ['asked', 'refused'] as const
const prove =
  (code: string) =>
  ({ proofs }: StepUpContext) =>
    [['proveIdentity', { password: 'Pitboss#2026', code, key: `key.${proofs}` }]] as const

export const table = describeTable(paths, {
  starts: {
    'whether a code is needed is unknown': { states: ['readingFactor'], context: START, calls: ['readFactor'] },
    'a code is needed': { states: ['asked'], context: { ...START, needsCode: true } },
  },
  cases: {
    'a code is needed': ({ needsCode }) => needsCode === true,
    'the password is enough': ({ needsCode }) => needsCode === false,
  },
  rows: [
    { in: 'readingFactor', on: 'readFactor answers: a code is needed', to: 'asked', sets: { needsCode: true } },
    { in: 'readingFactor', on: 'readFactor answers: no code is needed', to: 'asked', sets: { needsCode: false } },

    /* Only a complete proof is sent, and nothing else while it is checked. */
    { in: ASKING, on: 'stepUp.submit', to: 'proving', sets: { error: null }, calls: prove('123456') },
    {
      in: ASKING,
      on: 'stepUp.submit without a code',
      when: 'the password is enough',
      to: 'proving',
      sets: { error: null },
      calls: prove(''),
    },
    { in: ASKING, on: 'stepUp.submit without a code', when: 'a code is needed' },

    /* A refusal; without an answer the same proof has the same key. */
    {
      in: 'proving',
      on: 'proveIdentity answers: it is them',
      to: 'proven',
      sets: { until: UNTIL },
    },
    {
      in: 'proving',
      on: 'proveIdentity answers: the code is wrong',
      to: 'refused',
      sets: { error: WRONG_CODE, needsCode: true },
      calls: [['notifyRefused', { answer: failed(WRONG_CODE) }]],
    },
    {
      in: 'proving',
      on: 'proveIdentity answers: there is no answer',
      to: 'refused',
      sets: { error: UNREACHABLE },
      calls: [['notifyRefused', { answer: failed(UNREACHABLE) }]],
    },
    {
      in: 'refused',
      on: 'stepUp.changed',
      to: 'asked',
      sets: ({ proofs }) => ({ error: null, proofs: proofs + 1 }),
    },

    { in: ['readingFactor', ...ASKING], on: 'stepUp.cancel', to: 'cancelled' },
  ],
})
