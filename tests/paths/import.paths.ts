import type { ImportEnd, ImportLine } from '@contract/records/calls'
import { importMachine } from '@machines/import/import.machine'
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
    'import.ended with a line that has an effect': { type: 'import.ended', end: end('checked') },
    'import.ended with none': { type: 'import.ended', end: end('checked', { new: 0, same: 1 }) },
    'import.ended applied': { type: 'import.ended', end: end('applied') },
    'import.refused because of the file': {
      type: 'import.refused',
      error: { kind: 'rejected', message: 'The file is not UTF-8.', fields: {} },
    },
    'import.refused because of the server': { type: 'import.refused', error: UNAVAILABLE },
    'import.lost': { type: 'import.lost' },
    'import.apply': { type: 'import.apply' },
    'import.stop': { type: 'import.stop' },
    'import.retry': { type: 'import.retry' },
    'import.restart': { type: 'import.restart' },
    'line.back': { type: 'line.back' },
  },
  answers: {},
  situation: ({ file, counts, error }) => [file !== null, counts !== null && counts.new > 0, error !== null],
})
