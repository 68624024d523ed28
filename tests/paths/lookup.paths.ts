import { failed, ok } from '@contract/errors'
import { lookupMachine } from '@machines/lookup/lookup.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: lookupMachine,
  starts: { opened: undefined },
  events: {
    'words.changed to "ada"': { type: 'words.changed', words: 'ada' },
    'words.changed to "bo", spaces around it': { type: 'words.changed', words: ' bo ' },
    'words.changed to one letter': { type: 'words.changed', words: 'a' },
    retry: { type: 'retry' },
  },
  answers: {
    look: {
      'one record': ok({ found: ['Ada'], failure: null }),
      'one record, and one list fails': ok({ found: ['Ada'], failure: UNREACHABLE }),
      'the server is not reached': failed(UNREACHABLE),
    },
  },
  // Other words start another call; the response to the old words is never shown.
  mayRestart: ['words.changed'],
  situation: ({ words, found, error }) => [words, found !== null, error !== null],
})
