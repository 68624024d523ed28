import { failed, ok } from '@contract/errors'
import { rowChangesMachine } from '@machines/row-changes/row-changes.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const FOUND = { count: 100, isNeeded: false, arrivals: 0, moves: 0, isMore: false }

export const paths = describePaths({
  machine: rowChangesMachine,
  starts: { 'a list is shown': undefined },
  events: {
    'record.changed': { type: 'record.changed', id: 'row-1', version: 8 },
    'row.saved': { type: 'row.saved', row: { id: 'row-1', version: 8 } },
    'row.gone': { type: 'row.gone', id: 'row-2' },
    'socket.resumed': { type: 'socket.resumed' },
  },
  answers: {
    refetchRows: {
      'a row changed': ok(FOUND),
      'a row left, and more changed meanwhile': ok({ ...FOUND, moves: 1, isMore: true }),
      'the server is not reached': failed(UNREACHABLE),
    },
  },
  situation: () => null,
})
