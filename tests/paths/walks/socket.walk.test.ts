/**
 * Random walks of the socket machine against its 'must never': never connects without a request, never has two
 * connections, never stops retrying while signed in.
 */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { SOCKET } from '@contract/constants'
import { createSocketImplementations } from '@machines/socket/socket.implementations'
import { flush } from '../kit/fake-ports'
import { FakeSocket } from '../kit/fake-socket'
import { walkAtRandom, type Steps } from '../kit/walk'

class World {
  readonly transport = new FakeSocket()
  readonly clock = new SimulatedClock()
  isSignedIn = false
  resumed = 0
  joined = 0
  /** Connected in this session. */
  inSession = 0
  readonly actor: Actor<ReturnType<typeof createSocketImplementations>>

  constructor() {
    this.actor = createActor(
      createSocketImplementations({ socket: this.transport.port, clock: { now: () => this.clock.now() } }),
      { clock: this.clock },
    )
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
    transport.listening !== (isSignedIn ? 1 : 0) && 'a listener too many, or none',
    snapshot.matches('offline') === isSignedIn && 'offline and the session differ',
    snapshot.matches({ signedIn: { line: 'connected' } }) !== (transport.state === 'open') &&
      'connected and the line differ',
    snapshot.matches({ signedIn: { line: 'refused' } }) !== (transport.state === 'refused') &&
      'refused and the line differ',
    (nextTryAt !== null) !== (transport.state === 'waiting' && attempt > 0) &&
      'a next try that is not to come, or none that is',
    step === 'the laptop sleeps for an hour' && transport.state === 'refused' && 'still refused after an hour',
    isSignedIn && transport.state === 'open' && inSession === 0 && 'connected, and nobody was told',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a socket over sign-ins, losses and refusals', async () => {
  let resumes = 0
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['somebody signs in', 'the line opens', 'it is tried again'],
    mustHold,
    flush,
    leave: (world) => {
      world.actor.stop()
      resumes += world.resumed
      expect(world.transport.listening).toBe(0)
      expect(world.transport.isWanted).toBe(false)
      // Each gap within a session is reported once: as often as it connected, except for the first time of each
      // session.
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
    // The session is checked, and has a fresh token each time.
    world.actor.send({ type: 'token.changed', token: `fresh ${refusal}` })
    await flush()
  }
  // The first attempt, and one more with a fresh token; then a pause.
  expect(world.transport.connects).toBe(2)
  world.clock.increment(SOCKET.reconnectionDelayMax)
  expect(world.transport.connects).toBe(3)
  world.actor.stop()
})
