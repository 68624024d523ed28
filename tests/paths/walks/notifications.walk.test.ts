/**
 * Random walks of the notifications against their 'must never', with a server whose pushes are late, duplicated, out of
 * order or lost.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { LONGEST_PAUSE_MS } from '@machines/notification-sync/notification-sync.machine'
import { selectBell } from '@machines/notifications/notifications.view'
import { createNotificationsLogic } from '@machines/notifications/notifications.implementations'
import type { NotificationStore } from '@machines/notifications/notification-store'
import { FakeNotificationsServer } from '../kit/fake-notifications-server'
import { FakeToasts, flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

class World {
  readonly server: FakeNotificationsServer
  readonly toasts = new FakeToasts()
  readonly store: NotificationStore
  readonly actor: Actor<ReturnType<typeof createNotificationsLogic>['machine']>
  /** The shown entries before the step. */
  before: readonly string[] = []

  constructor(count: number) {
    this.server = new FakeNotificationsServer(count)
    const { api, socket } = this.server
    const { store, machine } = createNotificationsLogic({
      api,
      socket,
      toasts: this.toasts,
      log: { log: () => undefined },
    })
    this.store = store
    this.actor = createActor(machine).start()
  }
  get context() {
    return this.actor.getSnapshot().context
  }
}

const withEntry =
  (place: number, type: 'entry.click' | 'entry.accept') =>
  ({ actor }: World) => {
    const { ids, entries } = actor.getSnapshot().context
    const entry = entries[ids[place]!]
    entry?.send({ type })
    // Repeated at once, to test the lock.
    entry?.send({ type })
  }

const steps: Steps<World> = {
  'one comes': ({ server }) => server.add(),
  'a burst comes': ({ server }) => {
    for (let count = 0; count < 30; count += 1) server.add()
  },
  'one is read in another tab': ({ server }) => server.readOneElsewhere(),
  'all are read in another tab': ({ server }) => server.readAllElsewhere(),
  'a handover is accepted in another tab': ({ server }) => server.removeElsewhere(),
  'a colleague takes a handover': ({ server }) => server.takeElsewhere(),
  'an event arrives': ({ server }) => server.deliver(),
  'all events arrive': ({ server }) => {
    while (server.deliver());
  },
  'an event arrives twice': ({ server }) => server.deliverAgain(),
  'an event overtakes': ({ server }) => server.overtake(),
  'an event is lost': ({ server }) => server.lose(),
  'the line breaks': ({ server }) => server.drop(),
  'the line stands': ({ server }) => server.connect(),
  'a page or what was missed arrives': ({ server }) => server.answerRead(),
  'a page or what was missed cannot be read': ({ server }) => server.failRead(),
  'a write is done': ({ server }) => server.answerWrite(),
  'a write fails': ({ server }) => server.failWrite(),
  'a moment passes': () => void vi.advanceTimersByTime(300),
  'the panel is opened': ({ actor }) => actor.send({ type: 'panel.open' }),
  'the panel is closed': ({ actor }) => actor.send({ type: 'panel.close' }),
  'somebody reads': ({ actor }) => actor.send({ type: 'list.entered' }),
  'somebody leaves': ({ actor }) => actor.send({ type: 'list.left' }),
  'new ones are shown': ({ actor }) => actor.send({ type: 'list.showNew' }),
  'the end is seen': ({ actor }) => actor.send({ type: 'list.scrolledToEnd' }),
  'all are marked': ({ actor }) => actor.send({ type: 'list.markAll' }),
  'the person tries again': ({ actor }) => actor.send({ type: 'retry' }),
  'the first is clicked': withEntry(0, 'entry.click'),
  'the second is clicked': withEntry(1, 'entry.click'),
  'the first is accepted': withEntry(0, 'entry.accept'),
  'the third is accepted': withEntry(2, 'entry.accept'),
}

const isInOrder = (ids: readonly string[]) =>
  ids.every((id, place) => place === 0 || Number(ids[place - 1]!.slice(2)) > Number(id.slice(2)))

function mustHold(world: World, step: string): void {
  const { actor, server, store } = world
  const snapshot = actor.getSnapshot()
  const { ids, held, unreadCount, entries } = snapshot.context
  const isReading = snapshot.matches({ panel: 'reading' })
  const writes = server.writes.inFlight.map(({ input }) => JSON.stringify(input))
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    unreadCount < 0 && 'a count below 0',
    selectBell(snapshot).count > 10 && 'more than the badge says',
    new Set(ids).size !== ids.length && `one entry twice: ${ids.join(' ')}`,
    !isInOrder(ids) && `not the newest first: ${ids.join(' ')}`,
    ids.some((id) => !store.get(id)) && 'an entry without its record',
    !isReading && held > 0 && 'new ones wait, and nobody reads',
    !snapshot.matches({ panel: 'closed' }) && ids.some((id) => !entries[id]) && 'an entry without its actor',
    new Set(writes).size !== writes.length && `sent twice: ${writes.join(' ')}`,
    snapshot.matches({ list: 'empty' }) && ids.length > 0 && 'no notification, over entries',
    // Entries may leave, and more may be added at the end; none is added above while somebody reads.
    isReading &&
      step !== 'new ones are shown' &&
      step !== 'somebody reads' &&
      world.before.length > 0 &&
      ids.indexOf(world.before.find((id) => ids.includes(id)) ?? '') > 0 &&
      'a new one moved what is read',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
  world.before = isReading ? ids : []
}

/** Lets everything arrive; then the count and every entry must equal the server's, down to the last page. */
async function settle(world: World): Promise<void> {
  const { actor, server, store } = world
  server.connect()
  // The next event reveals that one was lost.
  if (server.hasLost) server.add()
  actor.send({ type: 'panel.open' })
  actor.send({ type: 'list.left' })
  for (let round = 0; round < 60; round += 1) {
    while (server.deliver()) await flush()
    while (server.answerWrite() || server.answerRead()) await flush()
    vi.advanceTimersByTime(round < 3 ? LONGEST_PAUSE_MS : 300)
    await flush()
    if (actor.getSnapshot().hasTag('error')) actor.send({ type: 'retry' })
    actor.send({ type: 'list.scrolledToEnd' })
    await flush()
    if (!world.context.hasMore && server.reads.inFlight.length === 0 && !store.facts().isBehind && round > 5) break
  }
  const { ids, unreadCount, hasMore } = world.context
  expect({ unreadCount, hasMore, ids }).toEqual({
    unreadCount: server.unread,
    hasMore: false,
    ids: server.shown.map(({ id }) => id),
  })
  expect(
    ids.map((id) => {
      const { is_removed: _, ...record } = store.get(id)!
      return record
    }),
  ).toEqual(server.shown.map(({ is_removed: _, ...record }) => record))
  actor.stop()
  expect(server.listenerCount, 'listeners are left').toBe(0)
}

test.each([0, 3, 23, 60])('with %i notifications at the beginning', async (count) => {
  const taken = await walkAtRandom(() => new World(count), {
    steps,
    often: ['one comes', 'an event arrives', 'a moment passes', 'a page or what was missed arrives', 'the line stands'],
    mustHold,
    leave: settle,
    flush,
  })
  expect(taken).toBeGreaterThan(1_500)
})
