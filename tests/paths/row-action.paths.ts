import { failed, ok } from '@contract/errors'
import { rowActionMachine, type RowActionAnswer } from '@machines/row-action/row-action.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: rowActionMachine,
  starts: {
    'a row is disabled': {
      list: 'users',
      rowId: 'row-1',
      version: 7,
      action: 'disable',
      payload: { is_deleted: true },
      record: { name: 'Ada Bo', href: '/users/row-1' },
    },
  },
  events: { 'rowAction.retry': { type: 'rowAction.retry' }, 'rowAction.dismiss': { type: 'rowAction.dismiss' } },
  answers: {
    performAction: {
      'it is done': ok({ row: { id: 'row-1', version: 8 } }),
      'somebody else changed the row': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, RowActionAnswer>,
  },
  situation: ({ error }) => error?.kind,
})
