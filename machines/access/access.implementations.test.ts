import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import { Calls, FakeDevice, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createAccessImplementations } from './access.implementations'

const FAILURE = failed({ kind: 'fatal', message: 'The directory is being moved.' })
const granted = (page: string): Result<Access> => ok({ accessible_pages: [page], permissions: [] })

/** Starts the machine with the first call in flight. */
function start() {
  const calls = new Calls<null, Result<Access>>()
  const toasts = new FakeToasts()
  const device = new FakeDevice()
  const actor = createActor(
    createAccessImplementations({
      identity: { readAccess: (signal) => calls.call(null, signal) },
      store: device,
      toasts,
      routesOf: ({ accessible_pages }) => accessible_pages,
    }),
  ).start()
  actor.send({ type: 'token.changed' })
  const answer = async (result: Result<Access>) => {
    calls.answerNext(() => result)
    await flush()
  }
  return { actor, calls, toasts, device, answer }
}

test('a route change during a refetch causes one more refetch, whose response counts', async () => {
  const { actor, calls, answer } = start()
  await answer(granted('Users'))
  actor.send({ type: 'route.changed' })
  await flush()
  expect(calls.made).toBe(2)
  actor.send({ type: 'route.changed' })
  await flush()
  expect([calls.made, calls.inFlight.length]).toEqual([3, 1])
  await answer(granted('Admins'))
  expect(actor.getSnapshot().value).toBe('ready')
  expect(actor.getSnapshot().context.access.accessible_pages).toEqual(['Admins'])
})

test('a route change during the first fetch sends no request, because the sign-in itself changes the route', async () => {
  const { actor, calls } = start()
  actor.send({ type: 'route.changed' })
  await flush()
  expect(calls.made).toBe(1)
})

test('each failed call that the person waits for shows the message of the server once', async () => {
  const { actor, toasts, answer } = start()
  await answer(FAILURE)
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'The directory is being moved.' }])
  actor.send({ type: 'retry' })
  await answer(FAILURE)
  expect(toasts.shown).toHaveLength(2)
})

test('a failed repeat in the background is silent', async () => {
  const { actor, toasts, answer } = start()
  await answer(granted('Users'))
  for (const type of ['route.changed', 'token.changed', 'access.changed'] as const) {
    actor.send({ type })
    await answer(FAILURE)
  }
  expect(toasts.shown).toEqual([])
})

test('after a failure a new token or route fetches the permissions again, and a further failure is silent', async () => {
  const { actor, toasts, calls, answer, device } = start()
  await answer(FAILURE)
  actor.send({ type: 'route.changed' })
  await answer(FAILURE)
  expect([actor.getSnapshot().value, calls.made, toasts.shown.length]).toEqual(['failed', 2, 1])
  actor.send({ type: 'token.changed' })
  await answer(granted('Users'))
  expect([actor.getSnapshot().value, device.routes]).toEqual(['ready', ['Users']])
})

test('the error of a failed call stays until a call succeeds: a refusal, then an unreachable server, then none', async () => {
  const { actor, toasts, answer } = start()
  const reason = () => actor.getSnapshot().context.error
  await answer(failed({ kind: 'forbidden', message: 'Your role has been removed.' }))
  expect(reason()).toEqual({ kind: 'forbidden', message: 'Your role has been removed.' })
  // An unreachable server sends no message of its own.
  actor.send({ type: 'route.changed' })
  await answer(failed(UNREACHABLE))
  expect(reason()).toEqual(UNREACHABLE)
  actor.send({ type: 'retry' })
  await answer(failed(UNREACHABLE))
  expect(toasts.shown.map(({ message }) => message)).toEqual([
    'Your role has been removed.',
    'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
  ])
  actor.send({ type: 'retry' })
  await answer(granted('Users'))
  expect(reason()).toBeNull()
})
