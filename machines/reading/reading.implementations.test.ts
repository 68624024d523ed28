import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createReadingImplementations } from './reading.implementations'

const REFUSED = failed({ kind: 'forbidden', message: 'You are not permitted to read this user.' })

function open() {
  const calls = new Calls<null, Result<unknown>>()
  const toasts = new FakeToasts()
  const actor = createActor(createReadingImplementations({ toasts }, (signal) => calls.call(null, signal)))
  actor.start()
  const answer = async (how: Result<unknown>) => {
    calls.answerNext(() => how)
    await flush()
  }
  return { calls, toasts, actor, answer, state: () => actor.getSnapshot().value }
}

test('each failed call that the person asked for shows the message of the server once', async () => {
  const { actor, answer, toasts, state } = open()
  await answer(REFUSED)
  expect(state()).toBe('unreachable')
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'You are not permitted to read this user.' }])
  actor.send({ type: 'retry' })
  await answer(REFUSED)
  expect(toasts.shown).toHaveLength(2)
  actor.send({ type: 'retry' })
  await answer(ok('Ada'))
  actor.send({ type: 'reading.refresh' })
  await answer(REFUSED)
  expect(state()).toBe('outdated')
  actor.send({ type: 'retry' })
  expect(state()).toBe('retrying')
  await answer(REFUSED)
  expect(toasts.shown).toHaveLength(3)
})

test('a failure in the background is not notified, whether or not there is a value', async () => {
  const { actor, answer, toasts, state } = open()
  await answer(REFUSED)
  actor.send({ type: 'reading.refresh' })
  await answer(REFUSED)
  expect(state()).toBe('unreachable')
  actor.send({ type: 'reading.refresh' })
  await answer(ok('Ada'))
  expect(state()).toBe('ready')
  actor.send({ type: 'reading.refresh' })
  await answer(REFUSED)
  expect(state()).toBe('outdated')
  expect(toasts.shown).toHaveLength(1)
})

test('a change during a call is read after it, since the response may hold the old value', async () => {
  const { actor, answer, calls, state } = open()
  actor.send({ type: 'reading.refresh' })
  expect(calls.made).toBe(1)
  await answer(ok('old'))
  expect(state()).toBe('refreshing')
  await answer(ok('new'))
  expect(state()).toBe('ready')
  expect(actor.getSnapshot().context.value).toBe('new')
  actor.send({ type: 'reading.refresh' })
  actor.send({ type: 'reading.refresh' })
  await answer(ok('newer'))
  await answer(ok('newest'))
  expect(calls.made).toBe(4)
  expect(state()).toBe('ready')
})
