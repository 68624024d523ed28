import { expect, test } from 'vitest'
import { assign, createActor, setup, SimulatedClock } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import { Calls, FakeLine, flush } from '@tests/paths/kit/fake-ports'
import { UNAVAILABLE, UNREACHABLE } from '@tests/paths/kit/samples'
import { createWriteImplementations } from './write.implementations'
import { CHECK_PATIENCE_MS, createWriteMachine, type WriteInput, type WriteReport } from './write.machine'

interface Request {
  key: string
}
type Answer = Result<string>
const request: Request = { key: 'key-1' }

/** A parent that writes and keeps the phases that the write reports. */
const parentMachine = setup({
  types: {
    context: {} as { input: WriteInput<Request>; told: string[]; answer: Answer | null },
    events: {} as WriteReport | { type: 'leave' },
    input: {} as WriteInput<Request>,
  },
  actors: { write: createWriteMachine<Request, Answer>() },
  actions: { keep: assign(({ context }, { type }: WriteReport) => ({ told: [...context.told, type] })) },
}).createMachine({
  context: ({ input }) => ({ input, told: [], answer: null }),
  initial: 'writing',
  states: {
    writing: {
      invoke: {
        id: 'write',
        src: 'write',
        input: ({ context }) => context.input,
        onDone: { target: 'over', actions: assign(({ event }) => ({ answer: event.output })) },
      },
      on: {
        'write.checking': { actions: { type: 'keep', params: ({ event }) => event } },
        'write.waiting': { actions: { type: 'keep', params: ({ event }) => event } },
        'write.unresolved': { actions: { type: 'keep', params: ({ event }) => event } },
        leave: 'over',
      },
    },
    over: {},
  },
})

function start(input: Partial<WriteInput<Request>> = {}) {
  const calls = new Calls<Request, Answer>()
  const line = new FakeLine()
  const clock = new SimulatedClock()
  const write = createWriteImplementations<Request, Answer>({ onLineBack: line.listen }, (sent, signal) =>
    calls.call(sent, signal),
  )
  const actor = createActor(parentMachine.provide({ actors: { write } }), { input: { request, ...input }, clock })
  actor.start()
  const answer = async (result: Answer) => {
    calls.answerNext(() => result)
    await flush()
  }
  return {
    calls,
    line,
    clock,
    actor,
    check: () => actor.getSnapshot().children.write?.send({ type: 'write.check' }),
    succeeds: () => answer(ok('done')),
    fails: (error: ApiError) => answer(failed(error)),
    asked: () => calls.inFlight.map(({ input: sent }) => sent),
    told: () => actor.getSnapshot().context.told,
    outcome: () => actor.getSnapshot().context.answer,
  }
}

test('an answer to the first call is the outcome, also a refusal', async () => {
  const first = start()
  expect(first.asked()).toEqual([request])
  await first.succeeds()
  expect([first.outcome(), first.told()]).toEqual([ok('done'), []])
  const second = start()
  await second.fails(UNAVAILABLE)
  expect([second.outcome(), second.told()]).toEqual([failed(UNAVAILABLE), []])
})

test('a lost call is repeated with the same request until an answer decides the outcome', async () => {
  const { fails, succeeds, asked, told, outcome, calls, clock } = start()
  await fails(UNREACHABLE)
  expect([told(), asked(), outcome()]).toEqual([['write.waiting'], [], null])
  clock.increment(1_000)
  expect([told(), asked()]).toEqual([['write.waiting', 'write.checking'], [request]])
  await succeeds()
  expect([outcome(), calls.made]).toEqual([ok('done'), 2])
})

test('the refusal of a repetition that leaves the outcome open is no outcome', async () => {
  const { fails, told, outcome, clock } = start()
  await fails(UNREACHABLE)
  clock.increment(1_000)
  await fails(UNAVAILABLE)
  expect([outcome(), told()]).toEqual([null, ['write.waiting', 'write.checking', 'write.waiting']])
})

test('the pauses grow, and after a while nothing is repeated until the connection is back or the person asks', async () => {
  const { fails, asked, told, line, check, calls, clock } = start()
  await fails(UNREACHABLE)
  for (const pause of [1_000, 2_000, 5_000, 10_000, 10_000]) {
    clock.increment(pause - 1)
    expect(asked()).toEqual([])
    clock.increment(1)
    expect(asked()).toEqual([request])
    await fails(UNREACHABLE)
  }
  clock.increment(CHECK_PATIENCE_MS)
  await flush()
  expect([told().at(-1), asked()]).toEqual(['write.unresolved', []])
  const made = calls.made
  clock.increment(CHECK_PATIENCE_MS)
  expect(calls.made).toBe(made)
  line.back()
  expect([told().at(-1), asked()]).toEqual(['write.checking', [request]])
  // The pauses begin anew.
  await fails(UNREACHABLE)
  clock.increment(2_000)
  expect(asked()).toEqual([request])
  clock.increment(CHECK_PATIENCE_MS)
  expect([told().at(-1), asked()]).toEqual(['write.unresolved', []])
  check()
  expect([told().at(-1), asked()]).toEqual(['write.checking', [request]])
})

test.each(['line.back', 'write.check'] as const)(
  'while it waits, %s repeats it at once, and only once',
  async (event) => {
    const { fails, asked, line, check, calls } = start()
    await fails(UNREACHABLE)
    const happens = () => (event === 'line.back' ? line.back() : check())
    happens()
    happens()
    expect([asked(), calls.made]).toEqual([[request], 2])
  },
)

test('a write that was sent before a reload begins with a check, whose refusal may leave the outcome open', async () => {
  const { fails, asked, told, outcome } = start({ begins: 'checking' })
  expect(asked()).toEqual([request])
  await fails(UNAVAILABLE)
  expect([told(), outcome()]).toEqual([['write.checking', 'write.waiting'], null])
})

test('a write that the person repeats is neither repeated nor aborted automatically', async () => {
  const { fails, asked, told, clock, check } = start({ repeats: false })
  await fails(UNREACHABLE)
  expect([told(), asked()]).toEqual([['write.unresolved'], []])
  clock.increment(CHECK_PATIENCE_MS)
  expect(asked()).toEqual([])
  check()
  clock.increment(CHECK_PATIENCE_MS)
  expect([told(), asked()]).toEqual([['write.unresolved', 'write.checking'], [request]])
  await fails(UNREACHABLE)
  expect(told()).toEqual(['write.unresolved', 'write.checking', 'write.unresolved'])
})

test('a write that begins unresolved sends nothing until the connection is back', () => {
  const { asked, told, line, clock } = start({ begins: 'unresolved', repeats: false })
  clock.increment(CHECK_PATIENCE_MS)
  expect([told(), asked()]).toEqual([['write.unresolved'], []])
  line.back()
  expect(asked()).toEqual([request])
})

test('a parent that leaves aborts the call, and nothing is repeated afterwards', async () => {
  const { actor, asked, line, clock, calls, fails, outcome } = start()
  actor.send({ type: 'leave' })
  expect(asked()).toEqual([])
  line.back()
  clock.increment(CHECK_PATIENCE_MS)
  await fails(UNREACHABLE)
  expect([calls.made, outcome()]).toEqual([1, null])
})
