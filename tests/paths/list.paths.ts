import { listMachine } from '@machines/list/list.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: listMachine,
  starts: { opened: { fields: ['username'] } },
  events: {
    'chunk.received': { type: 'chunk.received', count: 100 },
    'list.completed: 200 rows': { type: 'list.completed', total: 200, count: 200, at: 5_000 },
    'list.completed: no row': { type: 'list.completed', total: 0, count: 0, at: 5_000 },
    'list.cutShort': { type: 'list.cutShort', count: 100 },
    'list.failed': { type: 'list.failed', error: UNREACHABLE },
    'list.counted: none matches': { type: 'list.counted', matching: 0 },
    'list.counted: some match': { type: 'list.counted', matching: 12 },
    'list.fieldsChosen: one more': { type: 'list.fieldsChosen', fields: ['email'] },
    'list.fieldsChosen: known ones': { type: 'list.fieldsChosen', fields: ['username'] },
    'list.reload': { type: 'list.reload' },
    retry: { type: 'retry' },
    'socket.resumed': { type: 'socket.resumed' },
    'row.added': { type: 'row.added', row: { id: 'row-9', version: 1 } },
    'row.saved': { type: 'row.saved', row: { id: 'row-1', version: 8 } },
    'rows.inView': { type: 'rows.inView', ids: ['row-1', 'row-2'] },
    'list.arrived': { type: 'list.arrived', count: 1 },
    'list.showArrivals': { type: 'list.showArrivals' },
    'rows.counted: one more': { type: 'rows.counted', count: 201 },
    'rows.counted: none is left': { type: 'rows.counted', count: 0 },
  },
  answers: {},
  situation: ({ count, matching, completedAt, fields }) => ({
    hasRows: count > 0,
    wasComplete: completedAt !== null,
    nothingMatches: matching === 0,
    fields: fields.length,
  }),
})
