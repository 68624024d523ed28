import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { ERROR_WORDS, failed, ok, type ApiError } from '@contract/errors'
import { Calls } from '@tests/paths/kit/fake-ports'
import { UNAVAILABLE, UNREACHABLE } from '@tests/paths/kit/samples'
import { createRevealImplementations } from './reveal.implementations'
import type { SecretAnswer } from './reveal.machine'
import { revealCommands, selectRevealView, selectSecondsLeft, selectSecret } from './reveal.view'

const SECRET = 'Rain-7-Lantern'
const TOO_MANY: ApiError = {
  kind: 'tooMany',
  message: 'You have revealed 10 passwords within an hour. Try again later.',
  retryAfterSeconds: 600,
}
const NO_REASON: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { reason: ['Too short', 'Name the ticket'] },
}
const VIEW = { state: 'asking', reveals: 0, hiddenBy: null, reasonProblem: null, problem: null }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start() {
  const calls = new Calls<{ reason: string; key: string }, SecretAnswer>()
  const listeners = new Set<() => void>()
  let isHidden = false
  /** How much further than the timers the clock is, in milliseconds. */
  let ahead = 0
  const actor = createActor(
    createRevealImplementations({
      call: (reason, { idempotencyKey, signal }) => calls.call({ reason, key: idempotencyKey }, signal),
      clock: { now: () => Date.now() + ahead },
      onPageHidden: (listener) => {
        listeners.add(listener)
        if (isHidden) listener()
        return () => void listeners.delete(listener)
      },
    }),
    { input: { key: 'key' } },
  ).start()
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...revealCommands((event) => actor.send(event)),
    actor,
    calls,
    listeners,
    settle,
    answer: async (answer: SecretAnswer) => {
      calls.answerNext(() => answer)
      await settle()
    },
    hidePage: () => {
      isHidden = true
      listeners.forEach((each) => each())
    },
    moveClock: (ms: number) => (ahead += ms),
    asked: () => calls.inFlight.map(({ input }) => input),
    secret: () => selectSecret(actor.getSnapshot()),
    left: () => selectSecondsLeft(actor.getSnapshot()),
    view: () => selectRevealView(actor.getSnapshot()),
    /** All that the machine keeps, with its children. */
    kept: () =>
      JSON.stringify([actor.getSnapshot(), actor.getPersistedSnapshot(), selectRevealView(actor.getSnapshot())]),
  }
}
async function startShown() {
  const started = start()
  started.submit('Ticket 4711')
  await started.answer(ok(SECRET))
  expect(started.secret()).toBe(SECRET)
  return started
}

test('a reason is required, and one request is in flight at a time', async () => {
  const { submit, changed, asked, view, answer, secret, left, calls } = start()
  submit(' ')
  expect([calls.made, view()]).toEqual([0, VIEW])
  submit('Ticket 4711')
  submit('Ticket 4711')
  changed()
  expect(asked()).toEqual([{ reason: 'Ticket 4711', key: 'key.1' }])
  expect(view()).toEqual({ ...VIEW, state: 'revealing' })
  await answer(ok(SECRET))
  expect([secret(), left(), view()]).toEqual([SECRET, 60, { ...VIEW, reveals: 1, state: 'shown' }])
  submit('Ticket 4711')
  expect(calls.made).toBe(1)
})

test.each<[string, 'person' | 'page' | 'time' | null, (started: ReturnType<typeof start>) => unknown]>([
  ['the person hides it', 'person', ({ hide }) => hide()],
  ['the page is hidden', 'page', ({ hidePage }) => hidePage()],
  ['a minute has passed', 'time', () => vi.advanceTimersByTimeAsync(60_000)],
  ['the dialog closes', null, ({ close }) => close()],
])('nothing keeps the secret once %s', async (_what, hiddenBy, act) => {
  const started = await startShown()
  expect(started.kept()).toContain(SECRET)
  expect(JSON.stringify(started.view())).not.toContain(SECRET)
  await act(started)
  expect(started.kept()).not.toContain(SECRET)
  expect(started.view()).toEqual({ ...VIEW, reveals: 1, state: hiddenBy ? 'masked' : 'closed', hiddenBy })
  expect([started.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})

test('the secret can be revealed again, with a new reason and a new key', async () => {
  const { hide, submit, asked, view } = await startShown()
  hide()
  submit('')
  expect(view()).toEqual({ ...VIEW, reveals: 1, state: 'masked', hiddenBy: 'person' })
  submit('Ticket 4711')
  expect(asked()).toEqual([{ reason: 'Ticket 4711', key: 'key.2' }])
  expect(view()).toEqual({ ...VIEW, reveals: 1, state: 'revealing' })
})

test('the time that is left is counted, and the secret stays until it is over', async () => {
  const { left, secret } = await startShown()
  await vi.advanceTimersByTimeAsync(18_000)
  expect(left()).toBe(42)
  await vi.advanceTimersByTimeAsync(41_000)
  expect([left(), secret()]).toEqual([1, SECRET])
})

test.each([
  ['slept', 3_600_000, 1_000],
  ['slept for a part of it', 30_000, 30_000],
  ['was set back', -3_600_000, 60_000],
])(
  'is hidden after a minute by the timer or by the clock, whichever is first: the device %s',
  async (_what, by, ms) => {
    const { moveClock, secret, view } = await startShown()
    moveClock(by)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(secret()).toBe(SECRET)
    await vi.advanceTimersByTimeAsync(1)
    expect([secret(), view().hiddenBy]).toEqual([null, 'time'])
  },
)

test('a secret that arrives while the page is hidden is forgotten at once', async () => {
  const { submit, hidePage, answer, kept, view } = start()
  submit('Ticket 4711')
  hidePage()
  expect(view().state).toBe('revealing')
  await answer(ok(SECRET))
  expect(view()).toEqual({ ...VIEW, reveals: 1, state: 'masked', hiddenBy: 'page' })
  expect(kept()).not.toContain(SECRET)
})

test('closing aborts the request, and a late answer is dropped', async () => {
  const { submit, close, calls, kept, view, settle } = start()
  submit('Ticket 4711')
  const [call] = calls.inFlight
  close()
  expect(call!.isGivenUp()).toBe(true)
  call!.answer(ok(SECRET))
  await settle()
  expect(view().state).toBe('closed')
  expect(kept()).not.toContain(SECRET)
})

test.each<[ApiError, string]>([
  [TOO_MANY, 'You have revealed 10 passwords within an hour. Try again later.'],
  [{ kind: 'forbidden', message: 'Only leads may reveal passwords.' }, 'Only leads may reveal passwords.'],
  [{ kind: 'notFound', message: '' }, ERROR_WORDS.notFound],
  [{ kind: 'rejected', message: '', fields: { id: ['This account has no password'] } }, 'This account has no password'],
])('a refusal says why, and the next request is a new one: %j', async (error, problem) => {
  const { submit, answer, view, asked } = start()
  submit('Ticket 4711')
  await answer(failed(error))
  expect(view()).toEqual({ ...VIEW, state: 'refused', problem })
  submit('Ticket 4711')
  expect(asked()).toEqual([{ reason: 'Ticket 4711', key: 'key.2' }])
  expect(view()).toEqual({ ...VIEW, state: 'revealing' })
})

test('a refused reason is marked until it changes', async () => {
  const { submit, answer, changed, view } = start()
  submit('Please')
  await answer(failed(NO_REASON))
  expect(view()).toEqual({ ...VIEW, state: 'refused', reasonProblem: 'Too short. Name the ticket' })
  changed()
  expect(view()).toEqual(VIEW)
})

test('a request without an answer is sent again with its key, and every other one with a new key', async () => {
  const { submit, answer, changed, view, asked } = start()
  submit('Ticket 4711')
  await answer(failed(UNREACHABLE))
  expect(view()).toEqual({ ...VIEW, state: 'unanswered', problem: ERROR_WORDS.network })
  changed()
  submit(' ')
  expect(view().state).toBe('unanswered')
  submit('Ticket 4711')
  expect(view()).toEqual({ ...VIEW, state: 'repeating' })
  // The server did not look at the key, so the first request may still count.
  await answer(failed(UNAVAILABLE))
  expect(view()).toEqual({ ...VIEW, state: 'unanswered', problem: UNAVAILABLE.message })
  submit('Ticket 4711')
  expect(asked()).toEqual([{ reason: 'Ticket 4711', key: 'key.1' }])
  await answer(failed(UNREACHABLE))
  submit('Ticket 4712')
  expect(asked()).toEqual([{ reason: 'Ticket 4712', key: 'key.2' }])
})

test('a repetition ends with what the server answers', async () => {
  const { submit, answer, view, secret } = start()
  submit('Ticket 4711')
  await answer(failed(UNREACHABLE))
  submit('Ticket 4711')
  await answer(failed({ kind: 'forbidden', message: 'No.' }))
  expect(view()).toEqual({ ...VIEW, state: 'refused', problem: 'No.' })
  submit('Ticket 4711')
  await answer(failed(UNREACHABLE))
  submit('Ticket 4711')
  await answer(ok(SECRET))
  expect([secret(), view()]).toEqual([SECRET, { ...VIEW, reveals: 1, state: 'shown' }])
})
