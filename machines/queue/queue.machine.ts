/**
 * The path of one person through a queue: a part of a list whose items wait for somebody (records, Lists). The next
 * item is the first, in the order of the list, that nobody has claimed and the person has not skipped. It is searched
 * for only when it is needed, so that several people in one queue do not get the same item. The queue does not know
 * what is done with an item.
 *
 * Lock: during a search for the next item no event starts another: two key presses in a row never skip two items.
 */
import { assign, emit, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** An item that waits. */
export interface NextItem {
  id: string
  /** Position in the queue, counted from 1, including skipped items. */
  position: number
}
type Answer = Result<NextItem | null>

export interface QueueContext {
  /** The item that is open, or was open last; null before the first one. */
  current: string | null
  /** Position of the item when it was found; null if it was opened in another way, such as a link. */
  position: number | null
  /** Ids of the skipped items, in the order in which they were skipped. */
  skipped: readonly string[]
  /** The error of the last failed read. Valid in `unreachable`. */
  error: ApiError | null
}
export type QueueEvent =
  /** The person has finished the item. */
  | { type: 'queue.next' }
  | { type: 'queue.skip' }
  /** The person wants to see the skipped items. */
  | { type: 'queue.revisit' }
  | { type: 'queue.retry' }
  /** An item was opened in another way, such as a link. */
  | { type: 'item.opened'; id: string }
  /** Items of the queue may have changed. */
  | { type: 'queue.changed' }
  | { type: 'line.back' }
export type QueueEmitted =
  /** The next item, whose page must be opened. */
  { type: 'item.found'; id: string }

const answerOf = ({ event }: { event: { output: Answer } }) => ({ answer: event.output })
const FOUND = [
  {
    guard: { type: 'isFound', params: answerOf },
    target: 'open',
    actions: [{ type: 'assignFound', params: answerOf }, 'emitFound'],
  },
  { guard: { type: 'isEmpty', params: answerOf }, target: 'empty' },
] as const
const OPENED = {
  target: 'open',
  actions: { type: 'assignOpened', params: ({ event }: { event: { id: string } }) => event },
} as const

export const queueMachine = setup({
  types: {
    context: {} as QueueContext,
    events: {} as QueueEvent,
    emitted: {} as QueueEmitted,
    input: {} as { current: string | null },
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    findNext: promiseNotProvided<Answer, { skipped: readonly string[] }>('findNext'),
    /** Sends `queue.changed` when an item may have been added or become available again. */
    changeFeed: feedNotProvided<QueueEvent>('changeFeed'),
    /** Sends `line.back` when the connection is back. */
    lineFeed: feedNotProvided<QueueEvent>('lineFeed'),
  },
  guards: {
    hasItem: ({ context }) => context.current !== null,
    isFound: (_, { answer }: { answer: Answer }) => answer.ok && answer.value !== null,
    isEmpty: (_, { answer }: { answer: Answer }) => answer.ok,
  },
  actions: {
    assignFound: assign((_, { answer }: { answer: Answer }) =>
      answer.ok && answer.value ? { current: answer.value.id, position: answer.value.position } : {},
    ),
    assignOpened: assign((_, { id }: { id: string }) => ({ current: id, position: null })),
    assignSkipped: assign(({ context }) => ({ skipped: [...context.skipped, context.current!] })),
    forgetSkipped: assign({ skipped: [] }),
    assignError: assign((_, { answer }: { answer: Answer }) => ({ error: answer.ok ? null : answer.error })),
    emitFound: emit(({ context }) => ({ type: 'item.found', id: context.current! }) as const),
  },
}).createMachine({
  id: 'queue',
  context: ({ input }) => ({ current: input.current, position: null, skipped: [], error: null }),
  initial: 'starting',
  states: {
    starting: {
      description: 'The person opens an item, or the queue.',
      meta: { shows: 'The item, for an instant.' },
      always: [{ guard: 'hasItem', target: 'open' }, { target: 'seeking' }],
    },
    open: {
      description: 'An item is open.',
      meta: { shows: 'The item, its position in the queue, and how many wait.' },
      on: {
        'queue.next': 'seeking',
        'queue.skip': { target: 'seeking', actions: 'assignSkipped' },
        'item.opened': { actions: OPENED.actions },
      },
    },
    seeking: {
      description: 'The console searches for the first waiting item that was not skipped.',
      meta: { shows: 'The previous item, or that the next one is being searched for.' },
      tags: ['busy'],
      invoke: {
        id: 'findNext',
        src: 'findNext',
        input: ({ context }) => ({ skipped: context.skipped }),
        onDone: [...FOUND, { target: 'unreachable', actions: { type: 'assignError', params: answerOf } }],
      },
      on: { 'item.opened': OPENED },
    },
    empty: {
      description: 'No item waits, except those that the person has skipped.',
      meta: { shows: 'That nothing waits, how many were skipped with Show them, and a link to the list.' },
      invoke: { id: 'changeFeed', src: 'changeFeed' },
      on: {
        'queue.changed': 'looking',
        'queue.revisit': { target: 'seeking', actions: 'forgetSkipped' },
        'item.opened': OPENED,
      },
    },
    looking: {
      description: 'The queue was empty and may have changed: the console searches again.',
      meta: { shows: 'That nothing waits.' },
      invoke: {
        id: 'lookAgain',
        src: 'findNext',
        input: ({ context }) => ({ skipped: context.skipped }),
        // After a failed read the next change starts another search.
        onDone: [...FOUND, { target: 'empty' }],
      },
      on: {
        'queue.revisit': { target: 'seeking', actions: 'forgetSkipped' },
        'item.opened': OPENED,
      },
    },
    unreachable: {
      description: 'The queue could not be read.',
      meta: { shows: 'What happened, and Try again.' },
      tags: ['error'],
      invoke: { id: 'lineFeed', src: 'lineFeed' },
      on: { 'queue.retry': 'seeking', 'line.back': 'seeking', 'item.opened': OPENED },
    },
  },
})
