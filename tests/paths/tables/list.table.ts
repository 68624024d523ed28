/**
 * Required behaviour of a list: shows rows as they arrive and keeps them while it is read again; notifies a failure
 * once if the person asked for the call, and not if the console repeats it in the background (spec 8); reads again for
 * a column that needs more fields; has changed records fetched (machines/refetch), but not during a read; shows records
 * that this page created or saved.
 */
import { CUT_SHORT } from '@machines/list/list.machine'
import { ANY, describeTable } from '../kit/table'
import { paths } from '../list.paths'
import { UNREACHABLE } from '../kit/samples'

const FIRST_READ = ['loading', 'streaming'] as const
const READ_AGAIN = ['refreshing', 'reloading'] as const
/** States without a call in flight. */
const AT_REST = ['ready', 'noMatch', 'outdated', 'cutShort', 'unreachable', 'empty'] as const
const ANY_STATE = [...FIRST_READ, ...READ_AGAIN, ...AT_REST] as const

const COMPLETE = { count: 200, total: 200, completedAt: 5_000, error: null }
const NO_ROW = { count: 0, total: 0, completedAt: 5_000, error: null }
const LOST = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'
const STOPPED = 'The list stopped before its end. Nothing was changed. Try again.'

const HOLD = ['send', { to: 'refetch', event: { type: 'read.began' } }] as const
const RELEASE = ['send', { to: 'refetch', event: { type: 'read.ended' } }] as const
const ADDED = { row: { id: 'row-9', version: 1 } }
const SAVED = { row: { id: 'row-1', version: 8 } }

const firstRead = ({ fields }: { fields: readonly string[] }) =>
  [HOLD, ['streamFeed', { fields, keepOldRows: false }]] as const
const readAgain = ({ fields }: { fields: readonly string[] }) =>
  [HOLD, ['streamFeed', { fields, keepOldRows: true }]] as const

export const table = describeTable(paths, {
  starts: {
    opened: {
      states: ['loading'],
      context: {
        count: 0,
        total: null,
        matching: null,
        arrivals: 0,
        completedAt: null,
        fields: ['username'],
        error: null,
      },
      calls: [['rowsFeed', ANY], ['refetch', ANY], ['streamFeed', { fields: ['username'], keepOldRows: false }], HOLD],
    },
  },
  cases: {
    'nothing matches': ({ matching }) => matching === 0,
    'some match, or nobody counted': ({ matching }) => matching !== 0,
    'no row is shown': ({ count }) => count === 0,
    'rows are shown': ({ count }) => count > 0,
    'the rows were complete once': ({ count, completedAt }) => count > 0 && completedAt !== null,
    'the rows were never complete': ({ count, completedAt }) => count > 0 && completedAt === null,
    'the field is new': ({ fields }) => !fields.includes('email'),
    'the field was asked for': ({ fields }) => fields.includes('email'),
  },
  rows: [
    /* The first read. */
    { in: 'loading', on: 'chunk.received', to: 'streaming', sets: { count: 100 } },
    { in: 'streaming', on: 'chunk.received', sets: { count: 100 } },
    {
      in: [...FIRST_READ, ...READ_AGAIN],
      on: 'list.completed: 200 rows',
      when: 'some match, or nobody counted',
      to: 'ready',
      sets: COMPLETE,
      calls: [RELEASE],
    },
    {
      in: [...FIRST_READ, ...READ_AGAIN],
      on: 'list.completed: 200 rows',
      when: 'nothing matches',
      to: 'noMatch',
      sets: COMPLETE,
      calls: [RELEASE],
    },
    { in: [...FIRST_READ, ...READ_AGAIN], on: 'list.completed: no row', to: 'empty', sets: NO_ROW, calls: [RELEASE] },
    {
      in: 'loading',
      on: 'list.cutShort',
      to: 'unreachable',
      sets: { error: CUT_SHORT },
      calls: [RELEASE, ['notifyFailed', { message: STOPPED }]],
    },
    {
      in: 'streaming',
      on: 'list.cutShort',
      to: 'cutShort',
      sets: { count: 100 },
      calls: [RELEASE, ['notifyFailed', { message: STOPPED }]],
    },
    {
      in: 'loading',
      on: 'list.failed',
      to: 'unreachable',
      sets: { error: UNREACHABLE },
      calls: [RELEASE, ['notifyFailed', { message: LOST }]],
    },
    {
      in: 'streaming',
      on: 'list.failed',
      when: 'rows are shown',
      to: 'cutShort',
      sets: { error: UNREACHABLE },
      calls: [RELEASE, ['notifyFailed', { message: LOST }]],
    },
    {
      in: 'streaming',
      on: 'list.failed',
      when: 'no row is shown',
      to: 'unreachable',
      sets: { error: UNREACHABLE },
      calls: [RELEASE, ['notifyFailed', { message: LOST }]],
    },

    /* Read again: the old rows stay. In the background a failure is not notified. */
    { in: AT_REST, on: ['list.reload', 'socket.resumed'], to: 'refreshing', calls: readAgain },
    { in: ['outdated', 'cutShort'], on: 'retry', to: 'reloading', calls: readAgain },
    { in: 'unreachable', on: 'retry', to: 'loading', sets: { count: 0, total: null }, calls: firstRead },
    ...(
      [
        ['list.cutShort', CUT_SHORT, STOPPED],
        ['list.failed', UNREACHABLE, LOST],
      ] as const
    ).flatMap(([on, error, message]) =>
      (
        [
          ['the rows were complete once', 'outdated'],
          ['the rows were never complete', 'cutShort'],
          ['no row is shown', 'unreachable'],
        ] as const
      ).flatMap(([when, to]) => [
        { in: 'refreshing', on, when, to, sets: { error }, calls: [RELEASE] } as const,
        { in: 'reloading', on, when, to, sets: { error }, calls: [RELEASE, ['notifyFailed', { message }]] } as const,
      ]),
    ),

    /* Columns that need more fields. */
    {
      in: FIRST_READ,
      on: 'list.fieldsChosen: one more',
      when: 'the field is new',
      to: 'loading',
      sets: ({ fields }) => ({ fields: [...fields, 'email'], count: 0, total: null }),
      calls: (after) => [RELEASE, ...firstRead(after)],
    },
    {
      in: AT_REST,
      on: 'list.fieldsChosen: one more',
      when: 'the field is new',
      to: 'reloading',
      sets: ({ fields }) => ({ fields: [...fields, 'email'] }),
      calls: readAgain,
    },
    {
      in: READ_AGAIN,
      on: 'list.fieldsChosen: one more',
      when: 'the field is new',
      to: 'reloading',
      sets: ({ fields }) => ({ fields: [...fields, 'email'] }),
      calls: (after) => [RELEASE, ...readAgain(after)],
    },
    { in: ANY_STATE, on: 'list.fieldsChosen: one more', when: 'the field was asked for' },

    /* Search and filters. */
    { in: ANY_STATE.filter((state) => state !== 'ready'), on: 'list.counted: none matches', sets: { matching: 0 } },
    { in: 'ready', on: 'list.counted: none matches', to: 'noMatch', sets: { matching: 0 } },
    { in: ANY_STATE.filter((state) => state !== 'noMatch'), on: 'list.counted: some match', sets: { matching: 12 } },
    { in: 'noMatch', on: 'list.counted: some match', to: 'ready', sets: { matching: 12 } },

    /* Records that this page created or saved: the response to a read in flight may contain older versions. */
    { in: FIRST_READ, on: 'row.added', calls: [['keepAdded', ADDED]] },
    {
      in: READ_AGAIN,
      on: 'row.added',
      calls: [
        ['keepAdded', ADDED],
        ['showAdded', ADDED],
      ],
    },
    { in: AT_REST, on: 'row.added', calls: [['showAdded', ADDED]] },
    { in: [...FIRST_READ, ...READ_AGAIN], on: 'row.saved', calls: [['keepSaved', SAVED]] },
    { in: AT_REST, on: 'row.saved', calls: [['showSaved', SAVED]] },
    { in: ANY_STATE, on: 'list.showArrivals', calls: ['showArrivals'] },

    /* Records that change elsewhere: rows in view first. The rows are counted. */
    {
      in: ANY_STATE,
      on: 'rows.inView',
      calls: [['send', { to: 'refetch', event: { type: 'rows.inView', ids: ['row-1', 'row-2'] } }]],
    },
    { in: ANY_STATE, on: 'list.arrived', sets: { arrivals: 1 } },
    {
      in: [...FIRST_READ, ...READ_AGAIN, 'ready', 'noMatch', 'outdated', 'cutShort'],
      on: 'rows.counted: one more',
      sets: { count: 201 },
    },
    { in: 'unreachable', on: 'rows.counted: one more', to: 'cutShort', sets: { count: 201 } },
    {
      in: 'empty',
      on: 'rows.counted: one more',
      when: 'some match, or nobody counted',
      to: 'ready',
      sets: { count: 201 },
    },
    { in: 'empty', on: 'rows.counted: one more', when: 'nothing matches', to: 'noMatch', sets: { count: 201 } },
    {
      in: [...FIRST_READ, ...READ_AGAIN, 'unreachable', 'empty'],
      on: 'rows.counted: none is left',
      sets: { count: 0 },
    },
    { in: ['ready', 'noMatch'], on: 'rows.counted: none is left', to: 'empty', sets: { count: 0 } },
    { in: ['outdated', 'cutShort'], on: 'rows.counted: none is left', to: 'unreachable', sets: { count: 0 } },
  ],
})
