/**
 * The file of a list that is read in pages: all rows that match the filter are streamed from the server, and the file
 * is saved when the last one has arrived. An incomplete file is not saved.
 *
 * Lock: while rows are read, a second request starts nothing.
 */
import { assign, setup } from 'xstate'
import { describeError, type ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface ListExportContext {
  /** Rows that have arrived. */
  count: number
}
export type ListExportEvent =
  | { type: 'export.start' }
  | { type: 'export.cancel' }
  | { type: 'rows.arrived'; count: number }
  | { type: 'export.completed'; count: number }
  | { type: 'export.failed'; error: ApiError }

export const listExportMachine = setup({
  types: {
    context: {} as ListExportContext,
    events: {} as ListExportEvent,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Streams the list into a file; sends rows.arrived, then export.completed or export.failed. */
    exportFeed: feedNotProvided<ListExportEvent>('exportFeed'),
  },
  actions: {
    assignCount: assign((_, { count }: { count: number }) => ({ count })),
    /** Passes the file to the browser. */
    saveFile: () => actionNotProvided('saveFile'),
    notifySaved: (_, _params: { count: number }) => actionNotProvided('notifySaved'),
    /** Shows why there is no file (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
}).createMachine({
  id: 'listExport',
  context: { count: 0 },
  initial: 'idle',
  states: {
    idle: {
      description: 'No file is being made.',
      meta: { shows: 'The button Export.' },
      on: { 'export.start': 'exporting' },
    },
    exporting: {
      description: 'The rows of the file are read; the list can be used meanwhile.',
      meta: { shows: 'How many rows have been read, and Cancel export instead of Export.' },
      tags: ['busy'],
      entry: { type: 'assignCount', params: { count: 0 } },
      invoke: { id: 'exportFeed', src: 'exportFeed' },
      on: {
        'rows.arrived': { actions: { type: 'assignCount', params: ({ event: { count } }) => ({ count }) } },
        'export.completed': {
          target: 'idle',
          actions: ['saveFile', { type: 'notifySaved', params: ({ event: { count } }) => ({ count }) }],
        },
        'export.failed': {
          target: 'idle',
          actions: { type: 'notifyFailed', params: ({ event: { error } }) => ({ message: describeError(error) }) },
        },
        'export.cancel': 'idle',
      },
    },
  },
})
