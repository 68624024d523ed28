import { failed, ok } from '@contract/errors'
import { readingMachine } from '@machines/reading/reading.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: readingMachine,
  starts: { opened: undefined },
  events: { retry: { type: 'retry' }, 'reading.refresh': { type: 'reading.refresh' } },
  answers: { read: { 'what was asked for': ok({ total: 40 }), 'the server is not reached': failed(UNREACHABLE) } },
  situation: ({ value }) => value !== null,
})
