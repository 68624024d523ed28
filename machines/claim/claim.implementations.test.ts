import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls } from '@tests/paths/kit/fake-ports'
import { CONFLICT, UNREACHABLE } from '@tests/paths/kit/samples'
import { createClaimImplementations, RENEW_EVERY_MS } from './claim.implementations'
import type { ClaimChange, ReadClaim } from './claim.machine'
import { claimCommands, selectClaimView } from './claim.view'

const LEASE_MS = 5 * 60_000
beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const own = (): ReadClaim => ({ holder: 'ada', until: new Date(Date.now() + LEASE_MS).toISOString(), isOwn: true })
const another = (): ReadClaim => ({ ...own(), holder: 'grace', isOwn: false })

/** Opens a record of which this person has the claim, which the server confirms. */
async function openOwn() {
  const opened = open(own())
  await opened.answer(ok(own()))
  opened.sent.length = 0
  return opened
}
function open(claim: ReadClaim | null = null) {
  const calls = new Calls<ClaimChange, Result<ReadClaim | null>>()
  const heard = { activity: () => {}, lineBack: () => {} }
  const sent: string[] = []
  let keys = 0
  const machine = createClaimImplementations({
    newKey: () => `key ${++keys}`,
    change: (change, key, signal) => {
      sent.push(key)
      return calls.call(change, signal)
    },
    clock: { now: () => Date.now() },
    onActivity: (listener) => ((heard.activity = listener), () => undefined),
    onLineBack: (listener) => ((heard.lineBack = listener), () => undefined),
  })
  const actor = createActor(machine, { input: { claim } }).start()
  return {
    heard,
    answer: async (result: Result<ReadClaim | null>) => {
      calls.answerNext(() => result)
      await vi.advanceTimersByTimeAsync(0)
    },
    /** The Idempotency-Keys so far. */
    sent,
    asked: () => calls.inFlight.map(({ input }) => input),
    state: () => selectClaimView(actor.getSnapshot()).state,
    ...claimCommands((event) => actor.send(event)),
  }
}

test('a claim is renewed once a minute while the person works, and not otherwise', async () => {
  const { take, answer, asked, state, heard } = open()
  take()
  expect(asked()).toEqual([{ kind: 'claim' }])
  await answer(ok(own()))
  heard.activity()
  expect([state(), asked()]).toEqual(['held', []])
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  expect([state(), asked()]).toEqual(['held', []])
  heard.activity()
  expect([state(), asked()]).toEqual(['renewing', [{ kind: 'claim' }]])
  await answer(ok(own()))
  expect(state()).toBe('held')
})

test('after a sleep longer than the lease the claim has ended, and is not renewed automatically', async () => {
  const { answer, asked, state, take } = await openOwn()
  expect(state()).toBe('held')
  // Timers are suspended while the device sleeps; the clock is not.
  vi.setSystemTime(LEASE_MS + 1)
  await vi.advanceTimersByTimeAsync(5000)
  expect([state(), asked()]).toEqual(['ended', []])
  take()
  await answer(ok(own()))
  expect(state()).toBe('held')
})

test('a renewal without a response puts the claim at risk; a restored connection renews it', async () => {
  const { answer, state, heard } = await openOwn()
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  heard.activity()
  await answer(failed(UNREACHABLE))
  expect(state()).toBe('atRisk')
  heard.lineBack()
  expect(state()).toBe('renewing')
  await answer(ok(own()))
  expect(state()).toBe('held')
})

test('a claim that the person released at another device has ended if its renewal has no response: nothing holds it', async () => {
  const { answer, read, state, heard } = await openOwn()
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  heard.activity()
  read(null)
  expect(state()).toBe('renewing')
  await answer(failed(UNREACHABLE))
  expect(state()).toBe('ended')
  // The renewal had reached the server after all.
  read(own())
  expect(state()).toBe('held')
})

test('a claim that somebody took over is lost, whether the renewal or the record reports it', async () => {
  const { answer, read, state, heard } = await openOwn()
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  heard.activity()
  await answer(failed(CONFLICT))
  expect(state()).toBe('lost')
  const other = await openOwn()
  other.read(another())
  other.read(another())
  expect(other.state()).toBe('lost')
  read(null)
  expect(state()).toBe('free')
})

test('a claim is taken over with a note, and released', async () => {
  const { takeOver, takeOverBecause, cancel, release, answer, asked, state } = open(another())
  takeOver()
  cancel()
  expect(state()).toBe('taken')
  takeOver()
  takeOverBecause('Their shift has ended')
  expect(asked()).toEqual([{ kind: 'claim', note: 'Their shift has ended' }])
  await answer(ok(own()))
  release()
  expect(asked()).toEqual([{ kind: 'release' }])
  await answer(ok(null))
  expect(state()).toBe('free')
})

test('a claim that somebody else got a moment before is refused with a message, and can be tried again', async () => {
  const { take, answer, state } = open()
  take()
  await answer(failed(CONFLICT))
  expect(state()).toBe('failed')
  take()
  await answer(ok(own()))
  expect(state()).toBe('held')
})

test('a take-over and a release without a response are repeated with their key; each further press gets another key', async () => {
  const { takeOver, takeOverBecause, take, release, answer, asked, sent, state } = open(another())
  takeOver()
  takeOverBecause('Their shift has ended')
  await answer(failed(UNREACHABLE))
  take()
  expect(asked()).toEqual([{ kind: 'claim', note: 'Their shift has ended' }])
  await answer(ok(own()))
  release()
  await answer(failed(UNREACHABLE))
  take()
  expect([state(), asked()]).toEqual(['releasing', [{ kind: 'release' }]])
  await answer(ok(null))
  take()
  expect(sent).toEqual(['key 1', 'key 1', 'key 2', 'key 2', 'key 3'])
})

test('a renewal without a response is not repeated with its key, because the response would state the earlier end', async () => {
  const { answer, sent, heard, state } = await openOwn()
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  heard.activity()
  await answer(failed(UNREACHABLE))
  heard.lineBack()
  await answer(ok(own()))
  expect([state(), sent]).toEqual(['held', ['key 2', 'key 3']])
})

test('an own claim that the page finds is renewed before it is shown as held, as after a reload', async () => {
  const { answer, asked, state, read } = open(own())
  expect([state(), asked()]).toEqual(['resuming', [{ kind: 'claim' }]])
  // Released at another device before the record was first read: the response decides.
  read(null)
  expect(state()).toBe('resuming')
  await answer(ok(own()))
  expect(state()).toBe('held')
})

test('an own claim that somebody has taken over since the record was read is lost; without a response it is at risk', async () => {
  const taken = open(own())
  await taken.answer(failed(CONFLICT))
  taken.read(another())
  expect(taken.state()).toBe('lost')
  // The record says so before the call gets no response.
  const known = open(own())
  known.read(another())
  await known.answer(failed(UNREACHABLE))
  expect(known.state()).toBe('lost')
  const released = open(own())
  released.read(null)
  await released.answer(failed(UNREACHABLE))
  expect(released.state()).toBe('ended')
  const { answer, heard, state } = open(own())
  await answer(failed(UNREACHABLE))
  expect(state()).toBe('atRisk')
  heard.lineBack()
  await answer(ok(own()))
  expect(state()).toBe('held')
})
