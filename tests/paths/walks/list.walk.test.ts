/** Random walks of the list against its 'must never', with a list that streams on request while its records change. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, type Actor, type SnapshotFrom } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import type { RowStore } from '@machines/list/row-store'
import { LONGEST_RETRY_PAUSE_MS } from '@machines/refetch/refetch.machine'
import type { createListLogic } from '@machines/list/list.implementations'
import { disabling, FakeListServer, listAndActivity, SUBJECT, type Row } from '../kit/fake-list-server'
import type { listMachine } from '@machines/list/list.machine'
import { FakeToasts, flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

class World {
  readonly server = new FakeListServer(7)
  readonly toasts = new FakeToasts()
  readonly store: RowStore<Row>
  readonly activity: ReturnType<typeof listAndActivity>['activity']
  readonly actor: Actor<ReturnType<typeof createListLogic<Row>>['machine']>
  /** Rows before the step, to detect jumps. */
  before = { rows: 0, isRefreshing: false }

  constructor() {
    const { server, toasts } = this
    const { store, machine, activity } = listAndActivity(server, toasts)
    this.activity = activity
    this.store = store
    this.actor = createActor(machine, { input: { fields: ['label'] } })
    this.actor.start()
  }
}

const action =
  (rowId: string) =>
  ({ activity, server }: World) => {
    const isBusy = activity.getSnapshot().context.rowActions[rowId]?.getSnapshot().matches({ writing: 'busy' }) === true
    const before = server.actions.made
    const event = { type: 'rowAction.start', ...disabling(rowId) } as const
    activity.send(event)
    activity.send(event)
    expect(server.actions.made - before, 'a busy row took a second action').toBe(isBusy ? 0 : 1)
  }

const steps: Steps<World> = {
  'rows arrive': ({ server }) => server.sendChunk(),
  'the list is complete': ({ server }) => server.complete(),
  'the list is cut short': ({ server }) => server.cutShort(),
  'the list cannot be read': ({ server }) => server.failStream(),
  'the person tries again': ({ actor }) => actor.send({ type: 'retry' }),
  'the person reloads': ({ actor }) => actor.send({ type: 'list.reload' }),
  'a column is chosen': ({ actor }) => actor.send({ type: 'list.fieldsChosen', fields: ['email'] }),
  'a known column is chosen': ({ actor }) => actor.send({ type: 'list.fieldsChosen', fields: ['label'] }),
  'a search lets nothing through': ({ actor }) => actor.send({ type: 'list.counted', matching: 0 }),
  'a search lets all through': ({ actor, store }) => actor.send({ type: 'list.counted', matching: store.rows.length }),
  'a record is made': ({ server }) => server.create(),
  'the person makes a record': ({ server, actor }) => actor.send({ type: 'row.added', row: server.create() }),
  'the person saves a record': ({ server, actor }) => {
    const row = server.change()
    if (row) actor.send({ type: 'row.saved', row })
  },
  'new records are shown': ({ actor }) => actor.send({ type: 'list.showArrivals' }),
  'a record changes': ({ server }) => void server.change(),
  'every record changes': ({ server }) => server.changeAll(),
  'the person scrolls': ({ actor, store }) =>
    actor.send({ type: 'rows.inView', ids: store.rows.slice(-2).map(({ id }) => id) }),
  'a record goes': ({ server }) => server.remove(),
  'a record of another list changes': ({ server }) =>
    server.tellOf({ subject: `not ${SUBJECT}`, id: 'row-1', version: 99 }),
  'a moment passes': () => void vi.advanceTimersByTime(RECORD_REFETCH_MS),
  'changed rows arrive': ({ server }) => server.answerRefetch(),
  'changed rows cannot be read': ({ server }) => server.failRefetch(),
  'the socket is back': ({ server }) => server.resume(),
  'a row is disabled': action('row-1'),
  'another row is disabled': action('row-2'),
  'an action is done': ({ server }) => server.completeAction(),
  'an action is refused': ({ server }) => server.refuseAction(),
}

/** Whether the list is read again while the old rows stay. */
const isAgain = (snapshot: SnapshotFrom<typeof listMachine>) =>
  snapshot.matches('refreshing') || snapshot.matches('reloading')

function mustHold({ actor, server, store, before }: World): void {
  const snapshot = actor.getSnapshot()
  const { count, total, completedAt, arrivals } = snapshot.context
  const ids = store.rows.map(({ id }) => id)
  const isReading = snapshot.matches('reading') || snapshot.matches('refreshing') || snapshot.matches('reloading')
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    server.streams.inFlight.length > 1 && 'the list is read twice at once',
    server.streams.inFlight.length > 0 !== isReading && 'reading and its state differ',
    server.refetches.inFlight.length > 1 && 'two calls for changed records at once',
    server.refetches.inFlight.length > 0 && isReading && 'changed records are fetched while the list is read',
    server.actions.inFlight.some(
      ({ input }, index, all) => all.findIndex((other) => other.input === input) !== index,
    ) && 'two actions on one row',
    new Set(ids).size !== ids.length && `one row twice: ${ids.join(' ')}`,
    count !== store.rows.length && `says ${count} rows and has ${store.rows.length}`,
    count + arrivals > server.everMade && 'more rows and new records than were ever made',
    snapshot.matches('reading') && total !== null && 'a total before the end',
    snapshot.matches({ reading: 'loading' }) && count > 0 && 'skeletons over rows',
    (snapshot.matches('ready') || snapshot.matches('noMatch') || snapshot.matches('outdated')) &&
      (count === 0 || completedAt === null) &&
      'complete, and it is not',
    (snapshot.matches('empty') || snapshot.matches('unreachable')) && count > 0 && 'rows are hidden',
    snapshot.matches('cutShort') && count === 0 && 'stopped early after 0 rows',
    isAgain(snapshot) &&
      before.isRefreshing &&
      before.rows > 0 &&
      store.rows.length === 0 &&
      'the old rows are gone while it refreshes',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
  before.rows = store.rows.length
  before.isRefreshing = isAgain(snapshot)
}

const inOrder = (rows: readonly Row[]) => rows.map((row) => ({ ...row })).sort((a, b) => a.id.localeCompare(b.id))

/** Lets everything arrive; then the shown rows must equal the server's without a reload. */
async function settle({ actor, activity, server, store }: World): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    if (actor.getSnapshot().hasTag('error')) actor.send({ type: 'retry' })
    if (server.streams.inFlight.length > 0) server.complete()
    await flush()
    while (server.completeAction() || server.answerRefetch()) await flush()
    // The call for changed records has been repeated by then, however often it failed.
    vi.advanceTimersByTime(LONGEST_RETRY_PAUSE_MS)
    await flush()
  }
  actor.send({ type: 'list.showArrivals' })
  expect(actor.getSnapshot().context.arrivals).toBe(0)
  expect(inOrder(store.rows)).toEqual(inOrder(server.rows))
  mustHold({ actor, server, store, before: { rows: 0, isRefreshing: false } } as World)
  actor.stop()
  activity.stop()
}

test('a list that is read, refreshed, changed and acted on', async () => {
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['rows arrive', 'the list is complete', 'a record changes', 'a moment passes', 'changed rows arrive'],
    mustHold,
    leave: settle,
    flush,
  })
  expect(taken).toBeGreaterThan(3_000)
})
