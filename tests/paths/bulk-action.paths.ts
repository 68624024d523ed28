import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

const items = [
  { rowId: 'row-1', version: 7 },
  { rowId: 'row-2', version: 3 },
]

export const paths = describePaths({
  machine: bulkActionMachine,
  starts: {
    'two rows are disabled': {
      list: 'users',
      action: 'disable',
      payload: { is_deleted: true },
      reverse: { is_deleted: false },
      items,
    },
  },
  events: {
    'item.done': { type: 'item.done' },
    'item.failed': { type: 'item.failed', rowId: 'row-2', version: 4, error: CONFLICT },
    'run.ended': { type: 'run.ended', changed: items.slice(0, 1), untried: [], error: null },
    'run.ended: one was not tried': {
      type: 'run.ended',
      changed: items.slice(0, 1),
      untried: items.slice(1),
      error: null,
    },
    'run.ended: the server was lost': { type: 'run.ended', changed: [], untried: items, error: UNREACHABLE },
    'bulk.stop': { type: 'bulk.stop' },
    'bulk.retry': { type: 'bulk.retry' },
    'bulk.undo': { type: 'bulk.undo' },
    'bulk.dismiss': { type: 'bulk.dismiss' },
  },
  answers: {},
  situation: ({ reverse, changed, failures, untried, error, done }) => ({
    canUndo: reverse !== null && changed.length > 0,
    isBegun: done > 0,
    hasFailures: failures.length > 0,
    leavesUntried: untried.length > 0,
    lost: error?.kind,
  }),
})
