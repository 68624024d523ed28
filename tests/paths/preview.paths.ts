import { failed, ok } from '@contract/errors'
import { previewMachine } from '@machines/preview/preview.machine'
import { describePaths } from './kit/describe'
import { REFUSED, UNAVAILABLE } from './kit/samples'

export const paths = describePaths({
  machine: previewMachine,
  starts: { 'the fields are empty': undefined },
  events: {
    'preview.completed, 10': { type: 'preview.completed', asked: { amount: '10' } },
    'preview.completed, 20': { type: 'preview.completed', asked: { amount: '20' } },
    'preview.incomplete': { type: 'preview.incomplete' },
    'preview.retry': { type: 'preview.retry' },
    'line.back': { type: 'line.back' },
  },
  answers: {
    ask: { 'an answer': ok({ bonus: '5.00' }), 'a refusal': failed(REFUSED), 'no answer': failed(UNAVAILABLE) },
  },
  // Other input starts another call; the answer to the old input is never shown.
  mayRestart: ['preview.completed'],
  situation: ({ asked }) => [asked?.amount],
})
