/**
 * Required behaviour of the notifications (spec 2, 4, 7): reads one page at a time, keeps the entries when a page
 * fails, follows the store's counts, and moves nothing while somebody reads. Actors exist only for the entries of an
 * open panel.
 */
import { failed } from '@contract/errors'
import type { NotificationsContext } from '@machines/notifications/notifications.machine'
import { UNREACHABLE } from '../kit/samples'
import { actorNamed, describeTable } from '../kit/table'
import { paths } from '../notifications.paths'

const PUSHED = 'notification.pushed'
const PAGE = 'notifications.counted: a page of more'
const LAST = 'notifications.counted: the last page'
const NONE = 'notifications.counted: none at all'
const FACTS = {
  [PUSHED]: { ids: ['n-3', 'n-2'], unreadCount: 2, held: 0, hasMore: true },
  [PAGE]: { ids: ['n-2', 'n-1'], unreadCount: 1, held: 0, hasMore: true },
  [LAST]: { ids: ['n-2', 'n-1'], unreadCount: 0, held: 1, hasMore: false },
  [NONE]: { ids: [], unreadCount: 0, held: 0, hasMore: false },
} as const
const SHOWN = ['open', 'reading'] as const
const PANEL = ['closed', ...SHOWN] as const
const MARK_ALL = ['send', { to: 'sync', event: { type: 'list.markAll' } }] as const

const actorsOf = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, actorNamed(`entry-${id}`)]))
/** Each entry that is shown for the first time gets an actor. */
const started = ({ ids }: NotificationsContext, before: NotificationsContext) =>
  ids.filter((id) => !(id in before.entries)).map((id) => ['entry', { id }] as const)

export const table = describeTable(paths, {
  starts: {
    'signed in': {
      states: ['loading', 'closed'],
      context: { ids: [], unreadCount: 0, held: 0, hasMore: true, arrived: 0, error: null, entries: {} },
      calls: ['notificationsFeed', 'sync', 'readPage', 'forgetOld'],
    },
  },
  cases: {
    'entries are known': ({ ids }) => ids.length > 0,
    'no entry is known': ({ ids }) => ids.length === 0,
    'there may be more': ({ hasMore }) => hasMore,
    'there are no more': ({ hasMore }) => !hasMore,
    'some are unread': ({ unreadCount }) => unreadCount > 0,
    'none is unread': ({ unreadCount }) => unreadCount === 0,
    'nothing exists': ({ ids, hasMore }) => ids.length === 0 && !hasMore,
    'something may exist': ({ ids, hasMore }) => ids.length > 0 || hasMore,
  },
  rows: [
    /* Pages, one at a time; a failure keeps the entries. */
    { in: 'loading', on: 'readFirst answers: a page', when: 'something may exist', to: 'ready' },
    { in: 'loading', on: 'readFirst answers: a page', when: 'nothing exists', to: 'empty' },
    {
      in: 'loading',
      on: 'readFirst answers: the server is not reached',
      to: 'unreachable',
      sets: { error: UNREACHABLE },
      calls: [['logFailure', { answer: failed(UNREACHABLE) }]],
    },
    {
      in: 'ready',
      on: 'list.scrolledToEnd',
      when: 'there may be more',
      to: 'loadingMore',
      sets: { error: null },
      calls: ['readPage'],
    },
    { in: 'ready', on: 'list.scrolledToEnd', when: 'there are no more' },
    { in: 'loadingMore', on: 'readMore answers: a page', when: 'something may exist', to: 'ready' },
    { in: 'loadingMore', on: 'readMore answers: a page', when: 'nothing exists', to: 'empty' },
    {
      in: 'loadingMore',
      on: 'readMore answers: the server is not reached',
      to: 'unreachable',
      sets: { error: UNREACHABLE },
      calls: [['logFailure', { answer: failed(UNREACHABLE) }]],
    },
    {
      in: 'unreachable',
      on: ['retry', 'panel.open'],
      when: 'entries are known',
      to: 'loadingMore',
      sets: { error: null },
      calls: ['readPage'],
    },
    {
      in: 'unreachable',
      on: ['retry', 'panel.open', 'socket.resumed'],
      when: 'no entry is known',
      to: 'loading',
      sets: { error: null },
      calls: ['readPage'],
    },
    { in: 'unreachable', on: 'socket.resumed', when: 'entries are known', to: 'ready', sets: { error: null } },
    { in: 'ready', on: NONE, to: 'empty' },
    { in: 'empty', on: [PUSHED, PAGE, LAST], to: 'ready' },

    /* The store's counts: actors of the entries only while the panel is open. */
    { in: 'closed', on: PUSHED, sets: ({ arrived }) => ({ ...FACTS[PUSHED], arrived: arrived + 1 }) },
    { in: 'closed', on: PAGE, sets: FACTS[PAGE] },
    { in: 'closed', on: LAST, sets: FACTS[LAST] },
    { in: 'closed', on: NONE, sets: FACTS[NONE] },
    {
      in: SHOWN,
      on: PUSHED,
      sets: ({ arrived }) => ({ ...FACTS[PUSHED], arrived: arrived + 1, entries: actorsOf(FACTS[PUSHED].ids) }),
      calls: started,
    },
    { in: SHOWN, on: PAGE, sets: { ...FACTS[PAGE], entries: actorsOf(FACTS[PAGE].ids) }, calls: started },
    { in: SHOWN, on: LAST, sets: { ...FACTS[LAST], entries: actorsOf(FACTS[LAST].ids) }, calls: started },
    { in: SHOWN, on: NONE, sets: { ...FACTS[NONE], entries: {} } },
    { in: 'closed', on: 'panel.open', to: 'open', sets: ({ ids }) => ({ entries: actorsOf(ids) }), calls: started },
    { in: 'open', on: 'panel.close', to: 'closed', sets: { entries: {} }, calls: ['forgetOld'] },
    { in: 'reading', on: 'panel.close', to: 'closed', sets: { entries: {} }, calls: ['releaseNew', 'forgetOld'] },

    /* New entries wait while somebody reads. */
    { in: 'open', on: 'list.entered', when: 'entries are known', to: 'reading', calls: ['holdNew'] },
    { in: 'open', on: 'list.entered', when: 'no entry is known' },
    { in: 'reading', on: 'list.left', to: 'open', calls: ['releaseNew'] },
    { in: 'reading', on: 'list.showNew', calls: ['showHeld'] },

    { in: PANEL, on: 'list.markAll', when: 'some are unread', calls: [MARK_ALL] },
    { in: PANEL, on: 'list.markAll', when: 'none is unread' },
  ],
})
