import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { SESSION_SECONDS, TOKEN_RENEW_BEFORE_MS } from '@contract/constants'
import type { SessionReply } from '@contract/entities/session'
import { failed, ok } from '@contract/errors'
import { FakeChannel, FakeDevice, FakeDrafts, FakeSessionServer, flush } from '@tests/paths/kit/fake-ports'
import { createSessionImplementations } from './session.implementations'
import { selectSessionView } from './session.view'

const server = { current: new FakeSessionServer() }
const device = { current: new FakeDevice() }
const logged: { code: string; message: string | undefined }[] = []
const NOTHING = { onFocus: () => {}, onWake: () => {}, onRecovered: () => {}, onPoll: () => {} }
const surroundings = { current: NOTHING }
beforeEach(() => {
  server.current = new FakeSessionServer()
  device.current = new FakeDevice()
  logged.length = 0
})
afterEach(() => void vi.restoreAllMocks())

const form = { email: 'ada@pitboss.test', password: 'right', two_fa_token: ' 123 456 ' }

/** Starts a tab as the application does. */
function startTab({ tokenLife = () => 900_000 as number | null, link = null as string | null } = {}) {
  const drafts = new FakeDrafts()
  const channel = new FakeChannel()
  const clock = new SimulatedClock()
  const machine = createSessionImplementations({
    sessionApi: server.current.port,
    store: device.current,
    tabs: channel.tab(),
    drafts,
    tokenLife,
    log: { log: (code, message) => void logged.push({ code, message }) },
    clock: { now: () => clock.now() },
    listenToWake: (listeners) => {
      surroundings.current = listeners
      return () => void (surroundings.current = NOTHING)
    },
  })
  const actor = createActor(machine, {
    input: { hadToken: device.current.token() !== null, signOutPending: device.current.isMarkedSignedOut(), link },
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
  test('clears the device at once and sets a mark', async () => {
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

  test('is sent at the next start before any other request', async () => {
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
    expect(server.current.cookie, 'the old session is ended before anybody else can try').toBeNull()
    expect(device.current.isMarkedSignedOut()).toBe(false)
  })
})

test('a sign-in trims the code, stores the token and unlocks the drafts', async () => {
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

test('an empty code is sent as null', async () => {
  const signIn = vi.spyOn(server.current.port, 'signIn')
  const { actor } = startTab()
  await answerAll()
  actor.send({ type: 'signIn.submit', form: { ...form, two_fa_token: '  ' } })
  await answerAll()
  expect(signIn.mock.calls[0]![0].two_fa_token).toBeNull()
})

describe('the token is renewed', () => {
  test('a minute before it expires, once', async () => {
    const { clock } = await signedIn()
    const before = server.current.reads.made
    clock.increment(900_000 - TOKEN_RENEW_BEFORE_MS - 1)
    expect(server.current.reads.made).toBe(before)
    clock.increment(1)
    expect(server.current.reads.made).toBe(before + 1)
    await answerAll()
    clock.increment(900_000 - TOKEN_RENEW_BEFORE_MS - 1)
    expect(server.current.reads.made, 'before the fresh one expires').toBe(before + 1)
    clock.increment(1)
    expect(server.current.reads.made).toBe(before + 2)
  })

  test('after the time in the contract if its expiry cannot be read', async () => {
    server.current.cookie = 'ada'
    const { actor } = startTab({ tokenLife: () => null })
    await answerAll()
    expect(actor.getSnapshot().context.session!.tokenExpiresAt).toBe(SESSION_SECONDS.accessToken * 1000)
  })

  test('at most every five seconds, even if tokens are valid for a shorter time', async () => {
    server.current.cookie = 'ada'
    const { clock } = startTab({ tokenLife: () => 0 })
    await answerAll()
    const before = server.current.reads.made
    clock.increment(4_999)
    expect(server.current.reads.made).toBe(before)
    clock.increment(1)
    expect(server.current.reads.made).toBe(before + 1)
  })

  test('again after a pause while the server is unreachable; the person stays signed in', async () => {
    const { actor, clock } = await signedIn()
    server.current.isReachable = false
    actor.send({ type: 'woke' })
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'unrenewed' })
    expect(logged).toEqual([
      {
        code: 'session',
        message: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
      },
    ])
    server.current.isReachable = true
    clock.increment(5_000)
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
  })
})

describe('a page that comes back from the cache of the browser', () => {
  test('shows nothing until the server has said that the same person is signed in, and then begins again', async () => {
    const { actor } = await signedIn()
    const told: string[] = []
    actor.on('session.ended', () => told.push('ended'))
    actor.on('session.began', ({ session }) => told.push(session.user.id))
    surroundings.current.onRecovered()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('blank')
    expect(actor.getSnapshot().context.session).toBeNull()
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
    expect(told).toEqual(['ended', 'ada'])
  })
  test('shows the login after a sign-out, and nothing while the server cannot be reached', async () => {
    const { actor } = await signedIn()
    server.current.isReachable = false
    surroundings.current.onRecovered()
    await answerAll()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('unreachable')
    server.current.isReachable = true
    server.current.cookie = null
    surroundings.current.onRecovered()
    await answerAll()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('login')
  })
  test('stays signed out where the sign-out since then did not reach the server', async () => {
    const { actor } = await signedIn()
    device.current.markSignedOut()
    surroundings.current.onRecovered()
    expect(actor.getSnapshot().value).toBe('signingOut')
    await answerAll()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('login')
    expect(server.current.cookie).toBeNull()
  })
})

describe('a failed renewal is repeated', () => {
  test('after pauses that double up to a minute, and are short again after a success', async () => {
    const { actor, clock } = await signedIn()
    const pauseOf = async () => {
      server.current.isReachable = false
      await answerAll()
      expect(actor.getSnapshot().value).toEqual({ authenticated: 'unrenewed' })
      let seconds = 0
      for (; actor.getSnapshot().matches({ authenticated: 'unrenewed' }); seconds += 1) clock.increment(1_000)
      return seconds
    }
    actor.send({ type: 'woke' })
    const pauses = []
    for (let round = 0; round < 6; round += 1) pauses.push(await pauseOf())
    expect(pauses).toEqual([5, 10, 20, 40, 60, 60])
    server.current.isReachable = true
    await answerAll()
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
    actor.send({ type: 'woke' })
    expect(await pauseOf()).toBe(5)
  })
})

describe('a sign-out without a response', () => {
  test('does not lock the login: after eight seconds it can be used, and the call is aborted', async () => {
    const { actor, clock } = await signedIn()
    actor.send({ type: 'signOut.request' })
    await flush()
    const [call] = server.current.signOuts.inFlight
    clock.increment(7_999)
    expect(selectSessionView(actor.getSnapshot()).busy).toBe(true)
    clock.increment(1)
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({ surface: 'login', busy: false })
    // A late response would clear the cookie of the next session.
    expect(call!.isGivenUp()).toBe(true)
    expect(device.current.isMarkedSignedOut()).toBe(true)
  })

  test('is sent again by the next sign-in, which does not wait for it for longer either', async () => {
    const { actor, clock } = await signedIn()
    actor.send({ type: 'signOut.request' })
    await flush()
    clock.increment(8_000)
    actor.send({ type: 'signIn.submit', form: { ...form, email: 'grace@pitboss.test' } })
    await flush()
    expect([server.current.signOuts.made, server.current.signIns.made]).toEqual([2, 0])
    expect(selectSessionView(actor.getSnapshot()).busy).toBe(true)
    clock.increment(8_000)
    await answerAll()
    expect(actor.getSnapshot().context.session!.user.id).toBe('grace')
    expect(device.current.isMarkedSignedOut()).toBe(false)
    expect(actor.getSnapshot().context.form, 'the password is not kept').toBeNull()
  })

  test('is aborted when another tab signs in', async () => {
    const { actor, channel } = await signedIn()
    actor.send({ type: 'signOut.request' })
    await flush()
    const [call] = server.current.signOuts.inFlight
    server.current.cookie = 'grace'
    channel.tab().tell({ type: 'signedIn', userId: 'grace' })
    expect(call!.isGivenUp()).toBe(true)
    await answerAll()
    expect(actor.getSnapshot().context.session!.user.id).toBe('grace')
  })
})

describe('a session that has ended is also signed out at the server', () => {
  test.each([
    ['an empty session', undefined],
    ['token-expiries', 'token-expiries'],
  ])('at a start with a token: %s', async (_name, error) => {
    device.current.saveToken('ada-0')
    const { actor } = startTab()
    await flush()
    server.current.reads.answerNext(() => ok({ error } as SessionReply))
    await flush()
    expect(server.current.signOuts.made).toBe(1)
    expect(device.current.token()).toBeNull()
    await answerAll()
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
  })

  test.each([
    ['an empty session', undefined],
    ['token-expiries', 'token-expiries'],
  ])('at a renewal: %s', async (_name, error) => {
    const { actor } = await signedIn()
    actor.send({ type: 'session.focused' })
    await flush()
    server.current.reads.answerNext(() => ok({ error } as SessionReply))
    await flush()
    expect(server.current.signOuts.made).toBe(1)
    await answerAll()
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
  })

  test('but nothing is sent if nobody was signed in', async () => {
    const { actor } = startTab()
    await answerAll()
    expect(actor.getSnapshot().matches('unauthenticated')).toBe(true)
    expect(server.current.signOuts.made).toBe(0)
  })
})

test.each(['onFocus', 'onWake', 'onPoll'] as const)('%s renews the session', async (listener) => {
  await signedIn()
  const before = server.current.reads.made
  surroundings.current[listener]()
  expect(server.current.reads.made).toBe(before + 1)
})

test('a closed tab listens neither to its window nor to other tabs', async () => {
  const { actor, channel } = await signedIn()
  const before = server.current.reads.made
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  actor.stop()
  expect(surroundings.current).toBe(NOTHING)
  channel.tab().tell({ type: 'signedOut' })
  expect([server.current.reads.made, warn.mock.calls]).toEqual([before, []])
})

describe('messages of another tab', () => {
  test('a sign-out there ends the session here, without another request to the server', async () => {
    const { actor, channel } = await signedIn()
    channel.tab().tell({ type: 'signedOut' })
    await flush()
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({ surface: 'login', thrownOut: 'elsewhere' })
    expect([server.current.signOuts.made, channel.told]).toEqual([0, [{ type: 'signedOut' }]])
  })

  test('a sign-in of the same person there changes nothing here; one of somebody else restarts the session as that person', async () => {
    const { actor, channel } = await signedIn()
    const before = server.current.reads.made
    channel.tab().tell({ type: 'signedIn', userId: 'ada' })
    expect(actor.getSnapshot().value).toEqual({ authenticated: 'current' })
    expect(server.current.reads.made).toBe(before)
    server.current.cookie = 'grace'
    channel.tab().tell({ type: 'signedIn', userId: 'grace' })
    await answerAll()
    expect(actor.getSnapshot().context.session!.user.id).toBe('grace')
  })

  test('this tab announces its own sign-out', async () => {
    const { actor, channel } = await signedIn()
    actor.send({ type: 'signOut.request' })
    expect(channel.told).toEqual([{ type: 'signedOut' }])
  })
})

describe('the response to a sign-in', () => {
  const submit = async () => {
    const tab = startTab()
    await answerAll()
    tab.actor.send({ type: 'signIn.submit', form: { email: form.email, password: form.password } })
    await flush()
    return tab
  }

  test('is a refusal: its code is shown as text, nothing is stored, and the mark of an earlier sign-out stays', async () => {
    const { actor, channel } = await submit()
    device.current.markSignedOut()
    server.current.signIns.answerNext(() => ok({ refused: 'ACCOUNT_DISABLED', url: '/login' }))
    await flush()
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({ busy: false, problem: 'Account disabled' })
    expect([device.current.token(), device.current.isMarkedSignedOut(), channel.told]).toEqual([null, true, []])
  })

  test('does not arrive: the reason is shown, and the sign-in can be repeated', async () => {
    const { actor } = await submit()
    server.current.isReachable = false
    await answerAll()
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({
      surface: 'login',
      problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
    })
    server.current.isReachable = true
    actor.send({ type: 'signIn.submit', form })
    expect(selectSessionView(actor.getSnapshot()).problem).toBeNull()
    await answerAll()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('console')
  })

  test('is a success, but the new session cannot be read: the reason is shown', async () => {
    const { actor } = await submit()
    server.current.answerNext()
    await flush()
    expect(server.current.reads.inFlight).toHaveLength(1)
    server.current.reads.answerNext(() => failed({ kind: 'unavailable', message: 'Back soon.', retryAfterSeconds: 5 }))
    await flush()
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({ surface: 'login', problem: 'Back soon.' })
  })

  test('is a success, but the server then reports no session: this is only logged (spec 8)', async () => {
    const { actor } = await submit()
    server.current.answerNext()
    await flush()
    server.current.reads.answerNext(() => ok({} as SessionReply))
    await flush()
    expect(selectSessionView(actor.getSnapshot())).toMatchObject({ surface: 'login', busy: false, problem: null })
    expect(logged).toEqual([{ code: 'CredentialsSignin', message: 'Something went wrong' }])
  })
})

describe('the response with the session', () => {
  const ada = { id: 'ada', email: 'ada@pitboss.test', username: 'ada', role: 'ADMIN' }
  test.each([
    ['a person without a token', { user: ada }],
    ['a token without a person', { access_token: 'ada-1' }],
  ])('that contains %s signs nobody in', async (_name, reply) => {
    const { actor } = startTab()
    await flush()
    server.current.reads.answerNext(() => ok(reply as SessionReply))
    await flush()
    expect(selectSessionView(actor.getSnapshot()).surface).toBe('login')
    expect(device.current.token()).toBeNull()
  })

  test('contains the person, the token and the key of the drafts, which are unlocked with it', async () => {
    const { actor, drafts, clock } = startTab()
    const unlock = vi.spyOn(drafts, 'unlock')
    clock.increment(1_000)
    await flush()
    server.current.reads.answerNext(() => ok({ user: ada, access_token: 'ada-1', draft_key: 'secret' } as SessionReply))
    await flush()
    expect(actor.getSnapshot().context.session).toEqual({
      user: ada,
      accessToken: 'ada-1',
      tokenExpiresAt: 901_000,
      draftKey: 'secret',
    })
    expect(unlock.mock.calls).toEqual([['ada', 'secret']])
    expect(device.current.token()).toBe('ada-1')
  })

  test("without a key of the drafts unlocks nobody else's drafts", async () => {
    const { drafts } = startTab()
    const unlock = vi.spyOn(drafts, 'unlock')
    await flush()
    server.current.reads.answerNext(() => ok({ user: ada, access_token: 'ada-1' } as SessionReply))
    await flush()
    expect(unlock.mock.calls).toEqual([['ada', '']])
  })
})

describe('a sign-in leads', () => {
  const enter = async (actor: ReturnType<typeof startTab>['actor'], email: string) => {
    actor.send({ type: 'signIn.submit', form: { ...form, email } })
    await answerAll()
    return selectSessionView(actor.getSnapshot()).returnTo
  }

  test('to Home, if the login itself was opened', async () => {
    const { actor } = startTab()
    await answerAll()
    expect(await enter(actor, 'ada@pitboss.test')).toBe('/')
  })

  test('to the link that prompted it', async () => {
    const { actor } = startTab({ link: '/users/42' })
    await answerAll()
    actor.send({ type: 'place.changed', place: '/login' })
    expect(selectSessionView(actor.getSnapshot()).link).toBe('/users/42')
    expect(await enter(actor, 'ada@pitboss.test')).toBe('/users/42')
  })

  test('to Home after a sign-out on request, at whatever link the page was opened', async () => {
    server.current.cookie = 'ada'
    const { actor } = startTab({ link: '/users/42' })
    await answerAll()
    actor.send({ type: 'signOut.request' })
    await answerAll()
    expect(await enter(actor, 'ada@pitboss.test')).toBe('/')
  })

  test('back to the page after a forced sign-out, for the same person', async () => {
    const { actor } = await forcedOut()
    expect(await enter(actor, 'ada@pitboss.test')).toBe('/users?search=ada')
    actor.send({ type: 'place.changed', place: '/users?search=ada' })
    expect(actor.getSnapshot().context.forcedOut).toBeNull()
  })

  test('to Home after the forced sign-out of another person', async () => {
    const { actor } = await forcedOut()
    expect(await enter(actor, 'grace@pitboss.test')).toBe('/')
  })

  test('to Home for another person, even if the page was opened at a link', async () => {
    const { actor } = await forcedOut({ link: '/users/42', place: null })
    expect(await enter(actor, 'grace@pitboss.test')).toBe('/')
  })

  async function forcedOut({ link = null as string | null, place = '/users?search=ada' as string | null } = {}) {
    server.current.cookie = 'ada'
    const tab = startTab({ link })
    await answerAll()
    if (place) tab.actor.send({ type: 'place.changed', place })
    const token = tab.actor.getSnapshot().context.session!.accessToken
    tab.actor.send({ type: 'api.unauthorized', token, expired: false })
    await answerAll()
    tab.actor.send({ type: 'place.changed', place: '/login' })
    return tab
  }
})
