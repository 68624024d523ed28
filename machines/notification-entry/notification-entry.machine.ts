/**
 * One notification of the panel: a click marks it as read, ACCEPT takes a handed-over shift (spec 4). Lock: `marking`
 * has no handler for a second click, `accepting` none for a click or a second ACCEPT. The record determines whether it
 * is read and what can be accepted: a page, a push or another tab may change both.
 */
import { assign, setup } from 'xstate'
import { describeFailure, type ApiError, type Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'

export interface EntryFacts {
  isRead: boolean
  /** The handover that can be accepted; null if there is none (any more). */
  handoverId: string | null
}
export interface EntryContext extends EntryFacts {
  id: string
  /** Why ACCEPT failed. */
  error: ApiError | null
}
export type EntryEvent = { type: 'entry.click' } | { type: 'entry.accept' } | ({ type: 'entry.changed' } & EntryFacts)

export const notificationEntryMachine = setup({
  types: {
    context: {} as EntryContext,
    events: {} as EntryEvent,
    input: {} as { id: string },
    tags: {} as Tag,
    meta: {} as StateMeta,
  },
  actors: {
    /** Sends `entry.changed` with the record's facts, at once and on each change. */
    recordFeed: feedNotProvided<EntryEvent, { id: string }>('recordFeed'),
    markRead: promiseNotProvided<Result<null>, { id: string }>('markRead'),
    acceptHandover: promiseNotProvided<Result<null>, { id: string; handoverId: string }>('acceptHandover'),
  },
  guards: {
    isRead: ({ context }) => context.isRead,
    isUnread: ({ context }) => !context.isRead,
    canAccept: ({ context }) => context.handoverId !== null,
    isDone: (_, { answer }: { answer: Result<null> }) => answer.ok,
  },
  actions: {
    assignFacts: assign((_, { isRead, handoverId }: EntryFacts) => ({ isRead, handoverId })),
    assignError: assign((_, { answer }: { answer: Result<null> }) => ({ error: answer.ok ? null : answer.error })),
    forgetError: assign({ error: null }),
    notifyAccepted: (_) => actionNotProvided('notifyAccepted'),
    notifyRefused: (_, _params: { message: string }) => actionNotProvided('notifyRefused'),
  },
}).createMachine({
  id: 'notificationEntry',
  context: ({ input }) => ({ id: input.id, isRead: false, handoverId: null, error: null }),
  invoke: { id: 'recordFeed', src: 'recordFeed', input: ({ context }) => ({ id: context.id }) },
  on: { 'entry.changed': { actions: { type: 'assignFacts', params: ({ event }) => event } } },
  initial: 'unread',
  states: {
    unread: {
      description: 'It is unread.',
      meta: { shows: 'A tinted entry with a dot and a bold title, and ACCEPT if it hands over a shift.' },
      always: { guard: 'isRead', target: 'read' },
      on: { 'entry.click': 'marking', 'entry.accept': { guard: 'canAccept', target: 'accepting' } },
    },
    marking: {
      description: 'It was clicked; the request to mark it as read is in flight.',
      meta: { shows: 'The entry still tinted; its dot disappears once the server has responded.' },
      tags: ['busy'],
      invoke: {
        id: 'markRead',
        src: 'markRead',
        input: ({ context }) => ({ id: context.id }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ answer: event.output }) },
            target: 'read',
            actions: assign({ isRead: true }),
          },
          {
            target: 'unread',
            actions: { type: 'notifyRefused', params: ({ event }) => ({ message: describeFailure(event.output) }) },
          },
        ],
      },
      on: { 'entry.accept': { guard: 'canAccept', target: 'accepting' } },
    },
    read: {
      description: 'It was read, here or elsewhere.',
      meta: { shows: 'An entry without tint or dot, and ACCEPT if it hands over a shift.' },
      always: { guard: 'isUnread', target: 'unread' },
      on: { 'entry.accept': { guard: 'canAccept', target: 'accepting' } },
    },
    accepting: {
      description: 'ACCEPT was pressed; the server decides who takes over the shift.',
      meta: { shows: 'The button says Accepting.' },
      tags: ['busy'],
      entry: 'forgetError',
      invoke: {
        id: 'acceptHandover',
        src: 'acceptHandover',
        input: ({ context }) => ({ id: context.id, handoverId: context.handoverId! }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => ({ answer: event.output }) },
            target: 'accepted',
            actions: 'notifyAccepted',
          },
          {
            target: 'refused',
            actions: [
              { type: 'assignError', params: ({ event }) => ({ answer: event.output }) },
              { type: 'notifyRefused', params: ({ event }) => ({ message: describeFailure(event.output) }) },
            ],
          },
        ],
      },
    },
    refused: {
      description: 'ACCEPT failed: a colleague was first, or the server was unreachable.',
      meta: { shows: 'A red line that says who was first and when, or what happened with Try again.' },
      tags: ['error'],
      on: {
        'entry.accept': { guard: 'canAccept', target: 'accepting' },
        'entry.click': { guard: 'isUnread', target: 'marking' },
      },
    },
    accepted: {
      type: 'final',
      description: 'The shift is taken over, and the list drops the entry.',
      meta: { shows: 'The list without the entry, and the toast Shift Accepted Successfully.' },
    },
  },
})
