import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { failed, ok } from '@contract/errors'
import { disabling, FakeListServer, LIST_ACTIONS, listAndActivity, SUBJECT } from '@tests/paths/kit/fake-list-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { COUNT_PAUSE_MS } from '../refetch/change-queue'
import {
  BEYOND_AT_MOST,
  DRAWN_WITHIN_MS,
  LONGEST_PAUSE_MS,
  MERGE_PAUSE_MS,
  MERGED_AT_ONCE,
} from '../refetch/refetch.implementations'
import { BEYOND_PAUSE_MS, RETRY_PAUSE_MS } from '../refetch/refetch.machine'
import { selectListView } from './list.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function openList(rows = 7) {
  const server = new FakeListServer(rows)
  const toasts = new FakeToasts()
  const { store, machine, activity, logic } = listAndActivity(server, toasts)
  const actor = createActor(machine, { input: { fields: ['label'] } })
  actor.start()
  return {
    server,
    store,
    actor,
    activity,
    logic,
    toasts,
    state: () => actor.getSnapshot().value,
    view: () => selectListView(actor.getSnapshot()),
    ids: () => store.rows.map(({ id }) => id),
  }
}
async function readyList(rows?: number) {
  const list = openList(rows)
  list.server.complete()
  await flush()
  expect(list.state()).toBe('ready')
  return list
}
const aMoment = () => void vi.advanceTimersByTime(RECORD_REFETCH_MS)
/** Fetches the changed records and waits for them. */
async function fetchChanges(server: FakeListServer) {
  aMoment()
  while (server.answerRefetch()) await flush()
}

test('every call requests the fields of the shown columns, and the whole list requests all rows', async () => {
  const { server, actor } = openList()
  actor.send({ type: 'list.fieldsChosen', fields: ['email'] })
  server.complete()
  await flush()
  server.change('row-1')
  aMoment()
  expect(server.queries).toEqual([
    { itemNo: Number.MAX_SAFE_INTEGER, fields: ['label'] },
    { itemNo: Number.MAX_SAFE_INTEGER, fields: ['label', 'email'] },
    { id: ['row-1'], itemNo: 1, fields: ['label', 'email'] },
  ])
})

test('requests a new field, also if other chosen fields are already loaded', async () => {
  const { server, actor } = openList()
  server.complete()
  await flush()
  actor.send({ type: 'list.fieldsChosen', fields: ['label'] })
  await flush()
  expect(server.queries).toHaveLength(1)
  actor.send({ type: 'list.fieldsChosen', fields: ['label', 'email'] })
  await flush()
  expect(server.queries.at(-1)).toMatchObject({ fields: ['label', 'email'] })
})

describe('records that change elsewhere', () => {
  test('are fetched without duplicates, one call at a time, with at least 250 ms between calls', async () => {
    const { server, store } = await readyList()
    for (let change = 0; change < 20; change += 1) {
      server.change('row-1')
      server.change('row-2')
    }
    expect(server.refetches.made).toBe(0)
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1', 'row-2']])
    server.change('row-3')
    vi.advanceTimersByTime(10 * RECORD_REFETCH_MS)
    expect(server.refetches.made, 'the first call is still in flight').toBe(1)
    server.answerRefetch()
    await flush()
    expect(store.get('row-1')).toEqual({ id: 'row-1', version: 21, label: 'row-1, version 21' })
    vi.advanceTimersByTime(RECORD_REFETCH_MS - 1)
    expect(server.refetches.made).toBe(1)
    vi.advanceTimersByTime(1)
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-3']])
  })

  test('are fetched less often by a machine that takes long to draw them, but twice a second', async () => {
    const { server } = await readyList()
    server.change('row-1')
    const clock = vi.spyOn(performance, 'now')
    clock.mockReturnValueOnce(0).mockReturnValueOnce(500)
    await fetchChanges(server)
    vi.advanceTimersByTime(DRAWN_WITHIN_MS)
    server.change('row-2')
    vi.advanceTimersByTime(LONGEST_PAUSE_MS - 1)
    expect(server.refetches.made).toBe(1)
    vi.advanceTimersByTime(1)
    expect(server.refetches.made).toBe(2)
    server.answerRefetch()
    await flush()
    vi.advanceTimersByTime(DRAWN_WITHIN_MS)
    server.change('row-3')
    vi.advanceTimersByTime(RECORD_REFETCH_MS)
    expect(server.refetches.made, 'the last ones were drawn in time').toBe(3)
  })

  test('are read with the whole list if the server reports too many to name', async () => {
    const { server, state, ids } = await readyList()
    server.tellOf({ subject: 'Others', id: null })
    expect(state()).toBe('ready')
    server.tellOf({ subject: SUBJECT, id: null })
    expect(state()).toBe('refreshing')
    expect(ids(), 'the rows stay meanwhile').toHaveLength(7)
    aMoment()
    expect(server.refetches.made).toBe(0)
  })

  test('are fetched at the same version if values changed without a new version', async () => {
    const { server, store } = await readyList()
    server.tellOf({ subject: SUBJECT, id: 'row-1', version: 1, derived: true })
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1']])
    server.refetches.answerNext(() => ok({ data: [{ id: 'row-1', version: 1, label: 'counted anew' }] }))
    await flush()
    expect(store.get('row-1')!.label).toBe('counted anew')
  })

  test('are fetched at once for rows in view, and a second later for other rows', async () => {
    const { server, actor } = await readyList()
    actor.send({ type: 'rows.inView', ids: ['row-1', 'row-2'] })
    server.change('row-7')
    vi.advanceTimersByTime(BEYOND_PAUSE_MS - 1)
    expect(server.refetches.made).toBe(0)
    vi.advanceTimersByTime(1)
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-7']])
    server.answerRefetch()
    await flush()
    server.change('row-6')
    server.change('row-2')
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-2', 'row-6']])
  })

  test('in view do not wait for a flood of other changes, which are all fetched eventually', async () => {
    const { server, actor, store } = await readyList(300)
    actor.send({ type: 'rows.inView', ids: ['row-1', 'row-2'] })
    for (let row = 3; row <= 300; row += 1) server.change(`row-${row}`)
    server.change('row-1')
    aMoment()
    const [call] = server.refetches.inFlight
    expect([call!.input[0], call!.input.length]).toEqual(['row-1', 1 + BEYOND_AT_MOST])
    for (let calls = 0; calls < 5; calls += 1) {
      server.answerRefetch()
      await flush()
      vi.advanceTimersByTime(10 * MERGE_PAUSE_MS)
      vi.advanceTimersByTime(BEYOND_PAUSE_MS)
    }
    expect(store.rows.filter(({ version }) => version === 2)).toHaveLength(299)
  })

  test('cause one machine event for the first change and one for the many that follow', async () => {
    const { server, actor } = await readyList(300)
    let events = 0
    const { refetch } = actor.getSnapshot().children
    refetch!.subscribe(() => (events += 1))
    for (let row = 1; row <= 300; row += 1) server.change(`row-${row}`)
    vi.advanceTimersByTime(COUNT_PAUSE_MS)
    expect(events).toBe(2)
    expect(refetch!.getSnapshot().context.waiting.inView).toBe(300)
  })

  test('are fetched at once when their rows are scrolled into view', async () => {
    const { server, actor } = await readyList()
    actor.send({ type: 'rows.inView', ids: ['row-1'] })
    server.change('row-7')
    actor.send({ type: 'rows.inView', ids: ['row-6', 'row-7'] })
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-7']])
  })

  test('are merged into the list a few at a time, with a pause for a frame', async () => {
    const { server, store, state } = await readyList(100)
    server.changeAll()
    aMoment()
    server.answerRefetch()
    await flush()
    const changed = () => store.rows.filter(({ version }) => version === 2).length
    expect(changed()).toBe(MERGED_AT_ONCE)
    vi.advanceTimersByTime(MERGE_PAUSE_MS)
    expect(changed()).toBe(2 * MERGED_AT_ONCE)
    vi.advanceTimersByTime(MERGE_PAUSE_MS)
    expect([changed(), state()]).toEqual([100, 'ready'])
  })

  test('in view are merged together and first, wherever the response contains them', async () => {
    const { server, actor, store } = await readyList(100)
    actor.send({ type: 'rows.inView', ids: ['row-50', 'row-99'] })
    server.changeAll()
    aMoment()
    server.answerRefetch()
    await flush()
    const changed = store.rows.flatMap(({ id, version }) => (version === 2 ? [id] : []))
    expect(changed).toHaveLength(MERGED_AT_ONCE)
    expect(changed).toEqual(expect.arrayContaining(['row-50', 'row-99']))
  })

  test('that are not in the list during a read are fetched afterwards, if the read does not contain them', async () => {
    const { server, actor, store } = await readyList(60)
    server.changeAll()
    aMoment()
    server.answerRefetch()
    await flush()
    actor.send({ type: 'list.reload' })
    server.refetches.answerNext(() => ok({ data: [] }))
    const read = server.rows.map((row) => ({ ...row, version: 1, label: 'from before' }))
    server.streams.inFlight[0]!.input.left = read
    server.complete()
    await flush()
    for (let round = 0; round < 3; round += 1) {
      aMoment()
      server.answerRefetch()
      await flush()
    }
    expect(store.rows.slice(MERGED_AT_ONCE).every(({ version }) => version === 2)).toBe(true)
  })

  test('are read with the whole list if there are very many', async () => {
    const { server, state } = await readyList(501)
    server.changeAll()
    aMoment()
    expect(server.refetches.made).toBe(0)
    expect(state()).toBe('refreshing')
  })

  test('are fetched individually if they are a small part of a long list', async () => {
    const { server, state } = await readyList(6000)
    for (let row = 1; row <= 501; row += 1) server.change(`row-${row}`)
    aMoment()
    expect(server.refetches.made).toBe(1)
    expect(state()).toBe('ready')
  })

  test('are all fetched in calls of two hundred, however many are in view', async () => {
    const { server, store, state } = await readyList(250)
    server.changeAll()
    for (const expected of [200, 50]) {
      aMoment()
      expect(server.refetches.inFlight.map(({ input }) => input.length)).toEqual([expected])
      server.answerRefetch()
      await flush()
      vi.advanceTimersByTime(10 * MERGE_PAUSE_MS)
    }
    expect(store.rows).toHaveLength(250)
    expect(store.rows.every(({ version }) => version === 2)).toBe(true)
    expect(state()).toBe('ready')
  })

  test('are fetched individually up to five hundred', async () => {
    const { server, state } = await readyList(500)
    server.changeAll()
    aMoment()
    expect(server.refetches.made).toBe(1)
    expect(state()).toBe('ready')
  })

  test('are fetched once: without a new version there is no call', async () => {
    const { server } = await readyList()
    server.change('row-1')
    await fetchChanges(server)
    for (let moment = 0; moment < 3; moment += 1) aMoment()
    expect(server.refetches.made).toBe(1)
  })

  test('that are reported together are fetched in one call', async () => {
    const { server, store } = await readyList()
    server.rows.forEach(({ id }) => server.tellOf({ subject: SUBJECT, id, version: 2 }))
    aMoment()
    expect(server.refetches.inFlight[0]!.input).toHaveLength(7)
    server.refetches.answerNext((ids) => ok({ data: ids.map((id) => ({ id, version: 2, label: 'new' })) }))
    await flush()
    expect(store.rows.map(({ label }) => label)).toEqual(Array(7).fill('new'))
  })

  test('leave the list when they no longer exist, and the count follows', async () => {
    const { server, ids, view } = await readyList(3)
    server.remove()
    await fetchChanges(server)
    expect(ids()).toEqual(['row-1', 'row-2'])
    expect(view().count).toBe(2)
  })

  test('are not merged into a list that was left meanwhile', async () => {
    const { server, actor, store } = await readyList()
    server.change('row-1')
    aMoment()
    const [late] = server.refetches.inFlight
    server.change('row-2')
    actor.stop()
    expect(server.refetches.inFlight).toEqual([])
    expect(vi.getTimerCount(), 'nothing is fetched any more').toBe(0)
    late!.answer(ok({ data: server.rows }))
    await flush()
    server.change('row-3')
    expect(vi.getTimerCount()).toBe(0)
    expect(store.rows.every(({ version }) => version === 1)).toBe(true)
  })

  test('are ignored if the row has that version already, or belongs to another list', async () => {
    const { server } = await readyList()
    server.tellOf({ subject: SUBJECT, id: 'row-1', version: 1 })
    server.tellOf({ subject: 'Admins', id: 'row-1', version: 9 })
    aMoment()
    expect(server.refetches.made).toBe(0)
  })

  test('are fetched again after a failure, together with newer changes; the pause doubles until a call succeeds', async () => {
    const { server, store } = await readyList()
    const pause = (ms: number) => {
      vi.advanceTimersByTime(ms - 1)
      expect(server.refetches.inFlight).toEqual([])
      vi.advanceTimersByTime(1)
    }
    server.change('row-1')
    aMoment()
    server.failRefetch()
    await flush()
    server.change('row-2')
    pause(RETRY_PAUSE_MS)
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1', 'row-2']])
    server.failRefetch()
    await flush()
    pause(2 * RETRY_PAUSE_MS)
    server.answerRefetch()
    await flush()
    expect([store.get('row-1')!.version, store.get('row-2')!.version]).toEqual([2, 2])
    server.change('row-1')
    aMoment()
    server.failRefetch()
    await flush()
    pause(RETRY_PAUSE_MS)
    expect(server.refetches.inFlight).toHaveLength(1)
  })

  test('wait while the list is read, and are then fetched once', async () => {
    const { server, store, ids } = openList()
    server.sendChunk(2)
    server.change('row-5')
    aMoment()
    expect(server.refetches.made).toBe(0)
    server.complete()
    await flush()
    expect(ids().filter((id) => id === 'row-5')).toEqual(['row-5'])
    aMoment()
    server.answerRefetch()
    await flush()
    expect(store.get('row-5')!.version).toBe(2)
  })
})

test('a refresh keeps the old rows until the new ones are complete', async () => {
  const { server, actor, store, state } = await readyList()
  const before = [...store.rows]
  actor.send({ type: 'list.reload' })
  server.sendChunk()
  expect(state()).toBe('refreshing')
  expect(store.rows).toEqual(before)
  server.failStream()
  await flush()
  expect(state()).toBe('outdated')
  expect(store.rows).toEqual(before)
})

test('a list that breaks off reports how many rows arrived, and the rest can be loaded', async () => {
  const { server, actor, state, ids } = openList()
  server.sendChunk(3)
  server.cutShort()
  await flush()
  expect(state()).toBe('cutShort')
  expect(actor.getSnapshot().context).toMatchObject({ count: 3, total: null })
  actor.send({ type: 'retry' })
  server.failStream()
  await flush()
  expect(state(), 'it was never complete').toBe('cutShort')
  actor.send({ type: 'retry' })
  server.complete()
  await flush()
  expect(state()).toBe('ready')
  expect(ids()).toHaveLength(7)
})

describe('an action on a row', () => {
  const start = { type: 'rowAction.start', ...disabling('row-1') } as const

  test('shows the record that the server returned, and notifies the success', async () => {
    const { server, activity, store, toasts } = await readyList()
    activity.send(start)
    server.completeAction()
    await flush()
    expect(store.get('row-1')!.version).toBe(2)
    expect(toasts.shown.map(({ kind, message }) => [kind, message])).toEqual([['success', 'Disabled.']])
  })

  test("that meets a conflict shows the other person's record", async () => {
    const { server, activity, store, toasts } = await readyList()
    server.change('row-1')
    activity.send(start)
    server.refuseAction()
    await flush()
    expect(store.get('row-1')).toMatchObject({ version: 2 })
    expect(toasts.shown.map(({ kind }) => kind)).toEqual(['error'])
  })

  test('with a late response does not replace a newer record by an older one', async () => {
    const { server, activity, store } = await readyList()
    activity.send(start)
    server.actions.answerNext(() => {
      server.change('row-1')
      const mine = server.rows[0]!
      server.change('row-1')
      store.put([server.rows[0]!])
      return { ok: true, value: { data: mine } }
    })
    await flush()
    expect(store.get('row-1')!.version).toBe(3)
  })

  test('continues when the list is left', async () => {
    const { server, actor, activity, toasts } = await readyList()
    activity.send(start)
    actor.stop()
    expect(server.actions.inFlight).toHaveLength(1)
    server.completeAction()
    await flush()
    expect(toasts.shown.map(({ message }) => message)).toEqual(['Disabled.'])
  })

  test('that ends while the list is read is not overwritten by the older response of the read', async () => {
    const { server, actor, activity, store, state } = await readyList()
    actor.send({ type: 'socket.resumed' })
    // The server has already read the rows before the change.
    activity.send(start)
    server.completeAction()
    await flush()
    expect(store.get('row-1')!.version).toBe(2)
    server.complete()
    await flush()
    expect(state()).toBe('ready')
    expect(store.get('row-1')!.version).toBe(2)
  })
})

describe('an older record never replaces a newer one', () => {
  test('when a form saved it before another change arrived', async () => {
    const { server, actor, store } = await readyList()
    const mine = server.change('row-1')!
    server.change('row-1')
    aMoment()
    server.answerRefetch()
    await flush()
    expect(store.get('row-1')!.version).toBe(3)
    actor.send({ type: 'row.saved', row: mine })
    expect(store.get('row-1')!.version).toBe(3)
  })

  test('when the call for changed records gets a late response', async () => {
    const { server, actor, store } = await readyList()
    const old = server.change('row-1')!
    aMoment()
    const newer = server.change('row-1')!
    actor.send({ type: 'row.saved', row: newer })
    server.refetches.answerNext(() => ({ ok: true, value: { data: [old] } }))
    await flush()
    expect(store.get('row-1')!.version).toBe(3)
  })

  test('when it is a new record that waits to be shown', async () => {
    const { server, actor, store } = await readyList()
    const made = server.create()
    server.change(made.id)
    await fetchChanges(server)
    server.tellOf({ subject: SUBJECT, id: made.id, version: 2, derived: true })
    aMoment()
    server.refetches.answerNext(() => ok({ data: [made] }))
    await flush()
    actor.send({ type: 'list.showArrivals' })
    expect(store.get(made.id)!.version).toBe(2)
  })
})

test('a change that is reported during a read is fetched afterwards, whatever the store contains', async () => {
  const { server, actor, store } = await readyList()
  actor.send({ type: 'socket.resumed' })
  // The store has the change before the socket reports it; the read in flight began earlier.
  store.put([{ id: 'row-1', version: 2, label: 'row-1, version 2' }])
  server.change('row-1')
  server.complete()
  await flush()
  aMoment()
  expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1']])
  server.answerRefetch()
  await flush()
  expect(store.get('row-1')!.version).toBe(2)
})

describe('a failed call', () => {
  const REFUSED = failed({ kind: 'forbidden', message: 'You are not permitted to read users.' })

  test('shows the message of the server once, if the person asked for the call', async () => {
    const { server, actor, toasts, state, view } = openList()
    server.streams.answerNext(() => REFUSED)
    await flush()
    expect(state()).toBe('unreachable')
    expect(view().status, 'trying again would not help').toBe('noPermission')
    expect(toasts.shown).toEqual([{ kind: 'error', message: 'You are not permitted to read users.' }])
    actor.send({ type: 'retry' })
    server.failStream()
    await flush()
    expect(view().status).toBe('unreachable')
    expect(toasts.shown).toHaveLength(2)
    actor.send({ type: 'retry' })
    server.complete()
    await flush()
    actor.send({ type: 'list.fieldsChosen', fields: ['email'] })
    expect(state()).toBe('reloading')
    server.streams.answerNext(() => REFUSED)
    await flush()
    expect(state()).toBe('outdated')
    expect(toasts.shown).toHaveLength(3)
  })

  test('in the background is not notified, whether or not there are rows', async () => {
    const { server, actor, toasts, state } = openList()
    server.failStream()
    await flush()
    actor.send({ type: 'socket.resumed' })
    expect(state()).toBe('refreshing')
    server.failStream()
    await flush()
    expect(state()).toBe('unreachable')
    actor.send({ type: 'list.reload' })
    server.complete()
    await flush()
    expect(state()).toBe('ready')
    server.change('row-1')
    aMoment()
    server.failRefetch()
    actor.send({ type: 'socket.resumed' })
    server.cutShort()
    await flush()
    expect(state()).toBe('outdated')
    expect(toasts.shown).toHaveLength(1)
  })

  test('reports that the list stopped before its first row', async () => {
    const { server, toasts, view } = openList()
    server.cutShort()
    await flush()
    const message = 'The list stopped before its end. Nothing was changed. Try again.'
    expect(view()).toMatchObject({ status: 'unreachable', error: { kind: 'network', message } })
    expect(toasts.shown).toEqual([{ kind: 'error', message }])
  })

  test('reports once that the list stopped early', async () => {
    const { server, toasts, state } = openList()
    server.sendChunk(3)
    server.cutShort()
    await flush()
    expect(state()).toBe('cutShort')
    expect(toasts.shown.map(({ kind }) => kind)).toEqual(['error'])
  })
})

describe('a new record', () => {
  test('of a colleague waits until the person asks for it, and is then shown first, the newest at the top', async () => {
    const { server, actor, ids, view } = await readyList(3)
    server.create()
    await fetchChanges(server)
    server.create()
    server.change('row-1')
    server.create()
    await fetchChanges(server)
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
    expect(view()).toMatchObject({ count: 3, arrivals: 3 })
    actor.send({ type: 'row.saved', row: server.rows[0]! })
    expect(view().arrivals, 'a change of another record shows nothing').toBe(3)
    actor.send({ type: 'list.showArrivals' })
    expect(ids()).toEqual(['row-6', 'row-5', 'row-4', 'row-1', 'row-2', 'row-3'])
    expect(view()).toMatchObject({ count: 6, arrivals: 0 })
  })

  test('that a colleague deletes before it was shown stops waiting', async () => {
    const { server, actor, ids, view } = await readyList(3)
    server.create()
    await fetchChanges(server)
    expect(view().arrivals).toBe(1)
    server.remove()
    await fetchChanges(server)
    expect(view().arrivals).toBe(0)
    actor.send({ type: 'list.showArrivals' })
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
  })

  test('that waits is part of the list after it is read again', async () => {
    const { server, actor, ids, view } = await readyList(3)
    server.create()
    await fetchChanges(server)
    actor.send({ type: 'list.reload' })
    actor.send({ type: 'list.showArrivals' })
    expect(ids()).toEqual(['row-4', 'row-1', 'row-2', 'row-3'])
    server.create()
    server.complete()
    await flush()
    await fetchChanges(server)
    expect(view().arrivals).toBe(1)
    actor.send({ type: 'list.reload' })
    server.complete()
    await flush()
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3', 'row-4', 'row-5'])
    expect(view()).toMatchObject({ count: 5, arrivals: 0 })
  })

  test('that arrived while the list could not be read stops waiting once the list is read from the beginning', async () => {
    const { server, actor, view } = openList(3)
    server.failStream()
    await flush()
    server.create()
    await fetchChanges(server)
    expect(view()).toMatchObject({ status: 'unreachable', arrivals: 1 })
    actor.send({ type: 'retry' })
    expect(view()).toMatchObject({ status: 'loading', arrivals: 0 })
  })

  test('of this page is shown first at once and only once, however often it is reported', async () => {
    const { server, actor, ids, view } = await readyList(3)
    const mine = server.create()
    await fetchChanges(server)
    expect(view().arrivals).toBe(1)
    actor.send({ type: 'row.added', row: mine })
    actor.send({ type: 'row.added', row: mine })
    expect(ids()).toEqual(['row-4', 'row-1', 'row-2', 'row-3'])
    expect(view()).toMatchObject({ count: 4, arrivals: 0 })
    expect(server.refetches.made, 'a complete record is not fetched again').toBe(1)
    aMoment()
    expect(server.refetches.made).toBe(1)
  })

  test('of this page, created during the first read, is shown first afterwards and fetched, because the read may be older', async () => {
    const { server, actor, ids, view } = openList(3)
    server.sendChunk(2)
    actor.send({ type: 'row.added', row: server.create() })
    actor.send({ type: 'row.added', row: server.rows[2]! })
    expect(ids()).toEqual(['row-1', 'row-2'])
    server.complete()
    await flush()
    expect(ids()).toEqual(['row-4', 'row-1', 'row-2', 'row-3'])
    expect(view().count).toBe(4)
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-4', 'row-3']])
  })

  test('of this page, created while the list is read again, is shown at once, and stays', async () => {
    const { server, actor, ids } = await readyList(3)
    actor.send({ type: 'list.reload' })
    actor.send({ type: 'row.added', row: server.create() })
    expect(ids()).toEqual(['row-4', 'row-1', 'row-2', 'row-3'])
    server.complete()
    await flush()
    expect(ids()).toEqual(['row-4', 'row-1', 'row-2', 'row-3'])
  })

  test('of this page that a colleague deletes is not in the list after the next read', async () => {
    const { server, actor, ids } = await readyList(3)
    actor.send({ type: 'row.added', row: server.create() })
    server.remove()
    actor.send({ type: 'list.reload' })
    server.complete()
    await flush()
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
  })

  test('of this page that is deleted before the list could be read does not appear in it', async () => {
    const { server, actor, ids } = openList(3)
    actor.send({ type: 'row.added', row: server.create() })
    server.failStream()
    await flush()
    server.remove()
    await fetchChanges(server)
    actor.send({ type: 'retry' })
    server.complete()
    await flush()
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
  })
})

describe('a record that a form saved', () => {
  test('is shown at once and not fetched, because the response contains all fields', async () => {
    const { server, actor, store } = await readyList()
    const saved = { id: 'row-1', version: 1, label: 'row-1, with an email', email: 'ada@pitboss.test' }
    actor.send({ type: 'row.saved', row: saved })
    expect(store.get('row-1')).toEqual(saved)
    aMoment()
    expect(server.refetches.made).toBe(0)
    const changes: string[] = []
    store.subscribe(({ kind }) => changes.push(kind))
    actor.send({ type: 'list.reload' })
    server.complete()
    await flush()
    expect(changes, 'and is not applied again over later data').toEqual(['reset'])
  })

  test('during a read is shown in its newest version, and fetched afterwards', async () => {
    const { server, actor, store } = await readyList()
    actor.send({ type: 'list.reload' })
    const [second, third] = [2, 3].map((version) => ({ id: 'row-1', version, label: `version ${version}` }))
    actor.send({ type: 'row.saved', row: third! })
    actor.send({ type: 'row.saved', row: second! })
    server.complete()
    await flush()
    expect(store.get('row-1')).toEqual(third)
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1']])
  })
})

test('an action on a record of another list with the same id changes no row', async () => {
  const { server, activity, logic, store } = await readyList()
  logic.define({ ...LIST_ACTIONS, list: 'others' })
  activity.send({ type: 'rowAction.start', ...disabling('row-1'), list: 'others' })
  server.completeAction()
  await flush()
  expect(store.get('row-1')!.version).toBe(1)
})

test('a live connection that is restored after a gap reads the list again', async () => {
  const { server, state } = await readyList()
  server.resume()
  expect(state()).toBe('refreshing')
})

describe('a read that was replaced by another', () => {
  test('leaves no rows behind: choosing a column during the first read starts it again', async () => {
    const { server, actor, ids, state } = openList(3)
    server.sendChunk(2)
    actor.send({ type: 'list.fieldsChosen', fields: ['email'] })
    expect(ids()).toEqual([])
    server.complete()
    await flush()
    expect(state()).toBe('ready')
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
  })

  test('changes nothing when its response arrives late', async () => {
    const { server, actor, ids, state } = await readyList(3)
    actor.send({ type: 'list.reload' })
    const [old] = server.streams.inFlight
    actor.send({ type: 'list.fieldsChosen', fields: ['email'] })
    old!.answer(ok({ total_count: 0, cutShort: false }))
    await flush()
    expect(state()).toBe('reloading')
    expect(ids()).toEqual(['row-1', 'row-2', 'row-3'])
  })
})

test('leaving a list aborts its read', async () => {
  const { server, actor, store } = openList()
  const [reading] = server.streams.inFlight
  actor.stop()
  expect(server.streams.inFlight).toEqual([])
  expect(reading!.isGivenUp()).toBe(true)
  expect(store.rows).toEqual([])
})
