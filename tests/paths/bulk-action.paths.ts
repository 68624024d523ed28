import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { describePaths } from './kit/describe'
import { CONFLICT } from './kit/samples'

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
      key: 'key-1',
    },
    'a page after a reload takes it up': {
      list: 'users',
      action: 'disable',
      payload: { is_deleted: true },
      reverse: { is_deleted: false },
      items: [],
      key: 'key-1',
      resumed: { round: 0, attempt: 0, total: 2, changed: items.slice(0, 1), unconfirmed: items.slice(1), untried: [] },
    },
    'a page after a reload finds the rest untried': {
      list: 'users',
      action: 'disable',
      payload: { is_deleted: true },
      reverse: { is_deleted: false },
      items: [],
      key: 'key-1',
      resumed: { round: 0, attempt: 0, total: 2, changed: items.slice(0, 1), unconfirmed: [], untried: items.slice(1) },
    },
    'a page after a reload finds all done': {
      list: 'users',
      action: 'disable',
      payload: { is_deleted: true },
      reverse: { is_deleted: false },
      items: [],
      key: 'key-1',
      resumed: { round: 0, attempt: 0, total: 2, changed: items, unconfirmed: [], untried: [] },
    },
  },
  events: {
    'item.done': { type: 'item.done' },
    'item.failed': { type: 'item.failed', rowId: 'row-2', version: 4, error: CONFLICT },
    'items.unanswered': { type: 'items.unanswered', count: 1 },
    'items.answered': { type: 'items.answered' },
    'run.ended': { type: 'run.ended', changed: items.slice(0, 1), unconfirmed: [], untried: [], error: null },
    'run.ended: one has no answer': {
      type: 'run.ended',
      changed: items.slice(0, 1),
      unconfirmed: items.slice(1),
      untried: [],
      error: null,
    },
    'run.ended: one was not tried': {
      type: 'run.ended',
      changed: items.slice(0, 1),
      unconfirmed: [],
      untried: items.slice(1),
      error: null,
    },
    'run.ended: the server is not available': {
      type: 'run.ended',
      changed: [],
      unconfirmed: [],
      untried: items,
      error: { kind: 'unavailable', message: '', retryAfterSeconds: 5 },
    },
    'bulk.stop': { type: 'bulk.stop' },
    'bulk.check': { type: 'bulk.check' },
    'line.back': { type: 'line.back' },
    'bulk.retry': { type: 'bulk.retry' },
    'bulk.undo': { type: 'bulk.undo' },
    'bulk.dismiss': { type: 'bulk.dismiss' },
  },
  answers: {},
  situation: ({ reverse, changed, failures, untried, done }) => ({
    canUndo: reverse !== null && changed.length > 0,
    isBegun: done > 0,
    hasFailures: failures.length > 0,
    leavesUntried: untried.length > 0,
  }),
})
