/** Random walks of the session against its 'must never', with fake ports: one browser, its server, and other tabs. */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { createSessionImplementations } from '@machines/session/session.implementations'
import { selectSessionView } from '@machines/session/session.view'
import { FakeChannel, FakeDevice, FakeDrafts, FakeSessionServer, flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

/** A tab of a browser, with the data that its console would have for the signed-in person. */
class Tab {
  readonly drafts = new FakeDrafts()
  readonly actor: Actor<ReturnType<typeof createSessionImplementations>>
  /** From session.began to session.ended: profile, access, lists and the socket exist during this time. */
  isLive = false
  begans = 0
  /** Requested early with the stored token, before the server has returned who is signed in. */
  holdsEarlyData: boolean
  readonly clock = new SimulatedClock()
  private wake: { onFocus: () => void; onWake: () => void; onRecovered: () => void } | null = null
  /** Violations, reported at the next check, because a listener of an actor cannot fail a test. */
  readonly wrongs: string[] = []

  constructor(browser: Browser) {
    const { server, device, channel } = browser
    const machine = createSessionImplementations({
      sessionApi: server.port,
      store: device,
      tabs: channel.tab(),
      log: { log: () => undefined },
      clock: { now: () => browser.now },
      drafts: this.drafts,
      tokenLife: () => 900_000,
      listenToWake: (listeners) => {
        this.wake = listeners
        return () => (this.wake = null)
      },
    })
    const hadToken = device.token() !== null
    const signOutPending = device.isMarkedSignedOut()
    this.holdsEarlyData = hadToken && !signOutPending
    this.actor = createActor(machine, { input: { hadToken, signOutPending, link: null }, clock: this.clock })
    this.actor.on('session.began', ({ session }) => {
      if (this.isLive) this.wrongs.push('a session began while another one lived')
      if (!browser.mayBeSignedIn(session.user.id)) this.wrongs.push('signed in without a password after a sign-out')
      this.isLive = true
      this.begans += 1
    })
    this.actor.on('session.ended', () => {
      this.isLive = false
      this.holdsEarlyData = false
    })
    this.actor.start()
  }
  get snapshot() {
    return this.actor.getSnapshot()
  }
  get token() {
    return this.snapshot.context.session?.accessToken ?? 'none'
  }
  focus = () => this.wake?.onFocus()
  wakeUp = () => this.wake?.onWake()
  recover = () => this.wake?.onRecovered()
}

class Browser {
  now = 1_000_000
  readonly server = new FakeSessionServer()
  readonly device = new FakeDevice()
  readonly channel = new FakeChannel()
  tab: Tab
  /**
   * The people who may be signed in: whose password was entered, or whose cookie existed at the start, since the last
   * sign-out.
   */
  private readonly welcome = new Set<string>()
  constructor(cookie: string | null) {
    this.server.cookie = cookie
    if (cookie) {
      this.welcome.add(cookie)
      this.device.stored = `${cookie}-0`
    }
    this.tab = new Tab(this)
  }
  mayBeSignedIn = (userId: string) => this.welcome.has(userId)
  welcomes = (userId: string) => void this.welcome.add(userId)
  welcomesNobody = () => this.welcome.clear()
  reload() {
    this.tab.actor.stop()
    this.tab = new Tab(this)
  }
}

const signIn = (email: string, password: string) => async (browser: Browser) => {
  const isInProgress = ['submitting', 'endingPrevious'].some((state) =>
    browser.tab.snapshot.matches({ unauthenticated: state } as never),
  )
  const isAllowed = !isInProgress && browser.tab.snapshot.can({ type: 'signIn.submit', form: { email, password } })
  const before = browser.server.signIns.made
  const outsBefore = browser.server.signOuts.made
  if (isAllowed && password === 'right') browser.welcomes(email.split('@')[0]!)
  browser.tab.actor.send({ type: 'signIn.submit', form: { email, password } })
  // If the previous session has ended already, that is detected first.
  await flush()
  expect(
    browser.server.signIns.made + browser.server.signOuts.made - before - outsBefore,
    'calls made by a sign-in',
  ).toBe(isAllowed ? 1 : 0)
}

const steps: Steps<Browser> = {
  'sign in': signIn('ada@pitboss.test', 'right'),
  'sign in as somebody else': signIn('grace@pitboss.test', 'right'),
  'sign in wrong': signIn('ada@pitboss.test', 'wrong'),
  'the server answers': ({ server }) => server.answerNext(),
  'the server answers all': async ({ server }) => {
    while (server.answerNext()) await flush()
  },
  'the server goes away': ({ server }) => void (server.isReachable = false),
  'the server is back': ({ server }) => void (server.isReachable = true),
  'the session is revoked': ({ server }) => void (server.cookie = null),
  'sign out': (browser) => {
    if (browser.tab.snapshot.matches('authenticated')) browser.welcomesNobody()
    browser.tab.actor.send({ type: 'signOut.request' })
  },
  'sign out while the server is away': async (browser) => {
    browser.server.isReachable = false
    if (browser.tab.snapshot.matches('authenticated')) browser.welcomesNobody()
    browser.tab.actor.send({ type: 'signOut.request' })
    while (browser.server.answerNext()) await flush()
    browser.server.isReachable = true
  },
  'ten refusals at once': (browser) => {
    const { tab, server } = browser
    const before = server.signOuts.made
    if (tab.snapshot.matches('authenticated')) browser.welcomesNobody()
    const event = { type: 'api.unauthorized', token: tab.token, expired: false } as const
    for (let call = 0; call < 10; call += 1) tab.actor.send(event)
    expect(server.signOuts.made - before, 'signed out more than once').toBeLessThanOrEqual(1)
    expect(tab.snapshot.matches('authenticated')).toBe(false)
  },
  'ten refusals of a token that ran out': ({ tab, server }) => {
    const wasIn = tab.snapshot.matches('authenticated')
    const before = server.reads.made
    const event = { type: 'api.unauthorized', token: tab.token, expired: true } as const
    for (let call = 0; call < 10; call += 1) tab.actor.send(event)
    expect(tab.snapshot.matches('authenticated'), 'signed out because the token ran out asleep').toBe(wasIn)
    expect(server.reads.made - before, 'renewed more than once').toBeLessThanOrEqual(1)
  },
  'a late refusal of a token of before': ({ tab }) => {
    const before = tab.snapshot.value
    tab.actor.send({ type: 'api.unauthorized', token: 'a token of before', expired: false })
    expect(tab.snapshot.value).toEqual(before)
  },
  'the window is focused': ({ tab }) => tab.focus(),
  'the page wakes': ({ tab }) => tab.wakeUp(),
  'the page comes back from the cache': ({ tab }) => tab.recover(),
  'ten seconds pass': ({ tab }) => tab.clock.increment(10_000),
  'the person goes on': ({ tab }) => tab.actor.send({ type: 'place.changed', place: '/users' }),
  'the person tries again': ({ tab }) => tab.actor.send({ type: 'retry' }),
  'the page is loaded again': (browser) => browser.reload(),
  'another tab signs in': (browser) => {
    browser.server.cookie = 'ada'
    browser.device.unmarkSignedOut()
    browser.device.saveToken('ada-other')
    browser.welcomes('ada')
    browser.channel.tab().tell({ type: 'signedIn', userId: 'ada' })
  },
  'another tab signs out': (browser) => {
    browser.server.cookie = null
    browser.device.clear()
    browser.channel.tab().tell({ type: 'signedOut' })
  },
}

/** The 'must never' of statecharts.md, after every step. */
function mustHold({ tab, server, device }: Browser): void {
  const { snapshot, drafts } = tab
  const isIn = snapshot.matches('authenticated')
  // A token of an earlier start, or of another tab, may be stored until the server has returned its owner.
  const isUnknown = snapshot.matches('loading') || snapshot.matches('unreachable')
  const wrongs = [
    ...tab.wrongs,
    snapshot.status !== 'active' && 'the machine broke',
    server.reads.inFlight.length > 1 && 'two questions who is signed in',
    server.signIns.inFlight.length > 1 && 'two sign-ins',
    tab.isLive !== isIn &&
      (isIn ? 'signed in, and nobody was told' : 'user data and a socket while nobody is signed in'),
    (snapshot.context.session !== null) !== isIn && 'a session in memory while nobody is signed in',
    drafts.unlockedFor !== (snapshot.context.session?.user.id ?? null) && 'drafts open to somebody else',
    (selectSessionView(snapshot).surface === 'console') !== isIn && 'the console is seen by nobody who is signed in',
    !isIn && !isUnknown && tab.holdsEarlyData && 'what was asked for early is still there',
    !isIn &&
      !isUnknown &&
      tab.begans > 0 &&
      device.token() !== null &&
      !device.token()!.endsWith('-other') &&
      'a token on the device',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

const leave = async ({ tab }: Browser) => void tab.actor.stop()

test.each([
  ['nobody', null],
  ['Ada', 'ada'],
])('a browser in which %s is signed in', async (_who, cookie) => {
  const taken = await walkAtRandom(
    async () => {
      const browser = new Browser(cookie)
      await flush()
      return browser
    },
    {
      steps,
      often: ['the server answers all', 'the page is loaded again', 'sign out while the server is away'],
      mustHold,
      leave,
      flush,
    },
  )
  expect(taken).toBeGreaterThan(3_000)
})
