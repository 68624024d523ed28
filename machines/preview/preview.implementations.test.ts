import { afterEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createPreviewImplementations } from './preview.implementations'
import { TYPING_PAUSE_MS, type Answer, type Asked } from './preview.machine'
import { previewCommands, selectPreviewView } from './preview.view'

afterEach(() => vi.useRealTimers())

function open() {
  vi.useFakeTimers()
  const calls = new Calls<Asked, Result<Answer>>()
  let lineBack = () => {}
  const machine = createPreviewImplementations({
    ask: (asked, signal) => calls.call(asked, signal),
    onLineBack: (listener) => {
      lineBack = listener
      return () => undefined
    },
  })
  const actor = createActor(machine).start()
  const pause = async () => {
    await vi.advanceTimersByTimeAsync(TYPING_PAUSE_MS)
  }
  const answer = async (result: Result<Answer>) => {
    calls.answerNext(() => result)
    await vi.advanceTimersByTimeAsync(0)
  }
  return {
    calls,
    pause,
    answer,
    lineIsBack: () => lineBack(),
    view: () => selectPreviewView(actor.getSnapshot()),
    ...previewCommands((event) => actor.send(event)),
  }
}

test('the server is asked once the person pauses, with the latest input', async () => {
  const { calls, completed, pause, answer, view } = open()
  expect(view()).toEqual({ state: 'incomplete' })
  completed({ amount: '1' })
  completed({ amount: '10' })
  expect([view(), calls.inFlight]).toEqual([{ state: 'coming' }, []])
  await pause()
  expect(calls.inFlight.map(({ input }) => input)).toEqual([{ amount: '10' }])
  await answer(ok({ bonus: '5.00' }))
  expect(view()).toEqual({ state: 'shown', answer: { bonus: '5.00' } })
})

test('an earlier answer stays and is marked as outdated until the answer to newer input arrives; a late one is dropped', async () => {
  const { completed, pause, answer, view } = open()
  completed({ amount: '10' })
  await pause()
  await answer(ok({ bonus: '5.00' }))
  completed({ amount: '20' })
  expect(view()).toEqual({ state: 'outdated', answer: { bonus: '5.00' } })
  await pause()
  completed({ amount: '30' })
  await answer(ok({ bonus: '10.00' }))
  expect(view()).toEqual({ state: 'outdated', answer: { bonus: '5.00' } })
  await pause()
  await answer(ok({ bonus: '15.00' }))
  expect(view()).toEqual({ state: 'shown', answer: { bonus: '15.00' } })
})

test('a refusal shows its reason; incomplete input has no answer', async () => {
  const { completed, incomplete, pause, answer, view } = open()
  completed({ amount: '10' })
  await pause()
  await answer(failed({ kind: 'rejected', message: 'Check the marked fields.', fields: { at: ['Not a time'] } }))
  expect(view()).toEqual({ state: 'refused', problem: 'Not a time', fields: { at: ['Not a time'] } })
  incomplete()
  expect(view()).toEqual({ state: 'incomplete' })
})

test('a missing right is a refusal too: asked again, the answer would be the same', async () => {
  const { completed, pause, answer, view } = open()
  completed({ amount: '10' })
  await pause()
  await answer(failed({ kind: 'forbidden', message: 'Above your own limit' }))
  expect(view()).toEqual({ state: 'refused', problem: 'Above your own limit', fields: {} })
})

test('without a connection it fails, and asks again on request or once the connection is back', async () => {
  const { calls, completed, pause, answer, view, retry, lineIsBack } = open()
  completed({ amount: '10' })
  await pause()
  await answer(failed(UNREACHABLE))
  expect(view().state).toBe('failed')
  retry()
  await answer(failed(UNREACHABLE))
  lineIsBack()
  expect(calls.inFlight.map(({ input }) => input)).toEqual([{ amount: '10' }])
  await answer(ok({ bonus: '5.00' }))
  expect(view().state).toBe('shown')
})
