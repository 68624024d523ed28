import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, Reply } from '@ports/api'
import { LIST_ACTIONS } from '@tests/paths/kit/fake-list-server'
import { Calls, FakeLine, FakePending, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createActivityLogic } from '../activity/activity.implementations'
import * as bulkActionCode from './bulk-action.implementations'
import { BULK_AT_ONCE, setWords } from './bulk-action.implementations'
import type { BulkActionInput } from './bulk-action.machine'
import { selectBulkActionView, selectConcernedIds } from './bulk-action.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Row {
  id: string
  version: number
}
interface Call {
  id: string
  version: number | undefined
  body: unknown
  key: string | undefined
}

function run(rows: number, reverse: BulkActionInput['reverse'] = { is_deleted: false }, pending = new FakePending()) {
  const line = new FakeLine()
  const calls = new Calls<Call, Result<Reply<Row>>>()
  const toasts = new FakeToasts()
  const api = {
    call: (
      _operation: unknown,
      input: { params: { id: string }; body: unknown },
      options: { ifMatch?: number; idempotencyKey?: string; signal: AbortSignal },
    ) =>
      calls.call(
        { id: input.params.id, version: options.ifMatch, body: input.body, key: options.idempotencyKey },
        options.signal,
      ),
  } as unknown as ApiPort
  const logic = createActivityLogic({
    api,
    toasts,
    unload: { guard: () => () => undefined },
    pending,
    onLineBack: line.listen,
    signOut: () => undefined,
    loadBulkActions: () => Promise.resolve(bulkActionCode),
  })
  logic.takeBulkActions(bulkActionCode)
  logic.define(LIST_ACTIONS)
  const put: Row[] = []
  logic.onRow((_list, row) => put.push(row))
  const activity = createActor(logic.machine).start()
  const items = Array.from({ length: rows }, (_, index) => ({ rowId: `row-${index + 1}`, version: 3 }))
  if (pending.kept.size > 0) logic.resume('rows', activity)
  else
    activity.send({
      type: 'bulkAction.start',
      list: 'rows',
      action: 'disable',
      payload: { is_deleted: true },
      reverse,
      items,
      key: 'plan',
    })
  const actor = activity.getSnapshot().context.bulkActions['rows']!
  const answer = async (how: 'done' | ApiError = 'done') => {
    calls.answerNext(({ id, version }) =>
      how === 'done' ? ok({ data: { id, version: version! + 1 } } as Reply<Row>) : failed(how),
    )
    await flush()
  }
  return {
    calls,
    toasts,
    pending,
    line,
    put,
    actor,
    activity,
    answer,
    sets: logic.sets,
    actionsOf: logic.actionsOf,
    shell: () => activity.getSnapshot().value,
    said: () => toasts.shown.map(({ kind, message }) => [kind, message]),
    inFlight: () => calls.inFlight.map(({ input: { id, version } }) => ({ id, version })),
    view: () => selectBulkActionView(actor.getSnapshot()),
    selected: () => selectConcernedIds(actor.getSnapshot()),
  }
}

test('changes a few records at a time, each with the version that was seen, and counts all of them', async () => {
  const { calls, answer, view, put, said, selected, inFlight, shell } = run(6)
  expect(view()).toEqual({
    state: 'running',
    list: 'rows',
    action: 'disable',
    payload: { is_deleted: true },
    total: 6,
    done: 0,
    failures: [],
    untried: 0,
    unconfirmed: 0,
    problem: null,
    canUndo: false,
  })
  expect(selected()).toEqual(['row-1', 'row-2', 'row-3', 'row-4', 'row-5', 'row-6'])
  expect(shell()).toEqual({ working: 'inProgress' })
  expect(inFlight()).toEqual([1, 2, 3, 4].map((row) => ({ id: `row-${row}`, version: 3 })))
  while (calls.inFlight.length > 0) {
    expect(calls.inFlight.length).toBeLessThanOrEqual(BULK_AT_ONCE)
    await answer()
  }
  expect(view()).toMatchObject({ state: 'succeeded', total: 6, done: 6, canUndo: true })
  expect(put).toEqual([1, 2, 3, 4, 5, 6].map((row) => ({ id: `row-${row}`, version: 4 })))
  expect(selected()).toEqual([])
  expect(shell()).toBe('reporting')
  expect(said()).toEqual([['success', '6 rows disabled']])
})

test('keeps each refusal with its reason; a conflict provides the version for the next attempt', async () => {
  const { calls, answer, view, selected, actor, put, said, inFlight } = run(3)
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
  expect(selected()).toEqual(['row-2', 'row-3'])
  expect(put).toContainEqual({ id: 'row-2', version: 8 })
  expect(said()).toEqual([['error', '1 of 3 rows disabled. Somebody else was first (1); Not this one (1).']])
  actor.send({ type: 'bulk.retry' })
  expect(inFlight()).toEqual([
    { id: 'row-2', version: 8 },
    { id: 'row-3', version: 3 },
  ])
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'succeeded', total: 3, done: 3, failures: [] })
})

test('after Stop starts no further record and waits for calls in flight', async () => {
  const { calls, answer, view, actor, selected, said } = run(6)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  while (calls.inFlight.length > 0) await answer()
  expect(calls.made).toBe(4)
  expect(view()).toMatchObject({ state: 'stopped', done: 4, untried: 2, problem: null })
  expect(selected()).toEqual(['row-5', 'row-6'])
  expect(said()).toEqual([['warning', '4 of 6 rows disabled']])
})

test.each([
  { kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 },
  { kind: 'unauthorized', message: 'Sign in again.' },
] satisfies ApiError[])(
  'after a response of kind $kind does not try the rest, and continues in the same order later',
  async (error) => {
    const { calls, answer, view, actor, said, selected, inFlight } = run(9)
    while (calls.inFlight.length > 0) await answer(error)
    expect(calls.made).toBe(4)
    expect(view()).toMatchObject({ state: 'interrupted', failures: [], untried: 9, problem: error })
    expect(said()).toEqual([['error', `0 of 9 rows disabled. ${error.message}`]])
    expect(selected()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => `row-${row}`))
    actor.send({ type: 'bulk.retry' })
    expect(view()).toMatchObject({ state: 'running', total: 9, done: 0, untried: 0, problem: null })
    expect(inFlight().map(({ id }) => id)).toEqual(['row-1', 'row-2', 'row-3', 'row-4'])
  },
)

test('each record has its own key, derived from the key of the action', async () => {
  const { calls, answer, actor } = run(2)
  const keys = () => calls.inFlight.map(({ input }) => input.key)
  expect(keys()).toEqual(['plan.0.row-1', 'plan.0.row-2'])
  await answer({ kind: 'forbidden', message: 'Not this one' })
  await answer()
  actor.send({ type: 'bulk.retry' })
  expect(keys()).toEqual(['plan.0.row-1'])
  await answer()
  actor.send({ type: 'bulk.undo' })
  // Another payload under the same key would be refused.
  expect(keys()).toEqual(['plan.1.row-2', 'plan.1.row-1'])
})

/* Uncertain: the API did not respond. */

test('repeats calls without a response with the same keys, and starts nothing else meanwhile', async () => {
  const { calls, answer, view, said, selected, shell, inFlight } = run(6)
  await answer()
  const first = calls.inFlight.map(({ input }) => input)
  expect(first.map(({ id }) => id)).toEqual(['row-2', 'row-3', 'row-4', 'row-5'])
  for (const _record of first) await answer(UNREACHABLE)
  expect(view()).toMatchObject({ state: 'checking', done: 1, unconfirmed: 4, untried: 0, failures: [] })
  expect([inFlight(), said(), shell()]).toEqual([[], [], { working: 'inProgress' }])
  expect(selected()).toHaveLength(6)
  vi.advanceTimersByTime(999)
  expect(inFlight()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(calls.inFlight.map(({ input }) => input)).toEqual(first)
  await answer()
  await answer(UNREACHABLE)
  // This response does not determine the outcome for the record.
  await answer({ kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 })
  await answer({ kind: 'forbidden', message: 'Not this one' })
  expect(view()).toMatchObject({ state: 'checking', done: 2, unconfirmed: 2, failures: [{ rowId: 'row-5' }] })
  vi.advanceTimersByTime(2_000)
  expect(inFlight().map(({ id }) => id)).toEqual(['row-3', 'row-4'])
  await answer()
  await answer()
  expect(view()).toMatchObject({ state: 'running', done: 4 })
  expect(inFlight().map(({ id }) => id)).toEqual(['row-6'])
  await answer()
  expect(view()).toMatchObject({ state: 'partly', done: 5, failures: [{ rowId: 'row-5' }] })
})

test('after a minute without a response reports the unknown outcomes; checking continues when the person asks or the connection is back', async () => {
  const { calls, answer, view, actor, said, selected, line, shell, pending } = run(6)
  await answer()
  while (calls.inFlight.length > 0) await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view()).toMatchObject({ state: 'uncertain', done: 1, unconfirmed: 4, untried: 1, canUndo: false })
  expect([calls.inFlight, shell()]).toEqual([[], 'reporting'])
  expect(said()).toEqual([
    ['warning', '1 of 6 rows disabled. The outcome of 4 is unknown: the server has not answered.'],
  ])
  expect(selected()).toEqual(['row-2', 'row-3', 'row-4', 'row-5', 'row-6'])
  expect(pending.kept.size).toBeGreaterThan(0)
  actor.send({ type: 'bulk.undo' })
  const { made } = calls
  vi.advanceTimersByTime(600_000)
  expect(calls.made).toBe(made)
  actor.send({ type: 'bulk.check' })
  expect(view()).toMatchObject({ state: 'checking', unconfirmed: 4 })
  expect(calls.inFlight.map(({ input }) => input.id)).toEqual(['row-2', 'row-3', 'row-4', 'row-5'])
  while (calls.inFlight.length > 0) await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view().state).toBe('uncertain')
  line.back()
  expect(view().state).toBe('checking')
  while (calls.inFlight.length > 0) await answer()
  // A check starts no record that was not started before.
  expect(view()).toMatchObject({ state: 'stopped', done: 5, unconfirmed: 0, untried: 1 })
  expect(pending.kept.size).toBe(0)
})

test('while it checks, Check again and a restored connection repeat the calls at once', async () => {
  const { calls, answer, actor, line, inFlight } = run(1)
  await answer(UNREACHABLE)
  actor.send({ type: 'bulk.check' })
  actor.send({ type: 'bulk.check' })
  expect(inFlight()).toHaveLength(1)
  await answer(UNREACHABLE)
  expect(inFlight()).toEqual([])
  line.back()
  expect(inFlight()).toHaveLength(1)
  await answer()
  expect([calls.made, line.listening]).toEqual([3, 0])
})

test('stopped while it checks, it starts nothing further and still finds out the outcome of started records', async () => {
  const { calls, answer, actor, view } = run(6)
  while (calls.inFlight.length > 0) await answer(UNREACHABLE)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  vi.advanceTimersByTime(1_000)
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'stopped', done: 4, untried: 2 })
})

test('a call that hangs while other calls have no response counts as one without a response', async () => {
  const { answer, view } = run(2)
  await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view()).toMatchObject({ state: 'uncertain', unconfirmed: 2, untried: 0 })
})

test('after a reload asks about the records without a response, and starts no others', async () => {
  const before = run(7)
  await before.answer()
  await before.answer({ kind: 'forbidden', message: 'Not this one' })
  const asked = before.calls.inFlight.map(({ input }) => input.key)
  before.activity.stop()

  const { calls, answer, view, actor, pending } = run(7, { is_deleted: false }, before.pending)
  expect(view()).toMatchObject({ state: 'checking', total: 7, done: 1, unconfirmed: 4 })
  expect(calls.inFlight.map(({ input }) => input.key)).toEqual(asked)
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'stopped', total: 7, done: 5, untried: 2, canUndo: true })
  expect(pending.kept.size).toBe(0)
  actor.send({ type: 'bulk.retry' })
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: 7 })
  actor.send({ type: 'bulk.undo' })
  expect(calls.inFlight.map(({ input }) => [input.id, input.version])).toEqual([
    ['row-1', 4],
    ['row-3', 4],
    ['row-4', 4],
    ['row-5', 4],
  ])
})

test('after a reload treats postponed records as untried', async () => {
  const before = run(2)
  await before.answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  await before.answer()
  before.activity.stop()
  const { view, calls } = run(2, null, before.pending)
  expect(view()).toMatchObject({ state: 'stopped', total: 2, done: 1, untried: 1 })
  expect(calls.made).toBe(0)
})

test('respects a pause that the server asks for, and loses no record', async () => {
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

test('sends nothing during a pause; afterwards the postponed record is first', async () => {
  const { calls, answer, inFlight, view } = run(7)
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 60 })
  await answer()
  vi.advanceTimersByTime(4_999)
  expect(inFlight().map(({ id }) => id)).toEqual(['row-4'])
  vi.advanceTimersByTime(1)
  expect(inFlight().map(({ id }) => id)).toEqual(['row-4', 'row-2', 'row-1', 'row-5'])
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 2 })
  vi.advanceTimersByTime(2_000)
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: 7 })
})

test('Stop ends a pause', async () => {
  const { answer, actor, view } = run(2)
  await answer()
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  expect(view().state).toBe('running')
  actor.send({ type: 'bulk.stop' })
  expect(view()).toMatchObject({ state: 'stopped', done: 1, untried: 1 })
})

test('does not send a record again that the server postponed after Stop', async () => {
  const { calls, answer, actor, view, selected } = run(6)
  actor.send({ type: 'bulk.stop' })
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  while (calls.inFlight.length > 0) await answer()
  expect(view()).toMatchObject({ state: 'stopped', done: 3, untried: 3 })
  expect(selected()).toEqual(['row-1', 'row-5', 'row-6'])
  vi.advanceTimersByTime(5_000)
  expect(calls.made).toBe(4)
})

test('the end of the session aborts calls in flight and pauses', async () => {
  const { calls, answer, activity, put } = run(6)
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  const [call] = calls.inFlight
  activity.send({ type: 'session.ended' })
  expect(calls.inFlight).toEqual([])
  call!.answer(ok({ data: { id: 'row-2', version: 4 } }))
  await flush()
  expect(put).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(calls.made).toBe(4)
})

test('Undo changes only the changed records back, on the versions that the server returned', async () => {
  const { calls, answer, view, actor, said, inFlight } = run(3)
  await answer()
  await answer({ kind: 'forbidden', message: 'Not this one' })
  await answer()
  expect(view()).toMatchObject({ state: 'partly', canUndo: true })
  actor.send({ type: 'bulk.undo' })
  expect(view()).toMatchObject({ state: 'running', total: 2, done: 0, failures: [], untried: 0, canUndo: false })
  expect(inFlight()).toEqual([
    { id: 'row-1', version: 4 },
    { id: 'row-3', version: 4 },
  ])
  expect(calls.inFlight.map(({ input }) => input.body)).toEqual([{ is_deleted: false }, { is_deleted: false }])
  await answer()
  await answer({ kind: 'conflict', message: 'Somebody else was first', current: { id: 'row-3', version: 9 } })
  expect(view()).toMatchObject({ state: 'partly', total: 2, done: 1, failures: [{ rowId: 'row-3', version: 9 }] })
  expect(said().at(-1)).toEqual(['error', '1 of 2 rows enabled. Somebody else was first.'])
})

test('Undo can itself be undone, and is not offered without a changed record', async () => {
  const { answer, view, actor, calls, inFlight } = run(1)
  await answer({ kind: 'forbidden', message: 'Not this one' })
  expect(view().canUndo).toBe(false)
  actor.send({ type: 'bulk.undo' })
  expect(calls.inFlight).toEqual([])
  actor.send({ type: 'bulk.retry' })
  await answer()
  actor.send({ type: 'bulk.undo' })
  await answer()
  actor.send({ type: 'bulk.undo' })
  expect(inFlight()).toEqual([{ id: 'row-1', version: 5 }])
  expect(calls.inFlight.map(({ input }) => input.body)).toEqual([{ is_deleted: true }])
})

test('an action that cannot be undone offers no Undo', async () => {
  const { answer, view, actor, calls } = run(1, null)
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', canUndo: false })
  actor.send({ type: 'bulk.undo' })
  expect(calls.inFlight).toEqual([])
})

test('dismissing an outcome removes everything that was stored', async () => {
  const { answer, actor, shell, activity } = run(1)
  await answer()
  actor.send({ type: 'bulk.dismiss' })
  expect(shell()).toBe('idle')
  expect(activity.getSnapshot().context.bulkActions).toEqual({})
})

test('a refusal without the current record keeps the version that was seen', async () => {
  const { answer, actor, put, inFlight } = run(1)
  await answer({ kind: 'conflict', message: 'Somebody else was first', current: null })
  expect(put).toEqual([])
  actor.send({ type: 'bulk.retry' })
  expect(inFlight()).toEqual([{ id: 'row-1', version: 3 }])
})

test('uses the singular for one row, and groups thousands', async () => {
  const { answer, toasts, sets, actionsOf } = run(1)
  await answer()
  const [{ link, ...said }] = toasts.shown as [(typeof toasts.shown)[number]]
  expect(said).toEqual({ kind: 'success', message: '1 row disabled' })
  expect(link!.label).toBe('Show these 1')
  expect(sets.get(link!.href.slice('/rows?only='.length))).toEqual({
    list: 'rows',
    ids: new Set(['row-1']),
    label: '1 row disabled',
  })
  const action = { list: 'rows', action: 'disable', payload: { is_deleted: false } }
  expect(setWords(actionsOf, action, 'left', 4812)).toBe('4,812 rows not enabled')
})

test('with three or more reasons the toast says how many it omits', async () => {
  const { answer, said } = run(4)
  for (const message of ['Locked. In use.', 'Not this one', 'Not in your store', 'Gone'])
    await answer({ kind: 'forbidden', message })
  expect(said()).toEqual([
    ['error', '0 of 4 rows disabled. Locked. In use (1); Not this one (1); and 2 other reasons.'],
  ])
})

test("the toast contains at most two of the server's reasons, and links to exactly the refused records", async () => {
  const { answer, toasts, sets } = run(4)
  for (const message of ['Locked.', 'Locked.', 'Not this one', 'Not in your store'])
    await answer({ kind: 'forbidden', message })
  const [{ kind, message, link }] = toasts.shown as [(typeof toasts.shown)[number]]
  expect([kind, message]).toEqual(['error', '0 of 4 rows disabled. Locked (2); Not this one (1); and 1 other reason.'])
  expect(link!.label).toBe('Show these 4')
  const token = /^\/rows\?only=(.+)$/.exec(link!.href)![1]!
  expect(sets.get(token)).toEqual({
    list: 'rows',
    ids: new Set(['row-1', 'row-2', 'row-3', 'row-4']),
    label: '4 rows not disabled',
  })
  expect(sets.get('of another tab')).toBeNull()
})
