import { orderMachine } from '@machines/order/order.machine'
import { describePaths } from './kit/describe'
import { CONFLICT, UNAVAILABLE } from './kit/samples'

/** Three records, and the same after somebody has added one. */
export const THREE = ['a', 'b', 'c']
export const FOUR = ['a', 'b', 'c', 'd']
/** The person moves the second record to the front. */
export const MOVED = ['b', 'a', 'c']

export const paths = describePaths({
  machine: orderMachine,
  starts: {
    'a list of three': { list: THREE, sent: null, key: 'key' },
    'a page after a reload follows the save of an earlier one': { list: THREE, sent: MOVED, key: 'key' },
  },
  events: {
    'list.changed: a record came': { type: 'list.changed', ids: FOUR },
    'list.changed: as it was': { type: 'list.changed', ids: THREE },
    'list.changed: as the person wants it': { type: 'list.changed', ids: MOVED },
    'order.move': { type: 'order.move', ids: MOVED },
    'order.move: back': { type: 'order.move', ids: THREE },
    'order.save': { type: 'order.save' },
    'order.check': { type: 'order.check' },
    'order.reread': { type: 'order.reread' },
    'order.discard': { type: 'order.discard' },
    'order.leave': { type: 'order.leave' },
    'order.stay': { type: 'order.stay' },
    'order.leaveAnyway': { type: 'order.leaveAnyway' },
    'save.began': { type: 'save.began' },
    'save.unanswered': { type: 'save.unanswered' },
    'save.unresolved': { type: 'save.unresolved' },
    'save.refused: the list holds others': { type: 'save.refused', error: CONFLICT },
    'save.refused: it is not available': { type: 'save.refused', error: UNAVAILABLE },
    'save.done': { type: 'save.done' },
  },
  answers: {
    loadMoves: {
      'none are kept': null,
      'moves are kept': { base: THREE, ids: MOVED },
    },
  },
  situation: ({ list, base, ids }) => [list.join(''), base.join(''), ids.join('')],
})
