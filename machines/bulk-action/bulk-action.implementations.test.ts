import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { BulkBody, BulkResult } from '@contract/records/calls'
import type { RecordChanged } from '@contract/socket'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { LIST_ACTIONS, SUBJECT } from '@tests/paths/kit/fake-list-server'
import { Calls, FakeLine, FakePending, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createActivityLogic } from '../activity/activity.implementations'
import * as bulkActionCode from './bulk-action.implementations'
import { BATCH_ROWS, setWords } from './bulk-action.implementations'
import type { BulkActionInput } from './bulk-action.machine'
import { selectBulkActionView, selectConcernedIds } from './bulk-action.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Call {
  body: BulkBody
  versions: CallOptions['ifMatch']
  key: string | undefined
}
type Told = Pick<BulkResult, 'outcome' | 'version' | 'message'>

const PAUSE: ApiError = { kind: 'tooMany', message: '', retryAfterSeconds: 5 }
const SAME: Told = { outcome: 'same', version: 3, message: null }
const refused = (message: string, version: number | null = 3): Told => ({ outcome: 'refused', version, message })

/** Starts an action on so many rows; with an action in `pending`, resumes that one instead. */
function run(rows: number, reverse: BulkActionInput['reverse'] = { is_deleted: false }, pending = new FakePending()) {
  const line = new FakeLine()
  const calls = new Calls<Call, Result<Reply<BulkResult[]>>>()
  const toasts = new FakeToasts()
  const api = {
    call: (operation: unknown, { body }: { body: BulkBody }, options: CallOptions) => {
      expect(operation).toBe(LIST_ACTIONS.actions.disable!.bulk)
      return calls.call({ body, versions: options.ifMatch, key: options.idempotencyKey }, options.signal)
    },
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
  const heard: RecordChanged[] = []
  logic.onChanged((change) => heard.push(change))
  const activity = createActor(logic.machine).start()
  if (pending.kept.size > 0) logic.resume('rows', activity)
  else
    activity.send({
      type: 'bulkAction.start',
      list: 'rows',
      action: 'disable',
      payload: { is_deleted: true },
      reverse,
      items: Array.from({ length: rows }, (_, index) => ({ rowId: `row-${index + 1}`, version: 3 })),
      key: 'plan',
    })
  const actor = activity.getSnapshot().context.bulkActions['rows']!
  /** Responds to the call in flight. @param special rows with a result other than changed */
  const answer = async (special: Record<string, Told> | ApiError = {}) => {
    calls.answerNext(({ body, versions }) => {
      if ('kind' in special) return failed(special as ApiError)
      const changed = (index: number): Told => ({
        outcome: 'changed',
        version: (versions as readonly number[])[index]! + 1,
        message: null,
      })
      return ok({ data: body.ids!.map((id, index) => ({ id, ...(special[id] ?? changed(index)) })) })
    })
    await flush()
  }
  return {
    calls,
    toasts,
    pending,
    line,
    heard,
    actor,
    activity,
    answer,
    sets: logic.sets,
    actionsOf: logic.actionsOf,
    shell: () => activity.getSnapshot().value,
    said: () => toasts.shown.map(({ kind, message }) => [kind, message]),
    inFlight: () => calls.inFlight.map(({ input }) => input),
    view: () => selectBulkActionView(actor.getSnapshot()),
    selected: () => selectConcernedIds(actor.getSnapshot()),
  }
}
const rowsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `row-${first + index}`)

test('changes the records in batches, one after the other, each with its key and the versions that were seen', async () => {
  const { answer, inFlight, view, heard, calls, selected, shell, said } = run(BATCH_ROWS + 2)
  expect(view()).toEqual({
    state: 'running',
    list: 'rows',
    action: 'disable',
    payload: { is_deleted: true },
    total: BATCH_ROWS + 2,
    done: 0,
    failures: [],
    untried: 0,
    unconfirmed: 0,
    problem: null,
    canUndo: false,
  })
  expect(selected()).toEqual(rowsFrom(1, BATCH_ROWS + 2))
  expect(shell()).toEqual({ working: 'inProgress' })
  expect(inFlight()).toEqual([
    {
      body: { ids: rowsFrom(1, BATCH_ROWS), values: { is_deleted: true } },
      versions: Array.from({ length: BATCH_ROWS }, () => 3),
      key: 'plan.0.0.row-1',
    },
  ])
  await answer()
  expect(view()).toMatchObject({ state: 'running', done: BATCH_ROWS, total: BATCH_ROWS + 2 })
  expect(inFlight()).toEqual([
    {
      body: { ids: rowsFrom(BATCH_ROWS + 1, BATCH_ROWS + 2), values: { is_deleted: true } },
      versions: [3, 3],
      key: `plan.0.0.row-${BATCH_ROWS + 1}`,
    },
  ])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: BATCH_ROWS + 2, canUndo: true })
  expect([calls.made, selected(), shell()]).toEqual([2, [], 'reporting'])
  expect(said()).toEqual([['success', '102 rows disabled']])
  // The lists fetch them, whether or not the socket reports them.
  expect(heard).toHaveLength(BATCH_ROWS + 2)
  expect(heard[0]).toEqual({ subject: SUBJECT, id: 'row-1', version: 4 })
})

test('each record has its own outcome: changed, the same, or refused with the reason and its current version', async () => {
  const { answer, view, selected, heard, said } = run(3)
  await answer({ 'row-2': SAME, 'row-3': refused('Somebody else changed this record meanwhile.', 8) })
  expect(view()).toMatchObject({
    state: 'partly',
    done: 2,
    failures: [{ rowId: 'row-3', version: 8, error: { message: 'Somebody else changed this record meanwhile.' } }],
  })
  expect(selected()).toEqual(['row-3'])
  expect(heard.map((change) => [change.id, change.id === null ? null : change.version])).toEqual([
    ['row-1', 4],
    ['row-3', 8],
  ])
  expect(said()).toEqual([['error', '2 of 3 rows disabled. Somebody else changed this record meanwhile.']])
})

test('a batch that is refused as a whole counts as refused for each of its records, in the versions that were seen', async () => {
  const { answer, view, actor, inFlight, heard } = run(2)
  await answer({ kind: 'forbidden', message: 'Not permitted' })
  expect(view()).toMatchObject({ state: 'partly', done: 0, failures: [{ rowId: 'row-1' }, { rowId: 'row-2' }] })
  expect(heard).toEqual([])
  actor.send({ type: 'bulk.retry' })
  expect(inFlight().map(({ versions }) => versions)).toEqual([[3, 3]])
})

test('a record without a result counts as refused', async () => {
  const { calls, view } = run(2)
  calls.answerNext(() => ok({ data: [{ id: 'row-1', outcome: 'changed', version: 4, message: null }] }))
  await flush()
  expect(view()).toMatchObject({ state: 'partly', done: 1, failures: [{ rowId: 'row-2', version: 3 }] })
})

test('a second attempt sends the refused records with their current versions, under another key', async () => {
  const { answer, actor, inFlight, view } = run(3)
  await answer({ 'row-1': refused('Somebody else was first', 8), 'row-3': refused('Not this one', null) })
  actor.send({ type: 'bulk.retry' })
  expect(inFlight()).toEqual([
    { body: { ids: ['row-1', 'row-3'], values: { is_deleted: true } }, versions: [8, 3], key: 'plan.0.1.row-1' },
  ])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', total: 3, done: 3, failures: [] })
})

test('after Stop starts no further batch and waits for the one in flight', async () => {
  const { calls, answer, view, actor, selected, said } = run(BATCH_ROWS + 2)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  await answer()
  expect(calls.made).toBe(1)
  expect(view()).toMatchObject({ state: 'stopped', done: BATCH_ROWS, untried: 2, problem: null })
  expect(selected()).toEqual(['row-101', 'row-102'])
  expect(said()).toEqual([['warning', '100 of 102 rows disabled']])
})

test.each([
  { kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 },
  { kind: 'unauthorized', message: 'Sign in again.' },
] satisfies ApiError[])(
  'after a response of kind $kind does not try the rest, and continues in the same order later',
  async (error) => {
    const { calls, answer, view, actor, said, selected, inFlight } = run(BATCH_ROWS + 2)
    const [first] = inFlight()
    await answer(error)
    expect([calls.made, inFlight()]).toEqual([1, []])
    expect(view()).toMatchObject({ state: 'interrupted', failures: [], untried: BATCH_ROWS + 2, problem: error })
    expect(said()).toEqual([['error', `0 of 102 rows disabled. ${error.message}`]])
    expect(selected()).toEqual(rowsFrom(1, BATCH_ROWS + 2))
    actor.send({ type: 'bulk.retry' })
    expect(view()).toMatchObject({ state: 'running', total: BATCH_ROWS + 2, done: 0, untried: 0, problem: null })
    expect(inFlight().map(({ body }) => body)).toEqual([first!.body])
  },
)

/* Uncertain: the API did not respond. */

test('repeats a call without a response with the same key and body, and starts nothing else meanwhile', async () => {
  const { answer, view, said, selected, shell, inFlight } = run(BATCH_ROWS + 1)
  const first = inFlight()
  await answer(UNREACHABLE)
  expect(view()).toMatchObject({ state: 'checking', done: 0, unconfirmed: BATCH_ROWS, untried: 0, failures: [] })
  expect([inFlight(), said(), shell()]).toEqual([[], [], { working: 'inProgress' }])
  expect(selected()).toHaveLength(BATCH_ROWS + 1)
  vi.advanceTimersByTime(999)
  expect(inFlight()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(inFlight()).toEqual(first)
  // This response does not determine the outcome for the records.
  await answer({ kind: 'unavailable', message: 'Not available.', retryAfterSeconds: 5 })
  expect(view()).toMatchObject({ state: 'checking', unconfirmed: BATCH_ROWS })
  vi.advanceTimersByTime(2_000)
  expect(inFlight()).toEqual(first)
  await answer({ 'row-5': refused('Not this one') })
  expect(view()).toMatchObject({ state: 'running', done: BATCH_ROWS - 1, failures: [{ rowId: 'row-5' }] })
  expect(inFlight().map(({ body }) => body.ids)).toEqual([['row-101']])
  await answer()
  expect(view()).toMatchObject({ state: 'partly', done: BATCH_ROWS, failures: [{ rowId: 'row-5' }] })
})

test('a repetition that is refused refuses the records of its batch, and the next batch follows', async () => {
  const { answer, view, inFlight } = run(BATCH_ROWS + 1)
  await answer(UNREACHABLE)
  vi.advanceTimersByTime(1_000)
  await answer({ kind: 'forbidden', message: 'Not permitted' })
  expect(view()).toMatchObject({ state: 'running', done: 0 })
  expect(view().failures).toHaveLength(BATCH_ROWS)
  expect(inFlight().map(({ body }) => body.ids)).toEqual([['row-101']])
})

test('after a minute without a response reports the unknown outcomes; checking continues when the person asks or the connection is back', async () => {
  const { calls, answer, view, actor, said, selected, line, shell, pending, inFlight } = run(2 * BATCH_ROWS + 1)
  await answer()
  await answer(UNREACHABLE)
  // A repetition that hangs does not extend the minute.
  vi.advanceTimersByTime(60_000)
  expect(view()).toMatchObject({
    state: 'uncertain',
    done: BATCH_ROWS,
    unconfirmed: BATCH_ROWS,
    untried: 1,
    canUndo: false,
  })
  expect([inFlight(), shell()]).toEqual([[], 'reporting'])
  expect(said()).toEqual([
    ['warning', '100 of 201 rows disabled. The outcome of 100 is unknown: the server has not answered.'],
  ])
  expect(selected()).toEqual(rowsFrom(BATCH_ROWS + 1, 2 * BATCH_ROWS + 1))
  expect(pending.kept.size).toBeGreaterThan(0)
  actor.send({ type: 'bulk.undo' })
  const { made } = calls
  vi.advanceTimersByTime(600_000)
  expect(calls.made).toBe(made)
  actor.send({ type: 'bulk.check' })
  expect(view()).toMatchObject({ state: 'checking', unconfirmed: BATCH_ROWS })
  expect(inFlight().map(({ body, key }) => [body.ids, key])).toEqual([
    [rowsFrom(BATCH_ROWS + 1, 2 * BATCH_ROWS), 'plan.0.0.row-101'],
  ])
  await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view().state).toBe('uncertain')
  line.back()
  expect(view().state).toBe('checking')
  await answer()
  // A check starts no record that was not started before.
  expect(view()).toMatchObject({ state: 'stopped', done: 2 * BATCH_ROWS, unconfirmed: 0, untried: 1 })
  expect(pending.kept.size).toBe(0)
})

test('while it checks, Check again and a restored connection repeat the call at once', async () => {
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

test('the pauses between repetitions grow, and start again after a response', async () => {
  const { answer, inFlight } = run(BATCH_ROWS + 1)
  const checksAfter = async (ms: number) => {
    await answer(UNREACHABLE)
    vi.advanceTimersByTime(ms - 1)
    expect(inFlight()).toEqual([])
    vi.advanceTimersByTime(1)
    expect(inFlight()).toHaveLength(1)
  }
  await checksAfter(1_000)
  await checksAfter(2_000)
  await checksAfter(5_000)
  await answer()
  await checksAfter(1_000)
})

test('stopped while it checks, it starts nothing further and still finds out the outcome of started records', async () => {
  const { answer, actor, view, inFlight } = run(BATCH_ROWS + 2)
  await answer(UNREACHABLE)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  vi.advanceTimersByTime(1_000)
  await answer()
  expect(inFlight()).toEqual([])
  expect(view()).toMatchObject({ state: 'stopped', done: BATCH_ROWS, untried: 2 })
})

test('after a reload repeats the batch without a response, and starts no other; the following batches have other keys', async () => {
  const before = run(2 * BATCH_ROWS + 1)
  await before.answer({ 'row-2': refused('Not this one') })
  const asked = before.inFlight()
  before.activity.stop()

  const { answer, inFlight, view, actor, pending } = run(0, null, before.pending)
  expect(view()).toMatchObject({ state: 'checking', total: 201, done: 99, unconfirmed: BATCH_ROWS })
  expect(inFlight()).toEqual(asked)
  await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view()).toMatchObject({ state: 'uncertain', untried: 2 })
  actor.send({ type: 'bulk.check' })
  expect(inFlight()).toEqual(asked)
  await answer()
  expect(view()).toMatchObject({ state: 'stopped', done: 199, untried: 2, canUndo: true })
  expect(pending.kept.size).toBe(0)
  actor.send({ type: 'bulk.retry' })
  expect(inFlight().map(({ body, key }) => [body.ids, key])).toEqual([[['row-2', 'row-201'], 'plan.0.1.row-2']])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: 201 })
  actor.send({ type: 'bulk.undo' })
  expect(inFlight().map(({ versions }) => new Set(versions as readonly number[]))).toEqual([new Set([4])])
})

test('after a reload treats a postponed batch as untried', async () => {
  const before = run(BATCH_ROWS + 1)
  await before.answer()
  await before.answer(PAUSE)
  before.activity.stop()
  const { view, calls } = run(0, null, before.pending)
  expect(view()).toMatchObject({ state: 'stopped', total: 101, done: BATCH_ROWS, untried: 1 })
  expect(calls.made).toBe(0)
})

/* Pauses that the server asks for. */

test('sends nothing during a pause; afterwards the same batch is sent again', async () => {
  const { answer, inFlight, view } = run(BATCH_ROWS + 1)
  const first = inFlight()
  await answer(PAUSE)
  vi.advanceTimersByTime(4_999)
  expect([inFlight(), view().state]).toEqual([[], 'running'])
  vi.advanceTimersByTime(1)
  expect(inFlight()).toEqual(first)
  await answer(PAUSE)
  vi.advanceTimersByTime(5_000)
  expect(inFlight()).toEqual(first)
  await answer()
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: BATCH_ROWS + 1 })
})

test('Stop ends a pause', async () => {
  const { answer, actor, view, calls } = run(BATCH_ROWS + 1)
  await answer()
  await answer(PAUSE)
  expect(view().state).toBe('running')
  actor.send({ type: 'bulk.stop' })
  expect(view()).toMatchObject({ state: 'stopped', done: BATCH_ROWS, untried: 1 })
  vi.advanceTimersByTime(60_000)
  expect(calls.made).toBe(2)
})

test('does not send a batch again that the server postponed after Stop', async () => {
  const { calls, answer, actor, view, selected } = run(2)
  actor.send({ type: 'bulk.stop' })
  await answer(PAUSE)
  expect(view()).toMatchObject({ state: 'stopped', done: 0, untried: 2 })
  expect(selected()).toEqual(['row-1', 'row-2'])
  vi.advanceTimersByTime(5_000)
  expect(calls.made).toBe(1)
})

test('the end of the session aborts the call in flight, and its response has no effect', async () => {
  const { calls, activity, heard } = run(1)
  const [call] = calls.inFlight
  activity.send({ type: 'session.ended' })
  expect(calls.inFlight).toEqual([])
  call!.answer(ok({ data: [{ id: 'row-1', outcome: 'changed', version: 4, message: null }] }))
  await flush()
  expect(heard).toEqual([])
})

test('the end of the session ends a pause', async () => {
  const { calls, answer, activity } = run(1)
  await answer(PAUSE)
  activity.send({ type: 'session.ended' })
  vi.advanceTimersByTime(5_000)
  expect(calls.made).toBe(1)
})

/* Undo. */

test('Undo changes only the changed records back, on the versions that the server returned, and not those that stayed the same', async () => {
  const { answer, view, actor, said, inFlight } = run(4)
  await answer({ 'row-2': SAME, 'row-3': refused('Not this one') })
  expect(view()).toMatchObject({ state: 'partly', canUndo: true })
  actor.send({ type: 'bulk.undo' })
  expect(view()).toMatchObject({ state: 'running', total: 2, done: 0, failures: [], untried: 0, canUndo: false })
  // Another payload under the same key would be refused.
  expect(inFlight()).toEqual([
    { body: { ids: ['row-1', 'row-4'], values: { is_deleted: false } }, versions: [4, 4], key: 'plan.1.0.row-1' },
  ])
  await answer({ 'row-4': refused('Somebody else was first', 9) })
  expect(view()).toMatchObject({ state: 'partly', total: 2, done: 1, failures: [{ rowId: 'row-4', version: 9 }] })
  expect(said().at(-1)).toEqual(['error', '1 of 2 rows enabled. Somebody else was first.'])
})

test('Undo can itself be undone, and is not offered without a changed record', async () => {
  const { answer, view, actor, inFlight } = run(1)
  await answer({ 'row-1': refused('Not this one') })
  expect(view().canUndo).toBe(false)
  actor.send({ type: 'bulk.undo' })
  expect(inFlight()).toEqual([])
  actor.send({ type: 'bulk.retry' })
  await answer()
  actor.send({ type: 'bulk.undo' })
  await answer()
  actor.send({ type: 'bulk.undo' })
  expect(inFlight().map(({ body, versions }) => [body, versions])).toEqual([
    [{ ids: ['row-1'], values: { is_deleted: true } }, [5]],
  ])
})

test('an action that cannot be undone offers no Undo', async () => {
  const { answer, view, actor, inFlight } = run(1, null)
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', canUndo: false })
  actor.send({ type: 'bulk.undo' })
  expect(inFlight()).toEqual([])
})

/* What the person reads. */

test('dismissing an outcome removes everything that was stored', async () => {
  const { answer, actor, shell, activity, pending } = run(1)
  await answer()
  actor.send({ type: 'bulk.dismiss' })
  expect(shell()).toBe('idle')
  expect([activity.getSnapshot().context.bulkActions, pending.kept.size]).toEqual([{}, 0])
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

/** Each row refused with its own reason. */
const reasons = (...messages: string[]) =>
  Object.fromEntries(messages.map((message, index) => [`row-${index + 1}`, refused(message)]))

test('with three or more reasons the toast says how many it omits', async () => {
  const { answer, said } = run(4)
  await answer(reasons('Locked. In use.', 'Not this one', 'Not in your store', 'Gone'))
  expect(said()).toEqual([
    ['error', '0 of 4 rows disabled. Locked. In use (1); Not this one (1); and 2 other reasons.'],
  ])
})

test("the toast contains at most two of the server's reasons, and links to exactly the refused records", async () => {
  const { answer, toasts, sets } = run(4)
  await answer(reasons('Locked.', 'Locked.', 'Not this one', 'Not in your store'))
  const [{ kind, message, link }] = toasts.shown as [(typeof toasts.shown)[number]]
  expect([kind, message]).toEqual(['error', '0 of 4 rows disabled. Locked (2); Not this one (1); and 1 other reason.'])
  expect(link!.label).toBe('Show these 4')
  const token = /^\/rows\?only=(.+)$/.exec(link!.href)![1]!
  expect(sets.get(token)).toEqual({ list: 'rows', ids: new Set(rowsFrom(1, 4)), label: '4 rows not disabled' })
  expect(sets.get('of another tab')).toBeNull()
})
