import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { ok } from '@contract/errors'
import { FakeNotificationsServer } from '@tests/paths/kit/fake-notifications-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createNotificationsLogic } from './notifications.implementations'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Longer than the pause for a gap, and than the batching of pushes. */
const SETTLED_MS = 2_000

/** A connected console of a server with this many notifications; its first page has been requested. */
function startConsole(count: number) {
  const server = new FakeNotificationsServer(count)
  const toasts = new FakeToasts()
  const { api, socket } = server
  const logged: unknown[][] = []
  const log = { log: (...entry: unknown[]) => void logged.push(entry) }
  const { store, machine } = createNotificationsLogic({ api, socket, toasts, log })
  const actor = createActor(machine).start()
  server.connect()
  const context = () => actor.getSnapshot().context
  return {
    server,
    toasts,
    logged,
    actor,
    store,
    context,
    /** Captures the first page now; the request is answered with it later. */
    holdPage: () => {
      const data = server.shown.slice(0, 5)
      const answer = ok({
        data,
        total_count: server.shown.length,
        unread_count: server.unread,
        revision: Math.max(0, ...server.shown.map(({ revision }) => revision)),
      })
      return () => server.reads.answerNext(() => answer)
    },
    /** Delivers all pushes, and responds to all requests. */
    settle: async () => {
      for (let round = 0; round < 10; round += 1) {
        while (server.deliver()) await flush()
        while (server.answerWrite() || server.answerRead()) await flush()
        vi.advanceTimersByTime(SETTLED_MS)
        await flush()
      }
    },
    arrive: async () => {
      while (server.deliver());
      vi.advanceTimersByTime(SETTLED_MS)
      await flush()
    },
    titles: () => context().ids.map((id) => store.get(id)!.title),
    entry: (title: string) => context().entries[context().ids.find((id) => store.get(id)!.title === title)!]!,
  }
}
const numbers = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `Number ${from - index}`)

test.each([
  ['knows it', false],
  ['was read before the push', true],
])(
  'a notification pushed while the first page loads is shown and counted once if the page %s',
  async (_which, isOld) => {
    const { server, holdPage, arrive, settle, titles, context } = startConsole(3)
    const answerOld = holdPage()
    server.add()
    await arrive()
    if (isOld) answerOld()
    else server.answerRead()
    await flush()
    expect(titles()).toEqual(numbers(4, 1))
    await settle()
    expect(titles()).toEqual(numbers(4, 1))
    expect(context().unreadCount).toBe(4)
  },
)

test('a notification pushed while the next page loads does not shift the page: no entry is duplicated or missing', async () => {
  const { server, actor, arrive, settle, titles, context } = startConsole(12)
  server.answerRead()
  await settle()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.scrolledToEnd' })
  await flush()
  expect(server.reads.inFlight.map(({ input }) => input.query)).toEqual([{ page: 2, itemNo: 5 }])
  server.add()
  server.add()
  await arrive()
  await settle()
  for (let scroll = 0; scroll < 3; scroll += 1) {
    actor.send({ type: 'list.scrolledToEnd' })
    await settle()
  }
  expect(titles()).toEqual(numbers(14, 1))
  expect(context().unreadCount).toBe(14)
})

test('ten clicks on an unread entry mark it once', async () => {
  const { server, actor, settle, context, entry } = startConsole(3)
  await settle()
  actor.send({ type: 'panel.open' })
  for (let click = 0; click < 10; click += 1) entry('Number 2').send({ type: 'entry.click' })
  await flush()
  expect(server.writes.made).toBe(1)
  expect(context().unreadCount).toBe(3)
  await settle()
  entry('Number 2').send({ type: 'entry.click' })
  await settle()
  expect(server.writes.made).toBe(1)
  expect(context().unreadCount).toBe(2)
})

test('a handover that is accepted twice causes one request, and leaves the list', async () => {
  const { server, toasts, actor, settle, titles, context, entry } = startConsole(3)
  await settle()
  actor.send({ type: 'panel.open' })
  const handover = entry('Number 3')
  for (let press = 0; press < 2; press += 1) handover.send({ type: 'entry.accept' })
  await flush()
  await settle()
  expect(server.acceptsMade).toBe(1)
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Shift Accepted Successfully' }])
  expect(titles()).toEqual(numbers(2, 1))
  expect(context().unreadCount).toBe(2)
})

test('of two people who accept, the second gets a message, and there is nothing left to accept', async () => {
  const { server, toasts, actor, settle, titles, entry } = startConsole(3)
  await settle()
  actor.send({ type: 'panel.open' })
  const handover = entry('Number 3')
  handover.send({ type: 'entry.accept' })
  await flush()
  server.takeElsewhere()
  await settle()
  expect(toasts.shown).toEqual([{ kind: 'error', message: expect.stringMatching(/^A colleague was first/) }])
  expect(handover.getSnapshot().value).toBe('refused')
  expect(titles()[0]).toBe('Taken')
  handover.send({ type: 'entry.accept' })
  await settle()
  expect(server.acceptsMade).toBe(1)
})

test("Mark all as read includes the entries that wait above the panel's list, and the count is 0", async () => {
  const { server, actor, settle, context } = startConsole(6)
  await settle()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.entered' })
  server.add()
  server.add()
  await settle()
  expect(context()).toMatchObject({ held: 2, unreadCount: server.unread })
  actor.send({ type: 'list.markAll' })
  await settle()
  expect(server.unread).toBe(0)
  expect(context()).toMatchObject({ held: 2, unreadCount: 0 })
})

test('marking all while new ones arrive leaves the new ones unread, and the count is theirs', async () => {
  const { server, actor, settle, arrive, context, store } = startConsole(6)
  await settle()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.markAll' })
  actor.send({ type: 'list.markAll' })
  await flush()
  expect(server.writes.made).toBe(1)
  server.add()
  await arrive()
  server.add()
  await settle()
  expect(context().unreadCount).toBe(2)
  expect(
    context()
      .ids.filter((id) => !store.get(id)!.is_read)
      .map((id) => store.get(id)!.title),
  ).toEqual(numbers(8, 7))
})

const LOST = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'
const deliverAll = (server: FakeNotificationsServer) => {
  while (server.deliver());
}

test('the first push of a burst appears with the next frame, the following ones together four times a second', async () => {
  const { server, actor, settle, context } = startConsole(3)
  await settle()
  const add = () => {
    server.add()
    deliverAll(server)
  }
  const counts = (...steps: number[]) =>
    steps.map((milliseconds) => {
      vi.advanceTimersByTime(milliseconds)
      return context().unreadCount
    })
  add()
  expect(counts(15, 1)).toEqual([3, 4])
  add()
  add()
  expect(counts(249, 1)).toEqual([4, 6])
  let renders = 0
  actor.subscribe(() => (renders += 1))
  expect(counts(250, 250)).toEqual([6, 6])
  expect([renders, vi.getTimerCount()], 'the burst is over').toEqual([0, 0])
  add()
  expect(counts(16)).toEqual([7])
  expect(context().arrived).toBe(4)
})

test('entries of pages are not announced: only pushes are, without duplicates', async () => {
  const { server, settle, context } = startConsole(3)
  await settle()
  expect(context()).toMatchObject({ unreadCount: 3, arrived: 0 })
  server.add()
  deliverAll(server)
  server.deliverAgain()
  await settle()
  server.readOneElsewhere()
  await settle()
  expect(context()).toMatchObject({ unreadCount: 3, arrived: 1 })
})

test('the count follows another tab at once; the event that all were read is only logged', async () => {
  const { server, settle, logged, context } = startConsole(3)
  await settle()
  server.readOneElsewhere()
  deliverAll(server)
  expect(context().unreadCount).toBe(2)
  await settle()
  server.tellAllRead()
  await settle()
  expect(logged).toEqual([['notification:admin_all_notification_response', '2 unread']])
  expect(context().unreadCount).toBe(2)
})

test('a first page that fails is logged, and requested again when the connection is restored, not when it is lost', async () => {
  const { server, actor, logged, titles, toasts } = startConsole(3)
  server.failRead()
  await flush()
  expect(actor.getSnapshot().matches({ list: 'unreachable' })).toBe(true)
  expect([logged, toasts.shown]).toEqual([[['notifications.list', LOST]], []])
  server.drop()
  expect(server.reads.made).toBe(1)
  server.connect()
  expect(server.reads.made).toBe(2)
  server.answerRead()
  await flush()
  expect(titles()).toEqual(numbers(3, 1))
})

test('a page requested before the socket connected is checked for changes; one requested afterwards is not', async () => {
  const before = startConsole(3)
  before.server.answerRead()
  await before.settle()
  expect(before.server.reads.made).toBe(2)
  const after = startConsole(3)
  after.server.failRead()
  await flush()
  after.actor.send({ type: 'retry' })
  after.server.answerRead()
  await after.settle()
  expect(after.titles()).toEqual(numbers(3, 1))
  expect(after.server.reads.made).toBe(2)
})

test('the end of the list is detected with its last entry', async () => {
  const { server, actor, settle, titles, context } = startConsole(10)
  await settle()
  actor.send({ type: 'panel.open' })
  expect(context().hasMore).toBe(true)
  actor.send({ type: 'list.scrolledToEnd' })
  await settle()
  expect(titles()).toEqual(numbers(10, 1))
  expect(context().hasMore).toBe(false)
  const made = server.reads.made
  actor.send({ type: 'list.scrolledToEnd' })
  expect(server.reads.made).toBe(made)
})

test('an entry that leaves the list while the next page loads causes no gap: the page is requested again', async () => {
  const { server, actor, settle, titles, entry } = startConsole(12)
  await settle()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.scrolledToEnd' })
  await flush()
  entry('Number 12').send({ type: 'entry.accept' })
  await flush()
  // Without that entry, the second page of the list begins one entry later.
  server.answerWrite()
  await flush()
  server.answerRead()
  await settle()
  expect(titles()).toEqual(numbers(11, 8))
  for (let scroll = 0; scroll < 3; scroll += 1) {
    actor.send({ type: 'list.scrolledToEnd' })
    await settle()
  }
  expect(titles()).toEqual(numbers(11, 1))
})

test('a page that is newer than the known part waits for the missed changes, and fails with them', async () => {
  const { server, actor, settle, logged, titles, context } = startConsole(12)
  await settle()
  actor.send({ type: 'panel.open' })
  server.add()
  server.lose()
  actor.send({ type: 'list.scrolledToEnd' })
  await flush()
  server.answerRead()
  await flush()
  expect(server.reads.inFlight.map(({ input }) => input.query)).toEqual([{ since: 12, itemNo: 100 }])
  expect(titles()).toEqual(numbers(12, 8))
  server.failRead()
  await flush()
  expect(context().error).toMatchObject({ kind: 'network' })
  expect(logged).toEqual([['notifications.list', LOST]])
  actor.send({ type: 'retry' })
  await settle()
  actor.send({ type: 'list.scrolledToEnd' })
  await settle()
  expect(titles()).toEqual(numbers(13, 1))
})

test('a refused ACCEPT fetches the current state, even while a page is read', async () => {
  const { server, actor, settle, entry } = startConsole(12)
  await settle()
  actor.send({ type: 'panel.open' })
  entry('Number 12').send({ type: 'entry.accept' })
  await flush()
  server.failWrite()
  await flush()
  actor.send({ type: 'list.scrolledToEnd' })
  await flush()
  server.answerRead()
  await flush()
  vi.advanceTimersByTime(SETTLED_MS)
  await flush()
  expect(server.reads.inFlight.map(({ input }) => input.query)).toEqual([{ since: 12, itemNo: 100 }])
})

test('waiting entries are shown on request, when the person leaves, and when the panel closes', async () => {
  const { server, actor, settle, arrive, titles, context, store } = startConsole(12)
  await settle()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.scrolledToEnd' })
  await settle()
  actor.send({ type: 'list.scrolledToEnd' })
  await settle()
  actor.send({ type: 'list.entered' })
  server.add()
  await arrive()
  expect([titles()[0], context().held]).toEqual(['Number 12', 1])
  actor.send({ type: 'list.showNew' })
  expect([titles()[0], context().held]).toEqual(['Number 13', 0])
  server.add()
  await arrive()
  actor.send({ type: 'list.left' })
  expect([titles()[0], context().held]).toEqual(['Number 14', 0])
  expect(store.size(), 'entries loaded by scrolling stay while the panel is open').toBe(12)
  actor.send({ type: 'panel.close' })
  expect(titles()).toEqual(numbers(14, 5))
})

test('after the sign-out it has no listeners and no timers', async () => {
  const { server, actor, settle } = startConsole(3)
  await settle()
  server.add()
  deliverAll(server)
  actor.stop()
  expect([server.listenerCount, vi.getTimerCount()]).toEqual([0, 0])
})
