/**
 * Required behaviour of a reveal: nothing is requested without a reason, one request is in flight at a time, one without
 * an answer keeps its key, and the secret exists only while it is shown.
 */
import type { RevealContext } from '@machines/reveal/reveal.machine'
import { UNAVAILABLE, UNREACHABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { paths, REFUSED_REASON, SECRET } from '../reveal.paths'

const START = {
  key: 'key',
  requests: 0,
  reason: '',
  reveals: 0,
  secret: null,
  secondsLeft: 0,
  hiddenBy: null,
  error: null,
} as const
const FORGOTTEN = { secret: null, secondsLeft: 0, reason: '' } as const
const shows = ({ reveals }: RevealContext) => ({ reveals: reveals + 1, secret: SECRET, secondsLeft: 60 })
const FEEDS = [['countdown', { seconds: 60 }], 'pageFeed'] as const

/** A new request, with a key of its own. */
const request =
  (reason: string) =>
  ({ requests }: RevealContext) => ({ reason, requests: requests + 1, error: null, hiddenBy: null })
const asks = ({ reason, requests }: RevealContext) => [['readSecret', { reason, key: `key.${requests}` }]] as const

export const table = describeTable(paths, {
  starts: { 'the dialog is opened': { states: ['asking'], context: START } },
  cases: {
    'the reason is that of the request': ({ reason }) => reason === 'Ticket 4711',
    'the reason is another one': ({ reason }) => reason !== 'Ticket 4711',
    'that reason is that of the request': ({ reason }) => reason === 'Ticket 4712',
    'that reason is another one': ({ reason }) => reason !== 'Ticket 4712',
  },
  rows: [
    /* Each request has a key of its own, and needs a reason. */
    {
      in: ['asking', 'masked', 'refused'],
      on: 'reveal.submit',
      to: 'revealing',
      sets: request('Ticket 4711'),
      calls: asks,
    },
    {
      in: ['asking', 'masked', 'refused'],
      on: 'reveal.submit with another reason',
      to: 'revealing',
      sets: request('Ticket 4712'),
      calls: asks,
    },
    { in: ['asking', 'masked', 'refused', 'unanswered'], on: 'reveal.submit without a reason' },

    /* Without an answer the same request has the same key. */
    {
      in: 'unanswered',
      on: 'reveal.submit',
      when: 'the reason is that of the request',
      to: 'repeating',
      sets: { error: null },
      calls: asks,
    },
    {
      in: 'unanswered',
      on: 'reveal.submit',
      when: 'the reason is another one',
      to: 'revealing',
      sets: request('Ticket 4711'),
      calls: asks,
    },
    {
      in: 'unanswered',
      on: 'reveal.submit with another reason',
      when: 'that reason is that of the request',
      to: 'repeating',
      sets: { error: null },
      calls: asks,
    },
    {
      in: 'unanswered',
      on: 'reveal.submit with another reason',
      when: 'that reason is another one',
      to: 'revealing',
      sets: request('Ticket 4712'),
      calls: asks,
    },

    /* The answers: a repetition that the server did not look at leaves the outcome open. */
    { in: 'revealing', on: 'readSecret answers: the secret', to: 'shown', sets: shows, calls: FEEDS },
    {
      in: 'revealing',
      on: 'readSecret answers: the reason is refused',
      to: 'refused',
      sets: { error: REFUSED_REASON },
    },
    { in: 'revealing', on: 'readSecret answers: not available', to: 'refused', sets: { error: UNAVAILABLE } },
    { in: 'revealing', on: 'readSecret answers: no answer', to: 'unanswered', sets: { error: UNREACHABLE } },
    { in: 'repeating', on: 'repeatSecret answers: the secret', to: 'shown', sets: shows, calls: FEEDS },
    {
      in: 'repeating',
      on: 'repeatSecret answers: the reason is refused',
      to: 'refused',
      sets: { error: REFUSED_REASON },
    },
    { in: 'repeating', on: 'repeatSecret answers: not available', to: 'unanswered', sets: { error: UNAVAILABLE } },
    { in: 'repeating', on: 'repeatSecret answers: no answer', to: 'unanswered', sets: { error: UNREACHABLE } },
    { in: 'refused', on: 'reveal.changed', to: 'asking', sets: { error: null } },

    /* The secret is shown for at most a minute, and while the page is visible. */
    { in: 'shown', on: 'second.passed, 42 are left', sets: { secondsLeft: 42 } },
    {
      in: 'shown',
      on: ['second.passed, none is left', 'second.passed, long ago'],
      to: 'masked',
      sets: { ...FORGOTTEN, hiddenBy: 'time' },
    },
    { in: 'shown', on: 'reveal.hide', to: 'masked', sets: { ...FORGOTTEN, hiddenBy: 'person' } },
    { in: 'shown', on: 'page.hidden', to: 'masked', sets: { ...FORGOTTEN, hiddenBy: 'page' } },

    { in: 'shown', on: 'reveal.close', to: 'closed', sets: FORGOTTEN },
    {
      in: ['asking', 'revealing', 'repeating', 'masked', 'refused', 'unanswered'],
      on: 'reveal.close',
      to: 'closed',
    },
  ],
})
