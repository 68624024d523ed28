/**
 * The order of a list, from the first move to the server's response. The moves are made here and saved in one call,
 * which the activity sends (machines/row-action). The activity repeats a call without a response under the same
 * Idempotency-Key, also after a reload or on another page, and this machine shows the outcome.
 *
 * The list may change meanwhile. The person's moves are then applied to the current list, and the dialog shows the
 * changes of other people.
 *
 * Locks: while the save has no outcome, nothing can be moved, no other save starts, and the dialog stays open. Unsaved
 * moves are kept on this device; the person is asked before they are discarded.
 */
import { assign, emit, sendTo, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import { RECALL_PATIENCE_MS } from '../kit/recall'
import type { StateMeta, Tag } from '../kit/meta'
import {
  bothChanges,
  changesBetween,
  inOrderOf,
  isSameOrder,
  isSameSet,
  mergeOrder,
  NO_CHANGES,
  type ListChanges,
} from './merge-order'

type Ids = readonly string[]

export interface OrderInput {
  /** The list at the moment when the dialog opens. */
  list: Ids
  /** The order that was sent by a save without an outcome: the dialog opens with it. Null if there is none. */
  sent: Ids | null
  /** First part of the Idempotency-Keys. */
  key: string
}
/** Unsaved moves of an earlier visit: the order before them and the order after them. */
export interface KeptMoves {
  base: Ids
  ids: Ids
}

export interface OrderContext {
  /** The current list. */
  list: Ids
  /** The list that the moves were made on. */
  base: Ids
  /** The order that is shown. */
  ids: Ids
  /** How other people changed the list since the person began. */
  changes: ListChanges
  /** Whether moves of an earlier visit are shown. */
  isRestored: boolean
  /** Whether a save that another page started is followed, instead of a new one. */
  isFollowing: boolean
  key: string
  /** Number of saves sent so far. */
  saves: number
  /** Why the last save was refused. Valid in `refused`. */
  error: ApiError | null
}

export type OrderEvent =
  /** The current list: its records or their order have changed. */
  | { type: 'list.changed'; ids: Ids }
  /** @param ids all records of the list, in the new order */
  | { type: 'order.move'; ids: Ids }
  | { type: 'order.save' }
  /** Repeats a save without a response at once. */
  | { type: 'order.check' }
  /** Reads the list again after the automatic read failed. */
  | { type: 'order.reread' }
  /** Discards the moves; the dialog stays open. */
  | { type: 'order.discard' }
  | { type: 'order.leave' }
  | { type: 'order.stay' }
  | { type: 'order.leaveAnyway' }
  /** The call is in flight. */
  | { type: 'save.began' }
  /** There was no response: the call is being repeated. */
  | { type: 'save.unanswered' }
  /** The call is no longer repeated automatically. */
  | { type: 'save.unresolved' }
  | { type: 'save.refused'; error: ApiError }
  | { type: 'save.done' }

/** The dialog closes: the order was saved, or the person left it. */
export type OrderEmitted = { type: 'order.closed' }

/** The save to send. `isFollowing`: it is in flight already. */
export interface Saving {
  ids: Ids
  key: string
  isFollowing: boolean
}

/** @returns the current list with the person's moves applied */
const onList = ({ base, ids }: KeptMoves, list: Ids): string[] => mergeOrder({ base, mine: ids, theirs: list })

export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    emitted: {} as OrderEmitted,
    input: {} as OrderInput,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { listFeed: 'listFeed'; loadMoves: 'loadMoves'; unloadGuard: 'unloadGuard'; saveFeed: 'saveFeed' },
  },
  actors: {
    /** Sends `list.changed`, at once and on each change. */
    listFeed: feedNotProvided<OrderEvent>('listFeed'),
    loadMoves: promiseNotProvided<KeptMoves | null>('loadMoves'),
    /** Makes the browser ask before the tab is closed, where the moves cannot be kept. */
    unloadGuard: feedNotProvided<OrderEvent>('unloadGuard'),
    /** Saves the order and reports the progress as `save.…` events. Receives `order.check`. */
    saveFeed: feedNotProvided<OrderEvent, Saving>('saveFeed'),
  },
  actions: {
    assignList: assign((_, { ids }: { ids: Ids }) => ({ list: ids })),
    /** Applies the person's moves to the current list. */
    takeOver: assign(({ context: { base, ids, list, changes } }) => ({
      ids: onList({ base, ids }, list),
      base: list,
      changes: bothChanges(changes, changesBetween(base, list)),
    })),
    assignOrder: assign((_, { ids }: { ids: Ids }) => ({ ids })),
    assignKept: assign(({ context: { list } }, kept: KeptMoves) => ({
      ids: onList(kept, list),
      base: list,
      changes: changesBetween(kept.base, list),
      isRestored: true,
    })),
    /** Shows the list without moves. */
    forgetMoves: assign(({ context: { list } }) => ({
      ids: list,
      base: list,
      changes: NO_CHANGES,
      isRestored: false,
    })),
    countSave: assign(({ context }) => ({ saves: context.saves + 1, error: null })),
    endFollowing: assign({ isFollowing: false }),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    /** Stores the moves on this device. */
    keepMoves: (_, _params: KeptMoves) => actionNotProvided('keepMoves'),
    dropMoves: () => actionNotProvided('dropMoves'),
    /** The outcome of the save is no longer checked. */
    forgetSave: () => actionNotProvided('forgetSave'),
    /** Reads the list again. */
    rereadList: () => actionNotProvided('rereadList'),
    relayToSave: sendTo('saveFeed', ({ event }: { event: OrderEvent }) => event),
    emitClosed: emit({ type: 'order.closed' }),
  },
  guards: {
    isFollowing: ({ context }) => context.isFollowing,
    /** The list already has the order that the person made. */
    isInPlace: ({ context: { base, ids } }, { list }: { list: Ids }) => isSameOrder(onList({ base, ids }, list), list),
    isMovedBack: ({ context }, { ids }: { ids: Ids }) => isSameOrder(ids, context.base),
    hasMoves: ({ context: { list } }, { kept }: { kept: KeptMoves | null }) =>
      kept !== null && !isSameOrder(onList(kept, list), list),
    isConflict: (_, { error }: { error: ApiError }) => error.kind === 'conflict',
    /** The list known here contains other records than were sent. */
    isKnownConflict: ({ context: { ids, list } }, { error }: { error: ApiError }) =>
      error.kind === 'conflict' && !isSameSet(ids, list),
    holdsOthers: ({ context }, { ids }: { ids: Ids }) => !isSameSet(context.ids, ids),
  },
  delays: { recallPatience: RECALL_PATIENCE_MS },
}).createMachine({
  id: 'order',
  context: ({ input: { list, sent, key } }) => ({
    list,
    base: sent ? inOrderOf(list, sent) : list,
    ids: sent ?? list,
    changes: NO_CHANGES,
    isRestored: false,
    isFollowing: sent !== null,
    key,
    saves: 0,
    error: null,
  }),
  invoke: { id: 'listFeed', src: 'listFeed' },
  on: { 'list.changed': { actions: { type: 'assignList', params: ({ event }) => event } } },
  initial: 'opening',
  states: {
    opening: {
      description:
        'The dialog opens and looks up whether unsaved moves of an earlier visit exist. If they cannot be read, or not in time, they stay stored until the next move.',
      meta: { shows: 'The records in their order; nothing can be moved, for an instant.' },
      always: { guard: 'isFollowing', target: 'sending' },
      invoke: {
        id: 'loadMoves',
        src: 'loadMoves',
        onDone: [
          {
            guard: { type: 'hasMoves', params: ({ event }) => ({ kept: event.output }) },
            target: 'unsaved',
            actions: { type: 'assignKept', params: ({ event }) => event.output! },
          },
          { target: 'unmoved', actions: 'dropMoves' },
        ],
        onError: 'unmoved',
      },
      after: { recallPatience: 'unmoved' },
      on: { 'order.leave': 'left' },
    },
    unmoved: {
      description: 'Nothing is moved: the order is that of the list.',
      meta: { shows: 'The records in their order; Save order cannot be pressed.' },
      entry: 'forgetMoves',
      on: {
        'list.changed': { actions: [{ type: 'assignList', params: ({ event }) => event }, 'forgetMoves'] },
        'order.move': {
          target: 'unsaved',
          actions: [
            { type: 'assignOrder', params: ({ event }) => event },
            { type: 'keepMoves', params: ({ context: { base }, event: { ids } }) => ({ base, ids }) },
          ],
        },
        'order.leave': 'left',
      },
    },
    unsaved: {
      initial: 'moved',
      invoke: { id: 'unloadGuard', src: 'unloadGuard' },
      on: {
        'list.changed': [
          {
            guard: { type: 'isInPlace', params: ({ event }) => ({ list: event.ids }) },
            target: 'unmoved',
            actions: [{ type: 'assignList', params: ({ event }) => event }, 'dropMoves'],
          },
          { actions: [{ type: 'assignList', params: ({ event }) => event }, 'takeOver'] },
        ],
        'order.move': [
          {
            guard: { type: 'isMovedBack', params: ({ event }) => event },
            target: 'unmoved',
            actions: 'dropMoves',
          },
          {
            target: '.moved',
            actions: [
              { type: 'assignOrder', params: ({ event }) => event },
              { type: 'keepMoves', params: ({ context: { base }, event: { ids } }) => ({ base, ids }) },
            ],
          },
        ],
        'order.save': 'sending',
        'order.discard': { target: 'unmoved', actions: 'dropMoves' },
        'order.leave': '.leaving',
      },
      states: {
        moved: {
          description: 'Records were moved and the order is not saved yet; it is kept on this device.',
          meta: { shows: 'The records as they were moved, the number of moved records, and Save order.' },
        },
        leaving: {
          description: 'Leaving would discard the moves; the person is asked first.',
          meta: { shows: 'Leave without saving?, with Stay focused.' },
          on: {
            'order.move': undefined,
            'order.save': undefined,
            'order.discard': undefined,
            'order.leave': undefined,
            'order.stay': 'moved',
            'order.leaveAnyway': { target: '#order.left', actions: 'dropMoves' },
          },
        },
        rereading: {
          description:
            'The server refused the save because its list contains other records. Nothing was saved, and the list is read again.',
          meta: { shows: 'That the list has changed and is being read again, and Read again; the moves stay.' },
          tags: ['error'],
          on: {
            'order.move': undefined,
            'order.save': undefined,
            'order.reread': { actions: 'rereadList' },
            'list.changed': [
              {
                guard: { type: 'isInPlace', params: ({ event }) => ({ list: event.ids }) },
                target: '#order.unmoved',
                actions: [{ type: 'assignList', params: ({ event }) => event }, 'dropMoves'],
              },
              {
                guard: { type: 'holdsOthers', params: ({ event }) => event },
                target: 'conflict',
                actions: [{ type: 'assignList', params: ({ event }) => event }, 'takeOver'],
              },
              { actions: { type: 'assignList', params: ({ event }) => event } },
            ],
          },
        },
        conflict: {
          description:
            'The save was refused because the list contains other records by now. The moves were applied to the current list.',
          meta: {
            shows:
              'Which records were added and removed, that nothing was saved, the moves on the new list, and Save order.',
          },
          tags: ['error'],
        },
        refused: {
          description:
            'The server refused the save: a permission is missing, or the server is unavailable. The moves stay.',
          meta: { shows: 'The reason, the records as they were moved, and Save order.' },
          tags: ['error'],
        },
      },
    },
    sending: {
      initial: 'saving',
      entry: 'countSave',
      exit: 'endFollowing',
      invoke: {
        id: 'saveFeed',
        src: 'saveFeed',
        input: ({ context: { ids, key, saves, isFollowing } }) => ({ ids, key: `${key}.${saves}`, isFollowing }),
      },
      on: {
        'save.began': '.saving',
        'save.unanswered': '.checking',
        'save.unresolved': '.unresolved',
        'save.done': 'saved',
        'save.refused': [
          { guard: { type: 'isInPlace', params: ({ context }) => context }, target: 'unmoved', actions: 'dropMoves' },
          {
            guard: { type: 'isKnownConflict', params: ({ event }) => event },
            target: 'unsaved.conflict',
            actions: [{ type: 'assignError', params: ({ event }) => event }, 'takeOver'],
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'unsaved.rereading',
            actions: { type: 'assignError', params: ({ event }) => event },
          },
          {
            target: 'unsaved.refused',
            actions: [{ type: 'assignError', params: ({ event }) => event }, 'takeOver'],
          },
        ],
      },
      states: {
        saving: {
          description: 'The save is in flight.',
          meta: { shows: 'Save order with a spinner; nothing can be moved, and the dialog stays open.' },
          tags: ['busy'],
        },
        checking: {
          description: 'There was no response: the save is repeated with the same key, so that it takes effect once.',
          meta: { shows: 'No answer yet. Checking whether the order was saved, with Check again.' },
          tags: ['busy'],
          on: { 'order.check': { actions: 'relayToSave' } },
        },
        unresolved: {
          description: 'The API did not respond for a while: whether the order was saved is unknown.',
          meta: { shows: 'That it is not known whether the order was saved, with Check again and Close.' },
          tags: ['error'],
          on: {
            'order.check': { actions: 'relayToSave' },
            'order.leave': { target: '#order.left', actions: 'forgetSave' },
          },
        },
      },
    },
    saved: {
      type: 'final',
      description: 'The list has the new order.',
      meta: { shows: 'The list in its new order; a toast says that it was saved.' },
      entry: ['dropMoves', 'emitClosed'],
    },
    left: {
      type: 'final',
      description: 'The person left the dialog.',
      meta: { shows: 'The list.' },
      entry: 'emitClosed',
    },
  },
})
