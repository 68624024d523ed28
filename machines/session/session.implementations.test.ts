import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { SESSION_SECONDS, TOKEN_RENEW_BEFORE_MS } from '@contract/constants'
import { FakeChannel, FakeDevice, FakeDrafts, FakeSessionServer, flush } from '@tests/paths/kit/fake-ports'
import { createSessionImplementations } from './session.implementations'

const server = { current: new FakeSessionServer() }
const device = { current: new FakeDevice() }
const logged: string[] = []
beforeEach(() => {
  server.current = new FakeSessionServer()
  device.current = new FakeDevice()
  logged.length = 0
})
afterEach(() => void vi.restoreAllMocks())

const form = { email: 'ada@pitboss.test', password: 'right', two_fa_token: ' 123 456 ' }

/** Starts a tab as the composition root does. */
function startTab({ tokenLife = () => 900_000 as number | null } = {}) {
  const drafts = new FakeDrafts()
  const channel = new FakeChannel()
  const clock = new SimulatedClock()
  const machine = createSessionImplementations({
    sessionApi: server.current.port,
    store: device.current,
    tabs: channel.tab(),
    drafts,
    tokenLife,
    log: { log: (code) => void logged.push(code) },
    clock: { now: () => clock.now() },
    listenToWake: () => () => undefined,
  })
  const actor = createActor(machine, {
    input: { hadToken: device.current.token() !== null, markedSignedOut: device.current.isMarkedSignedOut() },
    clock,
  })
  actor.start()
  return { actor, drafts, channel, clock }
}
const answerAll = async () => {
  await flush()
  while (server.current.answerNext()) await flush()
}
async function signedIn() {
  server.current.cookie = 'ada'
  const tab = startTab()
  await answerAll()
  expect(tab.actor.getSnapshot().value).toEqual({ authenticated: 'current' })
  return tab
}

describe('a sign-out that does not reach the server', () => {
  test('clears the device at once and leaves a mark', async () => {
    const { actor, drafts } = await signedIn()
    server.current.isReachable = false
    actor.send({ type: 'signOut.request' })
    expect(device.current.token()).toBeNull()
    expect(drafts.unlockedFor).toBeNull()
    await answerAll()
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(device.current.isMarkedSignedOut()).toBe(true)
    expect(server.current.cookie).toBe('ada')
  })

  test('is told at the next start before anything is asked', async () => {
    server.current.cookie = 'ada'
    device.current.markSignedOut()
    const { actor } = startTab()
    await flush()
    expect([server.current.signOuts.made, server.current.reads.made]).toEqual([1, 0])
    await answerAll()
    expect(server.current.cookie).toBeNull()
    expect(device.current.isMarkedSignedOut()).toBe(false)
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(server.current.reads.made).toBe(0)
  })

  test('is not undone by a sign-in that is refused', async () => {
    server.current.cookie = 'ada'
    server.current.isReachable = false
    device.current.markSignedOut()
    const { actor } = startTab()
    await answerAll()
    actor.send({ type: 'signIn.submit', form: { ...form, password: 'wrong' } })
    await answerAll()
    expect(device.current.isMarkedSignedOut()).toBe(true)
    server.current.isReachable = true
    actor.send({ type: 'signIn.submit', form: { ...form, password: 'wrong' } })
    await answerAll()
    expect(server.current.cookie, 'the old session is ended before anybody else tries').toBeNull()
    expect(device.current.isMarkedSignedOut()).toBe(false)
  })
})

test('a sign-in trims the code, keeps the token and opens the drafts', async () => {
  const signIn = vi.spyOn(server.current.port, 'signIn')
  const { actor, drafts, channel } = startTab()
  await answerAll()
  actor.send({ type: 'signIn.submit', form })
  await answerAll()
  expect(signIn.mock.calls[0]![0]).toEqual({ email: form.email, password: form.password, two_fa_token: '123 456' })
  expect(device.current.token()).toBe(actor.getSnapshot().context.session!.accessToken)
  expect(drafts.unlockedFor).toBe('ada')
  expect(channel.told).toEqual([{ type: 'signedIn', userId: 'ada' }])
})

test('an empty code is sent as none', async () => {
  const signIn = vi.spyOn(server.current.port, 'signIn')
  const { actor } = startTab()
  await answerAll()
  actor.send({ type: 'signIn.submit', form: { ...form, two_fa_token: '  ' } })
  await answerAll()
  expect(signIn.mock.calls[0]![0].two_fa_token).toBeNull()
})

describe('the token is renewed', () => {
  test('a minute before its end, once', async () => {
    const { clock } = await signedIn()
    const before = server.current.reads.made
    clock.increment(900_000 - TOKEN_RENEW_BEFORE_MS - 1)
    expect(server.current.reads.made).toBe(before)
    clock.increment(1)
    expect(server.current.reads.made).toBe(before + 1)
  })

  test('after the contract’s time where its end cannot be read', async () => {
    server.current.cookie = 'ada'
    const { actor } = startTab({ tokenLife: () => null })
    await answerAll()
    expect(actor.getSnapshot().context.session!.tokenExpiresAt).toBe(SESSION_SECONDS.accessToken * 1000)
  })

  test('never in a stream, however short it lives', async () => {
    server.current.cookie = 'ada'
    const { clock } = startTab({ tokenLife: () => 0 })
    await answerAll()
    const before = server.current.reads.made
    clock.increment(4_999)
    expect(server.current.reads.made).toBe(before)
    clock.increment(1)
    expect(server.current.reads.made).toBe(before + 1)
  })

  test('again after a pause while the server is away, and the person stays in', async () => {
    const { actor, clock } = await signedIn()
    server.current.isReachable = false
    actor.send({ type: 'woke' })
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'unrenewed' })
    expect(logged).toEqual(['session'])
    server.current.isReachable = true
    clock.increment(5_000)
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
  })
})

test('a forced sign-out remembers the place for the same person alone', async () => {
  const { actor } = await signedIn()
  actor.send({ type: 'place.changed', place: '/users?search=ada' })
  actor.send({ type: 'api.unauthorized', token: actor.getSnapshot().context.session!.accessToken, expired: false })
  await answerAll()
  actor.send({ type: 'place.changed', place: '/login' })
  expect(actor.getSnapshot().context.forcedOut).toEqual({
    userId: 'ada',
    place: '/users?search=ada',
    reason: 'refused',
  })
  actor.send({ type: 'signIn.submit', form })
  await answerAll()
  actor.send({ type: 'place.changed', place: '/users?search=ada' })
  expect(actor.getSnapshot().context.forcedOut).toBeNull()
})
