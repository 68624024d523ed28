import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, Reply } from '@contract/ports'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { BULK_AT_ONCE, createBulkActionImplementations } from './bulk-action.implementations'
import { selectBulkActionView, selectLeftIds } from './bulk-action.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Row {
  id: string
  version: number
}
interface Call {
  id: string
  version: number | undefined
}

function run(rows: number) {
  const calls = new Calls<Call, Result<Reply<Row>>>()
  const toasts = new FakeToasts()
  const put: Row[] = []
  const api = {
    call: (
      _operation: unknown,
      input: { params: { id: string } },
      options: { ifMatch?: number; signal: AbortSignal },
    ) => calls.call({ id: input.params.id, version: options.ifMatch }, options.signal),
  } as unknown as ApiPort
  const actions = {
    disable: {
      operation: {} as never,
      success: () => '',
      outcome: (_: object, done: number, total: number) => `${done} of ${total} disabled`,
    },
  }
  const items = Array.from({ length: rows }, (_, index) => ({ rowId: `row-${index + 1}`, version: 3 }))
  const actor = createActor(
    createBulkActionImplementations<Row>({ api, toasts }, actions, (row) => put.push(row)),
    { input: { action: 'disable', payload: {}, items } },
  )
  actor.start()
  const answer = async (how: 'done' | ApiError = 'done') => {
    calls.answerNext(({ id, version }) =>
      how === 'done' ? ok({ data: { id, version: version! + 1 } } as Reply<Row>) : failed(how),
    )
    await flush()
  }
  return {
    calls,
    toasts,
    put,
    actor,
    answer,
    view: () => selectBulkActionView(actor.getSnapshot()),
    left: () => selectLeftIds(actor.getSnapshot()),
  }
}

test('a few records are changed at once, each in the version that was seen, and all are counted', async () => {
  const { calls, answer, view, put, toasts } = run(6)
  expect(calls.inFlight.map(({ input }) => input)).toEqual(
    [1, 2, 3, 4].map((row) => ({ id: `row-${row}`, version: 3 })),
  )
  while (calls.inFlight.length > 0) {
    expect(calls.inFlight.length).toBeLessThanOrEqual(BULK_AT_ONCE)
    await answer()
  }
  expect(view()).toMatchObject({ state: 'succeeded', total: 6, done: 6 })
  expect(put).toHaveLength(6)
  expect(toasts.shown).toEqual([{ kind: 'success', message: '6 of 6 disabled' }])
})

test('what the server refuses is kept with its reason; a conflict brings the version of the next attempt', async () => {
  const { calls, answer, view, left, actor, put, toasts } = run(3)
  await answer()
  await answer({ kind: 'conflict', message: 'Somebody else was first', current: { id: 'row-2', version: 8 } })
  await answer({ kind: 'forbidden', message: 'Not this one' })
  expect(view()).toMatchObject({
    state: 'partly',
    done: 1,
    failures: [
      { rowId: 'row-2', version: 8 },
      { rowId: 'row-3', version: 3, error: { message: 'Not this one' } },
    ],
  })
  expect(left()).toEqual(['row-2', 'row-3'])
  expect(put).toContainEqual({ id: 'row-2', version: 8 })
  expect(toasts.shown).toEqual([{ kind: 'error', message: '1 of 3 disabled' }])
  actor.send({ type: 'bulk.retry' })
  expect(calls.inFlight.map(({ input }) => input)).toEqual([
    { id: 'row-2', version: 8 },
    { id: 'row-3', version: 3 },
  ])
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'succeeded', total: 3, done: 3, failures: [] })
})

test('stopped, it takes no further record and waits for those on their way', async () => {
  const { calls, answer, view, actor, left, toasts } = run(6)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  while (calls.inFlight.length > 0) await answer()
  expect(calls.made).toBe(4)
  expect(view()).toMatchObject({ state: 'stopped', done: 4, untried: 2, error: null })
  expect(left()).toEqual(['row-5', 'row-6'])
  expect(toasts.shown).toEqual([{ kind: 'warning', message: '4 of 6 disabled' }])
})

test('without the server the rest is not tried, and what was in flight stands first when it goes on', async () => {
  const { calls, answer, view, actor } = run(9)
  while (calls.inFlight.length > 0) await answer(UNREACHABLE)
  expect(calls.made).toBe(4)
  expect(view()).toMatchObject({ state: 'stopped', done: 0, failures: [], untried: 9, error: UNREACHABLE })
  actor.send({ type: 'bulk.retry' })
  expect(view().state).toBe('running')
})

test('while the database is not available the rest is not tried', async () => {
  const unavailable = { kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 } as const
  const { calls, answer, view } = run(9)
  while (calls.inFlight.length > 0) await answer(unavailable)
  expect(calls.made).toBe(4)
  expect(view()).toMatchObject({ state: 'stopped', failures: [], untried: 9, error: unavailable })
})

test('a server that asks for a pause gets it, and no record is lost', async () => {
  const { calls, answer, view } = run(2)
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  await answer()
  expect(calls.inFlight).toEqual([])
  expect(view()).toMatchObject({ state: 'running', done: 1 })
  vi.advanceTimersByTime(5_000)
  expect(calls.inFlight.map(({ input }) => input.id)).toEqual(['row-1'])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: 2 })
})
