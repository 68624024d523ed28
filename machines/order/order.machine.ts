/**
 * The order of a list, from the first move to the server's answer. The moves are made here and saved as one call, which the
 * activity makes (machines/row-action): it repeats a call without an answer under the same Idempotency-Key, also after a reload
 * or on another page, and this machine shows what becomes of it.
 *
 * The list may change meanwhile. The person's moves are then taken over to the list as it is now, and what others did is said.
 *
 * Locks: while the save has no outcome nothing is moved, nothing else is saved, and the dialog stays. Moves that are not saved are
 * kept on this device; giving them up is asked about first.
 */
import { assign, emit, sendTo, setup } from 'xstate'
import type { ApiError } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
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
  /** The list as it is when the dialog opens. */
  list: Ids
  /** The order that a save without an outcome has sent: the dialog opens on it. Null: there is none. */
  sent: Ids | null
  /** First part of the Idempotency-Keys. */
  key: string
}
/** Moves of an earlier time that were not saved: the order that they began with, and what they made of it. */
export interface KeptMoves {
  base: Ids
  ids: Ids
}

export interface OrderContext {
  /** The list as it is now. */
  list: Ids
  /** The list that the moves were made on. */
  base: Ids
  /** The order that is shown. */
  ids: Ids
  /** What others did to the list since the person began. */
  changes: ListChanges
  /** Whether moves of an earlier time are shown. */
  isRestored: boolean
  /** Whether a save of another page is followed, in place of a new one. */
  isFollowing: boolean
  key: string
  /** How many saves were sent. */
  saves: number
  /** Why the last save was refused; read while it is `refused`. */
  error: ApiError | null
}

export type OrderEvent =
  /** The list as it is now: its records, or their order, have changed. */
  | { type: 'list.changed'; ids: Ids }
  /** @param ids all of the list, in the new order */
  | { type: 'order.move'; ids: Ids }
  | { type: 'order.save' }
  /** Asks again, at once, what became of a save without an answer. */
  | { type: 'order.check' }
  /** Has the list read again, where that did not succeed. */
  | { type: 'order.reread' }
  /** Gives the moves up; the dialog stays. */
  | { type: 'order.discard' }
  | { type: 'order.leave' }
  | { type: 'order.stay' }
  | { type: 'order.leaveAnyway' }
  /** The call is in flight. */
  | { type: 'save.began' }
  /** There was no answer: the call is repeated. */
  | { type: 'save.unanswered' }
  /** It is not repeated on its own any more. */
  | { type: 'save.unresolved' }
  | { type: 'save.refused'; error: ApiError }
  | { type: 'save.done' }

/** The dialog goes: the order was saved, or the person left it. */
export type OrderEmitted = { type: 'order.closed' }

/** What is saved. `isFollowing`: the save is in flight already. */
export interface Saving {
  ids: Ids
  key: string
  isFollowing: boolean
}

/** The person's moves on the list as it is now. */
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
    /** Has the order saved and sends what becomes of it: `save.…`. Takes `order.check`. */
    saveFeed: feedNotProvided<OrderEvent, Saving>('saveFeed'),
  },
  actions: {
    assignList: assign((_, { ids }: { ids: Ids }) => ({ list: ids })),
    /** The list as it is now, with the person's moves on it. */
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
    /** There are no moves: what is shown is the list. */
    forgetMoves: assign(({ context: { list } }) => ({
      ids: list,
      base: list,
      changes: NO_CHANGES,
      isRestored: false,
    })),
    countSave: assign(({ context }) => ({ saves: context.saves + 1, error: null })),
    endFollowing: assign({ isFollowing: false }),
    assignError: assign((_, { error }: { error: ApiError }) => ({ error })),
    /** Keeps the moves on this device. */
    keepMoves: (_, _params: KeptMoves) => actionNotProvided('keepMoves'),
    dropMoves: () => actionNotProvided('dropMoves'),
    /** The outcome of the save is not asked about any more. */
    forgetSave: () => actionNotProvided('forgetSave'),
    /** Has the list read again. */
    rereadList: () => actionNotProvided('rereadList'),
    relayToSave: sendTo('saveFeed', ({ event }: { event: OrderEvent }) => event),
    emitClosed: emit({ type: 'order.closed' }),
  },
  guards: {
    isFollowing: ({ context }) => context.isFollowing,
    /** The list has the order that the person gave it. */
    isInPlace: ({ context: { base, ids } }, { list }: { list: Ids }) => isSameOrder(onList({ base, ids }, list), list),
    isMovedBack: ({ context }, { ids }: { ids: Ids }) => isSameOrder(ids, context.base),
    hasMoves: ({ context: { list } }, { kept }: { kept: KeptMoves | null }) =>
      kept !== null && !isSameOrder(onList(kept, list), list),
    isConflict: (_, { error }: { error: ApiError }) => error.kind === 'conflict',
    /** The list as it is known here holds other records than were sent. */
    isKnownConflict: ({ context: { ids, list } }, { error }: { error: ApiError }) =>
      error.kind === 'conflict' && !isSameSet(ids, list),
    holdsOthers: ({ context }, { ids }: { ids: Ids }) => !isSameSet(context.ids, ids),
  },
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
      description: 'The dialog opens; whether moves of an earlier time are kept is looked up.',
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
          { target: 'unmoved' },
        ],
        onError: 'unmoved',
      },
      on: { 'order.leave': 'left' },
    },
    unmoved: {
      description: 'Nothing is moved: the order is the one that the list has.',
      meta: { shows: 'The records in their order; Save order cannot be pressed.' },
      entry: ['forgetMoves', 'dropMoves'],
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
            actions: { type: 'assignList', params: ({ event }) => event },
          },
          { actions: [{ type: 'assignList', params: ({ event }) => event }, 'takeOver'] },
        ],
        'order.move': [
          { guard: { type: 'isMovedBack', params: ({ event }) => event }, target: 'unmoved' },
          {
            target: '.moved',
            actions: [
              { type: 'assignOrder', params: ({ event }) => event },
              { type: 'keepMoves', params: ({ context: { base }, event: { ids } }) => ({ base, ids }) },
            ],
          },
        ],
        'order.save': 'sending',
        'order.discard': 'unmoved',
        'order.leave': '.leaving',
      },
      states: {
        moved: {
          description: 'Records were moved, and that is not saved; it is kept on this device.',
          meta: { shows: 'The records as they were moved, how many were moved, and Save order.' },
        },
        leaving: {
          description: 'Leaving gives the moves up; the person is asked first.',
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
            'The save was refused: the list on the server holds other records than this one. Nothing was saved, and the list is read again.',
          meta: { shows: 'That the list has changed and is read again, and Read again; the moves stay.' },
          tags: ['error'],
          on: {
            'order.move': undefined,
            'order.save': undefined,
            'order.reread': { actions: 'rereadList' },
            'list.changed': [
              {
                guard: { type: 'isInPlace', params: ({ event }) => ({ list: event.ids }) },
                target: '#order.unmoved',
                actions: { type: 'assignList', params: ({ event }) => event },
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
            'The save was refused because the list holds other records by now. The moves were taken over to the list as it is.',
          meta: {
            shows: 'Which records came and went, that nothing was saved, the moves on the new list, and Save order.',
          },
          tags: ['error'],
        },
        refused: {
          description: 'The server refused the save: a right is missing, or it is not available. The moves stay.',
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
          { guard: { type: 'isInPlace', params: ({ context }) => context }, target: 'unmoved' },
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
          description: 'The order is on its way to the server.',
          meta: { shows: 'Save order with a spinner; nothing can be moved, and the dialog stays.' },
          tags: ['busy'],
        },
        checking: {
          description: 'There was no answer: the save is repeated with the same key, so that it takes effect once.',
          meta: { shows: 'No answer yet. Checking whether the order was saved, with Check again.' },
          tags: ['busy'],
          on: { 'order.check': { actions: 'relayToSave' } },
        },
        unresolved: {
          description: 'Our API did not answer for a while: whether the order was saved is not known.',
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
      description: 'The dialog was left.',
      meta: { shows: 'The list.' },
      entry: 'emitClosed',
    },
  },
})
