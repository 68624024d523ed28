import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { FakeListServer, rowList, type Row } from '@tests/paths/kit/fake-list-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createListLogic } from './list.implementations'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function openList(rows = 7) {
  const server = new FakeListServer(rows)
  const toasts = new FakeToasts()
  const { store, machine } = createListLogic<Row>(
    {
      api: server.api,
      clock: { now: () => 5_000 },
      toasts,
      onRecordChanged: server.listen,
      onSocketResumed: server.onResumed,
    },
    rowList,
  )
  const actor = createActor(machine, { input: { fields: ['label'] } })
  actor.start()
  return {
    server,
    store,
    actor,
    toasts,
    state: () => actor.getSnapshot().value,
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

describe('records that change elsewhere', () => {
  test('are fetched many at once, with at most one call in 250 ms', async () => {
    const { server, store } = await readyList()
    for (let change = 0; change < 20; change += 1) {
      server.change('row-1')
      server.change('row-2')
    }
    expect(server.refetches.made).toBe(0)
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1', 'row-2']])
    server.change('row-3')
    vi.advanceTimersByTime(RECORD_REFETCH_MS - 1)
    expect(server.refetches.made).toBe(1)
    vi.advanceTimersByTime(1)
    expect(server.refetches.made).toBe(2)
    while (server.answerRefetch()) await flush()
    expect(store.get('row-1')).toEqual({ id: 'row-1', version: 21, label: 'row-1, version 21' })
  })

  test('are read with the whole list where they are very many', async () => {
    const { server, state } = await readyList(501)
    server.changeAll()
    aMoment()
    expect(server.refetches.made).toBe(0)
    expect(state()).toBe('refreshing')
  })

  test('are all fetched, however many there are on a page, in calls of a hundred', async () => {
    const { server, store, state } = await readyList(150)
    server.changeAll()
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input.length)).toEqual([100])
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input.length)).toEqual([100, 50])
    while (server.answerRefetch()) await flush()
    expect(store.rows).toHaveLength(150)
    expect(store.rows.every(({ version }) => version === 2)).toBe(true)
    expect(state()).toBe('ready')
  })

  test('are left out where the row is as new already, or belongs to another list', async () => {
    const { server, actor } = await readyList()
    actor.send({ type: 'record.changed', subject: 'Users', id: 'row-1', version: 1 })
    actor.send({ type: 'record.changed', subject: 'Admins', id: 'row-1', version: 9 })
    aMoment()
    expect(server.refetches.made).toBe(0)
  })

  test('are asked for again after a failure, with the next change', async () => {
    const { server, store } = await readyList()
    server.change('row-1')
    aMoment()
    server.failRefetch()
    await flush()
    server.change('row-2')
    aMoment()
    expect(server.refetches.inFlight.map(({ input }) => input)).toEqual([['row-1', 'row-2']])
    server.answerRefetch()
    await flush()
    expect([store.get('row-1')!.version, store.get('row-2')!.version]).toEqual([2, 2])
  })

  test('wait while the list is read, and then come once', async () => {
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

test('a refresh keeps the old rows until the new ones are whole', async () => {
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

test('a list that breaks off says how many rows came, and the rest can be loaded', async () => {
  const { server, actor, state, ids } = openList()
  server.sendChunk(3)
  server.cutShort()
  await flush()
  expect(state()).toBe('cutShort')
  expect(actor.getSnapshot().context).toMatchObject({ count: 3, total: null })
  actor.send({ type: 'retry' })
  server.failStream()
  await flush()
  expect(state(), 'it was never whole').toBe('cutShort')
  actor.send({ type: 'retry' })
  server.complete()
  await flush()
  expect(state()).toBe('ready')
  expect(ids()).toHaveLength(7)
})

describe('an action on a row', () => {
  const action = { type: 'rowAction.start', rowId: 'row-1', version: 1, action: 'disable', payload: {} } as const

  test('puts the record as the server has it, and says so', async () => {
    const { server, actor, store, toasts } = await readyList()
    actor.send(action)
    server.completeAction()
    await flush()
    expect(store.get('row-1')!.version).toBe(2)
    expect(toasts.shown).toEqual([{ kind: 'success', message: 'Disabled.' }])
  })

  test('that meets a conflict puts the record of the other', async () => {
    const { server, actor, store, toasts } = await readyList()
    server.change('row-1')
    actor.send(action)
    server.refuseAction()
    await flush()
    expect(store.get('row-1')).toMatchObject({ version: 2 })
    expect(toasts.shown.map(({ kind }) => kind)).toEqual(['error'])
  })

  test('answered late does not put an older record over a newer one', async () => {
    const { server, actor, store } = await readyList()
    actor.send(action)
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
})

test('a list that is left ends its reading', async () => {
  const { server, actor, store } = openList()
  const [reading] = server.streams.inFlight
  actor.stop()
  expect(server.streams.inFlight).toEqual([])
  expect(reading!.isGivenUp()).toBe(true)
  expect(store.rows).toEqual([])
})
