import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import { Calls } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createPrivateFileImplementations } from './private-file.implementations'
import { privateFileCommands, selectPrivateFileView } from './private-file.view'

const CONTENT = new Blob(['pixels'], { type: 'image/png' })
const settle = () => new Promise((resolve) => setImmediate(resolve))

function open() {
  const calls = new Calls<string, Result<Blob>>()
  let lineBack = () => {}
  const actor = createActor(
    createPrivateFileImplementations({
      read: (id, signal) => calls.call(id, signal),
      onLineBack: (listener) => {
        lineBack = listener
        return () => undefined
      },
    }),
  ).start()
  return {
    calls,
    lineIsBack: () => lineBack(),
    answer: async (result: Result<Blob>) => {
      calls.answerNext(() => result)
      await settle()
    },
    view: () => selectPrivateFileView(actor.getSnapshot()),
    ...privateFileCommands((event) => actor.send(event)),
  }
}

test('nothing is read before the person asks, and a shown file is read once', async () => {
  const { calls, ask, answer, view } = open()
  await settle()
  expect([calls.made, view().state]).toEqual([0, 'unasked'])
  ask('file-1')
  ask('file-1')
  expect([calls.inFlight.map(({ input }) => input), view().state]).toEqual([['file-1'], 'loading'])
  await answer(ok(CONTENT))
  expect(view()).toEqual({ state: 'shown', content: CONTENT, problem: null })
  ask('file-1')
  expect(calls.made).toBe(1)
})

test('leaving aborts the read and removes the content', async () => {
  const { calls, ask, leave, answer, view } = open()
  ask('file-1')
  const [call] = calls.inFlight
  leave()
  expect(call!.isGivenUp()).toBe(true)
  call!.answer(ok(CONTENT))
  await settle()
  expect(view()).toEqual({ state: 'unasked', content: null, problem: null })
  ask('file-1')
  await answer(ok(CONTENT))
  leave()
  expect(view().content).toBeNull()
})

test('without a connection it fails, and reads again on request or once the connection is back', async () => {
  const { calls, ask, retry, answer, lineIsBack, view } = open()
  ask('file-1')
  await answer(failed(UNREACHABLE))
  expect(view()).toMatchObject({ state: 'failed', problem: expect.stringContaining('cannot be reached') })
  retry()
  expect(view()).toMatchObject({ state: 'loading', problem: null })
  await answer(failed(UNREACHABLE))
  lineIsBack()
  expect(calls.inFlight).toHaveLength(1)
  await answer(ok(CONTENT))
  expect(view().state).toBe('shown')
})

test.each<[string, ApiError['kind'], string, RegExp]>([
  ['a permission that was withdrawn', 'forbidden', 'forbidden', /not permitted/],
  ['a file that the record no longer has', 'notFound', 'gone', /no longer there/],
])('%s is not requested again', async (_what, kind, state, sentence) => {
  const { calls, ask, retry, answer, view } = open()
  ask('file-1')
  await answer(failed({ kind, message: 'The server’s own words' } as ApiError))
  expect(view()).toMatchObject({ state, problem: expect.stringMatching(sentence) })
  ask('file-1')
  retry()
  expect(calls.made).toBe(1)
})
