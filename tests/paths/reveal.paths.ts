import { failed, ok, type ApiError } from '@contract/errors'
import { revealMachine } from '@machines/reveal/reveal.machine'
import { describePaths } from './kit/describe'
import { UNAVAILABLE, UNREACHABLE } from './kit/samples'

export const SECRET = 'Rain-7-Lantern'
export const REFUSED_REASON: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { reason: ['Say which ticket this is for.'] },
}

export const paths = describePaths({
  machine: revealMachine,
  starts: { 'the dialog is opened': { key: 'key' } },
  events: {
    'reveal.changed': { type: 'reveal.changed' },
    'reveal.submit': { type: 'reveal.submit', reason: 'Ticket 4711' },
    'reveal.submit with another reason': { type: 'reveal.submit', reason: 'Ticket 4712' },
    'reveal.submit without a reason': { type: 'reveal.submit', reason: ' ' },
    'reveal.hide': { type: 'reveal.hide' },
    'reveal.close': { type: 'reveal.close' },
    'page.hidden': { type: 'page.hidden' },
    'second.passed, 42 are left': { type: 'second.passed', left: 42 },
    'second.passed, none is left': { type: 'second.passed', left: 0 },
    // After a sleep.
    'second.passed, long ago': { type: 'second.passed', left: -3600 },
  },
  answers: {
    readSecret: {
      'the secret': ok(SECRET),
      'the reason is refused': failed(REFUSED_REASON),
      'not available': failed(UNAVAILABLE),
      'no answer': failed(UNREACHABLE),
    },
  },
  situation: ({ reason, error, hiddenBy, secondsLeft, requests }) => [
    reason,
    error?.kind ?? null,
    hiddenBy,
    secondsLeft,
    Math.min(requests, 1),
  ],
})
