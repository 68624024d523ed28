import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createLookupImplementations } from './lookup.implementations'
import { TYPING_PAUSE_MS, type Looked } from './lookup.machine'
import { selectLookup } from './lookup.view'

const UNAVAILABLE = failed({ kind: 'unavailable', message: 'The search is being rebuilt.', retryAfterSeconds: 5 })

/** A response of every list. */
const whole = (name: string) => ok<Looked>({ found: [name], failure: null })

/** A search field, and the server that it searches. */
function open() {
  const calls = new Calls<string, Result<Looked>>()
  const toasts = new FakeToasts()
  const clock = new SimulatedClock()
  const actor = createActor(
    createLookupImplementations({ toasts }, (words, signal) => calls.call(words, signal)),
    { clock },
  ).start()
  const type = (words: string) => actor.send({ type: 'words.changed', words })
  const pause = (ms = TYPING_PAUSE_MS) => clock.increment(ms)
  const answer = async (how: Result<Looked>) => {
    calls.answerNext(() => how)
    await flush()
  }
  return {
    calls,
    toasts,
    actor,
    type,
    pause,
    answer,
    searches: () => calls.inFlight.map(({ input }) => input),
    view: () => selectLookup<string[]>(actor.getSnapshot()),
    search: async (words: string, how: Result<Looked>) => {
      type(words)
      pause()
      await answer(how)
    },
  }
}

test('the server is called once, with the trimmed words, when the person pauses', async () => {
  const { type, pause, answer, calls, searches, view } = open()
  expect(view()).toEqual({ busy: false, found: null, error: null })
  type(' ad')
  pause(TYPING_PAUSE_MS - 1)
  type(' ada ')
  pause(TYPING_PAUSE_MS - 1)
  expect(calls.made).toBe(0)
  expect(view().busy).toBe(true)
  pause(1)
  expect(searches()).toEqual(['ada'])
  expect(view().busy).toBe(true)
  await answer(whole('Ada'))
  expect(view()).toEqual({ busy: false, found: ['Ada'], error: null })
  expect(calls.made).toBe(1)
})

test('two letters are enough; spaces do not count as letters', () => {
  const { type, pause, searches, view } = open()
  type(' a ')
  pause()
  expect(searches()).toEqual([])
  expect(view().busy).toBe(false)
  type('ad')
  pause()
  expect(searches()).toEqual(['ad'])
})

test('a trailing space neither restarts the pause nor repeats the search', async () => {
  const { type, pause, answer, calls, view } = open()
  type('ada')
  pause(TYPING_PAUSE_MS - 1)
  type('ada ')
  pause(1)
  expect(calls.made).toBe(1)
  await answer(whole('Ada'))
  type(' ada')
  expect(view()).toEqual({ busy: false, found: ['Ada'], error: null })
  pause()
  expect(calls.made).toBe(1)
})

test('the earlier result stays until the new one arrives, and a response to old words is never shown', async () => {
  const { search, type, pause, calls, searches, answer, view } = open()
  await search('ada', whole('Ada'))
  type('bo')
  pause()
  const [old] = calls.inFlight
  type('bob')
  expect(old!.isGivenUp()).toBe(true)
  old!.answer(whole('Bo'))
  await flush()
  expect(view()).toEqual({ busy: true, found: ['Ada'], error: null })
  pause()
  expect(searches()).toEqual(['bob'])
  await answer(whole('Bob'))
  expect(view()).toEqual({ busy: false, found: ['Bob'], error: null })
})

test('a result disappears once there are too few letters, and the same words are then searched for again', async () => {
  const { search, type, pause, searches, view } = open()
  await search('ada', whole('Ada'))
  type('a')
  expect(view()).toEqual({ busy: false, found: null, error: null })
  type('ada')
  pause()
  expect(searches()).toEqual(['ada'])
})

test('a failure replaces the result, and its message is notified once', async () => {
  const { search, toasts, view } = open()
  await search('ada', whole('Ada'))
  await search('bob', UNAVAILABLE)
  expect(view()).toEqual({ busy: false, found: null, error: UNAVAILABLE.error })
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'The search is being rebuilt.' }])
})

test('Try again repeats a failed search without a pause, and hides the failure meanwhile', async () => {
  const { actor, search, answer, searches, toasts, view } = open()
  await search('bob', UNAVAILABLE)
  actor.send({ type: 'retry' })
  expect(searches()).toEqual(['bob'])
  expect(view()).toEqual({ busy: true, found: null, error: null })
  await answer(whole('Bob'))
  expect(view()).toEqual({ busy: false, found: ['Bob'], error: null })
  expect(toasts.shown).toHaveLength(1)
})

test('a failure disappears as soon as the person types other words, few or many', async () => {
  const { search, type, view } = open()
  await search('bob', UNAVAILABLE)
  type('bobby')
  expect(view()).toEqual({ busy: true, found: null, error: null })
  await search('carol', UNAVAILABLE)
  type('c')
  expect(view()).toEqual({ busy: false, found: null, error: null })
})

test('if some lists fail, the others keep their result, the failure is notified, and Try again repeats the search', async () => {
  const { actor, search, searches, answer, toasts, view } = open()
  await search('ada', ok({ found: ['Ada'], failure: UNAVAILABLE.error }))
  expect(view()).toEqual({ busy: false, found: ['Ada'], error: UNAVAILABLE.error })
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'The search is being rebuilt.' }])
  actor.send({ type: 'retry' })
  expect(searches()).toEqual(['ada'])
  expect(view()).toEqual({ busy: true, found: ['Ada'], error: null })
  await answer(whole('Ada'))
  expect(view()).toEqual({ busy: false, found: ['Ada'], error: null })
})
