/**
 * The way of one person through a queue: a part of a list whose items wait for somebody (records, Lists). The next item is the
 * first in the order of the list that nobody has claimed and the person has not skipped; it is asked for when it is needed, so
 * that several people who work through one queue are not given the same item. What is done with an item is no matter of this.
 *
 * Lock: while the next item is looked for, no event asks for another: two presses never skip two items.
 */
import { assign, emit, setup } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

/** An item that waits. */
export interface NextItem {
  id: string
  /** Place in the queue, skipped items included; the first has 1. */
  position: number
}
type Answer = Result<NextItem | null>

export interface QueueContext {
  /** The item that is open, or was open last; null before the first. */
  current: string | null
  /** Where it was when it was found; null where the person came to it in another way. */
  position: number | null
  /** Items that the person does not want now, in the order in which they were skipped. */
  skipped: readonly string[]
  /** Why the queue could not be read; read in `unreachable`. */
  error: ApiError | null
}
export type QueueEvent =
  /** The item is done with. */
  | { type: 'queue.next' }
  | { type: 'queue.skip' }
  /** The person wants to see what they skipped. */
  | { type: 'queue.revisit' }
  | { type: 'queue.retry' }
  /** An item was opened in another way, such as a link. */
  | { type: 'item.opened'; id: string }
  /** Items of the queue may have changed. */
  | { type: 'queue.changed' }
  | { type: 'line.back' }
export type QueueEmitted =
  /** The next item: its page is to be opened. */
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
    /** Sends `queue.changed` where an item may have come or come back. */
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
      description: 'The person comes to an item, or to the queue.',
      meta: { shows: 'The item, for an instant.' },
      always: [{ guard: 'hasItem', target: 'open' }, { target: 'seeking' }],
    },
    open: {
      description: 'An item is open.',
      meta: { shows: 'The item, its place in the queue, and how many wait.' },
      on: {
        'queue.next': 'seeking',
        'queue.skip': { target: 'seeking', actions: 'assignSkipped' },
        'item.opened': { actions: OPENED.actions },
      },
    },
    seeking: {
      description: 'The first item is looked for that waits and was not skipped.',
      meta: { shows: 'The item before, or that the next one is looked for.' },
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
      description: 'Nothing waits that the person has not skipped.',
      meta: { shows: 'That nothing waits, how many were skipped with Show them, and the way back to the list.' },
      invoke: { id: 'changeFeed', src: 'changeFeed' },
      on: {
        'queue.changed': 'looking',
        'queue.revisit': { target: 'seeking', actions: 'forgetSkipped' },
        'item.opened': OPENED,
      },
    },
    looking: {
      description: 'Nothing waited, and something has changed: the queue is looked at again.',
      meta: { shows: 'That nothing waits.' },
      invoke: {
        id: 'lookAgain',
        src: 'findNext',
        input: ({ context }) => ({ skipped: context.skipped }),
        // Where the line fails the next change asks again.
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
