import { failed, ok } from '@contract/errors'
import { rowActionMachine, type RowActionAnswer } from '@machines/row-action/row-action.machine'
import { describePaths } from './kit/describe'
import { CONFLICT } from './kit/samples'

const disabling = {
  list: 'users',
  rowId: 'row-1',
  version: 7,
  action: 'disable',
  payload: { is_deleted: true },
  key: 'key-1',
  record: { name: 'Ada Bo', href: '/users/row-1' },
}

export const paths = describePaths({
  machine: rowActionMachine,
  starts: {
    'a row is disabled': disabling,
    'a page after a reload takes it up': { ...disabling, isResumed: true },
  },
  events: {
    'rowAction.retry': { type: 'rowAction.retry' },
    'rowAction.check': { type: 'rowAction.check' },
    'rowAction.dismiss': { type: 'rowAction.dismiss' },
    'write.checking': { type: 'write.checking' },
    'write.waiting': { type: 'write.waiting' },
    'write.unresolved': { type: 'write.unresolved' },
  },
  answers: {
    write: {
      'it is done': ok({ row: { id: 'row-1', version: 8 }, isLeft: false }),
      'it is done, and the row leaves the list': ok({ row: { id: 'row-1', version: 8 }, isLeft: true }),
      'somebody else changed the row': failed(CONFLICT),
      'the database is not available': failed({ kind: 'unavailable', message: '', retryAfterSeconds: 5 }),
    } satisfies Record<string, RowActionAnswer>,
  },
  situation: ({ error, isResumed }) => [error?.kind, isResumed],
})
