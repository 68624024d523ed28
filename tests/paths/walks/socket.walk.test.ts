/** The socket machine's 'must never', walked at random: never by itself, never two connections, never given up while signed in. */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { SOCKET } from '@contract/constants'
import type { SocketStatus } from '@contract/ports'
import { createSocketImplementations } from '@machines/socket/socket.implementations'
import { flush } from '../kit/fake-ports'
import { walkAtRandom, type Steps } from '../kit/walk'

/** A transport that behaves as the port says: tried again until it is parted, silent after that. */
class FakeTransport {
  connects = 0
  isWanted = false
  /** What becomes of it next: a try that is being made, or that waits; a refusal waits for nothing. */
  state: 'none' | 'trying' | 'open' | 'waiting' | 'refused' = 'none'
  attempt = 0
  readonly renewedWith: string[] = []
  readonly listeners = new Set<(status: SocketStatus) => void>()

  private tell = (status: SocketStatus) => this.listeners.forEach((listener) => listener(status))
  readonly port = {
    connect: () => {
      this.connects += 1
      if (this.state === 'none' || this.state === 'refused') this.state = 'trying'
      this.isWanted = true
    },
    disconnect: () => {
      this.isWanted = false
      this.state = 'none'
      this.attempt = 0
    },
    onStatus: (listener: (status: SocketStatus) => void) => {
      this.listeners.add(listener)
      return () => void this.listeners.delete(listener)
    },
    renewed: (token: string) => void this.renewedWith.push(token),
  }
  opens() {
    if (this.state !== 'trying') return
    this.state = 'open'
    this.attempt = 0
    this.tell({ type: 'connected' })
  }
  breaks() {
    if (this.state !== 'trying' && this.state !== 'open') return
    this.state = 'waiting'
    this.attempt += 1
    this.tell({ type: 'lost', reason: 'transport close' })
    this.tell({ type: 'waiting', attempt: this.attempt, delay: SOCKET.reconnectionDelay })
  }
  tries() {
    if (this.state !== 'waiting') return
    this.state = 'trying'
    this.tell({ type: 'retrying', attempt: this.attempt })
  }
  refuses() {
    if (this.state !== 'trying') return
    this.state = 'refused'
    this.tell({ type: 'refused', message: 'UNAUTHORIZED' })
  }
}

class World {
  readonly transport = new FakeTransport()
  readonly clock = new SimulatedClock()
  isSignedIn = false
  resumed = 0
  joined = 0
  /** Joined in this session. */
  inSession = 0
  readonly actor: Actor<ReturnType<typeof createSocketImplementations>>

  constructor() {
    this.actor = createActor(createSocketImplementations({ socket: this.transport.port, clock: { now: () => this.clock.now() } }), { clock: this.clock })
    this.actor.on('socket.joined', () => {
      this.joined += 1
      this.inSession += 1
    })
    this.actor.on('socket.resumed', () => void (this.resumed += 1))
    this.actor.start()
  }
}

const steps: Steps<World> = {
  'somebody signs in': (world) => {
    if (!world.isSignedIn) world.inSession = 0
    world.isSignedIn = true
    world.actor.send({ type: 'session.began' })
  },
  'they sign out': (world) => {
    world.isSignedIn = false
    world.actor.send({ type: 'session.ended' })
  },
  'the token is renewed': ({ actor }) => actor.send({ type: 'token.changed', token: 'fresh' }),
  'the line opens': ({ transport }) => transport.opens(),
  'the line breaks': ({ transport }) => transport.breaks(),
  'it is tried again': ({ transport }) => transport.tries(),
  'the handshake is refused': ({ transport }) => transport.refuses(),
  'a moment passes': ({ clock }) => clock.increment(SOCKET.reconnectionDelay),
  'the laptop sleeps for an hour': ({ clock }) => clock.increment(3_600_000),
}

function mustHold({ actor, transport, isSignedIn, inSession }: World, step: string): void {
  const snapshot = actor.getSnapshot()
  const { attempt, nextTryAt } = snapshot.context
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    transport.isWanted !== isSignedIn && 'a connection without a session, or a session that gave up',
    transport.listeners.size !== (isSignedIn ? 1 : 0) && 'a listener too many, or none',
    snapshot.matches('offline') === isSignedIn && 'offline and the session differ',
    snapshot.matches({ signedIn: 'connected' }) !== (transport.state === 'open') && 'connected and the line differ',
    snapshot.matches({ signedIn: 'refused' }) !== (transport.state === 'refused') && 'refused and the line differ',
    (nextTryAt !== null) !== (transport.state === 'waiting' && attempt > 0) && 'a next try that is not to come, or none that is',
    step === 'the laptop sleeps for an hour' && transport.state === 'refused' && 'still refused after an hour',
    isSignedIn && transport.state === 'open' && inSession === 0 && 'connected, and nobody was told',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a socket over sign-ins, losses and refusals', async () => {
  let resumes = 0
  const taken = await walkAtRandom(() => new World(), {
    steps, often: ['somebody signs in', 'the line opens', 'it is tried again'], mustHold, flush,
    leave: (world) => {
      world.actor.stop()
      resumes += world.resumed
      expect(world.transport.listeners.size).toBe(0)
      expect(world.transport.isWanted).toBe(false)
      // Each gap within a session is told once: as often as it joined, but for the first time of each session.
      expect(world.resumed).toBeLessThanOrEqual(Math.max(0, world.joined - 1))
    },
  })
  expect(taken).toBeGreaterThan(3_000)
  expect(resumes).toBeGreaterThan(20)
})

test('ten tokens that are refused one after another are no storm of handshakes', async () => {
  const world = new World()
  world.actor.send({ type: 'session.began' })
  for (let refusal = 0; refusal < 10; refusal += 1) {
    world.transport.refuses()
    // The session is asked, and has a fresh token each time.
    world.actor.send({ type: 'token.changed', token: `fresh ${refusal}` })
    await flush()
  }
  // The first, and once more with a fresh token; then a pause.
  expect(world.transport.connects).toBe(2)
  world.clock.increment(SOCKET.reconnectionDelayMax)
  expect(world.transport.connects).toBe(3)
  world.actor.stop()
})
