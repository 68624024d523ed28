import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { FakeNotificationsServer } from '@tests/paths/kit/fake-notifications-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createNotificationStore } from '../notifications/notification-store'
import { createNotificationEntryImplementations } from './notification-entry.implementations'
import { selectEntry } from './notification-entry.view'

/** Three unread notifications, of which the third hands over a shift, and the actor of one of them. */
function show(id: 'n-1' | 'n-2' | 'n-3') {
  const server = new FakeNotificationsServer(3)
  const toasts = new FakeToasts()
  const store = createNotificationStore()
  store.begin({ data: server.shown, total_count: 3, unread_count: 3, revision: 3 })
  const actor = createActor(createNotificationEntryImplementations({ api: server.api, toasts, store }), {
    input: { id },
  }).start()
  return {
    server,
    toasts,
    store,
    actor,
    view: () => selectEntry(actor.getSnapshot()),
    written: () => server.writes.inFlight.map(({ input }) => input),
    /** The record of this notification changes on the server, which pushes it. */
    change: (how: () => void) => {
      how()
      const data = server.shown.find((each) => each.id === id)!
      store.put(data, { unread_count: server.unread, revision: data.revision })
    },
    write: async () => {
      server.answerWrite()
      await flush()
    },
    failWrite: async () => {
      server.failWrite()
      await flush()
    },
  }
}
const LOST = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'

test('an entry shows its record from the start, and ACCEPT only if it hands over a shift', () => {
  expect(show('n-3').view()).toEqual({ state: 'unread', isUnread: true, canAccept: true, problem: null })
  expect(show('n-2').view()).toEqual({ state: 'unread', isUnread: true, canAccept: false, problem: null })
})

test('an entry follows its record: read in another tab, taken by a colleague', () => {
  const { server, change, view } = show('n-3')
  change(() => server.takeElsewhere())
  expect(view()).toEqual({ state: 'unread', isUnread: true, canAccept: false, problem: null })
  change(() => server.readAllElsewhere())
  expect(view()).toEqual({ state: 'read', isUnread: false, canAccept: false, problem: null })
})

test('a change of another notification renders nothing, and an entry that has left the list stays unchanged', () => {
  const { actor, store, view } = show('n-2')
  let renders = 0
  actor.subscribe(() => (renders += 1))
  store.receive({ unread_count: 2, revision: 4 })
  store.accepted('n-3')
  store.accepted('n-2')
  expect(renders).toBe(0)
  expect(view().state).toBe('unread')
})

test('a click marks the notification as read on the server, and the count follows', async () => {
  const { actor, store, written, write, view } = show('n-2')
  actor.send({ type: 'entry.click' })
  expect(view()).toMatchObject({ state: 'marking', isUnread: true })
  expect(written()).toEqual([{ id: 'notifications.read', params: { id: 'n-2' } }])
  await write()
  expect(view()).toMatchObject({ state: 'read', isUnread: false })
  expect(store.get('n-2')).toMatchObject({ is_read: true })
  expect(store.facts()).toMatchObject({ unreadCount: 2, isBehind: true })
})

test('a click that fails is notified, and the notification stays unread', async () => {
  const { actor, store, toasts, failWrite, view } = show('n-2')
  actor.send({ type: 'entry.click' })
  await failWrite()
  expect(view()).toEqual({ state: 'unread', isUnread: true, canAccept: false, problem: null })
  expect(store.facts()).toMatchObject({ unreadCount: 3, isBehind: false })
  expect(toasts.shown).toEqual([{ kind: 'error', message: LOST }])
})

test('ACCEPT takes over the shift: the entry leaves the list, and the count is fetched', async () => {
  const { actor, store, toasts, written, write, view } = show('n-3')
  actor.send({ type: 'entry.accept' })
  expect(view().state).toBe('accepting')
  expect(written()).toEqual([{ id: 'shift.accept', params: { keyword_id: 'k-3' } }])
  await write()
  expect(view().state).toBe('accepted')
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Shift Accepted Successfully' }])
  expect(store.facts()).toMatchObject({ ids: ['n-2', 'n-1'], isBehind: true })
})

test('an ACCEPT after a colleague was faster is refused with a message, and the changed record is fetched', async () => {
  const { server, actor, store, toasts, write, failWrite, view } = show('n-3')
  server.takeElsewhere()
  actor.send({ type: 'entry.accept' })
  await write()
  expect(view()).toMatchObject({ state: 'refused', problem: 'A colleague was first.' })
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'A colleague was first.' }])
  expect(store.facts()).toMatchObject({ ids: ['n-3', 'n-2', 'n-1'], isBehind: true })
  actor.send({ type: 'entry.accept' })
  expect(view(), 'the reason disappears during the next attempt').toMatchObject({ state: 'accepting', problem: null })
  await failWrite()
  expect(view()).toMatchObject({ state: 'refused', problem: LOST })
})

test.each(['entry.click', 'entry.accept'] as const)('removing an entry aborts its %s', (type) => {
  const { actor, written } = show('n-3')
  actor.send({ type })
  expect(written()).toHaveLength(1)
  actor.stop()
  expect(written()).toEqual([])
})
