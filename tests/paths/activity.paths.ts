import { fromCallback } from 'xstate'
import { activityMachine } from '@machines/activity/activity.machine'
import { bulkActionMachine } from '@machines/bulk-action/bulk-action.machine'
import { rowActionMachine, type PerformInput, type RowActionAnswer } from '@machines/row-action/row-action.machine'
import { createWriteImplementations } from '@machines/write/write.implementations'
import { describePaths } from './kit/describe'

export const rowAction = {
  list: 'users',
  rowId: 'row-1',
  version: 7,
  action: 'disable',
  payload: { is_deleted: true },
  key: 'key-1',
  record: { name: 'Ada Bo', href: '/users/row-1' },
}
export const bulkAction = {
  list: 'users',
  action: 'disable',
  payload: { is_deleted: true },
  reverse: { is_deleted: false },
  items: [{ rowId: 'row-2', version: 3 }],
  key: 'key-2',
}

export const paths = describePaths({
  machine: activityMachine,
  starts: { 'signed in': undefined },
  events: {
    'rowAction.start': { type: 'rowAction.start', ...rowAction },
    'bulkAction.start': { type: 'bulkAction.start', ...bulkAction },
    'action.began: the bulk action': { type: 'action.began', id: 'bulk-users' },
    'action.ended: the row action': { type: 'action.ended', id: 'row-row-1' },
    'action.ended: the bulk action': { type: 'action.ended', id: 'bulk-users' },
    'action.over: the row action': { type: 'action.over', id: 'row-row-1' },
    'action.over: the bulk action': { type: 'action.over', id: 'bulk-users' },
    'signOut.request': { type: 'signOut.request' },
    'signOut.confirm': { type: 'signOut.confirm' },
    'signOut.cancel': { type: 'signOut.cancel' },
    'session.ended': { type: 'session.ended' },
  },
  answers: {},
  // The outcome of an action belongs to its own paths; here it stays in flight, and the path reports its end.
  children: {
    rowAction: rowActionMachine.provide({
      actors: {
        write: createWriteImplementations<PerformInput, RowActionAnswer>(
          { onLineBack: () => () => undefined },
          () => new Promise(() => undefined),
        ),
      },
      actions: { tellParent: () => undefined, keepPending: () => undefined },
    }),
    bulkAction: bulkActionMachine.provide({
      actors: { runFeed: fromCallback(() => undefined), lineFeed: fromCallback(() => undefined) },
      actions: { tellParent: () => undefined, keepPending: () => undefined },
    }),
  },
  situation: ({ rowActions, bulkActions, inFlight }) => [
    Object.keys(rowActions),
    Object.keys(bulkActions),
    inFlight.toSorted(),
  ],
})
