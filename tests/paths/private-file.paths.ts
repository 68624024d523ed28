import { failed, ok } from '@contract/errors'
import { privateFileMachine } from '@machines/private-file/private-file.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: privateFileMachine,
  starts: { 'the record is opened': undefined },
  events: {
    'file.ask': { type: 'file.ask', id: 'file-1' },
    'file.retry': { type: 'file.retry' },
    'file.leave': { type: 'file.leave' },
    'line.back': { type: 'line.back' },
  },
  answers: {
    readFile: {
      'the content': ok(new Blob(['pixels'], { type: 'image/png' })),
      'no right': failed({ kind: 'forbidden', message: 'You are not permitted to do this.' }),
      'no such file': failed({ kind: 'notFound', message: 'This record does not exist.' }),
      'no answer': failed(UNREACHABLE),
    },
  },
  situation: ({ id, content, error }) => [id, content !== null, error?.kind ?? null],
})
