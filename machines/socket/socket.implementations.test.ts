import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { SOCKET } from '@contract/constants'
import { FakeSocket } from '@tests/paths/kit/fake-socket'
import { createSocketImplementations } from './socket.implementations'
import { selectConnection } from './socket.view'

const make = () => {
  const line = new FakeSocket()
  const clock = new SimulatedClock()
  const actor = createActor(createSocketImplementations({ socket: line.port, clock: { now: () => clock.now() } }), {
    clock,
  })
  const told: string[] = []
  for (const type of ['socket.joined', 'socket.parted', 'socket.resumed', 'socket.refused'] as const)
    actor.on(type, () => void told.push(type))
  actor.start()
  const signIn = () => actor.send({ type: 'session.began' })
  return { line, clock, actor, told, signIn, view: () => selectConnection(actor.getSnapshot()) }
}

test('never connects before a sign-in, and disconnects when the session ends', () => {
  const { line, actor, signIn } = make()
  expect([line.connects, line.listening]).toEqual([0, 0])
  signIn()
  expect([line.connects, line.listening]).toEqual([1, 1])
  line.opens()
  actor.send({ type: 'session.ended' })
  expect([line.isWanted, line.listening]).toEqual([false, 0])
})

test('after a gap reports that changes may have been missed, but not after the first connection of a session', () => {
  const { line, actor, told, signIn } = make()
  signIn()
  line.breaks()
  line.tries()
  line.opens()
  expect(told).toEqual(['socket.joined'])
  line.breaks()
  line.tries()
  line.opens()
  expect(told).toEqual(['socket.joined', 'socket.parted', 'socket.resumed', 'socket.joined'])
  actor.send({ type: 'session.ended' })
  signIn()
  line.opens()
  expect(told.slice(4)).toEqual(['socket.parted', 'socket.joined'])
})

test('sends a renewed token over the open connection', () => {
  const { line, actor, told, signIn } = make()
  signIn()
  line.opens()
  actor.send({ type: 'token.changed', token: 'fresh' })
  expect(line.renewedWith).toEqual(['fresh'])
  expect([line.connects, told]).toEqual([1, ['socket.joined']])
})

test('shows when the next attempt starts, until it starts', () => {
  const { line, clock, signIn, view } = make()
  clock.increment(10_000)
  signIn()
  expect(view()).toEqual({ state: 'connecting', nextTryAt: null })
  line.breaks()
  expect(view()).toEqual({ state: 'reconnecting', nextTryAt: 10_000 + SOCKET.reconnectionDelay })
  line.tries()
  expect(view()).toEqual({ state: 'reconnecting', nextTryAt: null })
  line.opens()
  expect(view()).toEqual({ state: 'live', nextTryAt: null })
})

test('after a token is refused in the handshake, asks the session and tries its fresh token at once', () => {
  const { line, actor, told, signIn, view } = make()
  signIn()
  line.refuses()
  expect(told).toEqual(['socket.refused'])
  expect(view()).toEqual({ state: 'reconnecting', nextTryAt: null })
  actor.send({ type: 'token.changed', token: 'fresh' })
  line.opens()
  expect(view().state).toBe('live')
})

test('a token that is refused while the session cannot check it is tried again after a pause, indefinitely', () => {
  const { line, clock, signIn } = make()
  signIn()
  for (let refusal = 1; refusal <= 5; refusal += 1) {
    line.refuses()
    expect(line.connects).toBe(refusal)
    clock.increment(SOCKET.reconnectionDelayMax)
    expect(line.connects).toBe(refusal + 1)
  }
})

test('after an hour of sleep reconnects with the current token', () => {
  const { line, clock, actor, told, signIn } = make()
  signIn()
  line.opens()
  clock.increment(3_600_000)
  actor.send({ type: 'token.changed', token: 'of now' })
  line.breaks()
  line.tries()
  line.opens()
  expect(line.renewedWith).toEqual(['of now'])
  expect(told.at(-2)).toBe('socket.resumed')
})

test('two tabs have one socket each; the end of one session does not affect the other', () => {
  const [one, other] = [make(), make()]
  one.signIn()
  other.signIn()
  one.line.opens()
  other.line.opens()
  one.actor.send({ type: 'session.ended' })
  expect([one.line.isWanted, other.line.isWanted]).toEqual([false, true])
})
