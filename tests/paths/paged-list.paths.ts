import { fromCallback, fromPromise } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { pagedListMachine, START, type PagedListContext } from '@machines/paged-list/paged-list.machine'
import { rowChangesMachine, type ChangesRead } from '@machines/row-changes/row-changes.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const FOUND = { count: 100, isNeeded: false, arrivals: 0, moves: 0, isMore: false }
const VIEW = { search: '', filters: {}, sort: null }

export const paths = describePaths({
  machine: pagedListMachine,
  starts: { opened: { view: VIEW, fields: ['email'] } },
  events: {
    'view.changed: the same': { type: 'view.changed', view: VIEW },
    'view.changed: a search is typed': { type: 'view.changed', view: { ...VIEW, search: 'ada' } },
    'view.changed: a filter': { type: 'view.changed', view: { ...VIEW, filters: { status: ['BOUNCED'] } } },
    'rows.seen: a page is missing': { type: 'rows.seen', isNeeded: true },
    'rows.seen: all are held': { type: 'rows.seen', isNeeded: false },
    'place.go: the end': { type: 'place.go', place: { at: 'end' } },
    'list.showArrivals': { type: 'list.showArrivals' },
    'list.fieldsChosen: one more': { type: 'list.fieldsChosen', fields: ['locale'] },
    'list.fieldsChosen: known ones': { type: 'list.fieldsChosen', fields: ['email'] },
    'list.reload': { type: 'list.reload' },
    retry: { type: 'retry' },
    'socket.resumed': { type: 'socket.resumed' },
    'changes.read: a row is new': { type: 'changes.read', answer: ok({ ...FOUND, arrivals: 1, moves: 1 }) },
    'changes.read: the only row has left': { type: 'changes.read', answer: ok({ ...FOUND, count: 0, moves: 1 }) },
    'row.saved': { type: 'row.saved', row: { id: 'row-1', version: 8 } },
  },
  answers: {
    enterList: {
      'a page of rows': ok({ count: 100, isNeeded: false, place: START }),
      'no row': ok({ count: 0, isNeeded: false, place: START }),
      'the server is not reached': failed(UNREACHABLE),
    },
    readPage: {
      'a further page': ok({ count: 200, isNeeded: false }),
      'a page, and another is missing': ok({ count: 200, isNeeded: true }),
      'no row is left': ok({ count: 0, isNeeded: false }),
      'the server is not reached': failed(UNREACHABLE),
    },
  },
  children: {
    rowChanges: rowChangesMachine.provide({
      // A path tells pauses apart by their length: the list's has the same one.
      delays: { changesPause: 1e9 },
      actors: {
        changesFeed: fromCallback(() => undefined),
        refetchRows: fromPromise<Result<ChangesRead>>(() => new Promise(() => undefined)),
      },
      actions: {
        dropRow: () => undefined,
        putRow: () => undefined,
        noteChange: () => undefined,
        tellParent: () => undefined,
      },
    }),
  },
  situation: ({ view, count, isNeeded, fields }: PagedListContext) => [
    view.search !== '' || Object.keys(view.filters).length > 0,
    count > 0,
    isNeeded,
    fields.length,
  ],
  // What is in flight answers an older question: it is aborted.
  mayRestart: [
    'view.changed',
    'place.go',
    'list.showArrivals',
    'list.fieldsChosen',
    'list.reload',
    'socket.resumed',
    'retry',
  ],
})
