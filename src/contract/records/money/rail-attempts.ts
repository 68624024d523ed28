/** Attempts of rails (money, Calls that move something): each is one call, with a reference of its own. */
import { FREE_TEXT } from '../../patterns'
import { integer, list, oneOf, text, text255, time } from '../field'

/** What became of an attempt. */
export const ATTEMPT_STATES = {
  QUEUED: 'Waits to be sent',
  SENDING: 'Sending',
  ACCEPTED: 'Accepted',
  DONE: 'Done',
  FAILED: 'Failed',
  UNKNOWN: 'Outcome unknown',
} as const
const ATTEMPTS_MAX = 50
const REFERENCE_MAX = 64

/** The attempts of a record that rails carry out, the last one first. */
export const railAttempts = () =>
  list(
    'Attempts',
    {
      number: integer('No.', {}, { required: true }),
      reference: text('Our reference', FREE_TEXT, REFERENCE_MAX, { required: true }),
      started_at: time('Started'),
      outcome: oneOf('Outcome', ATTEMPT_STATES, { required: true }),
      message: text255('Message'),
    },
    { one: 'attempt', most: ATTEMPTS_MAX },
    { derived: true },
  )
