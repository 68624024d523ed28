import { expect, test } from 'vitest'
import { sentBy } from '@tests/kit/sent-by'
import { notificationsMachine } from './notifications.machine'
import { notificationsCommands, selectBell, selectPanel } from './notifications.view'

type Given = Parameters<typeof notificationsMachine.resolveState>[0]
const CONTEXT = { ids: [], unreadCount: 0, held: 0, hasMore: false, arrived: 0, error: null, entries: {} }
const notifications = (panel: 'closed' | 'open' | 'reading', context: Partial<Given['context']> = {}) =>
  notificationsMachine.resolveState({ value: { list: 'ready', panel }, context: { ...CONTEXT, ...context } })

test('each command sends its event', () => {
  expect(
    sentBy(notificationsCommands, (commands) => {
      commands.open()
      commands.close()
      commands.enter()
      commands.leave()
      commands.showNew()
      commands.loadMore()
      commands.markAll()
      commands.retry()
    }).map(({ type }) => type),
  ).toEqual([
    'panel.open',
    'panel.close',
    'list.entered',
    'list.left',
    'list.showNew',
    'list.scrolledToEnd',
    'list.markAll',
    'retry',
  ])
})

test('the bell counts to nine; all higher counts are equal, so that it renders only once', () => {
  const countOf = (unreadCount: number) => selectBell(notifications('closed', { unreadCount })).count
  expect([0, 1, 9, 10, 11, 250].map(countOf)).toEqual([0, 1, 9, 10, 10, 10])
})

test('the panel is open until it is closed, whether or not somebody reads it', () => {
  const isOpenIn = (panel: 'closed' | 'open' | 'reading') => selectBell(notifications(panel)).isOpen
  expect([isOpenIn('closed'), isOpenIn('open'), isOpenIn('reading')]).toEqual([false, true, true])
})

test('the panel shows the exact number of unread entries, the entries, and the number of waiting ones', () => {
  expect(
    selectPanel(notifications('reading', { ids: ['n-2', 'n-1'], unreadCount: 250, held: 3, hasMore: true })),
  ).toEqual({ list: 'ready', ids: ['n-2', 'n-1'], unreadCount: 250, held: 3, hasMore: true, problem: null })
})

test('the panel shows why a page could not be loaded', () => {
  const error = { kind: 'unavailable', message: 'Back in five minutes.', retryAfterSeconds: 300 } as const
  expect(selectPanel(notifications('open', { error })).problem).toBe('Back in five minutes.')
})
