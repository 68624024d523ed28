import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createReadingImplementations } from './reading.implementations'
import { selectReading } from './reading.view'

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
  return {
    calls,
    toasts,
    actor,
    answer,
    state: () => selectReading(actor.getSnapshot()).state,
    view: () => selectReading<string>(actor.getSnapshot()),
  }
}

test('a value is read once and shown; a failed refresh keeps it and shows the error until it can be read again', async () => {
  const { actor, answer, calls, view } = open()
  expect(view()).toEqual({ state: 'loading', value: null, error: null })
  await answer(ok('Ada'))
  expect(view()).toEqual({ state: 'ready', value: 'Ada', error: null })
  expect(calls.made).toBe(1)
  actor.send({ type: 'reading.refresh' })
  await answer(REFUSED)
  expect(view()).toEqual({ state: 'outdated', value: 'Ada', error: REFUSED.error })
  actor.send({ type: 'retry' })
  await answer(ok('Grace'))
  expect(view()).toEqual({ state: 'ready', value: 'Grace', error: null })
})

test('without a value only the error is shown', async () => {
  const { answer, view } = open()
  await answer(REFUSED)
  expect(view()).toEqual({ state: 'unreachable', value: null, error: REFUSED.error })
})

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
  expect(toasts.shown.map(({ message }) => message)).toEqual(Array(3).fill(REFUSED.error.message))
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

test('a change during a call causes one more read, because the response may contain the old value', async () => {
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
