/** Actions that the server accepts in bulk: their records are sent in batches. */
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
import { BATCH_ROWS } from './bulk-action.implementations'
import { selectBulkActionView, selectConcernedIds } from './bulk-action.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

interface Call {
  body: BulkBody
  versions: CallOptions['ifMatch']
  key: string | undefined
}
type Told = Pick<BulkResult, 'outcome' | 'version' | 'message'>

function run(rows: number, pending = new FakePending()) {
  const line = new FakeLine()
  const calls = new Calls<Call, Result<Reply<BulkResult[]>>>()
  const toasts = new FakeToasts()
  const api = {
    call: ({ id }: { id: string }, { body }: { body: BulkBody }, options: CallOptions) => {
      expect(id).toBe('rows.bulkDisable')
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
  const disable = { ...LIST_ACTIONS.actions.disable!, bulk: { id: 'rows.bulkDisable' } as never }
  logic.takeBulkActions(bulkActionCode)
  logic.define({ ...LIST_ACTIONS, actions: { disable } })
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
      reverse: { is_deleted: false },
      items: Array.from({ length: rows }, (_, index) => ({ rowId: `row-${index + 1}`, version: 3 })),
      key: 'plan',
    })
  const actor = activity.getSnapshot().context.bulkActions['rows']!
  /** Responds to the oldest call. @param special rows with a result other than changed */
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
    inFlight: () => calls.inFlight.map(({ input }) => input),
    view: () => selectBulkActionView(actor.getSnapshot()),
    selected: () => selectConcernedIds(actor.getSnapshot()),
  }
}
const refused = (message: string, version: number | null = 3): Told => ({ outcome: 'refused', version, message })

test('sends records in batches, one after the other, each with its key and the versions that were seen', async () => {
  const { answer, inFlight, view, heard, calls } = run(BATCH_ROWS + 2)
  expect(inFlight()).toHaveLength(1)
  const [first] = inFlight()
  expect(first!.body).toEqual({
    ids: Array.from({ length: BATCH_ROWS }, (_, index) => `row-${index + 1}`),
    values: { is_deleted: true },
  })
  expect(first!.versions).toEqual(Array.from({ length: BATCH_ROWS }, () => 3))
  await answer()
  expect(view()).toMatchObject({ state: 'running', done: BATCH_ROWS, total: BATCH_ROWS + 2 })
  expect(inFlight()).toEqual([
    {
      body: { ids: [`row-${BATCH_ROWS + 1}`, `row-${BATCH_ROWS + 2}`], values: { is_deleted: true } },
      versions: [3, 3],
      key: `plan.0.0.row-${BATCH_ROWS + 1}`,
    },
  ])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: BATCH_ROWS + 2 })
  expect(calls.made).toBe(2)
  // The lists fetch them, whether or not the socket reports them.
  expect(heard).toHaveLength(BATCH_ROWS + 2)
  expect(heard[0]).toEqual({ subject: SUBJECT, id: 'row-1', version: 4 })
})

test('each record has its own outcome: changed, the same, or refused with the reason and its current version', async () => {
  const { answer, view, selected, heard, toasts } = run(3)
  await answer({
    'row-2': { outcome: 'same', version: 3, message: null },
    'row-3': refused('Somebody else changed this record meanwhile.', 8),
  })
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
  expect(toasts.shown.map(({ message }) => message)).toEqual([
    '2 of 3 rows disabled. Somebody else changed this record meanwhile.',
  ])
})

test('a second attempt sends the refused records with their current versions, under another key', async () => {
  const { answer, actor, inFlight } = run(2)
  await answer({ 'row-1': refused('Somebody else changed this record meanwhile.', 8) })
  actor.send({ type: 'bulk.retry' })
  expect(inFlight()).toEqual([
    { body: { ids: ['row-1'], values: { is_deleted: true } }, versions: [8], key: 'plan.0.1.row-1' },
  ])
})

test('Undo changes the changed records back, on the versions that the server returned, and not those that stayed the same', async () => {
  const { answer, actor, inFlight } = run(3)
  await answer({ 'row-2': { outcome: 'same', version: 3, message: null } })
  actor.send({ type: 'bulk.undo' })
  expect(inFlight()).toEqual([
    { body: { ids: ['row-1', 'row-3'], values: { is_deleted: false } }, versions: [4, 4], key: 'plan.1.0.row-1' },
  ])
})

test('a batch that is refused as a whole counts as refused for each of its records', async () => {
  const { answer, view } = run(2)
  await answer({ kind: 'forbidden', message: 'Not permitted' })
  expect(view()).toMatchObject({ state: 'partly', done: 0, failures: [{ rowId: 'row-1' }, { rowId: 'row-2' }] })
})

test('a batch without a response is repeated with the same body and key, and no further batch is started', async () => {
  const { answer, inFlight, view } = run(BATCH_ROWS + 1)
  const [first] = inFlight()
  await answer(UNREACHABLE)
  expect(view()).toMatchObject({ state: 'checking', unconfirmed: BATCH_ROWS })
  vi.advanceTimersByTime(1_000)
  expect(inFlight()).toEqual([first])
  await answer()
  expect(view()).toMatchObject({ state: 'running', done: BATCH_ROWS })
  await answer()
  expect(view().state).toBe('succeeded')
})

test('after a reload the same batch is repeated, and nothing else; the following batches have other keys', async () => {
  const before = run(BATCH_ROWS * 2 + 1)
  await before.answer()
  const asked = before.inFlight()
  before.activity.stop()

  const { answer, inFlight, view, actor, pending } = run(0, before.pending)
  expect(view()).toMatchObject({ state: 'checking', done: BATCH_ROWS, unconfirmed: BATCH_ROWS })
  expect(inFlight()).toEqual(asked)
  await answer(UNREACHABLE)
  vi.advanceTimersByTime(60_000)
  expect(view()).toMatchObject({ state: 'uncertain', untried: 1 })
  actor.send({ type: 'bulk.check' })
  expect(inFlight()).toEqual(asked)
  await answer()
  expect(view()).toMatchObject({ state: 'stopped', done: BATCH_ROWS * 2, untried: 1 })
  expect(pending.kept.size).toBe(0)
  actor.send({ type: 'bulk.retry' })
  const last = `row-${BATCH_ROWS * 2 + 1}`
  expect(inFlight().map(({ body, key }) => [body.ids, key])).toEqual([[[last], `plan.0.1.${last}`]])
  await answer()
  expect(view()).toMatchObject({ state: 'succeeded', done: BATCH_ROWS * 2 + 1 })
})

test('the same batch is sent again after a pause that the server asked for', async () => {
  const { answer, inFlight, view } = run(2)
  const [first] = inFlight()
  await answer({ kind: 'tooMany', message: '', retryAfterSeconds: 5 })
  expect(inFlight()).toEqual([])
  vi.advanceTimersByTime(5_000)
  expect(inFlight()).toEqual([first])
  await answer()
  expect(view().state).toBe('succeeded')
})

test('after Stop no further batch is started, and the response to the batch in flight is awaited', async () => {
  const { answer, actor, view } = run(BATCH_ROWS + 1)
  actor.send({ type: 'bulk.stop' })
  expect(view().state).toBe('stopping')
  await answer()
  expect(view()).toMatchObject({ state: 'stopped', done: BATCH_ROWS, untried: 1 })
})
