import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok } from '@contract/errors'
import { FakeNotificationsServer } from '@tests/paths/kit/fake-notifications-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createNotificationStore } from '../notifications/notification-store'
import { createNotificationSyncImplementations } from './notification-sync.implementations'
import { GAP_PAUSE_MS, LONGEST_PAUSE_MS } from './notification-sync.machine'

const PANEL = 5

/** A signed-in console that has read its first `loaded` notifications; the socket is not connected yet. */
function signIn(count: number, loaded = PANEL) {
  const server = new FakeNotificationsServer(count)
  const toasts = new FakeToasts()
  const clock = new SimulatedClock()
  const store = createNotificationStore()
  const { api, socket } = server
  const stand = () => ({
    unread_count: server.unread,
    revision: Math.max(0, ...server.shown.map(({ revision }) => revision)),
  })
  if (loaded > 0) store.begin({ data: server.shown.slice(0, loaded), total_count: count, ...stand() })
  const actor = createActor(createNotificationSyncImplementations({ api, socket, toasts, store }), { clock }).start()
  const answer = async () => {
    server.answerRead()
    server.answerWrite()
    await flush()
  }
  return {
    server,
    toasts,
    clock,
    store,
    actor,
    stand,
    answer,
    fail: async () => {
      server.failRead()
      server.failWrite()
      await flush()
    },
    /** Connects the socket, and fetches missed changes. */
    level: async () => {
      server.connect()
      await flush()
      await answer()
    },
    /** Runs `what` while the connection is lost. */
    missing: (what: () => void) => {
      server.drop()
      what()
      server.connect()
    },
    state: () => actor.getSnapshot().value,
    reads: () => server.reads.inFlight.map(({ input }) => input.query),
    titles: () => store.facts().ids.map((id) => store.get(id)!.title),
  }
}
const times = (count: number, what: () => void) => Array.from({ length: count }).forEach(what)
const LOST = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'

test('before the first page there is nothing to fetch', async () => {
  const { server, level, state } = signIn(3, 0)
  await level()
  expect(server.reads.made).toBe(0)
  expect(state()).toBe('following')
})

test('changes during a lost connection are fetched once it is back, and not before', async () => {
  const { server, missing, level, answer, reads, titles, store, state } = signIn(5)
  await level()
  server.drop()
  expect(state()).toBe('following')
  missing(() => {
    server.add()
    server.removeElsewhere()
    server.readOneElsewhere()
  })
  expect(state()).toBe('catchingUp')
  expect(reads()).toEqual([{ since: 5, itemNo: 100 }])
  await answer()
  expect(titles()).toEqual(['Number 6', 'Number 5', 'Number 4', 'Number 2', 'Number 1'])
  expect(store.facts()).toMatchObject({ unreadCount: 4, isBehind: false })
  expect(state()).toBe('following')
})

test('a gap that closes without a request fetches nothing; one that stays open is fetched after a pause', async () => {
  const { server, level, answer, clock, store, stand, reads, state } = signIn(3)
  await level()
  const pushed = () => ({ data: server.shown[0]!, ...stand() })
  server.add()
  const late = pushed()
  server.add()
  store.push([pushed()])
  expect(state()).toBe('behind')
  clock.increment(GAP_PAUSE_MS - 1)
  store.push([late])
  expect(state()).toBe('following')
  clock.increment(GAP_PAUSE_MS)
  expect(reads()).toEqual([])
  server.readOneElsewhere()
  store.receive(stand())
  expect(state()).toBe('behind')
  clock.increment(GAP_PAUSE_MS)
  expect(reads()).toEqual([{ since: 5, itemNo: 100 }])
  await answer()
  expect(state()).toBe('following')
})

test('changes during a fetch are fetched after it', async () => {
  const { server, level, missing, answer, clock, store, stand, reads, state } = signIn(3)
  await level()
  missing(() => server.add())
  const asOf = { data: [server.shown[0]!], total_count: 1, ...stand() }
  server.add()
  store.receive(stand())
  server.reads.answerNext(() => ok(asOf))
  await flush()
  expect(state()).toBe('behind')
  clock.increment(GAP_PAUSE_MS)
  expect(reads()).toEqual([{ since: 4, itemNo: 100 }])
  await answer()
  expect(store.facts()).toMatchObject({ unreadCount: 5, isBehind: false })
})

test.each([
  ['a page', 3, PANEL],
  ['the loaded part', 8, 8],
])('if more changed than one response can contain, %s of the list is read again', async (_what, loaded, itemNo) => {
  const { server, level, missing, answer, reads, titles, store, state } = signIn(loaded, loaded)
  await level()
  missing(() => times(101, () => server.add()))
  await answer()
  expect(reads()).toEqual([{ page: 1, itemNo }])
  expect(state()).toBe('catchingUp')
  await answer()
  const newest = loaded + 101
  expect(titles()).toEqual(Array.from({ length: itemNo }, (_, index) => `Number ${newest - index}`))
  expect(store.facts()).toMatchObject({ unreadCount: newest, hasMore: true, isBehind: false })
  expect(state()).toBe('following')
})

test('changes while the list is read again are fetched after it', async () => {
  const { server, level, missing, answer, store, stand, state } = signIn(3)
  await level()
  missing(() => times(101, () => server.add()))
  await answer()
  const asOf = { data: server.shown.slice(0, PANEL), total_count: 104, ...stand() }
  server.add()
  store.receive(stand())
  server.reads.answerNext(() => ok(asOf))
  await flush()
  expect(state()).toBe('behind')
})

test('if the back end does not report the number of changes, its response counts as complete', async () => {
  const { server, level, missing, store, stand, titles, state } = signIn(3)
  await level()
  missing(() => server.add())
  server.reads.answerNext(() => ok({ data: [server.shown[0]!], ...stand() }))
  await flush()
  expect(titles()[0]).toBe('Number 4')
  expect(store.facts().isBehind).toBe(false)
  expect(state()).toBe('following')
})

test('a failed fetch is repeated after a pause that doubles up to 8 seconds, and a success resets it', async () => {
  const { server, missing, level, answer, fail, clock, store, state } = signIn(3)
  await level()
  missing(() => times(101, () => server.add()))
  /** Fails the fetch, and waits for the next one. @returns the pause in between, in milliseconds */
  const failAndWait = async () => {
    await fail()
    expect(state()).toBe('behind')
    expect(store.facts().isBehind, 'the missed change stays missing').toBe(true)
    let waited = 0
    while (state() === 'behind' && waited < 2 * LONGEST_PAUSE_MS) {
      clock.increment(GAP_PAUSE_MS)
      waited += GAP_PAUSE_MS
    }
    return waited
  }
  expect([await failAndWait(), await failAndWait()]).toEqual([1_000, 2_000])
  // Reading the list again instead counts as the same fetch.
  await answer()
  expect(await failAndWait()).toBe(4_000)
  expect([await failAndWait(), await failAndWait()]).toEqual([8_000, 8_000])
  await answer()
  await answer()
  expect(state()).toBe('following')
  missing(() => server.add())
  expect(await failAndWait()).toBe(1_000)
})

test('a failed fetch is not notified, because nobody asked for it', async () => {
  const { level, missing, fail, toasts } = signIn(3)
  await level()
  missing(() => undefined)
  await fail()
  expect(toasts.shown).toEqual([])
})

test('a response of the lost connection does not restore an entry that has left the list since', async () => {
  const { server, level, missing, answer, titles, store, stand } = signIn(1)
  await level()
  missing(() => times(2, () => server.add()))
  const [old] = server.reads.inFlight
  const outOfDate = { data: server.shown.slice(0, 2), total_count: 2, ...stand() }
  missing(() => {
    times(3, () => server.add())
    server.removeElsewhere()
  })
  await answer()
  const shown = server.shown.map(({ title }) => title)
  expect(titles()).toEqual(shown)
  expect(shown).not.toContain('Number 3')
  old!.answer(ok(outOfDate))
  await flush()
  expect(titles()).toEqual(shown)
  expect(store.facts().isBehind, 'and is fetched once more').toBe(true)
})

test('a response to reading the list again over the lost connection replaces nothing', async () => {
  const { server, level, missing, answer, titles, stand } = signIn(3)
  await level()
  missing(() => times(103, () => server.add()))
  await answer()
  const [old] = server.reads.inFlight
  expect(old!.input.query).toEqual({ page: 1, itemNo: PANEL })
  const outOfDate = { data: server.shown.slice(0, PANEL), total_count: 106, ...stand() }
  missing(() => server.removeElsewhere())
  await answer()
  await answer()
  const shown = titles()
  expect(shown).not.toContain('Number 102')
  old!.answer(ok(outOfDate))
  await flush()
  expect(titles()).toEqual(shown)
})

test('Mark all as read during a fetch does not lose the information that changes are missing', async () => {
  const { server, actor, level, missing, answer, clock, store, stand, reads, state } = signIn(3)
  await level()
  missing(() => server.readOneElsewhere())
  const [fetch] = server.reads.inFlight
  actor.send({ type: 'list.markAll' })
  expect(reads()).toEqual([])
  fetch!.answer(failed({ kind: 'aborted', message: '' }))
  await answer()
  expect(state()).toBe('behind')
  server.add()
  store.push([{ data: server.shown[0]!, ...stand() }])
  expect(state()).toBe('behind')
  clock.increment(GAP_PAUSE_MS)
  expect(reads()).toEqual([{ since: 3, itemNo: 100 }])
})

test('Mark all as read covers everything that this console has received, sends one request, and sets the count to 0', async () => {
  const { server, actor, store, answer, titles, state } = signIn(4)
  const isRead = () => titles().map((title, index) => [title, store.get(store.facts().ids[index]!)!.is_read])
  actor.send({ type: 'list.markAll' })
  actor.send({ type: 'list.markAll' })
  expect(server.writes.inFlight.map(({ input }) => input)).toEqual([
    { id: 'notifications.readAll', query: { up_to: 4 } },
  ])
  await answer()
  expect(isRead()).toEqual([
    ['Number 4', true],
    ['Number 3', true],
    ['Number 2', true],
    ['Number 1', true],
  ])
  expect(store.facts().unreadCount).toBe(0)
  expect(state()).toBe('behind')
})

test('a failed Mark all as read is notified, and everything stays unread', async () => {
  const { actor, store, toasts, fail, clock, state } = signIn(4)
  actor.send({ type: 'list.markAll' })
  await fail()
  expect(toasts.shown).toEqual([{ kind: 'error', message: LOST }])
  expect(store.facts().unreadCount).toBe(4)
  expect(store.get('n-4')!.is_read).toBe(false)
  clock.increment(GAP_PAUSE_MS)
  expect(state(), 'the outcome is fetched, because the call may have taken effect').toBe('catchingUp')
})

test('after the sign-out it has no listeners and aborts its calls', async () => {
  const fetching = signIn(4)
  fetching.server.connect()
  expect(fetching.reads()).toHaveLength(1)
  fetching.actor.stop()
  expect([fetching.reads(), fetching.server.listenerCount]).toEqual([[], 0])
  const marking = signIn(4)
  marking.actor.send({ type: 'list.markAll' })
  marking.actor.stop()
  expect(marking.server.writes.inFlight).toEqual([])
  await flush()
})
