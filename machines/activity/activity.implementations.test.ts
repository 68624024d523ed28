import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { ok } from '@contract/errors'
import { disabling, FakeListServer, LIST_ACTIONS, listAndActivity, SUBJECT } from '@tests/paths/kit/fake-list-server'
import { FakeLine, FakePending, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import * as bulkActionCode from '../bulk-action/bulk-action.implementations'
import { createActivityLogic, type BulkActionCode } from './activity.implementations'

const disablingMany = (ids: readonly string[]) => ({
  list: 'rows',
  action: 'disable',
  payload: { is_deleted: true },
  reverse: { is_deleted: false },
  key: 'key',
  items: ids.map((rowId) => ({ rowId, version: 1 })),
})

function run() {
  const server = new FakeListServer(3)
  const toasts = new FakeToasts()
  const { activity, logic, signOuts, guards } = listAndActivity(server, toasts)
  return {
    server,
    toasts,
    activity,
    logic,
    signOuts,
    guards,
    state: () => activity.getSnapshot().value,
    start: (rowId = 'row-1', version = 1) => activity.send({ type: 'rowAction.start', ...disabling(rowId, version) }),
    startBulk: (ids = ['row-1', 'row-2']) => activity.send({ type: 'bulkAction.start', ...disablingMany(ids) }),
    /** Responds to the most recent call. */
    completeNewest: (id: string) => {
      const call = server.actions.inFlight.at(-1)!
      const row = { id, version: 2, label: id }
      call.answer(
        typeof call.input === 'string'
          ? ok({ data: row })
          : ok({ data: [{ ...row, outcome: 'changed', message: null }] }),
      )
      return flush()
    },
    bulk: () => activity.getSnapshot().context.bulkActions['rows'],
    row: (id = 'row-1') => activity.getSnapshot().context.rowActions[id],
  }
}

test('an action that succeeds is removed; one that is refused stays until it is read', async () => {
  const { server, state, start, row } = run()
  start()
  expect(state()).toEqual({ working: 'inProgress' })
  server.completeAction()
  await flush()
  expect(state()).toBe('idle')
  start('row-2')
  server.refuseAction()
  await flush()
  expect(state()).toBe('reporting')
  row('row-2')!.send({ type: 'rowAction.dismiss' })
  expect(state()).toBe('idle')
  expect(row('row-2')).toBeUndefined()
})

test('a refused action is tried again on the version that the conflict reported', async () => {
  const { server, state, start, row } = run()
  server.change('row-1')
  start()
  server.refuseAction()
  await flush()
  row()!.send({ type: 'rowAction.retry' })
  expect(state()).toEqual({ working: 'inProgress' })
  expect(row()!.getSnapshot().context.version).toBe(2)
  server.completeAction()
  await flush()
  expect(state()).toBe('idle')
})

test('the message log names the record of each action and links to it', async () => {
  const { server, toasts, start } = run()
  start()
  server.completeAction()
  await flush()
  start('row-2')
  server.refuseAction()
  await flush()
  expect(toasts.shown.map(({ kind, link }) => [kind, link])).toEqual([
    ['success', { label: 'row-1', href: '/rows/row-1' }],
    ['error', { label: 'row-2', href: '/rows/row-2' }],
  ])
})

test('a record accepts one action at a time, and a list one bulk action', () => {
  const { server, start, startBulk, bulk } = run()
  start()
  start()
  expect(server.actions.made).toBe(1)
  startBulk(['row-2'])
  const first = bulk()
  startBulk(['row-3'])
  expect(bulk()).toBe(first)
  expect(server.actions.made).toBe(2)
})

test.each([
  ['a second action on a single row', (more: ReturnType<typeof run>) => more.start('row-2')],
  ['a bulk action', (more: ReturnType<typeof run>) => more.startBulk(['row-2'])],
])('while %s runs too, each action is in flight until its own response', async (_which, startOther) => {
  const both = run()
  const { server, state, start, row, completeNewest } = both
  start()
  startOther(both)
  await completeNewest('row-2')
  expect(state()).toEqual({ working: 'inProgress' })
  expect(row('row-2')).toBeUndefined()
  expect(row()).toBeDefined()
  server.refuseAction()
  await flush()
  expect(state()).toBe('reporting')
})

test('retrying an action keeps the other actions in the shell', async () => {
  const { server, state, start, row, completeNewest } = run()
  start()
  start('row-2')
  server.refuseAction()
  await flush()
  expect(state()).toEqual({ working: 'inProgress' })
  row()!.send({ type: 'rowAction.retry' })
  await completeNewest('row-1')
  expect(state()).toEqual({ working: 'inProgress' })
  server.completeAction()
  await flush()
  expect(state()).toBe('idle')
})

test('dismissing an outcome keeps the other outcomes', async () => {
  const { server, state, start, startBulk, row, bulk, activity } = run()
  start()
  start('row-2')
  startBulk(['row-3'])
  for (let answers = 0; answers < 3; answers += 1) server.refuseAction()
  await flush()
  row()!.send({ type: 'rowAction.dismiss' })
  expect(row()).toBeUndefined()
  expect([row('row-2')?.id, bulk()?.id, state()]).toEqual(['row-row-2', 'bulk-rows', 'reporting'])
  bulk()!.send({ type: 'bulk.dismiss' })
  expect([row('row-2')?.id, bulk(), state()]).toEqual(['row-row-2', undefined, 'reporting'])
  row('row-2')!.send({ type: 'rowAction.dismiss' })
  expect(state()).toBe('idle')
  expect(Object.keys(activity.getSnapshot().children)).toEqual([])
})

test('starting an action on the same record or list stops the previous one', async () => {
  const { server, start, startBulk, row, bulk } = run()
  start()
  startBulk(['row-2'])
  for (let answers = 0; answers < 2; answers += 1) server.refuseAction()
  await flush()
  const [oldRow, oldBulk] = [row()!, bulk()!]
  start()
  startBulk(['row-2'])
  expect([oldRow, oldBulk].map((actor) => actor.getSnapshot().status)).toEqual(['stopped', 'stopped'])
  expect(server.actions.inFlight).toHaveLength(2)
})

test('an event of an unknown action does not put the shell into a busy state', () => {
  const { activity, state } = run()
  activity.send({ type: 'action.began', id: 'row-of-nobody' })
  expect(state()).toBe('idle')
})

test('a page receives each record that an action returned, and each change of a bulk action, until it unsubscribes', async () => {
  const { server, logic, start, startBulk } = run()
  const heard: unknown[] = []
  const stops = [logic.onRow((list, row) => heard.push([list, row])), logic.onChanged((change) => heard.push(change))]
  start()
  server.completeAction()
  await flush()
  startBulk(['row-2'])
  server.completeAction()
  await flush()
  expect(heard).toEqual([
    ['rows', { id: 'row-1', version: 2, label: 'row-1, version 2' }],
    { subject: SUBJECT, id: 'row-2', version: 2 },
  ])
  stops.forEach((stop) => stop())
  start('row-3')
  server.completeAction()
  await flush()
  startBulk(['row-1'])
  server.completeAction()
  await flush()
  expect(heard).toHaveLength(2)
})

test('a list without actions is named in the error', () => {
  const { logic } = run()
  expect(logic.actionsOf('rows').route).toBe('/rows')
  expect(() => logic.actionsOf('columns')).toThrow('The list columns has defined no actions')
})

test('the next bulk action of a list replaces one whose outcome was not read', async () => {
  const { server, startBulk, bulk, state } = run()
  startBulk(['row-1'])
  server.refuseAction()
  await flush()
  expect(state()).toBe('reporting')
  startBulk(['row-2'])
  expect(bulk()!.getSnapshot().context.items).toEqual([{ rowId: 'row-2', version: 1 }])
  expect(state()).toEqual({ working: 'inProgress' })
})

test('a sign-out is requested at once if nothing is in flight', () => {
  const { activity, signOuts, state } = run()
  activity.send({ type: 'signOut.request' })
  expect(signOuts.requested).toBe(1)
  expect(state()).toBe('idle')
})

test('a sign-out while an action is in flight asks first, and the action continues', async () => {
  const { server, activity, signOuts, state, start } = run()
  start()
  activity.send({ type: 'signOut.request' })
  activity.send({ type: 'signOut.request' })
  expect(state()).toEqual({ working: 'confirmingSignOut' })
  expect(signOuts.requested).toBe(0)
  activity.send({ type: 'signOut.cancel' })
  expect(state()).toEqual({ working: 'inProgress' })
  expect(server.actions.inFlight).toHaveLength(1)
  activity.send({ type: 'signOut.request' })
  activity.send({ type: 'signOut.confirm' })
  expect(signOuts.requested).toBe(1)
})

test('an unanswered sign-out question signs out when all actions succeed, and not if one was refused', async () => {
  const done = run()
  done.start()
  done.activity.send({ type: 'signOut.request' })
  done.server.completeAction()
  await flush()
  expect(done.signOuts.requested).toBe(1)
  const refused = run()
  refused.start()
  refused.activity.send({ type: 'signOut.request' })
  refused.server.refuseAction()
  await flush()
  expect(refused.signOuts.requested).toBe(0)
  expect(refused.state()).toBe('reporting')
})

test('the browser asks before the tab is closed while an action is in flight, and only then', async () => {
  const { server, guards, start } = run()
  expect(guards.set).toBe(0)
  start()
  expect(guards.set).toBe(1)
  server.refuseAction()
  await flush()
  expect(guards.set).toBe(0)
})

test('the end of the session aborts the actions in flight and notifies the person', () => {
  const { server, activity, toasts, guards, start, startBulk } = run()
  start('row-3')
  startBulk()
  expect(server.actions.inFlight).toHaveLength(2)
  activity.send({ type: 'session.ended' })
  expect(server.actions.inFlight).toEqual([])
  expect(guards.set).toBe(0)
  expect(toasts.shown).toEqual([
    {
      kind: 'warning',
      message: 'Your session ended while changes were being made. Check which of them were made, then repeat the rest.',
    },
  ])
  const quiet = run()
  quiet.activity.send({ type: 'session.ended' })
  expect(quiet.toasts.shown).toEqual([])
})

test('a bulk action without an outcome resumes once its code is loaded; a load that fails is tried again when the list is opened', async () => {
  const server = new FakeListServer(3)
  const pending = new FakePending()
  const make = (loadBulkActions: () => Promise<BulkActionCode>) => {
    const logic = createActivityLogic({
      api: server.api,
      toasts: new FakeToasts(),
      unload: { guard: () => () => undefined },
      pending,
      onLineBack: new FakeLine().listen,
      signOut: () => undefined,
      loadBulkActions,
    })
    logic.define(LIST_ACTIONS)
    const actor = createActor(logic.machine).start()
    return { logic, actor, bulk: () => actor.getSnapshot().context.bulkActions['rows']?.getSnapshot().value }
  }
  const before = make(() => Promise.resolve(bulkActionCode))
  before.logic.takeBulkActions(bulkActionCode)
  before.actor.send({ type: 'bulkAction.start', ...disablingMany(['row-1']) })
  expect(before.bulk()).toEqual({ acting: 'running' })

  let loads = 0
  const after = make(() => {
    loads += 1
    return loads === 1 ? Promise.reject(new Error('The line is down')) : Promise.resolve(bulkActionCode)
  })
  after.logic.resume('rows', after.actor)
  await flush()
  expect(after.bulk()).toBeUndefined()
  after.logic.resume('rows', after.actor)
  await flush()
  expect(loads).toBe(2)
  expect(after.bulk()).toEqual({ acting: 'checking' })
})
