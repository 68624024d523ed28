/** Random walks of a reveal against its 'must never', with answers that are late or lost, and a page that is hidden. */
import { expect, test } from 'vitest'
import { createActor, type Actor } from 'xstate'
import { failed, ok } from '@contract/errors'
import { createRevealImplementations } from '@machines/reveal/reveal.implementations'
import type { RevealEvent, SecretAnswer } from '@machines/reveal/reveal.machine'
import { selectRevealView } from '@machines/reveal/reveal.view'
import { Calls, flush } from '../kit/fake-ports'
import { UNAVAILABLE, UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'
import { REFUSED_REASON } from '../reveal.paths'

interface Asked {
  reason: string
  key: string
}

/** One dialog at a time, its page and the server. */
class World {
  readonly calls = new Calls<Asked, SecretAnswer>()
  private readonly listeners = new Set<() => void>()
  /** Reason of each request that has arrived at the server, by its key. */
  readonly counted = new Map<string, string>()
  isHidden = false
  reused = 0
  withoutReason = 0
  private dialogs = 0
  actor = this.open()

  private open(): Actor<ReturnType<typeof createRevealImplementations>> {
    this.dialogs += 1
    const machine = createRevealImplementations({
      call: (reason, { idempotencyKey: key, signal }) => {
        if (reason.trim() === '') this.withoutReason += 1
        return this.calls.call({ reason, key }, signal)
      },
      clock: { now: () => 0 },
      onPageHidden: (listener) => {
        this.listeners.add(listener)
        if (this.isHidden) listener()
        return () => void this.listeners.delete(listener)
      },
    })
    return createActor(machine, { input: { key: `key-${this.dialogs}` } }).start()
  }
  /** A person who has closed the dialog opens it again. */
  send(event: RevealEvent) {
    if (this.actor.getSnapshot().status === 'done') this.actor = this.open()
    this.actor.send(event)
  }
  serve({ reason, key }: Asked): SecretAnswer {
    const known = this.counted.get(key)
    if (known !== undefined && known !== reason) this.reused += 1
    this.counted.set(key, reason)
    return ok(`SECRET of ${key}`)
  }
  hide() {
    this.isHidden = true
    this.listeners.forEach((each) => each())
  }
}

const submit = (reason: string) => (world: World) => world.send({ type: 'reveal.submit', reason })

const steps: Steps<World> = {
  'a reason is sent': submit('Ticket 4711'),
  'a reason is sent twice': (world) => [1, 2].forEach(() => submit('Ticket 4711')(world)),
  'another reason is sent': submit('Ticket 4712'),
  'no reason is sent': submit(' '),
  'the reason is typed': (world) => world.send({ type: 'reveal.changed' }),
  'it is hidden': (world) => world.send({ type: 'reveal.hide' }),
  'the page is hidden': (world) => world.hide(),
  'the page is visible': (world) => void (world.isHidden = false),
  'a second passes': (world) => world.send({ type: 'second.passed', left: 30 }),
  'the time is over': (world) => world.send({ type: 'second.passed', left: 0 }),
  'the server answers': (world) => void world.calls.answerNext((asked) => world.serve(asked)),
  'the server refuses': ({ calls }) => void calls.answerNext(() => failed(REFUSED_REASON)),
  'the server is not available': ({ calls }) => void calls.answerNext(() => failed(UNAVAILABLE)),
  'the server is not reached': ({ calls }) => void calls.answerNext(() => failed(UNREACHABLE)),
  'the answer is lost on its way': (world) =>
    void world.calls.answerNext((asked) => {
      world.serve(asked)
      return failed(UNREACHABLE)
    }),
  'the dialog is closed': (world) => world.send({ type: 'reveal.close' }),
}

function mustHold({ actor, calls, isHidden, reused, withoutReason }: World): void {
  const snapshot = actor.getSnapshot()
  const isShown = snapshot.matches('shown')
  const kept = JSON.stringify([snapshot, actor.getPersistedSnapshot(), selectRevealView(snapshot)])
  const wrongs = [
    snapshot.status === 'error' && 'the machine broke',
    !isShown && kept.includes('SECRET') && 'the secret outlived its time',
    isShown && isHidden && 'the secret is shown on a hidden page',
    isShown && !kept.includes('SECRET') && 'shown without a secret',
    withoutReason > 0 && 'a request without a reason',
    reused > 0 && 'one key for two reasons',
    calls.inFlight.length > 1 && 'two requests at once',
    snapshot.hasTag('busy') !== calls.inFlight.length > 0 && 'in flight and its state differ',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a secret that is revealed over a bad line, on a page that is hidden now and then', async () => {
  let shown = 0
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: ['a reason is sent', 'the server answers', 'the page is visible'],
    mustHold: (world, step) => {
      if (step === 'the server answers' && world.actor.getSnapshot().matches('shown')) shown += 1
      mustHold(world)
    },
    flush,
    leave: ({ actor }) => actor.stop(),
  })
  expect(taken).toBeGreaterThan(2_000)
  expect(shown).toBeGreaterThan(50)
})
