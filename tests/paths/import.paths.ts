import { failed, ok } from '@contract/errors'
import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { importMachine, type ImportAnswer } from '@machines/import/import.machine'
import { describePaths } from './kit/describe'
import { UNAVAILABLE } from './kit/samples'

const line: ImportLine = { line: 2, outcome: 'new', key: 'neon-otter', changes: [], message: null }
const end = (how: ImportEnd['end'], more: Partial<ImportEnd> = {}): ImportEnd => ({
  end: how,
  new: 1,
  changed: 0,
  same: 0,
  refused: 0,
  message: null,
  ...more,
})

export const paths = describePaths({
  machine: importMachine,
  starts: { 'the dialog is opened': { key: 'key' } },
  events: {
    'file.chosen': {
      type: 'file.chosen',
      file: new File(['slug\nneon-otter'], 'games.csv', { type: 'text/csv' }),
      store: '',
    },
    'lines.read': { type: 'lines.read', lines: [line] },
    'check.ended with a line that has an effect': { type: 'check.ended', end: end('checked') },
    'check.ended with none': { type: 'check.ended', end: end('checked', { new: 0, same: 1 }) },
    'check.refused because of the file': {
      type: 'check.refused',
      error: { kind: 'rejected', message: 'The file is not UTF-8.', fields: {} },
    },
    'check.refused because of the server': { type: 'check.refused', error: UNAVAILABLE },
    'check.lost': { type: 'check.lost' },
    'import.apply': { type: 'import.apply' },
    'import.stop': { type: 'import.stop' },
    'import.retry': { type: 'import.retry' },
    'import.restart': { type: 'import.restart' },
    'write.unresolved': { type: 'write.unresolved' },
    'write.checking': { type: 'write.checking' },
  },
  answers: {
    write: {
      'it is applied': ok(end('applied')),
      'it is rolled back': ok(end('failed', { new: 0 })),
      'it is refused because of the server': failed(UNAVAILABLE),
    } satisfies Record<string, ImportAnswer>,
  },
  situation: ({ file, counts, error }) => [file !== null, counts !== null && counts.new > 0, error !== null],
})
