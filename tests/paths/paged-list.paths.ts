import { failed, ok } from '@contract/errors'
import { pagedListMachine, START, type PagedListContext } from '@machines/paged-list/paged-list.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const FOUND = { count: 100, isNeeded: false, arrivals: 0, moves: 0 }
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
    'rows.changed: a row is new': { type: 'rows.changed', ...FOUND, arrivals: 1, moves: 1 },
    'rows.changed: the only row has left': { type: 'rows.changed', ...FOUND, count: 0, moves: 1 },
    'rows.changed: a page in sight has become old': { type: 'rows.changed', ...FOUND, isNeeded: true },
    'row.saved': { type: 'row.saved', row: { id: 'row-1', version: 8 } },
    'row.gone': { type: 'row.gone', id: 'row-2' },
    'rows.inView': { type: 'rows.inView', ids: ['row-1', 'row-2'] },
  },
  answers: {
    enterList: {
      'a page of rows': ok({ count: 100, isNeeded: false, place: START }),
      'rows of a screen that was left': ok({ count: 100, isNeeded: true, place: START }),
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
  situation: ({ view, count, fields }: PagedListContext) => [
    view.search !== '' || Object.keys(view.filters).length > 0,
    count > 0,
    fields.length,
  ],
  // The call in flight belongs to an older query: it is aborted.
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
