/**
 * Required behaviour of a write (contract, Writes: Idempotency-Key): the same request is sent until an answer decides
 * its outcome, at most one call is in flight, and the parent receives each phase.
 */
import { failed, ok } from '@contract/errors'
import { CONFLICT, UNAVAILABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths } from '../write.paths'

const request = { key: 'key-1' }
const ASKING = ['checking', 'waiting'] as const
const SEND = ['send', { request }] as const
const tell = (phase: 'checking' | 'waiting' | 'unresolved') => ['tellParent', { type: `write.${phase}` }] as const
const START = { request, begins: 'sending', repeats: true, checks: 0, answer: null } as const
const DONE = ok({ version: 8 })
const OVERTAKEN = failed(CONFLICT)
const NOT_NOW = failed(UNAVAILABLE)

export const table = describeTable(paths, {
  starts: {
    'a write is sent': { states: ['sending'], context: START, calls: [SEND] },
    'a page after a reload takes it up': {
      states: ['checking'],
      context: { ...START, begins: 'checking' },
      calls: ['lineFeed', SEND, tell('checking')],
    },
    'a write that the person repeats is sent': {
      states: ['sending'],
      context: { ...START, repeats: false },
      calls: [SEND],
    },
    'a write that was stopped is taken up': {
      states: ['unresolved'],
      context: { ...START, begins: 'unresolved', repeats: false },
      calls: ['lineFeed', tell('unresolved')],
    },
  },
  cases: {
    'it repeats automatically': ({ repeats }) => repeats,
    'the person repeats it': ({ repeats }) => !repeats,
  },
  rows: [
    /* An answer that decides the outcome ends the write. */
    {
      in: 'sending',
      on: 'send answers: it is done',
      to: 'answered',
      sets: { answer: DONE },
    },
    { in: 'sending', on: 'send answers: somebody else was first', to: 'answered', sets: { answer: OVERTAKEN } },
    // The server has refused this call; a repetition would not have said whether the first one took effect.
    { in: 'sending', on: 'send answers: the database is not available', to: 'answered', sets: { answer: NOT_NOW } },
    { in: 'checking', on: 'sendAgain answers: it is done', to: 'answered', sets: { answer: DONE } },
    { in: 'checking', on: 'sendAgain answers: somebody else was first', to: 'answered', sets: { answer: OVERTAKEN } },

    /* No response: the same request again. */
    {
      in: 'sending',
      on: 'send answers: there is no answer',
      when: 'it repeats automatically',
      to: 'waiting',
      calls: ['lineFeed', tell('waiting')],
    },
    {
      in: 'sending',
      on: 'send answers: there is no answer',
      when: 'the person repeats it',
      to: 'unresolved',
      calls: ['lineFeed', tell('unresolved')],
    },
    {
      in: 'checking',
      on: ['sendAgain answers: there is no answer', 'sendAgain answers: the database is not available'],
      when: 'it repeats automatically',
      to: 'waiting',
      sets: ({ checks }) => ({ checks: checks + 1 }),
      calls: [tell('waiting')],
    },
    {
      in: 'checking',
      on: ['sendAgain answers: there is no answer', 'sendAgain answers: the database is not available'],
      when: 'the person repeats it',
      to: 'unresolved',
      calls: [tell('unresolved')],
    },
    {
      in: 'waiting',
      on: ['checkPause is over', 'line.back', 'write.check'],
      to: 'checking',
      calls: [tell('checking'), SEND],
    },
    {
      in: 'unresolved',
      on: ['line.back', 'write.check'],
      to: 'checking',
      sets: { checks: 0 },
      calls: [tell('checking'), SEND],
    },
    {
      in: ASKING,
      on: 'checkPatience is over',
      when: 'it repeats automatically',
      to: 'unresolved',
      calls: [tell('unresolved')],
    },
    { in: 'checking', on: 'checkPatience is over', when: 'the person repeats it' },
  ],
})
