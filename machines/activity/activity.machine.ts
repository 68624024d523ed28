/**
 * The actions in flight of the signed-in person, from sign-in to sign-out. The shell owns this machine, so that leaving
 * a page neither aborts nor hides them. Lists and pages send the request and observe the actor; this machine spawns the
 * actor and keeps it until the person has read the outcome.
 *
 * Locks: one action per record, and one bulk action per list, at a time. Signing out while an action is in flight asks
 * for confirmation first, and so does the browser when the tab is closed.
 */
import { assign, setup, stopChild, type ActorRefFrom } from 'xstate'
import type { BulkActionInput, bulkActionMachine } from '../bulk-action/bulk-action.machine'
import { actionNotProvided, feedNotProvided, machineNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { rowActionMachine, type RowActionInput } from '../row-action/row-action.machine'

export interface ActivityContext {
  /** Actions on single records that are in flight or were refused, by record id. */
  rowActions: Readonly<Record<string, ActorRefFrom<typeof rowActionMachine>>>
  /** The bulk action of each list that is in flight or whose outcome is unread, by the list's slug. */
  bulkActions: Readonly<Record<string, ActorRefFrom<typeof bulkActionMachine>>>
  /** Ids of the actors whose calls are in flight. */
  inFlight: readonly string[]
}

export type ActivityEvent =
  | ({ type: 'rowAction.start' } & RowActionInput)
  | ({ type: 'bulkAction.start' } & BulkActionInput)
  /**
   * Sent by an action, with the id of its actor: `began` its calls are in flight (again), `ended` it has an outcome to
   * read, `over` it can be removed.
   */
  | { type: 'action.began'; id: string }
  | { type: 'action.ended'; id: string }
  | { type: 'action.over'; id: string }
  | { type: 'signOut.request' }
  | { type: 'signOut.confirm' }
  | { type: 'signOut.cancel' }
  | { type: 'session.ended' }

const rowActorId = (rowId: string) => `row-${rowId}`
const bulkActorId = (list: string) => `bulk-${list}`

/** @returns the map without the actor that has this id */
const without = <Ref extends { id: string }>(refs: Readonly<Record<string, Ref>>, id: string) =>
  Object.fromEntries(Object.entries(refs).filter(([, ref]) => ref.id !== id))

export const activityMachine = setup({
  types: {
    context: {} as ActivityContext,
    events: {} as ActivityEvent,
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    rowAction: rowActionMachine,
    bulkAction: machineNotProvided<typeof bulkActionMachine>('bulkAction'),
    /** While it runs, makes the browser ask before the tab is closed. */
    unloadGuard: feedNotProvided<ActivityEvent>('unloadGuard'),
  },
  actions: {
    /** Stops the actor with this id: one that is over, or the previous one before a new one is started. */
    stopAction: stopChild((_, { id }: { id: string }) => id),
    startRowAction: assign(({ context, spawn }, { input }: { input: RowActionInput }) => ({
      rowActions: {
        ...context.rowActions,
        [input.rowId]: spawn('rowAction', { id: rowActorId(input.rowId), input }),
      },
      inFlight: [...context.inFlight, rowActorId(input.rowId)],
    })),
    startBulkAction: assign(({ context, spawn }, { input }: { input: BulkActionInput }) => ({
      bulkActions: {
        ...context.bulkActions,
        [input.list]: spawn('bulkAction', { id: bulkActorId(input.list), input }),
      },
      inFlight: [...context.inFlight, bulkActorId(input.list)],
    })),
    assignBegan: assign(({ context }, { id }: { id: string }) => ({
      inFlight: [...context.inFlight.filter((other) => other !== id), id],
    })),
    assignEnded: assign(({ context }, { id }: { id: string }) => ({
      inFlight: context.inFlight.filter((other) => other !== id),
    })),
    assignOver: assign(({ context }, { id }: { id: string }) => ({
      rowActions: without(context.rowActions, id),
      bulkActions: without(context.bulkActions, id),
      inFlight: context.inFlight.filter((other) => other !== id),
    })),
    requestSignOut: () => actionNotProvided('requestSignOut'),
    /** Notifies that the end of the session aborted actions in flight. */
    notifyInterrupted: () => actionNotProvided('notifyInterrupted'),
  },
  guards: {
    isFreeRow: ({ context }, { rowId }: { rowId: string }) => !context.inFlight.includes(rowActorId(rowId)),
    isFreeList: ({ context }, { list }: { list: string }) => !context.inFlight.includes(bulkActorId(list)),
    /** An action with this id was started and has not been removed. */
    isKnown: ({ context }, { id }: { id: string }) =>
      [...Object.values(context.rowActions), ...Object.values(context.bulkActions)].some((ref) => ref.id === id),
    isInFlight: ({ context }) => context.inFlight.length > 0,
    isOver: ({ context }) => context.inFlight.length === 0,
    /** No action is left, neither in flight nor with an unread outcome. */
    isAllRead: ({ context }) =>
      Object.keys(context.rowActions).length === 0 && Object.keys(context.bulkActions).length === 0,
  },
}).createMachine({
  id: 'activity',
  context: { rowActions: {}, bulkActions: {}, inFlight: [] },
  initial: 'idle',
  on: {
    'rowAction.start': {
      guard: { type: 'isFreeRow', params: ({ event }) => ({ rowId: event.rowId }) },
      actions: [
        { type: 'stopAction', params: ({ event }) => ({ id: rowActorId(event.rowId) }) },
        {
          type: 'startRowAction',
          params: ({ event: { type: _, ...input } }) => ({ input }),
        },
      ],
    },
    'bulkAction.start': {
      guard: { type: 'isFreeList', params: ({ event }) => ({ list: event.list }) },
      actions: [
        { type: 'stopAction', params: ({ event }) => ({ id: bulkActorId(event.list) }) },
        {
          type: 'startBulkAction',
          params: ({ event: { type: _, ...input } }) => ({ input }),
        },
      ],
    },
    'action.began': {
      guard: { type: 'isKnown', params: ({ event }) => ({ id: event.id }) },
      actions: { type: 'assignBegan', params: ({ event }) => ({ id: event.id }) },
    },
    'action.ended': { actions: { type: 'assignEnded', params: ({ event }) => ({ id: event.id }) } },
    'action.over': {
      actions: [
        { type: 'stopAction', params: ({ event }) => ({ id: event.id }) },
        { type: 'assignOver', params: ({ event }) => ({ id: event.id }) },
      ],
    },
    'signOut.request': { actions: 'requestSignOut' },
    'session.ended': [{ guard: 'isInFlight', target: '.ended', actions: 'notifyInterrupted' }, { target: '.ended' }],
  },
  states: {
    idle: {
      description: 'No action is in flight, and no outcome waits to be read.',
      meta: { shows: 'Nothing in the shell.' },
      always: { guard: 'isInFlight', target: 'working' },
    },
    working: {
      initial: 'inProgress',
      invoke: { id: 'unloadGuard', src: 'unloadGuard' },
      always: [
        { guard: 'isAllRead', target: 'idle' },
        { guard: 'isOver', target: 'reporting' },
      ],
      states: {
        inProgress: {
          description: 'At least one action is in flight.',
          meta: { shows: 'Its progress and Stop: on the page that it belongs to, or as a line in the shell.' },
          tags: ['busy'],
          on: { 'signOut.request': 'confirmingSignOut' },
        },
        confirmingSignOut: {
          description: 'The person asked to sign out while an action is in flight; the action continues meanwhile.',
          meta: { shows: 'A question that names what is in flight, with Stay signed in and Sign out.' },
          tags: ['busy'],
          // No action is left to ask about: sign out without an answer to the question.
          always: { guard: 'isAllRead', target: '#activity.idle', actions: 'requestSignOut' },
          on: {
            'signOut.request': {},
            'signOut.confirm': { target: 'inProgress', actions: 'requestSignOut' },
            'signOut.cancel': 'inProgress',
          },
        },
      },
    },
    reporting: {
      description: 'No action is in flight, but at least one has an unread outcome.',
      meta: { shows: 'The outcome, with Show these, Try again and Undo, on its page or as a line in the shell.' },
      always: [
        { guard: 'isInFlight', target: 'working' },
        { guard: 'isAllRead', target: 'idle' },
      ],
    },
    ended: {
      type: 'final',
      description: 'The session has ended: calls in flight are aborted, and outcomes are discarded.',
      meta: { shows: 'The login.' },
    },
  },
})
