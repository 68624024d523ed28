import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { RecordChanged } from '@contract/socket'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { LIST_ACTIONS, SUBJECT } from '@tests/paths/kit/fake-list-server'
import { Calls, FakeDrafts, FakeLine, FakePending, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { RECALL_PATIENCE_MS } from '../kit/recall'
import { createActivityLogic } from '../activity/activity.implementations'
import { COLLECTED_MS, createOrderImplementations, idsInOrder, type OrderDefinition } from './order.implementations'
import { orderCommands, selectOrderView } from './order.view'

interface Row {
  id: string
  place: number
}
interface Call {
  operation: string
  body: { ids: string[] }
  version: CallOptions['ifMatch']
  key: string | undefined
}
/** The device and the rows of one tab, which survive a reload. */
function device(ids: readonly string[] = ['a', 'b', 'c']) {
  const listeners = new Set<() => void>()
  const rows = {
    rows: ids.map((id, place): Row => ({ id, place })),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    pending: new FakePending(),
    drafts: new FakeDrafts(),
    line: new FakeLine(),
    rows,
    listeners,
    /** Sets the rows of the list, in this order. */
    become(order: readonly string[]) {
      // The rows of a list are unsorted: each has its place.
      rows.rows = order.map((id, place): Row => ({ id, place })).toReversed()
      listeners.forEach((listener) => listener())
    },
  }
}
type Device = ReturnType<typeof device>
const CONFLICT: ApiError = { kind: 'conflict', message: 'The list of rows has changed meanwhile.', current: undefined }

/**
 * A page with the list and the dialog.
 * @param isReload the page after a reload, which resumes pending actions
 * @param sent the order that the dialog opens with
 */
function open(on: Device = device(), { isReload = false, sent }: { isReload?: boolean; sent?: string[] } = {}) {
  const calls = new Calls<Call, Result<Reply<null>>>()
  const toasts = new FakeToasts()
  const api = {
    call: ({ id: operation }: { id: string }, { body }: { body: { ids: string[] } }, options: CallOptions) =>
      calls.call({ operation, body, version: options.ifMatch, key: options.idempotencyKey }, options.signal),
  } as unknown as ApiPort
  const logic = createActivityLogic({
    api,
    toasts,
    unload: { guard: () => () => undefined },
    pending: on.pending,
    onLineBack: on.line.listen,
    signOut: () => undefined,
    loadBulkActions: () => Promise.reject(new Error('No bulk action is started')),
  })
  const told: RecordChanged[] = []
  logic.onChanged((change) => told.push(change))
  logic.define({
    ...LIST_ACTIONS,
    actions: {
      order: {
        operation: { id: 'rows.order' } as never,
        ofList: true,
        success: () => 'Successfully Updated',
        gerund: () => 'Saving',
        participle: () => 'saved',
      },
    },
  })
  const activity = createActor(logic.machine).start()
  if (isReload) logic.resume('rows', activity)
  const reread = vi.fn<() => void>()
  const guards = { set: 0 }
  const definition: OrderDefinition<Row> = {
    list: 'rows',
    action: 'order',
    actionId: 'order of rows',
    record: { name: 'the order of the rows', href: '/rows' },
    rows: on.rows,
    placeOf: ({ place }) => place,
    draftKey: { userId: 'ada', form: 'rows.order', record: 'all' },
    reread,
  }
  const machine = createOrderImplementations(
    {
      activity,
      drafts: on.drafts,
      unload: {
        guard() {
          guards.set += 1
          return () => void (guards.set -= 1)
        },
      },
    },
    definition,
  )
  const save = activity.getSnapshot().context.rowActions['order of rows']
  const actor = createActor(machine, {
    input: {
      list: idsInOrder(definition),
      sent: sent ?? (save?.getSnapshot().context.payload.ids as string[] | undefined) ?? null,
      key: 'key',
    },
  })
  const closed = vi.fn<() => void>()
  actor.on('order.closed', closed)
  actor.start()
  return {
    calls,
    toasts,
    told,
    activity,
    reread,
    guards,
    actor,
    closed,
    do: orderCommands((event) => actor.send(event)),
    view: () => selectOrderView(actor.getSnapshot()),
    state: () => selectOrderView(actor.getSnapshot()).state,
    asked: () => calls.inFlight.map(({ input }) => input),
    answer: async (result: Result<Reply<null>>) => {
      calls.answerNext(() => result)
      await flush()
    },
    /** Lets the time pass during which changes of the list are collected. */
    collect: () => vi.advanceTimersByTime(COLLECTED_MS),
  }
}
const SAVED = ok({ data: null })

/** A dialog that has finished looking up stored moves. */
async function opened(...args: Parameters<typeof open>) {
  const page = open(...args)
  await flush()
  return page
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('the moves are saved in one call with a key and without a version; then the list is read again and the dialog closes', async () => {
  const page = await opened()
  expect(page.state()).toBe('unmoved')
  page.do.save()
  expect(page.asked()).toEqual([])
  page.do.move(['b', 'a', 'c'])
  expect(page.view()).toMatchObject({ state: 'moved', ids: ['b', 'a', 'c'], canSave: true, holds: true, locked: false })
  page.do.save()
  expect(page.view()).toMatchObject({ state: 'saving', canSave: false, holds: false, locked: true })
  expect(page.asked()).toEqual([
    { operation: 'rows.order', body: { ids: ['b', 'a', 'c'] }, version: undefined, key: 'key.1' },
  ])
  await page.answer(SAVED)
  expect(page.state()).toBe('saved')
  expect(page.closed).toHaveBeenCalledOnce()
  expect(page.told).toEqual([{ subject: SUBJECT, id: null }])
  expect(page.toasts.shown).toEqual([
    { kind: 'success', message: 'Successfully Updated', link: { label: 'the order of the rows', href: '/rows' } },
  ])
  expect(page.activity.getSnapshot().context.rowActions).toEqual({})
})

test('while the save has no outcome, nothing can be moved or saved, and the dialog stays open', async () => {
  const page = await opened()
  page.do.move(['b', 'a', 'c'])
  page.do.save()
  const locked = () => {
    page.do.move(['c', 'b', 'a'])
    page.do.save()
    page.do.discard()
    page.do.leave()
    return [page.view().ids, page.asked().length]
  }
  expect(locked()).toEqual([['b', 'a', 'c'], 1])
  await page.answer(failed(UNREACHABLE))
  expect(page.state()).toBe('checking')
  expect(locked()).toEqual([['b', 'a', 'c'], 0])
  expect(page.closed).not.toHaveBeenCalled()
})

describe('without a response', () => {
  test('the same order is sent again under the same key, and takes effect once', async () => {
    const page = await opened()
    page.do.move(['b', 'a', 'c'])
    page.do.save()
    const [first] = page.asked()
    await page.answer(failed(UNREACHABLE))
    expect([page.state(), page.toasts.shown]).toEqual(['checking', []])
    vi.advanceTimersByTime(1_000)
    expect([page.state(), page.asked()]).toEqual(['checking', [first]])
    await page.answer(SAVED)
    expect(page.state()).toBe('saved')
  })

  test('Check again repeats the call at once, both during the automatic repetition and after its end', async () => {
    const page = await opened()
    page.do.move(['b', 'a', 'c'])
    page.do.save()
    await page.answer(failed(UNREACHABLE))
    page.do.check()
    expect(page.asked()).toHaveLength(1)
    await page.answer(failed(UNREACHABLE))
    vi.advanceTimersByTime(60_000)
    expect(page.state()).toBe('unresolved')
    page.do.check()
    expect([page.state(), page.asked().length]).toEqual(['checking', 1])
  })

  test('after a reload the dialog opens with the sent order, and repeats the call with the same key', async () => {
    const tab = device()
    const first = await opened(tab)
    first.do.move(['b', 'a', 'c'])
    first.do.save()
    const [asked] = first.asked()
    first.actor.stop()
    first.activity.stop()
    const page = await opened(tab, { isReload: true })
    expect(page.view()).toMatchObject({ state: 'checking', ids: ['b', 'a', 'c'] })
    expect(page.asked()).toEqual([asked])
    await page.answer(SAVED)
    expect([page.state(), tab.pending.kept.size, tab.drafts.kept.size]).toEqual(['saved', 0, 0])
  })

  test('a save that ended before the dialog opened closes it', async () => {
    const page = open(device(), { sent: ['b', 'a', 'c'] })
    expect([page.state(), page.asked()]).toEqual(['saved', []])
  })

  test('the dialog can be left after the automatic repetition ended: the save is dropped, and the moves stay on the device', async () => {
    const tab = device()
    const page = await opened(tab)
    page.do.move(['b', 'a', 'c'])
    page.do.save()
    await page.answer(failed(UNREACHABLE))
    vi.advanceTimersByTime(60_000)
    page.do.leave()
    expect([page.state(), tab.pending.kept.size]).toEqual(['left', 0])
    expect(page.activity.getSnapshot().context.rowActions).toEqual({})
    expect((await opened(tab)).view()).toMatchObject({ state: 'moved', ids: ['b', 'a', 'c'], isRestored: true })
  })
})

describe('a list that contains other records by now', () => {
  test('is read again; the moves are applied to it, the changes are shown, and it is saved under another key', async () => {
    const tab = device()
    const page = await opened(tab)
    page.do.move(['c', 'a', 'b'])
    page.do.save()
    await page.answer(failed(CONFLICT))
    expect(page.view()).toMatchObject({ state: 'rereading', holds: true, canSave: false })
    expect(page.told).toEqual([{ subject: SUBJECT, id: null }])
    expect(page.activity.getSnapshot().context.rowActions).toEqual({})
    page.do.reread()
    expect(page.reread).toHaveBeenCalledOnce()
    tab.become(['a', 'b', 'c', 'd'])
    page.collect()
    expect(page.view()).toMatchObject({
      state: 'conflict',
      ids: ['c', 'a', 'b', 'd'],
      changes: { came: ['d'], went: [], isReordered: false },
    })
    page.do.save()
    expect(page.asked()).toMatchObject([{ body: { ids: ['c', 'a', 'b', 'd'] }, key: 'key.2' }])
  })

  test('is used at once if the console knew of the change', async () => {
    const tab = device()
    const page = await opened(tab)
    page.do.move(['c', 'a', 'b'])
    page.do.save()
    tab.become(['a', 'c'])
    page.collect()
    expect(page.view()).toMatchObject({ state: 'saving', ids: ['c', 'a', 'b'] })
    await page.answer(failed(CONFLICT))
    expect(page.view()).toMatchObject({ state: 'conflict', ids: ['c', 'a'], changes: { went: ['b'] } })
  })

  test('is also used after a reload, when the list before the moves is unknown', async () => {
    const tab = device()
    const first = await opened(tab)
    first.do.move(['c', 'a', 'b'])
    first.do.save()
    first.actor.stop()
    first.activity.stop()
    tab.become(['a', 'b', 'c', 'd'])
    const page = await opened(tab, { isReload: true })
    await page.answer(failed(CONFLICT))
    expect(page.view()).toMatchObject({
      state: 'conflict',
      ids: ['c', 'a', 'b', 'd'],
      changes: { came: ['d'], went: [] },
    })
  })
})

test('a refusal is shown with its reason, the moves stay, and the next attempt is another save', async () => {
  const page = await opened()
  page.do.move(['b', 'a', 'c'])
  page.do.save()
  await page.answer(failed({ kind: 'forbidden', message: 'Not you.' }))
  expect(page.view()).toMatchObject({ state: 'refused', problem: 'Not you.', ids: ['b', 'a', 'c'], holds: true })
  expect(page.told).toEqual([])
  // The dialog shows the refusal, so the shell does not.
  expect(page.activity.getSnapshot().context.rowActions).toEqual({})
  page.do.save()
  expect(page.asked()).toMatchObject([{ key: 'key.2' }])
  expect(page.view().problem).toBeNull()
})

test("other people's changes of the list are shown while records are moved, and the moves are applied to the new list", async () => {
  const tab = device(['a', 'b', 'c', 'd'])
  const page = await opened(tab)
  tab.become(['b', 'a', 'c', 'd'])
  page.collect()
  expect(page.view()).toMatchObject({ state: 'unmoved', ids: ['b', 'a', 'c', 'd'], changes: { isReordered: false } })
  page.do.move(['d', 'b', 'a', 'c'])
  tab.become(['a', 'b', 'd'])
  tab.become(['a', 'b', 'd', 'e'])
  expect(page.view().ids).toEqual(['d', 'b', 'a', 'c'])
  page.collect()
  expect(page.view()).toMatchObject({
    state: 'moved',
    ids: ['d', 'a', 'b', 'e'],
    changes: { came: ['e'], went: ['c'], isReordered: true },
  })
  // Values other than the places of rows do not affect the order.
  const { ids } = page.view()
  tab.listeners.forEach((listener) => listener())
  page.collect()
  expect(page.view().ids).toBe(ids)
})

test('moves are stored on the device until they are saved, discarded, or moved back', async () => {
  const tab = device()
  const page = await opened(tab)
  const kept = () => [...tab.drafts.kept.values()].map(({ from, values }) => [from!.ids, values.ids])
  page.do.move(['b', 'a', 'c'])
  expect(kept()).toEqual([
    [
      ['a', 'b', 'c'],
      ['b', 'a', 'c'],
    ],
  ])
  page.do.move(['a', 'b', 'c'])
  expect([page.state(), kept()]).toEqual(['unmoved', []])
  page.do.move(['c', 'a', 'b'])
  page.do.discard()
  expect([page.view().ids, kept()]).toEqual([['a', 'b', 'c'], []])
  page.do.move(['c', 'a', 'b'])
  page.actor.stop()

  // Somebody has added a record since.
  tab.become(['a', 'b', 'c', 'd'])
  const later = await opened(tab)
  expect(later.view()).toMatchObject({
    state: 'moved',
    ids: ['c', 'a', 'b', 'd'],
    isRestored: true,
    changes: { came: ['d'] },
  })
  later.do.leave()
  expect(later.state()).toBe('leaving')
  later.do.leaveAnyway()
  expect([later.state(), kept(), later.closed.mock.calls.length]).toEqual(['left', [], 1])
})

test('leaving asks only if records were moved', async () => {
  const page = await opened()
  page.do.move(['b', 'a', 'c'])
  page.do.leave()
  expect([page.state(), page.closed.mock.calls.length]).toEqual(['leaving', 0])
  expect(page.view()).toMatchObject({ locked: true, canSave: false, holds: true })
  page.do.stay()
  expect(page.view()).toMatchObject({ state: 'moved', ids: ['b', 'a', 'c'] })
  page.do.discard()
  expect(page.view().holds).toBe(false)
  page.do.leave()
  expect([page.state(), page.closed.mock.calls.length]).toEqual(['left', 1])
})

test('the browser asks before the tab is closed if moves cannot be stored, and only then', async () => {
  const keeping = await opened()
  keeping.do.move(['b', 'a', 'c'])
  expect(keeping.guards.set).toBe(0)
  const tab = device()
  tab.drafts.canKeep = () => false
  const page = await opened(tab)
  expect(page.guards.set).toBe(0)
  page.do.move(['b', 'a', 'c'])
  expect(page.guards.set).toBe(1)
  page.do.discard()
  expect(page.guards.set).toBe(0)
})

test('moves that an earlier version of the console stored without the original order are ignored', async () => {
  const tab = device()
  tab.drafts.kept.set('ada/rows.order/all', { values: { ids: ['b', 'a', 'c'] }, version: null, savedAt: 1 })
  expect((await opened(tab)).state()).toBe('unmoved')
})

test.each([
  ['cannot be read', () => Promise.reject(new Error('The database is closed'))],
  ['are not read in time', () => new Promise<never>(() => undefined)],
])(
  'moves of an earlier visit that %s stay stored until the next move, and the order can be changed',
  async (_, load) => {
    const tab = device()
    const earlier = { from: { ids: ['a', 'b', 'c'] }, values: { ids: ['c', 'a', 'b'] }, version: null, savedAt: 1 }
    tab.drafts.kept.set('ada/rows.order/all', earlier)
    tab.drafts.load = load
    const page = await opened(tab)
    vi.advanceTimersByTime(RECALL_PATIENCE_MS)
    expect(page.view()).toMatchObject({ state: 'unmoved', ids: ['a', 'b', 'c'], locked: false })
    expect([...tab.drafts.kept.values()]).toEqual([earlier])
    page.do.move(['b', 'a', 'c'])
    expect([...tab.drafts.kept.values()]).toMatchObject([{ values: { ids: ['b', 'a', 'c'] } }])
  },
)

test('a closed dialog has no listeners, and the save continues', async () => {
  const tab = device()
  const page = await opened(tab)
  page.do.move(['b', 'a', 'c'])
  page.do.save()
  page.actor.stop()
  expect([tab.listeners.size, page.asked().length]).toEqual([0, 1])
  await page.answer(SAVED)
  expect(page.toasts.shown.map(({ message }) => message)).toEqual(['Successfully Updated'])
})
