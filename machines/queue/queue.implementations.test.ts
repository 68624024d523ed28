import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, FakeLine, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createQueueImplementations, type WaitingPage } from './queue.implementations'
import { queueCommands, selectQueueView } from './queue.view'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A queue with two items per page. */
function run(current: string | null = null) {
  const calls = new Calls<string | null, Result<WaitingPage>>()
  const line = new FakeLine()
  let waiting: string[] = ['a', 'b', 'c']
  let changed = () => {}
  let listens = 0
  const machine = createQueueImplementations({
    readPage: (cursor, signal) => calls.call(cursor, signal),
    onChanged: (listener) => {
      changed = listener
      listens += 1
      return () => void (listens -= 1)
    },
    onLineBack: line.listen,
  })
  const actor = createActor(machine, { input: { current } })
  const found: string[] = []
  actor.on('item.found', ({ id }) => found.push(id))
  actor.start()
  const page = (cursor: string | null): Result<WaitingPage> => {
    const from = cursor === null ? 0 : Number(cursor)
    return ok({ ids: waiting.slice(from, from + 2), next: from + 2 < waiting.length ? String(from + 2) : null })
  }
  return {
    calls,
    line,
    found,
    changed: () => changed(),
    listening: () => listens,
    wait: (...ids: string[]) => (waiting = ids),
    view: () => selectQueueView(actor.getSnapshot()),
    settle: async () => {
      do await flush()
      while (calls.answerNext(page))
    },
    fail: async () => {
      await flush()
      calls.answerNext(() => failed(UNREACHABLE))
      await flush()
    },
    ...queueCommands((event) => actor.send(event)),
  }
}

test('opens the first waiting item, and searches for the next one only when it is needed', async () => {
  const { settle, found, view, next, wait } = run()
  await settle()
  expect([found, view()]).toMatchObject([['a'], { state: 'open', current: 'a', position: 1 }])
  // Somebody else has claimed b meanwhile.
  wait('c')
  next()
  await settle()
  expect(found).toEqual(['a', 'c'])
})

test('two presses in a row start one search', async () => {
  const { settle, calls, view, skip, next } = run()
  await settle()
  skip()
  skip()
  next()
  await settle()
  expect([view().skipped, view().current, calls.made]).toEqual([1, 'b', 2])
})

test('does not open a skipped item again, on any page, until the person asks for it', async () => {
  const { settle, found, view, skip, revisit } = run()
  await settle()
  skip()
  await settle()
  skip()
  await settle()
  expect([found, view().position]).toEqual([['a', 'b', 'c'], 3])
  skip()
  await settle()
  expect(view()).toMatchObject({ state: 'empty', skipped: 3 })
  revisit()
  await settle()
  expect(view()).toMatchObject({ state: 'open', current: 'a', skipped: 0 })
})

test('an empty queue searches again once for several changes, and at intervals', async () => {
  const { settle, found, view, wait, changed, calls, listening } = run()
  wait()
  await settle()
  expect([view().state, listening()]).toEqual(['empty', 1])
  changed()
  changed()
  await vi.advanceTimersByTimeAsync(500)
  expect([view().state, calls.made]).toEqual(['looking', 2])
  await settle()
  expect(view().state).toBe('empty')
  wait('d')
  await vi.advanceTimersByTimeAsync(30_000)
  await settle()
  expect([found, listening()]).toEqual([['d'], 0])
})

test('a failed read is reported with its reason, and repeated on request or when the connection is back', async () => {
  const { settle, fail, view, retry, line } = run()
  await fail()
  expect(view()).toMatchObject({ state: 'unreachable', problem: expect.stringContaining('cannot be reached') })
  retry()
  await fail()
  line.back()
  await settle()
  expect(view()).toMatchObject({ state: 'open', problem: '' })
})

test('an item opened by a link aborts the search for the next one', async () => {
  const { settle, found, view, calls, opened } = run()
  await flush()
  opened('z')
  expect(calls.inFlight).toEqual([])
  await settle()
  expect([found, view()]).toMatchObject([[], { state: 'open', current: 'z', position: null }])
  expect(run('y').view()).toMatchObject({ state: 'open', current: 'y' })
})
