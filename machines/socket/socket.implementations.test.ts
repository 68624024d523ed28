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

test('it never connects by itself, and parts when the session ends', () => {
  const { line, actor, signIn } = make()
  expect([line.connects, line.listening]).toEqual([0, 0])
  signIn()
  expect([line.connects, line.listening]).toEqual([1, 1])
  line.opens()
  actor.send({ type: 'session.ended' })
  expect([line.isWanted, line.listening]).toEqual([false, 0])
})

test('after a gap it says that something may have been missed; the first connection of a session has missed nothing', () => {
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

test('a renewed token goes over the line, which stays', () => {
  const { line, actor, told, signIn } = make()
  signIn()
  line.opens()
  actor.send({ type: 'token.changed', token: 'fresh' })
  expect(line.renewedWith).toEqual(['fresh'])
  expect([line.connects, told]).toEqual([1, ['socket.joined']])
})

test('it says when the next try comes, and no more once it is made', () => {
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

test('a token refused in the handshake: the session is asked, and its fresh token is tried at once', () => {
  const { line, actor, told, signIn, view } = make()
  signIn()
  line.refuses()
  expect(told).toEqual(['socket.refused'])
  expect(view()).toEqual({ state: 'reconnecting', nextTryAt: null })
  actor.send({ type: 'token.changed', token: 'fresh' })
  line.opens()
  expect(view().state).toBe('live')
})

test('a token that is refused while the session cannot be asked is tried again after a pause, without end', () => {
  const { line, clock, signIn } = make()
  signIn()
  for (let refusal = 1; refusal <= 5; refusal += 1) {
    line.refuses()
    expect(line.connects).toBe(refusal)
    clock.increment(SOCKET.reconnectionDelayMax)
    expect(line.connects).toBe(refusal + 1)
  }
})

test('a laptop that slept for an hour: the line that broke meanwhile comes back with the token of now', () => {
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

test('two tabs have a socket each; the end of one session is none of the other’s', () => {
  const [one, other] = [make(), make()]
  one.signIn()
  other.signIn()
  one.line.opens()
  other.line.opens()
  one.actor.send({ type: 'session.ended' })
  expect([one.line.isWanted, other.line.isWanted]).toEqual([false, true])
})
