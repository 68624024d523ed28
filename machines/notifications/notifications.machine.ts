/**
 * A person's notifications: the list, read page by page and extended by pushes, and the panel that shows it (spec 2, 4, 7).
 * The records are in a store in this actor's closure (notification-store.ts); the context holds their counts, and one small
 * actor for each entry of the open panel.
 *
 * Locks: one page is read at a time. While somebody reads the list, new notifications wait above it, so that nothing moves
 * under the pointer.
 */
import { assign, enqueueActions, sendTo, setup, type ActorRefFrom } from 'xstate'
import type { ApiError, Result } from '@contract/errors'
import { actionNotProvided, feedNotProvided, promiseNotProvided } from '../kit/not-provided'
import type { StateMeta, Tag } from '../kit/meta'
import { notificationEntryMachine } from '../notification-entry/notification-entry.machine'
import { notificationSyncMachine } from '../notification-sync/notification-sync.machine'
import { NO_FACTS, type NotificationFacts } from './notification-store'

export type EntryActor = ActorRefFrom<typeof notificationEntryMachine>
export type CountedFacts = Omit<NotificationFacts, 'isBehind'>

export interface NotificationsContext extends CountedFacts {
  /** Number of new notifications since sign-in, for the announcement to screen readers. */
  arrived: number
  /** Why a page could not be read. */
  error: ApiError | null
  /** The actor of each shown entry, by the entry's id. */
  entries: Readonly<Record<string, EntryActor>>
}

export type NotificationsEvent =
  /** `count` new notifications arrived; the counts are those of the whole store. */
  | ({ type: 'notification.pushed'; count: number } & CountedFacts)
  /** The store changed for another reason: a page, a change elsewhere, or missed changes. */
  | ({ type: 'notifications.counted' } & CountedFacts)
  | { type: 'panel.open' }
  | { type: 'panel.close' }
  /** The pointer or the focus is in the list, or it was scrolled. */
  | { type: 'list.entered' }
  | { type: 'list.left' }
  | { type: 'list.showNew' }
  | { type: 'list.scrolledToEnd' }
  | { type: 'list.markAll' }
  | { type: 'retry' }
  /** The socket connected, for the first time or again. */
  | { type: 'socket.resumed' }

const { isBehind: _, ...NOTHING_COUNTED } = NO_FACTS

export const notificationsMachine = setup({
  types: {
    context: {} as NotificationsContext,
    events: {} as NotificationsEvent,
    tags: {} as Tag,
    meta: {} as StateMeta,
    children: {} as { sync: 'sync'; notificationsFeed: 'notificationsFeed' },
  },
  actors: {
    /** Adds pushes to the store in batches, and reports each change of the store. */
    notificationsFeed: feedNotProvided<NotificationsEvent>('notificationsFeed'),
    /** Reads the first page, or the next one. */
    readPage: promiseNotProvided<Result<null>>('readPage'),
    entry: notificationEntryMachine,
    sync: notificationSyncMachine,
  },
  guards: {
    isOk: (_, { answer }: { answer: Result<null> }) => answer.ok,
    hasEntry: ({ context }) => context.ids.length > 0,
    hasNone: ({ context }) => context.ids.length + context.held === 0 && !context.hasMore,
    hasAny: ({ context }) => context.ids.length + context.held > 0,
    hasMore: ({ context }) => context.hasMore,
    hasUnread: ({ context }) => context.unreadCount > 0,
  },
  actions: {
    assignFacts: assign((_, { ids, unreadCount, held, hasMore }: CountedFacts) => ({
      ids,
      unreadCount,
      held,
      hasMore,
    })),
    countArrivals: assign(({ context }, { count }: { count: number }) => ({ arrived: context.arrived + count })),
    assignFailure: assign((_, { answer }: { answer: Result<null> }) => ({ error: answer.ok ? null : answer.error })),
    forgetFailure: assign({ error: null }),
    /**
     * Starts an actor for each shown entry; an actor with a call in flight stays even if its entry is no longer shown.
     */
    syncEntries: enqueueActions(({ context, enqueue }) => {
      const shown = new Set(context.ids)
      const stays = ([id, entry]: [string, EntryActor]) => shown.has(id) || entry.getSnapshot().hasTag('busy')
      for (const left of Object.entries(context.entries)) if (!stays(left)) enqueue.stopChild(left[1])
      enqueue.assign({
        entries: ({ spawn }) => ({
          ...Object.fromEntries(Object.entries(context.entries).filter(stays)),
          ...Object.fromEntries(
            context.ids
              .filter((id) => !context.entries[id])
              .map((id) => [id, spawn('entry', { id: `entry-${id}`, input: { id } })]),
          ),
        }),
      })
    }),
    stopEntries: enqueueActions(({ context, enqueue }) => {
      const isBusy = (entry: EntryActor) => entry.getSnapshot().hasTag('busy')
      for (const entry of Object.values(context.entries)) if (!isBusy(entry)) enqueue.stopChild(entry)
      enqueue.assign({
        entries: Object.fromEntries(Object.entries(context.entries).filter(([, entry]) => isBusy(entry))),
      })
    }),
    markAll: sendTo('sync', { type: 'list.markAll' }),
    /** From now on new notifications wait until they are shown. */
    holdNew: (_) => actionNotProvided('holdNew'),
    releaseNew: (_) => actionNotProvided('releaseNew'),
    showHeld: (_) => actionNotProvided('showHeld'),
    forgetOld: (_) => actionNotProvided('forgetOld'),
    /** Failures of the list are only logged (spec 8). */
    logFailure: (_, _params: { answer: Result<null> }) => actionNotProvided('logFailure'),
  },
}).createMachine({
  id: 'notifications',
  type: 'parallel',
  context: { ...NOTHING_COUNTED, arrived: 0, error: null, entries: {} },
  invoke: [
    { id: 'notificationsFeed', src: 'notificationsFeed' },
    { id: 'sync', src: 'sync' },
  ],
  on: { 'list.markAll': { guard: 'hasUnread', actions: 'markAll' } },
  states: {
    list: {
      initial: 'loading',
      states: {
        loading: {
          description: 'The request for the first page is in flight.',
          meta: { shows: 'A bell; skeleton entries in the panel.' },
          tags: ['busy'],
          entry: 'forgetFailure',
          invoke: {
            id: 'readFirst',
            src: 'readPage',
            onDone: [
              { guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) }, target: 'ready' },
              {
                target: 'unreachable',
                actions: [
                  { type: 'assignFailure', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'logFailure', params: ({ event }) => ({ answer: event.output }) },
                ],
              },
            ],
          },
        },
        ready: {
          description: 'The newest notifications are loaded.',
          meta: { shows: 'A bell with the count, 9+ above nine and no badge at 0; entries in the panel.' },
          always: { guard: 'hasNone', target: 'empty' },
          on: { 'list.scrolledToEnd': { guard: 'hasMore', target: 'loadingMore' } },
        },
        loadingMore: {
          description: 'The request for the next page is in flight.',
          meta: { shows: 'The entries, and two skeleton entries under them.' },
          tags: ['busy'],
          entry: 'forgetFailure',
          invoke: {
            id: 'readMore',
            src: 'readPage',
            onDone: [
              { guard: { type: 'isOk', params: ({ event }) => ({ answer: event.output }) }, target: 'ready' },
              {
                target: 'unreachable',
                actions: [
                  { type: 'assignFailure', params: ({ event }) => ({ answer: event.output }) },
                  { type: 'logFailure', params: ({ event }) => ({ answer: event.output }) },
                ],
              },
            ],
          },
        },
        unreachable: {
          description: 'A page could not be loaded; the entries stay.',
          meta: { shows: 'What happened and Try again, under the entries if there are any.' },
          tags: ['error'],
          on: {
            retry: [{ guard: 'hasEntry', target: 'loadingMore' }, { target: 'loading' }],
            'panel.open': [{ guard: 'hasEntry', target: 'loadingMore' }, { target: 'loading' }],
            'socket.resumed': [{ guard: 'hasEntry', target: 'ready', actions: 'forgetFailure' }, { target: 'loading' }],
          },
        },
        empty: {
          description: 'There is no notification.',
          meta: { shows: 'A bell without a count; No Notification in the panel.' },
          always: { guard: 'hasAny', target: 'ready' },
        },
      },
    },
    panel: {
      initial: 'closed',
      on: {
        'notification.pushed': {
          actions: [
            { type: 'assignFacts', params: ({ event }) => event },
            { type: 'countArrivals', params: ({ event }) => event },
            'syncEntries',
          ],
        },
        'notifications.counted': { actions: [{ type: 'assignFacts', params: ({ event }) => event }, 'syncEntries'] },
        'panel.close': '.closed',
      },
      states: {
        closed: {
          description: 'The panel is closed.',
          meta: { shows: 'The bell alone.' },
          entry: ['stopEntries', 'forgetOld'],
          on: {
            'notification.pushed': {
              actions: [
                { type: 'assignFacts', params: ({ event }) => event },
                { type: 'countArrivals', params: ({ event }) => event },
              ],
            },
            'notifications.counted': { actions: { type: 'assignFacts', params: ({ event }) => event } },
            'panel.open': 'open',
            'panel.close': undefined,
          },
        },
        open: {
          description: 'The panel is open; new notifications appear at its top.',
          meta: { shows: 'The panel with Notification and Mark all as read.' },
          entry: 'syncEntries',
          on: { 'list.entered': { guard: 'hasEntry', target: 'reading' } },
        },
        reading: {
          description:
            'The pointer or the focus is in the list, or it was scrolled: the shown entries stay where they are.',
          meta: { shows: 'The panel as it was; above its upper edge, the number of new notifications that wait.' },
          entry: 'holdNew',
          exit: 'releaseNew',
          on: { 'list.left': 'open', 'list.showNew': { actions: 'showHeld' } },
        },
      },
    },
  },
})
