import { expect, test } from 'vitest'
import { disabling, FakeListServer, listAndActivity } from '@tests/paths/kit/fake-list-server'
import { FakeToasts, flush } from '@tests/paths/kit/fake-ports'

function run() {
  const server = new FakeListServer(3)
  const toasts = new FakeToasts()
  const { activity, signOuts, guards } = listAndActivity(server, toasts)
  return {
    server,
    toasts,
    activity,
    signOuts,
    guards,
    state: () => activity.getSnapshot().value,
    start: (rowId = 'row-1', version = 1) => activity.send({ type: 'rowAction.start', ...disabling(rowId, version) }),
    startBulk: (ids = ['row-1', 'row-2']) =>
      activity.send({
        type: 'bulkAction.start',
        list: 'rows',
        action: 'disable',
        payload: { is_deleted: true },
        reverse: { is_deleted: false },
        items: ids.map((rowId) => ({ rowId, version: 1 })),
      }),
    bulk: () => activity.getSnapshot().context.bulkActions['rows'],
    row: (id = 'row-1') => activity.getSnapshot().context.rowActions[id],
  }
}

test('an action that succeeds leaves nothing; one that is refused stays until it is read', async () => {
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

test('one record takes one action at a time, and one list one bulk action', () => {
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

test('a bulk action whose outcome was not read gives way to the next one of its list', async () => {
  const { server, startBulk, bulk, state } = run()
  startBulk(['row-1'])
  server.refuseAction()
  await flush()
  expect(state()).toBe('reporting')
  startBulk(['row-2'])
  expect(bulk()!.getSnapshot().context.items).toEqual([{ rowId: 'row-2', version: 1 }])
  expect(state()).toEqual({ working: 'inProgress' })
})

test('a sign-out is requested at once where nothing is in flight', () => {
  const { activity, signOuts, state } = run()
  activity.send({ type: 'signOut.request' })
  expect(signOuts.requested).toBe(1)
  expect(state()).toBe('idle')
})

test('a sign-out while an action is in flight asks first, and the action goes on', async () => {
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

test('a sign-out that waits for an answer happens when every action is done, and not when one was refused', async () => {
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

test('the end of the session aborts what is in flight, and says so', () => {
  const { server, activity, toasts, guards, start, startBulk } = run()
  start('row-3')
  startBulk()
  expect(server.actions.inFlight).toHaveLength(3)
  activity.send({ type: 'session.ended' })
  expect(server.actions.inFlight).toEqual([])
  expect(guards.set).toBe(0)
  expect(toasts.shown.map(({ kind }) => kind)).toEqual(['warning'])
  const quiet = run()
  quiet.activity.send({ type: 'session.ended' })
  expect(quiet.toasts.shown).toEqual([])
})
