/**
 * A list that is read whole and streamed (contract, Lists). The rows lie in a store that belongs to this actor's closure;
 * the context holds counts only. What is searched, filtered, sorted and shown is the address's; the table tells how many match.
 *
 * Locks: a row with a busy action takes no second one. While `refreshing` the old rows stay, so nothing jumps.
 */
import { assign, sendTo, setup, stopChild, type ActorRefFrom } from 'xstate'
import type { ApiError } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import { feedNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { rowActionMachine, type RowActionInput } from '../row-action/row-action.machine'

export interface ListContext {
  /** Rows that stand in the store. */
  count: number
  /** Rows that there are in all; null while unknown. */
  total: number | null
  /** Rows that the view's search and filters let through; null while unknown. */
  matching: number | null
  /** New records that wait to be shown. */
  arrivals: number
  /** When the list was last complete, milliseconds since 1970. */
  completedAt: number | null
  /** The fields that are asked for. */
  fields: readonly string[]
  error: ApiError | null
  /** The action of each busy or refused row, by row id. */
  rowActions: Readonly<Record<string, ActorRefFrom<typeof rowActionMachine>>>
}

export type ListEvent =
  | { type: 'chunk.received'; count: number }
  | { type: 'list.completed'; total: number | null; count: number; at: number }
  | { type: 'list.cutShort'; count: number }
  | { type: 'list.failed'; error: ApiError }
  /** From the table: what search and filters let through. */
  | { type: 'list.counted'; matching: number }
  /** Columns were chosen: these fields are needed. */
  | { type: 'list.fieldsChosen'; fields: readonly string[] }
  | { type: 'list.reload' }
  | { type: 'retry' }
  | ({ type: 'record.changed' } & RecordChanged)
  | { type: 'socket.resumed' }
  | ({ type: 'rowAction.start' } & RowActionInput)
  /** A form of this page added or changed a record. */
  | { type: 'row.added'; row: { id: string; version: number } }
  | { type: 'row.saved'; row: { id: string; version: number } }
  /** From the refetch feed: rows that stand now, and new records that wait to be shown. */
  | { type: 'rows.counted'; count: number }
  | { type: 'list.arrived'; count: number }
  | { type: 'list.showArrivals' }

/** What the refetch feed may ask of the list while it runs. */
export interface RefetchInput {
  fields: () => readonly string[]
}

/** A list that ended without its last line. */
const CUT_SHORT: ApiError = {
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
    children: {} as { refetchFeed: 'refetchFeed'; streamFeed: 'streamFeed'; refreshFeed: 'streamFeed' },
  },
  actors: {
    /** Streams the list into the store; sends chunk.received, then list.completed, list.cutShort or list.failed. */
    streamFeed: feedNotProvided<ListEvent, { fields: readonly string[]; keepOldRows: boolean }>('streamFeed'),
    /** Takes record.changed, many at once, and fetches what the list shows of them. */
    refetchFeed: feedNotProvided<ListEvent, RefetchInput>('refetchFeed'),
    rowAction: rowActionMachine,
  },
  actions: {
    assignCount: assign((_, { count }: { count: number }) => ({ count })),
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
    relayToFeed: sendTo('refetchFeed', ({ event }: { event: ListEvent }) => event),
    /** Actions that are over make room. */
    dropEndedActions: assign({
      rowActions: ({ context }) =>
        Object.fromEntries(
          Object.entries(context.rowActions).filter(([, action]) => action.getSnapshot().status === 'active'),
        ),
    }),
    /** An action that was refused before makes room for the new one. */
    stopRowAction: stopChild((_, { action }: { action: RowActionInput }) => `action-${action.rowId}`),
    startRowAction: assign(({ context, spawn }, { action }: { action: RowActionInput }) => ({
      rowActions: {
        ...context.rowActions,
        [action.rowId]: spawn('rowAction', { id: `action-${action.rowId}`, input: action }),
      },
    })),
  },
  guards: {
    hasNoRow: ({ context }) => context.count === 0,
    needsMoreFields: ({ context }, { fields }: { fields: readonly string[] }) =>
      fields.some((field) => !context.fields.includes(field)),
    isFreeRow: ({ context }, { rowId }: { rowId: string }) =>
      context.rowActions[rowId]?.getSnapshot().matches('busy') !== true,
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
    rowActions: {},
  }),
  invoke: {
    id: 'refetchFeed',
    src: 'refetchFeed',
    input: ({ self }) => ({ fields: () => (self.getSnapshot().context as ListContext).fields }),
  },
  initial: 'reading',
  on: {
    'record.changed': { actions: 'relayToFeed' },
    'row.added': { actions: 'relayToFeed' },
    'row.saved': { actions: 'relayToFeed' },
    'list.showArrivals': { actions: 'relayToFeed' },
    'list.arrived': { actions: assign({ arrivals: ({ event }) => event.count }) },
    'rowAction.start': {
      guard: { type: 'isFreeRow', params: ({ event }) => ({ rowId: event.rowId }) },
      actions: [
        'dropEndedActions',
        { type: 'stopRowAction', params: ({ event }) => ({ action: event }) },
        {
          type: 'startRowAction',
          params: ({ event: { rowId, version, action, payload } }) => ({ action: { rowId, version, action, payload } }),
        },
      ],
    },
    'list.fieldsChosen': {
      guard: { type: 'needsMoreFields', params: ({ event }) => ({ fields: event.fields }) },
      target: '.refreshing',
      actions: { type: 'assignFields', params: ({ event }) => ({ fields: event.fields }) },
    },
    'list.counted': { actions: assign({ matching: ({ event }) => event.matching }) },
    'rows.counted': { actions: { type: 'assignCount', params: ({ event }) => event } },
  },
  states: {
    reading: {
      initial: 'loading',
      // The store is empty again, whatever was counted before.
      entry: assign({ count: 0, total: null }),
      invoke: {
        id: 'streamFeed',
        src: 'streamFeed',
        input: ({ context }) => ({ fields: context.fields, keepOldRows: false }),
      },
      on: {
        'list.completed': [
          {
            guard: ({ event }) => event.count > 0,
            target: 'ready',
            actions: { type: 'assignComplete', params: ({ event }) => event },
          },
          { target: 'empty', actions: { type: 'assignComplete', params: ({ event }) => event } },
        ],
        'list.failed': { target: 'unreachable', actions: { type: 'assignError', params: ({ event }) => event } },
        'list.fieldsChosen': {
          guard: { type: 'needsMoreFields', params: ({ event }) => ({ fields: event.fields }) },
          target: 'reading',
          reenter: true,
          actions: { type: 'assignFields', params: ({ event }) => ({ fields: event.fields }) },
        },
      },
      states: {
        loading: {
          description: 'The list has been asked for; no row has come yet.',
          meta: { shows: 'Skeleton rows of real height after 150 ms, under the header and the filter bar.' },
          tags: ['busy'],
          on: {
            'chunk.received': { target: 'streaming', actions: { type: 'assignCount', params: ({ event }) => event } },
            'list.cutShort': {
              target: '#list.unreachable',
              actions: { type: 'assignError', params: { error: CUT_SHORT } },
            },
          },
        },
        streaming: {
          description: 'The first rows stand and can be used; more are coming.',
          meta: { shows: 'Rows, and in the footer how many so far; totals wait for the end.' },
          tags: ['busy'],
          on: {
            'chunk.received': { actions: { type: 'assignCount', params: ({ event }) => event } },
            'list.cutShort': {
              target: '#list.cutShort',
              actions: { type: 'assignCount', params: ({ event }) => event },
            },
            'list.failed': { target: '#list.cutShort', actions: { type: 'assignError', params: ({ event }) => event } },
          },
        },
      },
    },
    ready: {
      description: 'All rows are there.',
      meta: { shows: 'Rows, how many match and how many are loaded.' },
      always: [
        { guard: 'hasNoRow', target: 'empty' },
        { guard: ({ context }) => context.matching === 0, target: 'noMatch' },
      ],
      on: { 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    noMatch: {
      description: 'Rows are there, but search and filters let none through.',
      meta: { shows: 'What was searched for, Clear filters and Clear search.' },
      always: [
        { guard: 'hasNoRow', target: 'empty' },
        { guard: ({ context }) => context.matching !== 0, target: 'ready' },
      ],
      on: { 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    refreshing: {
      description: 'The old rows stay in use while the list is read again.',
      meta: { shows: 'The old rows; the footer says that they are being refreshed.' },
      tags: ['busy'],
      invoke: {
        id: 'refreshFeed',
        src: 'streamFeed',
        input: ({ context }) => ({ fields: context.fields, keepOldRows: true }),
      },
      on: {
        'list.completed': [
          {
            guard: ({ event }) => event.count > 0,
            target: 'ready',
            actions: { type: 'assignComplete', params: ({ event }) => event },
          },
          { target: 'empty', actions: { type: 'assignComplete', params: ({ event }) => event } },
        ],
        'list.cutShort': { target: 'outdated', actions: { type: 'assignError', params: { error: CUT_SHORT } } },
        'list.failed': { target: 'outdated', actions: { type: 'assignError', params: ({ event }) => event } },
      },
    },
    outdated: {
      description: 'The list could not be read again; the rows are the old ones.',
      meta: { shows: 'The old rows with their time, what happened, and Try again.' },
      tags: ['error'],
      always: [
        { guard: 'hasNoRow', target: 'unreachable' },
        // It was never whole: the band that says so stays.
        { guard: ({ context }) => context.completedAt === null, target: 'cutShort' },
      ],
      on: { retry: 'refreshing', 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    cutShort: {
      description: 'The answer broke off; the rows that came can be used, but they are not all.',
      meta: { shows: 'An amber band: Stopped early after N rows, and Load the rest.' },
      tags: ['error'],
      always: { guard: 'hasNoRow', target: 'unreachable' },
      on: { retry: 'refreshing', 'list.reload': 'refreshing', 'socket.resumed': 'refreshing' },
    },
    unreachable: {
      description: 'The list could not be read, and there is no row to show.',
      meta: { shows: 'What happened, that nothing changed, Try again, and the request id.' },
      tags: ['error'],
      on: {
        retry: 'reading',
        'list.reload': 'reading',
        'socket.resumed': 'reading',
        // A record that came by itself can be used; the others are still missing.
        'rows.counted': {
          guard: ({ event }) => event.count > 0,
          target: 'cutShort',
          actions: { type: 'assignCount', params: ({ event }) => event },
        },
      },
    },
    empty: {
      description: 'There is no record at all.',
      meta: { shows: 'What will appear here, and the first step.' },
      on: {
        'list.reload': 'refreshing',
        'socket.resumed': 'refreshing',
        'rows.counted': {
          guard: ({ event }) => event.count > 0,
          target: 'ready',
          actions: { type: 'assignCount', params: ({ event }) => event },
        },
      },
    },
  },
})
