import { failed, ok } from '@contract/errors'
import { rowActMachine, type RowActAnswer } from '@machines/row-act/row-act.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: rowActMachine,
  starts: { 'a row is disabled': { rowId: 'row-1', version: 7, act: 'disable', payload: { is_deleted: true } } },
  events: {},
  answers: {
    performAct: {
      'it is done': ok({ row: { id: 'row-1', version: 8 } }),
      'somebody else changed the row': failed(CONFLICT),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, RowActAnswer>,
  },
  situation: ({ error }) => error?.kind,
})
