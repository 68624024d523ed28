import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { disabling, LIST_ACTIONS } from '@tests/paths/kit/fake-list-server'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createActivityLogic } from '../activity/activity.implementations'
import { definitionOf, type VersionedRow } from './row-action.implementations'
import { selectRowActionView } from './row-action.view'

interface Call {
  operation: string
  id: string
  version: number | undefined
  body: unknown
}

/** One action on row-1, started by the activity that owns it. */
function startAction() {
  const calls = new Calls<Call, Result<Reply<VersionedRow | null>>>()
  const toasts = new FakeToasts()
  const api = {
    call: ({ id: operation }: { id: string }, input: { params: { id: string }; body: unknown }, options: CallOptions) =>
      calls.call({ operation, id: input.params.id, version: options.ifMatch, body: input.body }, options.signal),
  } as unknown as ApiPort
  const logic = createActivityLogic({ api, toasts, unload: { guard: () => () => undefined }, signOut: () => undefined })
  logic.define(LIST_ACTIONS)
  const put: [string, VersionedRow][] = []
  logic.onRow((list, row) => put.push([list, row]))
  const activity = createActor(logic.machine).start()
  activity.send({ type: 'rowAction.start', ...disabling('row-1', 3) })
  const actor = activity.getSnapshot().context.rowActions['row-1']!
  const answer = async (result: Result<Reply<VersionedRow | null>>) => {
    calls.answerNext(() => result)
    await flush()
  }
  return {
    calls,
    toasts,
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

test('an action sends its body on the version that the person saw; the row of the answer is shown, and a toast says it', async () => {
  const { asked, succeeds, put, toasts, view, shell } = startAction()
  expect(asked()).toEqual([{ operation: 'users.update', id: 'row-1', version: 3, body: { is_deleted: true } }])
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

test('a success without a record changes no row', async () => {
  const { succeeds, put, view } = startAction()
  await succeeds(null)
  expect(view().state).toBe('done')
  expect(put).toEqual([])
})

test('a conflict shows the record as it is now, says why, and the next attempt is made on its version', async () => {
  const { fails, succeeds, put, toasts, view, shell, actor, asked } = startAction()
  await fails(conflict({ id: 'row-1', version: 8 }))
  expect(put).toEqual([['rows', { id: 'row-1', version: 8 }]])
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'Somebody else was first', link }])
  expect(view()).toMatchObject({ state: 'refused', problem: 'Somebody else was first' })
  expect(shell()).toBe('reporting')
  actor.send({ type: 'rowAction.retry' })
  expect(asked()).toEqual([{ operation: 'users.update', id: 'row-1', version: 8, body: { is_deleted: true } }])
  expect(view()).toMatchObject({ state: 'busy', problem: null })
  expect(shell()).toEqual({ working: 'inProgress' })
  await succeeds({ id: 'row-1', version: 9 })
  expect(shell()).toBe('idle')
})

test.each([
  ['the server cannot be reached', UNREACHABLE, /^The server cannot be reached\./],
  ['the person may not do it', { kind: 'forbidden', message: 'Not you.' }, 'Not you.'],
  ['a conflict comes without the record', conflict(null), 'Somebody else was first'],
] as const)('where %s no row changes, and the next attempt is made on the same version', async (_why, error, words) => {
  const { fails, put, toasts, view, actor, asked } = startAction()
  await fails(error)
  expect(put).toEqual([])
  expect(toasts.shown).toEqual([{ kind: 'error', message: expect.stringMatching(words), link }])
  expect(view()).toMatchObject({ state: 'refused', problem: expect.stringMatching(words) })
  actor.send({ type: 'rowAction.retry' })
  expect(asked()).toMatchObject([{ id: 'row-1', version: 3 }])
})

test('a refusal that was read leaves nothing behind', async () => {
  const { fails, actor, view, shell, activity } = startAction()
  await fails(UNREACHABLE)
  actor.send({ type: 'rowAction.dismiss' })
  expect(view().state).toBe('dismissed')
  expect(shell()).toBe('idle')
  expect(activity.getSnapshot().context.rowActions).toEqual({})
})

test('the end of the session gives the call up', () => {
  const { activity, asked } = startAction()
  activity.send({ type: 'session.ended' })
  expect(asked()).toEqual([])
})

test('an action that its list does not define is named in the error', () => {
  const { logic } = startAction()
  expect(definitionOf(logic.actionsOf, 'rows', 'disable').success({})).toBe('Disabled.')
  expect(() => definitionOf(logic.actionsOf, 'rows', 'erase')).toThrow('The list rows has no action erase')
})
