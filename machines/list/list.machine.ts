/**
 * A list that is read as a whole and streamed (contract, Lists). The rows are in a store in this actor's closure; the
 * context holds counts only. Search, filters, order and columns are in the address; the table reports how many rows
 * match. Actions on rows belong to the activity of the shell: the list observes them. A separate machine
 * (machines/refetch), which the list runs, fetches records that change elsewhere; it pauses while the list is read.
 *
 * While the list is read again the old rows stay, so nothing jumps. A failure is notified when the person asked for the
 * call: by opening the list, choosing a column or with Try again. The console repeats a call in the background (after
 * many changes, or after a gap in the live connection) without a notification.
 */
import { assign, sendTo, setup } from 'xstate'
import { describeError, type ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { refetchMachine } from '../refetch/refetch.machine'

export interface ListContext {
  /** Number of rows in the store. */
  count: number
  /** Number of rows on the server; null while unknown. */
  total: number | null
  /** Number of rows that match search and filters; null while unknown. */
  matching: number | null
  /** Number of new records that wait to be shown. */
  arrivals: number
  /** When the list was last complete, in milliseconds since 1970. */
  completedAt: number | null
  /** The fields that calls request. */
  fields: readonly string[]
  error: ApiError | null
}

/** A record as the server returned it. The list's store knows its exact type. */
export interface AnyRow {
  id: string
  version: number
}

export type ListEvent =
  | { type: 'chunk.received'; count: number }
  | { type: 'list.completed'; total: number | null; count: number; at: number }
  | { type: 'list.cutShort'; count: number }
  | { type: 'list.failed'; error: ApiError }
  /** Sent by the table: how many rows match search and filters. */
  | { type: 'list.counted'; matching: number }
  /** The person chose columns that need these fields. */
  | { type: 'list.fieldsChosen'; fields: readonly string[] }
  /** Too many records changed to fetch them one at a time: the list is read as a whole. */
  | { type: 'list.reload' }
  /** The person pressed Try again or Load the rest. */
  | { type: 'retry' }
  | { type: 'socket.resumed' }
  /** A form of this page added a record. */
  | { type: 'row.added'; row: AnyRow }
  /** A form or an action of this page changed a record. */
  | { type: 'row.saved'; row: AnyRow }
  /** Sent by the table: the rows that the person sees. */
  | { type: 'rows.inView'; ids: readonly string[] }
  /** Number of rows in the store (`rows.counted`), and of new records that wait to be shown (`list.arrived`). */
  | { type: 'rows.counted'; count: number }
  | { type: 'list.arrived'; count: number }
  | { type: 'list.showArrivals' }

/** The error of a list that ended without its last line. */
export const CUT_SHORT: ApiError = {
  kind: 'network',
  message: 'The list stopped before its end. Nothing was changed. Try again.',
}

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    input: {} as { fields: readonly string[] },
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as {
      rowsFeed: 'rowsFeed'
      refetch: 'refetch'
      streamFeed: 'streamFeed'
      refreshFeed: 'streamFeed'
      reloadFeed: 'streamFeed'
    },
  },
  actors: {
    /** Streams the list into the store; sends chunk.received, then list.completed, list.cutShort or list.failed. */
    streamFeed: feedNotProvided<ListEvent, { fields: readonly string[]; keepOldRows: boolean }>('streamFeed'),
    /** Sends `row.saved` for actions, `rows.counted` and `list.arrived`, `list.reload` and `socket.resumed`. */
    rowsFeed: feedNotProvided<ListEvent>('rowsFeed'),
    refetch: refetchMachine,
  },
  actions: {
    assignCount: assign((_, { count }: { count: number }) => ({ count })),
    assignMatching: assign((_, { matching }: { matching: number }) => ({ matching })),
    assignArrivals: assign((_, { count }: { count: number }) => ({ arrivals: count })),
    assignComplete: assign((_, { count, total, at }: { count: number; total: number | null; at: number }) => ({
      count,
      total,
      completedAt: at,
      error: null,
    })),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    assignFields: assign(({ context }, { fields }: { fields: readonly string[] }) => ({
      fields: [...new Set([...context.fields, ...fields])],
    })),
    /** The store was emptied. */
    forgetCounts: assign({ count: 0, total: null }),
    relayInView: sendTo('refetch', (_, { ids }: { ids: readonly string[] }) => ({ type: 'rows.inView' as const, ids })),
    /** Changed records are fetched after the read, not during it. */
    holdRefetch: sendTo('refetch', { type: 'read.began' }),
    releaseRefetch: sendTo('refetch', { type: 'read.ended' }),
    /** Shows a record that this page created, before all others. */
    showAdded: (_, _params: { row: AnyRow }) => actionNotProvided('showAdded'),
    /** After the read, shows the record first if the response lacks it. */
    keepAdded: (_, _params: { row: AnyRow }) => actionNotProvided('keepAdded'),
    /** Replaces the row of the record. */
    showSaved: (_, _params: { row: AnyRow }) => actionNotProvided('showSaved'),
    /** Replaces the row of the record now, and again after the read, whose response may contain an older version. */
    keepSaved: (_, _params: { row: AnyRow }) => actionNotProvided('keepSaved'),
    showArrivals: (_) => actionNotProvided('showArrivals'),
    /** Shows the message of a failed call that the person asked for (spec 8). */
    notifyFailed: (_, _params: { message: string }) => actionNotProvided('notifyFailed'),
  },
  guards: {
    hasNoRow: ({ context }) => context.count === 0,
    hasRows: (_, { count }: { count: number }) => count > 0,
    hasMatches: ({ context }) => context.matching !== 0,
    hasNoMatch: ({ context }) => context.matching === 0,
    wasNeverComplete: ({ context }) => context.completedAt === null,
    needsMoreFields: ({ context }, { fields }: { fields: readonly string[] }) =>
      fields.some((field) => !context.fields.includes(field)),
  },
}).createMachine({
  id: 'list',
  context: ({ input }) => ({
    count: 0,
    total: null,
    matching: null,
    arrivals: 0,
    completedAt: null,
    fields: input.fields,
    error: null,
  }),
  invoke: [
    { id: 'rowsFeed', src: 'rowsFeed' },
    { id: 'refetch', src: 'refetch' },
  ],
  initial: 'reading',
  on: {
    'row.added': { actions: { type: 'showAdded', params: ({ event }) => ({ row: event.row }) } },
    'row.saved': { actions: { type: 'showSaved', params: ({ event }) => ({ row: event.row }) } },
    'rows.inView': { actions: { type: 'relayInView', params: ({ event }) => ({ ids: event.ids }) } },
    'list.showArrivals': { actions: 'showArrivals' },
    'list.arrived': { actions: { type: 'assignArrivals', params: ({ event }) => ({ count: event.count }) } },
    'list.fieldsChosen': {
      guard: { type: 'needsMoreFields', params: ({ event }) => ({ fields: event.fields }) },
      target: '.reloading',
      actions: { type: 'assignFields', params: ({ event }) => ({ fields: event.fields }) },
    },
    'list.counted': { actions: { type: 'assignMatching', params: ({ event }) => ({ matching: event.matching }) } },
    'rows.counted': { actions: { type: 'assignCount', params: ({ event }) => ({ count: event.count }) } },
  },
  states: {
    reading: {
      initial: 'loading',
      entry: ['forgetCounts', 'holdRefetch'],
      exit: 'releaseRefetch',
      invoke: {
        id: 'streamFeed',
        src: 'streamFeed',
        input: ({ context }) => ({ fields: context.fields, keepOldRows: false }),
      },
      on: {
        'list.completed': [
          {
            guard: { type: 'hasRows', params: ({ event }) => ({ count: event.count }) },
            target: 'ready',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
          {
            target: 'empty',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
        ],
        'list.failed': {
          target: 'unreachable',
          actions: [
            { type: 'assignError', params: ({ event }) => ({ error: event.error }) },
            { type: 'notifyFailed', params: ({ event }) => ({ message: describeError(event.error) }) },
          ],
        },
        'list.fieldsChosen': {
          guard: { type: 'needsMoreFields', params: ({ event }) => ({ fields: event.fields }) },
          target: 'reading',
          reenter: true,
          actions: { type: 'assignFields', params: ({ event }) => ({ fields: event.fields }) },
        },
        // If it were shown now, it would appear twice.
        'row.added': { actions: { type: 'keepAdded', params: ({ event }) => ({ row: event.row }) } },
        'row.saved': { actions: { type: 'keepSaved', params: ({ event }) => ({ row: event.row }) } },
      },
      states: {
        loading: {
          description: 'The list was requested; no row has arrived yet.',
          meta: { shows: 'Skeleton rows of real height after 150 ms, under the header and the filter bar.' },
          tags: ['busy'],
          on: {
            'chunk.received': {
              target: 'streaming',
              actions: { type: 'assignCount', params: ({ event }) => ({ count: event.count }) },
            },
            'list.cutShort': {
              target: '#list.unreachable',
              actions: [
                { type: 'assignError', params: { error: CUT_SHORT } },
                { type: 'notifyFailed', params: { message: CUT_SHORT.message } },
              ],
            },
          },
        },
        streaming: {
          description: 'The first rows are shown and can be used; more arrive.',
          meta: { shows: 'Rows, and in the footer how many have arrived so far; totals follow at the end.' },
          tags: ['busy'],
          on: {
            'chunk.received': { actions: { type: 'assignCount', params: ({ event }) => ({ count: event.count }) } },
            'list.cutShort': {
              target: '#list.cutShort',
              actions: [
                { type: 'assignCount', params: ({ event }) => ({ count: event.count }) },
                { type: 'notifyFailed', params: { message: CUT_SHORT.message } },
              ],
            },
            'list.failed': {
              target: '#list.cutShort',
              actions: [
                { type: 'assignError', params: ({ event }) => ({ error: event.error }) },
                { type: 'notifyFailed', params: ({ event }) => ({ message: describeError(event.error) }) },
              ],
            },
          },
        },
      },
    },
    ready: {
      description: 'All rows are shown.',
      meta: { shows: 'Rows, how many match and how many are loaded.' },
      always: [
        { guard: 'hasNoRow', target: 'empty' },
        { guard: 'hasNoMatch', target: 'noMatch' },
      ],
      on: { 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    noMatch: {
      description: 'The list has rows, but none matches search and filters.',
      meta: { shows: 'The search and the filters, Clear filters and Clear search.' },
      always: [
        { guard: 'hasNoRow', target: 'empty' },
        { guard: 'hasMatches', target: 'ready' },
      ],
      on: { 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    refreshing: {
      description: 'The console reads the list again in the background; the old rows stay in use.',
      meta: { shows: 'The old rows; the footer says that they are being refreshed.' },
      tags: ['busy'],
      entry: 'holdRefetch',
      exit: 'releaseRefetch',
      invoke: {
        id: 'refreshFeed',
        src: 'streamFeed',
        input: ({ context }) => ({ fields: context.fields, keepOldRows: true }),
      },
      on: {
        'list.completed': [
          {
            guard: { type: 'hasRows', params: ({ event }) => ({ count: event.count }) },
            target: 'ready',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
          {
            target: 'empty',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
        ],
        'row.added': {
          actions: [
            { type: 'keepAdded', params: ({ event }) => ({ row: event.row }) },
            { type: 'showAdded', params: ({ event }) => ({ row: event.row }) },
          ],
        },
        'row.saved': { actions: { type: 'keepSaved', params: ({ event }) => ({ row: event.row }) } },
        'list.cutShort': { target: 'outdated', actions: { type: 'assignError', params: { error: CUT_SHORT } } },
        'list.failed': {
          target: 'outdated',
          actions: { type: 'assignError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    reloading: {
      description: 'The person chose a column or pressed Try again: the list is read again, the old rows stay in use.',
      meta: { shows: 'The old rows; the footer says that they are being refreshed.' },
      tags: ['busy'],
      entry: 'holdRefetch',
      exit: 'releaseRefetch',
      invoke: {
        id: 'reloadFeed',
        src: 'streamFeed',
        input: ({ context }) => ({ fields: context.fields, keepOldRows: true }),
      },
      on: {
        'list.completed': [
          {
            guard: { type: 'hasRows', params: ({ event }) => ({ count: event.count }) },
            target: 'ready',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
          {
            target: 'empty',
            actions: { type: 'assignComplete', params: ({ event: { count, total, at } }) => ({ count, total, at }) },
          },
        ],
        'row.added': {
          actions: [
            { type: 'keepAdded', params: ({ event }) => ({ row: event.row }) },
            { type: 'showAdded', params: ({ event }) => ({ row: event.row }) },
          ],
        },
        'row.saved': { actions: { type: 'keepSaved', params: ({ event }) => ({ row: event.row }) } },
        'list.cutShort': {
          target: 'outdated',
          actions: [
            { type: 'assignError', params: { error: CUT_SHORT } },
            { type: 'notifyFailed', params: { message: CUT_SHORT.message } },
          ],
        },
        'list.failed': {
          target: 'outdated',
          actions: [
            { type: 'assignError', params: ({ event }) => ({ error: event.error }) },
            { type: 'notifyFailed', params: ({ event }) => ({ message: describeError(event.error) }) },
          ],
        },
      },
    },
    outdated: {
      description: 'The list could not be read again; the old rows are shown.',
      meta: { shows: 'The old rows with their time, what happened, and Try again.' },
      tags: ['error'],
      always: [
        { guard: 'hasNoRow', target: 'unreachable' },
        // The band that warns of missing rows stays.
        { guard: 'wasNeverComplete', target: 'cutShort' },
      ],
      on: { retry: 'reloading', 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    cutShort: {
      description: 'The response broke off; the rows that arrived can be used, but others are missing.',
      meta: { shows: 'An amber band: Stopped early after N rows, and Load the rest.' },
      tags: ['error'],
      always: { guard: 'hasNoRow', target: 'unreachable' },
      on: { retry: 'reloading', 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    unreachable: {
      description: 'The list could not be read, and there is no row to show.',
      meta: { shows: 'What happened, that nothing changed, Try again, and the request id.' },
      tags: ['error'],
      on: {
        retry: 'reading',
        'list.reload': 'refreshing',
        'socket.resumed': 'refreshing',
        // A record that arrived separately can be used; the rest of the list is still missing.
        'rows.counted': {
          guard: { type: 'hasRows', params: ({ event }) => ({ count: event.count }) },
          target: 'cutShort',
          actions: { type: 'assignCount', params: ({ event }) => ({ count: event.count }) },
        },
      },
    },
    empty: {
      description: 'The list has no record.',
      meta: { shows: 'What will appear here, and the first step.' },
      on: {
        'list.reload': 'refreshing',
        'socket.resumed': 'refreshing',
        'rows.counted': {
          guard: { type: 'hasRows', params: ({ event }) => ({ count: event.count }) },
          target: 'ready',
          actions: { type: 'assignCount', params: ({ event }) => ({ count: event.count }) },
        },
      },
    },
  },
})
