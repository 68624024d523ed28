import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { createSessionImplementations } from '@machines/session/session.implementations'
import { tokenLife } from '@services/token'
import { FakeChannel, FakeDevice, FakeDrafts, FakeSessionServer, flush } from '@tests/paths/kit/fake-ports'
import { createCallTokens } from './token'

const LIFE_SECONDS = 900
let stop = () => {}
afterEach(() => stop())

/** Ada is signed in; the server's tokens contain their expiry. */
async function signedIn() {
  const server = new FakeSessionServer()
  server.cookie = 'ada'
  const clock = new SimulatedClock()
  let made = 0
  const newToken = () => {
    const iat = clock.now() / 1000
    return `head.${btoa(JSON.stringify({ sub: 'ada', iat, exp: iat + LIFE_SECONDS, jti: (made += 1) }))}.seal`
  }
  const device = new FakeDevice()
  const now = { now: () => clock.now() }
  const actor = createActor(
    createSessionImplementations({
      sessionApi: {
        ...server.port,
        async read(signal) {
          const answer = await server.port.read(signal)
          return answer.ok && answer.value.user
            ? { ok: true, value: { ...answer.value, access_token: newToken() } }
            : answer
        },
      },
      store: device,
      tabs: new FakeChannel().tab(),
      drafts: new FakeDrafts(),
      tokenLife,
      log: { log: () => undefined },
      clock: now,
      listenToWake: () => () => undefined,
    }),
    { input: { hadToken: false, signOutPending: false, link: null }, clock },
  )
  actor.start()
  stop = () => void actor.stop()
  const answerAll = async () => {
    await flush()
    while (server.answerNext()) await flush()
  }
  await answerAll()
  const tokens = createCallTokens(() => actor, device, now)
  return { server, clock, actor, answerAll, tokens, used: (await tokens.token())! }
}
type World = Awaited<ReturnType<typeof signedIn>>
let world: World
beforeEach(async () => void (world = await signedIn()))

test('a refusal of the current, unexpired token counts', async () => {
  const { tokens, used, server } = world
  expect(await tokens.tokenAfter(used)).toBeNull()
  expect(server.reads.made).toBe(1)
})

test('a token that expired in transit is replaced by a fresh one, and the session continues', async () => {
  const { tokens, used, clock, actor, answerAll } = world
  // The last minute of the token has begun, and the fresh one has not arrived yet.
  clock.increment((LIFE_SECONDS + 1) * 1000)
  const next = tokens.tokenAfter(used)
  await answerAll()
  expect(await next).toBe(actor.getSnapshot().context.session!.accessToken)
  expect(await next).not.toBe(used)
  expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
})

test('a token that was renewed meanwhile is replaced by the current one, without a request', async () => {
  const { tokens, used, actor, answerAll, server } = world
  actor.send({ type: 'session.focused' })
  await answerAll()
  const asked = server.reads.made
  expect(await tokens.tokenAfter(used)).toBe(actor.getSnapshot().context.session!.accessToken)
  expect(server.reads.made).toBe(asked)
})

test('there is no token after the session has ended', async () => {
  const { tokens, used, clock, server, answerAll, actor } = world
  clock.increment((LIFE_SECONDS + 1) * 1000)
  server.cookie = null
  const next = tokens.tokenAfter(used)
  await answerAll()
  expect(await next).toBeNull()
  expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
})

test('if the server is unreachable the refusal does not count: the session waits', async () => {
  const { tokens, used, clock, server, answerAll, actor } = world
  clock.increment((LIFE_SECONDS + 1) * 1000)
  server.isReachable = false
  const next = tokens.tokenAfter(used)
  await answerAll()
  expect(await next).toBeNull()
  expect(actor.getSnapshot().matches('authenticated')).toBe(true)
})
