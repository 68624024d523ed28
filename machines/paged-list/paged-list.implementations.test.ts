import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { RECORD_REFETCH_MS } from '@contract/constants'
import { failed, ok, type Result } from '@contract/errors'
import { NOTHING_CHOSEN, type PagedView } from '@contract/records/page-query'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import type { RecordDefinition } from '@contract/records/record'
import type { RecordChanged } from '@contract/socket'
import type { ApiPort, Reply } from '@ports/api'
import type { GoneListener, RowListener } from '../activity/activity.implementations'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { RETRY_PAUSE_MS } from '../refetch/refetch.machine'
import { createPagedListLogic, type LeftList } from './paged-list.implementations'
import { SEARCH_PAUSE_MS } from './paged-list.machine'
import { pagedListCommands, selectPagedListView, selectPageStatus } from './paged-list.view'

interface Row {
  id: string
  version: number
  createdAt: string
  status: string
}
type Query = Record<string, unknown> & { id?: string[]; cursor?: string; itemNo: number }

const record: RecordDefinition = newsletterSubscriber
const timeOf = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
const rowOf = (number: number, more: Partial<Row> = {}): Row => ({
  id: `row-${number}`,
  version: 1,
  createdAt: timeOf(number),
  status: 'SUBSCRIBED',
  ...more,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function start(remembered: LeftList | null = null) {
  const calls = new Calls<Query, Result<Reply<Row[]>>>()
  const toasts = new FakeToasts()
  const changes = new Set<(change: RecordChanged) => void>()
  const resumes = new Set<() => void>()
  const saved = new Set<RowListener>()
  const gone = new Set<GoneListener>()
  const listen =
    <L>(set: Set<L>) =>
    (listener: L) => {
      set.add(listener)
      return () => void set.delete(listener)
    }
  const api = {
    call: (_operation: unknown, { query }: { query: Query }, { signal }: { signal: AbortSignal }) =>
      calls.call(query, signal),
  } as unknown as ApiPort
  const logic = createPagedListLogic<Row>(
    {
      api,
      toasts,
      onRecordChanged: listen(changes),
      onSocketResumed: listen(resumes),
      onActionRow: listen(saved),
      onActionGone: listen(gone),
    },
    { slug: 'subscribers', operation: { id: 'list' } as never, record },
    remembered,
  )
  const actor = createActor(logic.machine, { input: { view: NOTHING_CHOSEN, fields: ['status'] } }).start()
  const answer = async (rows: readonly Row[], next: string | null = null) => {
    calls.answerNext(() => ok({ data: [...rows], next_cursor: next }))
    await flush()
  }
  return {
    ...logic,
    actor,
    toasts,
    answer,
    commands: pagedListCommands(actor),
    asked: () => calls.inFlight.map(({ input }) => input),
    fails: async () => {
      calls.answerNext(() => failed(UNREACHABLE))
      await flush()
    },
    view: () => ({ ...selectPagedListView(actor.getSnapshot()), page: selectPageStatus(actor.getSnapshot()) }),
    see: (first: number, end: number) => {
      logic.store.see(first, end)
      pagedListCommands(actor).see(logic.store.need() !== null)
    },
    changeElsewhere: (id: string, version = 2) =>
      changes.forEach((tell) => tell({ subject: 'NewsletterSubscribers', id, version })),
    manyChangeElsewhere: (subject = 'NewsletterSubscribers') => changes.forEach((tell) => tell({ subject, id: null })),
    endByAction: (id: string) => gone.forEach((tell) => tell('subscribers', id)),
    pass: async (ms: number) => {
      vi.advanceTimersByTime(ms)
      await flush()
    },
    ids: () => logic.store.held().map(({ id }) => id),
  }
}
const page = (highest: number, count: number) => Array.from({ length: count }, (_, index) => rowOf(highest - index))
/** A list whose first page was read, and which has more. */
const opened = async () => {
  const list = start()
  await list.answer(page(1000, 100), 'after 901')
  return list
}
const searching = (search: string): PagedView => ({ ...NOTHING_CHOSEN, search })

describe('reading', () => {
  test('the first page is requested in the list’s own order, with the shown fields', async () => {
    const list = start()
    expect(list.asked()).toEqual([{ sort_by: 'createdAt', sort_order: 'desc', itemNo: 100, fields: ['status'] }])
    expect(list.view().status).toBe('loading')
    await list.answer(page(1000, 100), 'after 901')
    expect(list.view()).toMatchObject({ status: 'ready', page: 'held' })
  })
  test('a further page continues after the previous one, one call at a time', async () => {
    const list = await opened()
    list.see(0, 20)
    list.see(5, 25)
    expect(list.asked()).toMatchObject([{ cursor: 'after 901' }])
    await list.answer(page(900, 100), 'after 801')
    expect(list.store.length).toBe(200)
    expect(list.view().page).toBe('held')
  })
  test('a page that fails keeps the rows; it is tried again when the person asks', async () => {
    const list = await opened()
    list.see(0, 20)
    await list.fails()
    expect(list.view()).toMatchObject({ status: 'ready', page: 'failed' })
    expect(list.toasts.shown).toEqual([])
    list.commands.retry()
    await list.answer(page(900, 100))
    expect(list.store.length).toBe(200)
  })
  test('a first page that fails is notified, and leaves no rows', async () => {
    const list = start()
    await list.fails()
    expect(list.view().status).toBe('unreachable')
    expect(list.toasts.shown).toHaveLength(1)
  })
})

describe('a search', () => {
  test('is sent once the person pauses; the earlier rows stay until the response', async () => {
    const list = await opened()
    for (const text of ['a', 'ad', 'ada']) {
      list.commands.ask(searching(text))
      await list.pass(SEARCH_PAUSE_MS - 1)
    }
    expect(list.asked()).toEqual([])
    await list.pass(1)
    expect(list.asked()).toMatchObject([{ search: 'ada' }])
    expect(list.view().status).toBe('refreshing')
    expect(list.store.length).toBe(100)
    await list.answer([rowOf(7)])
    expect(list.ids()).toEqual(['row-7'])
  })
  test('a response to earlier words is ignored', async () => {
    const list = await opened()
    list.commands.ask(searching('ada'))
    await list.pass(SEARCH_PAUSE_MS)
    list.commands.ask(searching('bo'))
    expect(list.asked()).toEqual([])
    await list.pass(SEARCH_PAUSE_MS)
    expect(list.asked()).toMatchObject([{ search: 'bo' }])
  })
  test('that fails leaves no rows of the earlier query', async () => {
    const list = await opened()
    list.commands.ask(searching('ada'))
    await list.pass(SEARCH_PAUSE_MS)
    await list.fails()
    expect(list.view().status).toBe('unreachable')
    expect(list.store.length).toBe(0)
  })
  test('a filter is sent at once, with its range and order', async () => {
    const list = await opened()
    list.commands.ask({ ...NOTHING_CHOSEN, filters: { consent_at: ['2026-01-02/..'] } })
    expect(list.asked()).toMatchObject([
      { sort_by: 'consent_at', sort_order: 'desc', 'consent_at.from': new Date(2026, 0, 2).toISOString() },
    ])
  })
})

describe('another place', () => {
  test('the end is read in the opposite order, and shown in the list’s own order', async () => {
    const list = await opened()
    list.commands.go({ at: 'end' })
    expect(list.asked()).toMatchObject([{ sort_order: 'asc' }])
    await list.answer(page(100, 100).toReversed(), 'before 101')
    expect(list.ids().slice(-2)).toEqual(['row-2', 'row-1'])
    list.see(80, 100)
    expect(list.asked(), 'the rows above are read').toMatchObject([{ sort_order: 'asc', cursor: 'before 101' }])
  })
  test('a day begins with its own rows, and the rows above are read afterwards', async () => {
    const list = await opened()
    const value = timeOf(501)
    list.commands.go({ at: 'value', value })
    expect(list.asked()).toMatchObject([
      { sort_order: 'desc', 'createdAt.to': new Date(Date.parse(value) - 1).toISOString() },
    ])
    await list.answer(page(500, 100), 'after 401')
    expect(list.asked()).toMatchObject([{ sort_order: 'asc', 'createdAt.from': value }])
    await list.answer(page(600, 100).toReversed(), 'before 601')
    expect(list.ids().slice(99, 102)).toEqual(['row-501', 'row-500', 'row-499'])
  })
  test('a place that cannot be read is notified; the rows stay, and continue from their own place', async () => {
    const list = await opened()
    list.commands.go({ at: 'end' })
    await list.fails()
    expect(list.toasts.shown).toHaveLength(1)
    expect(list.store.length).toBe(100)
    list.see(10, 30)
    expect(list.asked()).toMatchObject([{ sort_order: 'desc', cursor: 'after 901' }])
  })
  test('a list that was left begins with the rows that were visible', async () => {
    const list = await opened()
    list.commands.go({ at: 'end' })
    await list.answer(page(100, 100).toReversed(), null)
    list.see(70, 90)
    const later = start(list.leave())
    await flush()
    expect(later.asked()).toMatchObject([{ sort_order: 'asc', itemNo: 200 }])
    await later.answer(page(100, 100).toReversed(), null)
    expect(later.store.memory().first).toBe(70)
    expect(later.store.rowAt(70)!.id).toBe('row-30')
  })
})

describe('changed records', () => {
  test('are fetched in one call with the filter: some rows change, some leave, a new one is announced', async () => {
    const list = await opened()
    for (const id of ['row-999', 'row-998', 'row-1001']) list.changeElsewhere(id)
    await list.pass(RECORD_REFETCH_MS)
    expect(list.asked()).toMatchObject([{ id: ['row-999', 'row-998', 'row-1001'], itemNo: 3 }])
    await list.answer([rowOf(999, { version: 2, status: 'BOUNCED' }), rowOf(1001)])
    expect(list.store.get('row-999')!.status).toBe('BOUNCED')
    expect(list.store.get('row-998')).toBeUndefined()
    expect(list.view()).toMatchObject({ arrivals: 1, moves: 2 })
    list.commands.showArrivals()
    await list.answer(page(1001, 100), 'after 902')
    expect(list.ids()[0]).toBe('row-1001')
    expect(list.view().arrivals).toBe(0)
  })
  test('are not overwritten by a page that was read meanwhile with an older version', async () => {
    const list = await opened()
    list.see(0, 20)
    list.changeElsewhere('row-899')
    list.changeElsewhere('row-898')
    await list.pass(RECORD_REFETCH_MS)
    // The page has been in flight since before the change; the refetch gets its response first.
    const [older] = list.asked()
    expect(older).toMatchObject({ cursor: 'after 901' })
    await list.answer(page(900, 100), 'after 801')
    await list.answer([rowOf(899, { version: 2, status: 'BOUNCED' })])
    expect(list.store.get('row-899')!.status).toBe('BOUNCED')
    expect(list.store.get('row-898')).toBeUndefined()
  })
  test('a record that no longer exists because of an action leaves at once', async () => {
    const list = await opened()
    list.endByAction('row-1000')
    expect(list.store.get('row-1000')).toBeUndefined()
    await list.pass(RECORD_REFETCH_MS)
    await list.answer([])
    expect(list.view().moves).toBe(1)
  })
  test('are fetched again after a failure and a pause, together with newer changes', async () => {
    const list = await opened()
    list.changeElsewhere('row-999')
    await list.pass(RECORD_REFETCH_MS)
    await list.fails()
    list.changeElsewhere('row-998')
    await list.pass(RETRY_PAUSE_MS)
    expect(list.asked()).toMatchObject([{ id: ['row-999', 'row-998'] }])
  })
  test('are fetched for visible rows first, and not while all rows are being replaced', async () => {
    const list = await opened()
    list.commands.inView(['row-999'])
    list.changeElsewhere('row-950')
    list.changeElsewhere('row-999')
    list.commands.ask({ ...NOTHING_CHOSEN, filters: { status: ['BOUNCED'] } })
    await list.pass(RECORD_REFETCH_MS)
    expect(list.asked()).toHaveLength(1)
    expect(list.asked()[0]).not.toHaveProperty('id')
    await list.answer([rowOf(999, { version: 2, status: 'BOUNCED' })])
    await list.pass(RECORD_REFETCH_MS)
    expect(list.asked()).toMatchObject([{ id: ['row-999', 'row-950'], status: ['BOUNCED'] }])
  })
  test('a record that a form saves while a page is read is not overwritten by its older version', async () => {
    const list = await opened()
    list.see(0, 20)
    list.commands.reload()
    list.commands.saved({ ...rowOf(1000), version: 2, status: 'BOUNCED' } as Row)
    await list.answer(page(1000, 200), 'after 801')
    expect(list.store.get('row-1000')!.status).toBe('BOUNCED')
    await list.pass(RECORD_REFETCH_MS)
    expect(list.asked().at(-1)).toMatchObject({ id: ['row-1000'] })
  })
  test('if the server reports too many to name, the visible rows are read again', async () => {
    const list = await opened()
    list.manyChangeElsewhere('Others')
    expect(list.asked()).toEqual([])
    list.manyChangeElsewhere()
    expect(list.asked()).toHaveLength(1)
    expect(list.asked()[0]!.id).toBeUndefined()
  })
  test('if there are very many, the visible rows are read again instead', async () => {
    const list = await opened()
    for (let number = 0; number <= 500; number += 1) list.changeElsewhere(`row-${number}`)
    await list.pass(RECORD_REFETCH_MS)
    expect(list.asked()).toMatchObject([{ itemNo: 200 }])
    expect(list.asked()[0]).not.toHaveProperty('id')
  })
})
