import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { disabling, LIST_ACTIONS, SUBJECT } from '@tests/paths/kit/fake-list-server'
import { Calls, FakeLine, FakePending, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createActivityLogic } from '../activity/activity.implementations'
import { definitionOf, type ActionDefinition, type ListActions, type VersionedRow } from './row-action.implementations'
import { selectRowActionView } from './row-action.view'

interface Call {
  operation: string
  id: string
  version: CallOptions['ifMatch']
  body: unknown
  key: string | undefined
}

/** One action on row-1, started by the activity that owns it. @param isResumed it was started before a reload */
function startAction({
  isResumed = false,
  holds,
  claim,
}: { isResumed?: boolean; holds?: ListActions['holds']; claim?: ActionDefinition['claim'] } = {}) {
  const calls = new Calls<Call, Result<Reply<VersionedRow | null>>>()
  const toasts = new FakeToasts()
  const api = {
    call: ({ id: operation }: { id: string }, input: { params: { id: string }; body: unknown }, options: CallOptions) =>
      calls.call(
        {
          operation,
          id: input.params.id,
          version: options.ifMatch,
          body: input.body,
          key: options.idempotencyKey,
        },
        options.signal,
      ),
  } as unknown as ApiPort
  const pending = new FakePending()
  const line = new FakeLine()
  const clock = new SimulatedClock()
  const logic = createActivityLogic({
    api,
    toasts,
    unload: { guard: () => () => undefined },
    pending,
    onLineBack: line.listen,
    signOut: () => undefined,
    loadBulkActions: () => Promise.reject(new Error('No bulk action is started')),
  })
  const { disable } = LIST_ACTIONS.actions
  logic.define({
    ...LIST_ACTIONS,
    holds,
    ...(claim && { actions: { ...LIST_ACTIONS.actions, disable: { ...disable!, claim } } }),
  })
  const put: [string, VersionedRow][] = []
  logic.onRow((list, row) => put.push([list, row]))
  const activity = createActor(logic.machine, { clock }).start()
  if (isResumed) {
    pending.keep('row.rows.row-1', disabling('row-1', 3))
    logic.resume('rows', activity)
  } else activity.send({ type: 'rowAction.start', ...disabling('row-1', 3) })
  const actor = activity.getSnapshot().context.rowActions['row-1']!
  const answer = async (result: Result<Reply<VersionedRow | null>>) => {
    calls.answerNext(() => result)
    await flush()
  }
  return {
    calls,
    toasts,
    pending,
    line,
    clock,
    put,
    logic,
    activity,
    actor,
    succeeds: (data: VersionedRow | null) => answer(ok({ data })),
    fails: (error: ApiError) => answer(failed(error)),
    asked: () => calls.inFlight.map(({ input }) => input),
    view: () => selectRowActionView(actor.getSnapshot()),
    shell: () => activity.getSnapshot().value,
  }
}
const conflict = (current: unknown): ApiError => ({ kind: 'conflict', message: 'Somebody else was first', current })
const link = { label: 'row-1', href: '/rows/row-1' }

test('an action sends its body with the version that the person saw; the returned row is shown, and a toast confirms it', async () => {
  const { asked, succeeds, put, toasts, view, shell } = startAction()
  expect(asked()).toEqual([
    { operation: 'users.update', id: 'row-1', version: 3, body: { is_deleted: true }, key: 'key of row-1' },
  ])
  expect(view()).toEqual({
    state: 'busy',
    list: 'rows',
    action: 'disable',
    payload: { is_deleted: true },
    record: { name: 'row-1', href: '/rows/row-1' },
    problem: null,
  })
  expect(shell()).toEqual({ working: 'inProgress' })
  await succeeds({ id: 'row-1', version: 4 })
  expect(put).toEqual([['rows', { id: 'row-1', version: 4 }]])
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Disabled.', link }])
  expect(view().state).toBe('done')
  expect(shell()).toBe('idle')
})

test('a success without a record says that the record has left the list, and neither names it nor links to it', async () => {
  const { succeeds, put, view, logic, toasts } = startAction()
  const gone: unknown[] = []
  logic.onGone((list, id) => gone.push([list, id]))
  await succeeds(null)
  expect(view().state).toBe('left')
  expect(put).toEqual([])
  expect(gone).toEqual([['rows', 'row-1']])
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Disabled. The row has left this list.' }])
})

test('a conflict shows the current record and the reason, and the next attempt uses its version', async () => {
  const { fails, succeeds, put, toasts, view, shell, actor, asked } = startAction()
  await fails(conflict({ id: 'row-1', version: 8 }))
  expect(put).toEqual([['rows', { id: 'row-1', version: 8 }]])
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'Somebody else was first', link }])
  expect(view()).toMatchObject({ state: 'refused', problem: 'Somebody else was first' })
  expect(shell()).toBe('reporting')
  actor.send({ type: 'rowAction.retry' })
  expect(asked()).toEqual([
    { operation: 'users.update', id: 'row-1', version: 8, body: { is_deleted: true }, key: 'key of row-1' },
  ])
  expect(view()).toMatchObject({ state: 'busy', problem: null })
  expect(shell()).toEqual({ working: 'inProgress' })
  await succeeds({ id: 'row-1', version: 9 })
  expect(shell()).toBe('idle')
})

test.each([
  [
    'the database is not available',
    { kind: 'unavailable', message: '', retryAfterSeconds: 5 },
    /^The service is not available/,
  ],
  [
    'the API fails and says so',
    { kind: 'fatal', message: 'Nothing was changed.', answered: true },
    'Nothing was changed.',
  ],
  ['the person may not do it', { kind: 'forbidden', message: 'Not you.' }, 'Not you.'],
  ['a conflict comes without the record', conflict(null), 'Somebody else was first'],
] as const)('if %s, no row changes, and the next attempt uses the same version', async (_why, error, words) => {
  const { fails, put, toasts, view, actor, asked } = startAction()
  await fails(error)
  expect(put).toEqual([])
  expect(toasts.shown).toEqual([{ kind: 'error', message: expect.stringMatching(words), link }])
  expect(view()).toMatchObject({ state: 'refused', problem: expect.stringMatching(words) })
  actor.send({ type: 'rowAction.retry' })
  expect(asked()).toMatchObject([{ id: 'row-1', version: 3 }])
})

test('dismissing a refusal removes everything that was stored', async () => {
  const { fails, actor, view, shell, activity, pending } = startAction()
  expect(pending.list('row.rows.')).toEqual([disabling('row-1', 3)])
  await fails(conflict(null))
  expect(pending.kept.size).toBe(0)
  actor.send({ type: 'rowAction.dismiss' })
  expect(view().state).toBe('dismissed')
  expect(shell()).toBe('idle')
  expect(activity.getSnapshot().context.rowActions).toEqual({})
})

test('the end of the session aborts the call', () => {
  const { activity, asked } = startAction()
  activity.send({ type: 'session.ended' })
  expect(asked()).toEqual([])
})

test('an action that its list does not define is named in the error', () => {
  const { logic } = startAction()
  expect(definitionOf(logic.actionsOf, 'rows', 'disable').success({})).toBe('Disabled.')
  expect(() => definitionOf(logic.actionsOf, 'rows', 'erase')).toThrow('The list rows has no action erase')
})

/* Uncertain: the API did not respond to this console. */

/** The pauses before the first five repetitions. After a minute the automatic repetition ends. */
const PAUSES = [1_000, 2_000, 5_000, 10_000, 10_000]
const PATIENCE = 60_000
const LOST: readonly (readonly [string, ApiError])[] = [
  ['the connection breaks', UNREACHABLE],
  ['a proxy responds instead', { kind: 'fatal', message: 'Bad gateway' }],
  ['the first request is still being carried out', { kind: 'running', message: '', retryAfterSeconds: 1 }],
]

test.each(LOST)('if %s, the outcome is uncertain: the same call is repeated with the same key', async (_why, error) => {
  const { fails, succeeds, clock, asked, view, put, toasts, pending, shell, calls } = startAction()
  const [first] = asked()
  await fails(error)
  expect([view().state, asked(), toasts.shown, put]).toEqual(['waiting', [], [], []])
  expect(shell()).toEqual({ working: 'inProgress' })
  clock.increment(999)
  expect(asked()).toEqual([])
  clock.increment(1)
  expect([view().state, asked()]).toEqual(['checking', [first]])
  await succeeds({ id: 'row-1', version: 4 })
  expect(put).toEqual([['rows', { id: 'row-1', version: 4 }]])
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Disabled.', link }])
  expect([view().state, pending.kept.size, calls.made]).toEqual(['done', 0, 2])
})

test('the pauses between repetitions grow, and after a minute the console shows the uncertain outcome and stops repeating', async () => {
  const { fails, clock, asked, view, toasts, shell, calls, pending } = startAction()
  await fails(UNREACHABLE)
  for (const pause of PAUSES) {
    clock.increment(pause - 1)
    expect([pause, asked().length]).toEqual([pause, 0])
    clock.increment(1)
    expect([pause, asked().length]).toEqual([pause, 1])
    await fails({ kind: 'unavailable', message: '', retryAfterSeconds: 5 })
  }
  clock.increment(PATIENCE - PAUSES.reduce((sum, pause) => sum + pause))
  expect(view().state).toBe('unresolved')
  expect(shell()).toBe('reporting')
  expect(toasts.shown).toEqual([
    {
      kind: 'warning',
      message: 'It is not known whether row-1 was disabled: the server has not answered.',
      link,
    },
  ])
  const { made } = calls
  clock.increment(600_000)
  expect([calls.made, asked()]).toEqual([made, []])
  // A reload would still resolve it.
  expect(pending.kept.size).toBe(1)
})

test.each(['rowAction.check', 'line.back'] as const)(
  '%s repeats the call at once, both while it waits and after the automatic repetition ended',
  async (type) => {
    const { fails, clock, asked, view, actor, line, shell } = startAction()
    const now = () => (type === 'line.back' ? line.back() : actor.send({ type }))
    await fails(UNREACHABLE)
    now()
    expect([view().state, asked().length]).toEqual(['checking', 1])
    now()
    expect(asked()).toHaveLength(1)
    await fails(UNREACHABLE)
    clock.increment(PATIENCE)
    expect(view().state).toBe('unresolved')
    now()
    expect([view().state, asked().length, shell()]).toEqual(['checking', 1, { working: 'inProgress' }])
    await fails(UNREACHABLE)
    // The pauses start from the beginning.
    expect(view().state).toBe('waiting')
  },
)

test('a refusal in response to a repetition is final; an outage does not determine the outcome of the action', async () => {
  const { fails, clock, view, put, pending, line } = startAction()
  await fails(UNREACHABLE)
  clock.increment(1_000)
  await fails({ kind: 'tooMany', message: '', retryAfterSeconds: 30 })
  expect(view().state).toBe('waiting')
  clock.increment(2_000)
  await fails(conflict({ id: 'row-1', version: 8 }))
  expect(view()).toMatchObject({ state: 'refused', problem: 'Somebody else was first' })
  expect(put).toEqual([['rows', { id: 'row-1', version: 8 }]])
  expect([pending.kept.size, line.listening]).toEqual([0, 0])
})

test('after a reload the action is resumed: it repeats the call with the same key, and shows that it checks', async () => {
  const { asked, succeeds, view, toasts, pending } = startAction({ isResumed: true })
  expect(view().state).toBe('checking')
  expect(asked()).toEqual([
    { operation: 'users.update', id: 'row-1', version: 3, body: { is_deleted: true }, key: 'key of row-1' },
  ])
  await succeeds({ id: 'row-1', version: 4 })
  expect([view().state, toasts.shown, pending.kept.size]).toEqual([
    'done',
    [{ kind: 'success', message: 'Disabled.', link }],
    0,
  ])
})

test('an outage right after the reload leaves the outcome open', async () => {
  const { fails, view } = startAction({ isResumed: true })
  await fails({ kind: 'unavailable', message: '', retryAfterSeconds: 5 })
  expect(view().state).toBe('waiting')
})

test('an unknown outcome can be dismissed, and is then removed', async () => {
  const { fails, clock, actor, view, activity, pending } = startAction()
  await fails(UNREACHABLE)
  clock.increment(PATIENCE)
  actor.send({ type: 'rowAction.dismiss' })
  expect([view().state, pending.kept.size, activity.getSnapshot().context.rowActions]).toEqual(['dismissed', 0, {}])
})

test.each([false, true])(
  'a row that no longer belongs to its list is removed from it (after a repetition: %s)',
  async (isResumed) => {
    const { succeeds, view, toasts, put, activity } = startAction({ isResumed, holds: ({ version }) => version < 4 })
    await succeeds({ id: 'row-1', version: 4 })
    expect(view().state).toBe('left')
    expect(put).toEqual([['rows', { id: 'row-1', version: 4 }]])
    expect(toasts.shown).toEqual([
      { kind: 'success', message: 'Disabled. row-1 no longer belongs to this list.', link },
    ])
    expect(activity.getSnapshot().context.rowActions).toEqual({})
  },
)

describe('an action under a claim', () => {
  const claim = { id: 'users.claim', method: 'PATCH', path: '/users/:id/claim' } as unknown as ActionDefinition['claim']
  const free = { id: 'row-1', version: 3 }
  const claiming = { operation: 'users.claim', id: 'row-1', version: undefined, body: {}, key: 'key of row-1' }
  const acting = { ...claiming, operation: 'users.update', version: 3, body: { is_deleted: true } }

  test('claims the record first, and then acts, both with the same key', async () => {
    const { asked, succeeds, view } = startAction({ claim })
    expect(asked()).toEqual([claiming])
    await succeeds(free)
    expect(asked()).toEqual([acting])
    await succeeds({ id: 'row-1', version: 4 })
    expect(view().state).toBe('done')
  })

  test('is refused if another person has claimed the record: the row shows who, and the action is not sent', async () => {
    const { asked, fails, put, view } = startAction({ claim })
    const theirs = { id: 'row-1', version: 3, claimed_by: { id: 'staff-2', username: 'avery' } }
    await fails({ kind: 'conflict', message: 'avery has claimed this row.', current: theirs })
    expect(asked()).toEqual([])
    expect(view()).toMatchObject({ state: 'refused', problem: 'avery has claimed this row.' })
    expect(put).toEqual([['rows', theirs]])
  })

  test('claims once more if the claim ended between the two calls, because a repeated key claims nothing', async () => {
    const { asked, fails, succeeds, view } = startAction({ claim })
    await succeeds(free)
    await fails(conflict(free))
    expect(asked()).toEqual([{ ...claiming, key: undefined }])
    await succeeds(free)
    expect(asked()).toEqual([acting])
    await succeeds({ id: 'row-1', version: 4 })
    expect(view().state).toBe('done')
  })

  test('on an older version is refused at once: another claim would not help', async () => {
    const { asked, succeeds, fails, view } = startAction({ claim })
    await succeeds(free)
    await fails(conflict({ id: 'row-1', version: 8 }))
    expect([asked(), view().state]).toEqual([[], 'refused'])
  })

  test('without a response to the claim is uncertain, and repeated with the same key', async () => {
    const { asked, fails, clock, view } = startAction({ claim })
    await fails(UNREACHABLE)
    expect(view().state).toBe('waiting')
    clock.increment(1_000)
    expect(asked()).toEqual([claiming])
  })
})

describe('an action on the list as a whole', () => {
  const reorder = (over: Partial<ActionDefinition> = {}) => {
    const started = startAction()
    started.activity.stop()
    started.logic.define({
      ...LIST_ACTIONS,
      actions: {
        order: {
          operation: { id: 'rows.order' } as unknown as ActionDefinition['operation'],
          ofList: true,
          success: () => 'Ordered.',
          gerund: () => 'Saving',
          participle: () => 'saved',
          ...over,
        },
      },
    })
    const told: unknown[] = []
    started.logic.onChanged((change) => told.push(change))
    const activity = createActor(started.logic.machine, { clock: started.clock }).start()
    activity.send({
      type: 'rowAction.start',
      list: 'rows',
      rowId: 'order of rows',
      version: null,
      action: 'order',
      payload: { ids: ['row-2', 'row-1'] },
      key: 'key of the order',
      record: { name: 'the order of the rows', href: '/rows' },
    })
    const actor = activity.getSnapshot().context.rowActions['order of rows']!
    return { ...started, activity, told, view: () => selectRowActionView(actor.getSnapshot()) }
  }

  test('sends no version; afterwards the list is read again, and no row has left it', async () => {
    const { asked, succeeds, put, told, toasts, view } = reorder()
    expect(asked()).toMatchObject([
      { operation: 'rows.order', version: undefined, body: { ids: ['row-2', 'row-1'] }, key: 'key of the order' },
    ])
    const gone: unknown[] = []
    await succeeds(null)
    expect([view().state, put, gone]).toEqual(['done', [], []])
    expect(told).toEqual([{ subject: SUBJECT, id: null }])
    expect(toasts.shown).toMatchObject([{ kind: 'success', message: 'Ordered.' }])
  })

  test('that meets a conflict reads the list again, and puts no row into it', async () => {
    const { fails, put, told, view } = reorder()
    await fails(conflict({ id: 'row-1', version: 8 }))
    expect([view().state, put]).toEqual(['refused', []])
    expect(told).toEqual([{ subject: SUBJECT, id: null }])
  })

  test('that is refused for another reason leaves the list unchanged', async () => {
    const { fails, told, view } = reorder()
    await fails({ kind: 'forbidden', message: 'Not you.' })
    expect([view().state, told]).toEqual(['refused', []])
  })
})
