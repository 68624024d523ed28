/**
 * Required behaviour of the order of a list: saves it once whatever happens to the response, keeps the person's moves
 * through all changes by other people, shows those changes, and asks before moves are discarded. The person's only move
 * puts the second record first.
 */
import type { OrderContext } from '@machines/order/order.machine'
import { CONFLICT, UNAVAILABLE } from '../kit/samples'
import { describeTable } from '../kit/table'
import { FOUR, MOVED, paths, THREE } from '../order.paths'

type Ids = readonly string[]

/* The only changes are the places of a and b, and d, which is added and removed at the end. */
const aIsFirst = (ids: Ids) => ids.indexOf('a') < ids.indexOf('b')
const hasD = (ids: Ids) => ids.includes('d')
/** The list, with a and b as the person has moved them, if they have. */
const withMoves = ({ base, ids }: OrderContext, list: Ids): Ids =>
  aIsFirst(base) === aIsFirst(ids) ? list : [...(aIsFirst(ids) ? ['a', 'b'] : ['b', 'a']), ...list.slice(2)]
const isInPlace = (context: OrderContext, list: Ids) => withMoves(context, list).join() === list.join()
const isSame = (a: Ids, b: Ids) => a.join() === b.join()

/** The moves applied to the current list, and the changes by other people combined with earlier ones. */
const takenOver = (context: OrderContext, list: Ids): Partial<OrderContext> => {
  const { base, changes } = context
  const [came, went] = [hasD(list) && !hasD(base), !hasD(list) && hasD(base)]
  const had = { came: changes.came.length > 0, went: changes.went.length > 0 }
  return {
    ids: withMoves(context, list),
    base: list,
    changes: {
      came: (had.came && !went) || (came && !had.went) ? ['d'] : [],
      went: (had.went && !came) || (went && !had.came) ? ['d'] : [],
      isReordered: changes.isReordered || aIsFirst(base) !== aIsFirst(list),
    },
  }
}
const NONE = { came: [], went: [], isReordered: false }
const unmovedOn = (list: Ids): Partial<OrderContext> => ({
  list,
  ids: list,
  base: list,
  changes: NONE,
  isRestored: false,
})
const unmoved = ({ list }: OrderContext) => unmovedOn(list)
const saved = ({ saves }: OrderContext) => ({ saves: saves + 1, error: null })
const save = ({ ids, saves, isFollowing }: OrderContext) =>
  [['saveFeed', { ids, key: `key.${saves}`, isFollowing }]] as const

const LISTS = [
  ['list.changed: a record came', FOUR],
  ['list.changed: as it was', THREE],
  ['list.changed: as the person wants it', MOVED],
] as const
const MOVES = [
  ['order.move', MOVED],
  ['order.move: back', THREE],
] as const
const SENDING = ['saving', 'checking', 'unresolved'] as const
const SAVABLE = ['moved', 'conflict', 'refused'] as const
const REFUSALS = [
  ['save.refused: the list holds others', CONFLICT],
  ['save.refused: it is not available', UNAVAILABLE],
] as const
const CLOSED = ['emit', { type: 'order.closed' }] as const

export const table = describeTable(paths, {
  starts: {
    'a list of three': {
      states: ['opening'],
      context: {
        list: THREE,
        base: THREE,
        ids: THREE,
        changes: NONE,
        isRestored: false,
        isFollowing: false,
        key: 'key',
        saves: 0,
        error: null,
      },
      calls: ['listFeed', 'loadMoves'],
    },
    'a page after a reload follows the save of an earlier one': {
      states: ['saving'],
      context: {
        list: THREE,
        base: THREE,
        ids: MOVED,
        changes: NONE,
        isRestored: false,
        isFollowing: true,
        key: 'key',
        saves: 1,
        error: null,
      },
      calls: ['listFeed', 'loadMoves', ['saveFeed', { ids: MOVED, key: 'key.1', isFollowing: true }]],
    },
  },
  cases: {
    'it is the order that the person wants, a record came': (context) => isInPlace(context, FOUR),
    'it is not, a record came': (context) => !isInPlace(context, FOUR),
    'it is the order that the person wants, as it was': (context) => isInPlace(context, THREE),
    'it is not, as it was': (context) => !isInPlace(context, THREE),
    'it is the order that the person wants, moved': (context) => isInPlace(context, MOVED),
    'it is not, moved': (context) => !isInPlace(context, MOVED),
    'it is not, and a record came since it was sent': (context) => !isInPlace(context, FOUR) && !hasD(context.ids),
    'it is not, and holds what was sent, a record came': (context) => !isInPlace(context, FOUR) && hasD(context.ids),
    'it is not, and a record went since it was sent, as it was': (context) =>
      !isInPlace(context, THREE) && hasD(context.ids),
    'it is not, and holds what was sent, as it was': (context) => !isInPlace(context, THREE) && !hasD(context.ids),
    'the list has the order that the person wants': (context) => isInPlace(context, context.list),
    'the list has another order': (context) => !isInPlace(context, context.list),
    'the list is known to hold others': (context) =>
      !isInPlace(context, context.list) && hasD(context.ids) !== hasD(context.list),
    'the list is not known to hold others': (context) =>
      !isInPlace(context, context.list) && hasD(context.ids) === hasD(context.list),
    'the kept moves are in place': ({ list }) => isSame(list, MOVED),
    'the kept moves change something': ({ list }) => !isSame(list, MOVED),
    'this is the order to begin with, moved': ({ base }) => isSame(base, MOVED),
    'this is another order, moved': ({ base }) => !isSame(base, MOVED),
    'this is the order to begin with, as it was': ({ base }) => isSame(base, THREE),
    'this is another order, as it was': ({ base }) => !isSame(base, THREE),
  },
  rows: [
    /* Opens with the stored moves, unless the list has that order already. */
    ...LISTS.map(([on, list]) => ({ in: 'opening', on, sets: { list } }) as const),
    { in: 'opening', on: 'order.leave', to: 'left', calls: [CLOSED] },
    { in: 'opening', on: 'loadMoves answers: none are kept', to: 'unmoved', sets: unmoved, calls: ['dropMoves'] },
    // Moves that could not be read, or not yet, stay stored.
    { in: 'opening', on: ['loadMoves fails', 'recallPatience is over'], to: 'unmoved', sets: unmoved },
    {
      in: 'opening',
      on: 'loadMoves answers: moves are kept',
      when: 'the kept moves are in place',
      to: 'unmoved',
      sets: unmoved,
      calls: ['dropMoves'],
    },
    {
      in: 'opening',
      on: 'loadMoves answers: moves are kept',
      when: 'the kept moves change something',
      to: 'moved',
      sets: (context) => ({
        ...takenOver({ ...context, base: THREE, ids: MOVED, changes: NONE }, context.list),
        isRestored: true,
      }),
      calls: ['unloadGuard'],
    },

    /* Nothing is moved: the shown order follows the list. */
    ...LISTS.map(([on, list]) => ({ in: 'unmoved', on, sets: unmovedOn(list) }) as const),
    ...MOVES.map(
      ([on, ids]) =>
        ({
          in: 'unmoved',
          on,
          to: 'moved',
          sets: { ids },
          calls: ({ base }: OrderContext) => [['keepMoves', { base, ids }], 'unloadGuard'] as const,
        }) as const,
    ),
    { in: 'unmoved', on: 'order.leave', to: 'left', calls: [CLOSED] },

    /* Moves are kept and applied to the changed list; if it has that order already, there are no moves left. */
    {
      in: SAVABLE,
      on: 'order.move',
      when: 'this is another order, moved',
      to: 'moved',
      sets: { ids: MOVED },
      calls: ({ base }) => [['keepMoves', { base, ids: MOVED }]],
    },
    {
      in: ['moved', 'refused'],
      on: 'order.move',
      when: 'this is the order to begin with, moved',
      to: 'unmoved',
      sets: unmoved,
      calls: ['dropMoves'],
    },
    {
      in: SAVABLE,
      on: 'order.move: back',
      when: 'this is another order, as it was',
      to: 'moved',
      sets: { ids: THREE },
      calls: ({ base }) => [['keepMoves', { base, ids: THREE }]],
    },
    {
      in: SAVABLE,
      on: 'order.move: back',
      when: 'this is the order to begin with, as it was',
      to: 'unmoved',
      sets: unmoved,
      calls: ['dropMoves'],
    },
    ...(
      [
        [LISTS[0], 'it is the order that the person wants, a record came', 'it is not, a record came'],
        [LISTS[1], 'it is the order that the person wants, as it was', 'it is not, as it was'],
        [LISTS[2], 'it is the order that the person wants, moved', 'it is not, moved'],
      ] as const
    ).flatMap(
      ([[on, list], inPlace, elsewhere]) =>
        [
          {
            // The conflict is the second record before the first.
            in: ['moved', 'refused', 'leaving', 'rereading', ...(list === MOVED ? ['conflict' as const] : [])],
            on,
            when: inPlace,
            to: 'unmoved',
            sets: unmovedOn(list),
            calls: ['dropMoves'],
          },
          {
            in: ['moved', 'refused', 'leaving', ...(list === MOVED ? [] : ['conflict' as const])],
            on,
            when: elsewhere,
            sets: (context: OrderContext) => ({ list, ...takenOver(context, list) }),
          },
        ] as const,
    ),
    { in: SAVABLE, on: 'order.save', to: 'saving', sets: saved, calls: save },
    { in: [...SAVABLE, 'rereading'], on: 'order.discard', to: 'unmoved', sets: unmoved, calls: ['dropMoves'] },

    /* Leaving asks first. */
    { in: [...SAVABLE, 'rereading'], on: 'order.leave', to: 'leaving' },
    { in: 'leaving', on: 'order.stay', to: 'moved' },
    { in: 'leaving', on: 'order.leaveAnyway', to: 'left', calls: ['dropMoves', CLOSED] },

    /* A save has no outcome until it is reported, and nothing else happens meanwhile. */
    ...LISTS.map(([on, list]) => ({ in: SENDING, on, sets: { list } }) as const),
    { in: SENDING, on: 'save.began', to: 'saving' },
    { in: SENDING, on: 'save.unanswered', to: 'checking' },
    { in: SENDING, on: 'save.unresolved', to: 'unresolved' },
    {
      in: ['checking', 'unresolved'],
      on: 'order.check',
      calls: [['send', { to: 'saveFeed', event: { type: 'order.check' } }]],
    },
    { in: 'unresolved', on: 'order.leave', to: 'left', sets: { isFollowing: false }, calls: ['forgetSave', CLOSED] },
    { in: SENDING, on: 'save.done', to: 'saved', sets: { isFollowing: false }, calls: ['dropMoves', CLOSED] },
    ...REFUSALS.map(
      ([on]) =>
        ({
          in: SENDING,
          on,
          when: 'the list has the order that the person wants',
          to: 'unmoved',
          sets: (context: OrderContext) => ({ ...unmoved(context), isFollowing: false }),
          calls: ['dropMoves'],
        }) as const,
    ),
    {
      in: SENDING,
      on: 'save.refused: it is not available',
      when: 'the list has another order',
      to: 'refused',
      sets: (context) => ({ ...takenOver(context, context.list), isFollowing: false, error: UNAVAILABLE }),
      calls: ['unloadGuard'],
    },
    {
      in: SENDING,
      on: 'save.refused: the list holds others',
      when: 'the list is known to hold others',
      to: 'conflict',
      sets: (context) => ({ ...takenOver(context, context.list), isFollowing: false, error: CONFLICT }),
      calls: ['unloadGuard'],
    },
    {
      in: SENDING,
      on: 'save.refused: the list holds others',
      when: 'the list is not known to hold others',
      to: 'rereading',
      sets: { isFollowing: false, error: CONFLICT },
      calls: ['unloadGuard'],
    },

    /* The list is read again: until it contains other records, there is no list to apply the moves to. */
    { in: 'rereading', on: 'order.reread', calls: ['rereadList'] },
    ...(
      [
        [
          ...LISTS[0],
          'it is not, and a record came since it was sent',
          'it is not, and holds what was sent, a record came',
        ],
        [
          ...LISTS[1],
          'it is not, and a record went since it was sent, as it was',
          'it is not, and holds what was sent, as it was',
        ],
      ] as const
    ).flatMap(
      ([on, list, others, same]) =>
        [
          {
            in: 'rereading',
            on,
            when: others,
            to: 'conflict',
            sets: (context: OrderContext) => ({ list, ...takenOver(context, list) }),
          },
          { in: 'rereading', on, when: same, sets: { list } },
        ] as const,
    ),
    { in: 'rereading', on: LISTS[2][0], when: 'it is not, moved', sets: { list: MOVED } },
  ],
})
