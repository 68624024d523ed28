/**
 * Random walks of the access machine against its 'must never': allow something before it is known, show a spinner while
 * it refreshes.
 */
import { expect, test } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import { createAccessImplementations } from '@machines/access/access.implementations'
import { Calls, FakeDevice, FakeToasts, flush } from '../kit/fake-ports'
import { UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

/**
 * A console that requests its permissions; each session has different pages, so that permissions of another session are
 * detected.
 */
class World {
  readonly calls = new Calls<string, Result<Access>>()
  readonly device = new FakeDevice()
  session = 0
  /** The permissions that the server sent in this session. */
  given: string | null = null
  readonly actor: Actor<ReturnType<typeof createAccessImplementations>>

  constructor() {
    const identity = {
      readAccess: (signal: AbortSignal) => this.calls.call(`pages of session ${this.session}`, signal),
    }
    this.actor = createActor(
      createAccessImplementations({
        identity,
        store: this.device,
        toasts: new FakeToasts(),
        routesOf: (access) => access.accessible_pages,
      }),
    )
    this.actor.start()
  }
}

const steps: Steps<World> = {
  'a session begins, or its token is renewed': ({ actor }) => actor.send({ type: 'token.changed' }),
  'the route changes': ({ actor }) => actor.send({ type: 'route.changed' }),
  'the rights change': ({ actor }) => actor.send({ type: 'access.changed' }),
  'the session ends': (world) => {
    world.session += 1
    world.given = null
    world.actor.send({ type: 'session.ended' })
  },
  'the person tries again': ({ actor }) => actor.send({ type: 'retry' }),
  'the server answers': (world) => {
    world.calls.answerNext((pages) => {
      world.given = pages
      return ok({ accessible_pages: [pages], permissions: [] })
    })
  },
  'the server is not reached': ({ calls }) => calls.answerNext(() => failed(UNREACHABLE)),
}

function mustHold({ actor, calls, given, device, session }: World): void {
  const snapshot = actor.getSnapshot()
  const pages = snapshot.context.access.accessible_pages
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    calls.inFlight.length > 1 && 'asked twice at once',
    pages.length > 0 && given === null && 'a right before it was given',
    pages.length > 0 && pages[0] !== `pages of session ${session}` && 'a right of another session',
    pages.length > 0 &&
      !snapshot.matches('ready') &&
      !snapshot.matches('refreshing') &&
      'a right in a state that shows none',
    snapshot.matches('refreshing') && snapshot.hasTag('busy') && 'a spinner while it refreshes',
    snapshot.matches('ready') && given === null && 'ready with nothing given',
    (['loading', 'refreshing', 'recovering'] as const).some((state) => snapshot.matches(state)) !==
      calls.inFlight.length > 0 && 'asking and its state differ',
    given !== null && device.routes[0] !== given && 'routes for the menu that were not given',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a console whose rights come, change and go', async () => {
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['the server answers'],
    mustHold,
    leave: ({ actor }) => actor.stop(),
    flush,
  })
  expect(taken).toBeGreaterThan(3_000)
})
