import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNREACHABLE } from './kit/samples'

const items = [
  { rowId: 'row-1', version: 7 },
  { rowId: 'row-2', version: 3 },
]

export const paths = describePaths({
  machine: bulkActionMachine,
  starts: { 'two rows are disabled': { action: 'disable', payload: { is_deleted: true }, items } },
  events: {
    'item.done': { type: 'item.done' },
    'item.failed': { type: 'item.failed', rowId: 'row-2', version: 4, error: CONFLICT },
    'run.ended': { type: 'run.ended', untried: [], error: null },
    'run.ended: one was not tried': { type: 'run.ended', untried: items.slice(1), error: null },
    'run.ended: the server was lost': { type: 'run.ended', untried: items.slice(1), error: UNREACHABLE },
    'bulk.stop': { type: 'bulk.stop' },
    'bulk.retry': { type: 'bulk.retry' },
    'bulk.dismiss': { type: 'bulk.dismiss' },
  },
  answers: {},
  situation: ({ failures, untried, error, done }) => ({
    isBegun: done > 0,
    hasFailures: failures.length > 0,
    leavesUntried: untried.length > 0,
    lost: error?.kind,
  }),
})
