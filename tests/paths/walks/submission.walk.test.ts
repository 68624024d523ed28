/** The form's 'must never', walked at random: nothing is sent twice, and no error, 401, reload or back button loses a draft. */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { failed, ok } from '@contract/errors'
import type { DraftKey } from '@contract/ports'
import { createSubmissionImplementations } from '@machines/submission/submission.implementations'
import type { FormValues, SubmissionEvent, SubmitAnswer } from '@machines/submission/submission.machine'
import { Calls, FakeDrafts, FakeToasts, flush, refusal } from '../kit/fake-ports'
import { CONFLICT, UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

const key: DraftKey = { userId: 'ada', form: 'users', record: 'row-1' }

/** A person at a form that may be closed by anything at any time. */
class World {
  readonly drafts = new FakeDrafts()
  readonly toasts = new FakeToasts()
  readonly submits = new Calls<FormValues, SubmitAnswer>()
  clock = new SimulatedClock()
  actor!: Actor<ReturnType<typeof createSubmissionImplementations>>
  private keystrokes = 0
  /** What the fields hold. */
  typed: FormValues = {}
  saved: FormValues | null = null
  succeeded = 0
  saidLeaveAnyway = false
  /** Since the form was opened: then it promises nothing. */
  wasFull = false
  readonly keepsDrafts: boolean

  constructor(keepsDrafts: boolean) {
    this.keepsDrafts = keepsDrafts
    this.open()
  }
  open() {
    const machine = createSubmissionImplementations(
      { drafts: this.drafts, toasts: this.toasts },
      {
        draftKey: this.keepsDrafts ? key : null,
        secretFields: ['password'],
        submit: (values, _version, signal) => this.submits.call(values, signal),
        successMessage: 'Saved.',
      },
    )
    this.clock = new SimulatedClock()
    this.typed = {}
    this.succeeded = 0
    this.saidLeaveAnyway = false
    this.wasFull = this.drafts.isFull
    this.actor = createActor(machine, { input: { keepsDrafts: this.keepsDrafts, version: 7 }, clock: this.clock })
    this.actor.on('form.succeeded', () => void (this.succeeded += 1))
    this.actor.on('draft.restored', ({ values }) => void (this.typed = values))
    this.actor.start()
  }
  /** A form that is closed takes nothing. */
  send(event: SubmissionEvent) {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(event)
  }
  type() {
    if (this.actor.getSnapshot().status !== 'active') return
    this.keystrokes += 1
    this.typed = { name: `Ada ${this.keystrokes}`, password: 'Pitboss#2026' }
    this.send({ type: 'form.changed', values: this.typed })
  }
  get keptName() {
    return [...this.drafts.kept.values()][0]?.values.name
  }
}

const answer =
  (output: SubmitAnswer) =>
  ({ submits }: World) =>
    submits.answerNext(() => output)

const steps: Steps<World> = {
  // The fields rest while the form is on its way, and under the choice of a conflict.
  'a key is pressed': (world) =>
    !world.actor.getSnapshot().hasTag('busy') && !world.actor.getSnapshot().matches('stale') && world.type(),
  'typing rests': ({ clock }) => clock.increment(400),
  'the form is sent': (world) => {
    const { submits } = world
    const before = submits.made
    const isUnderWay = submits.inFlight.length > 0
    world.send({ type: 'form.submit', values: world.typed })
    world.send({ type: 'form.submit', values: world.typed })
    expect(submits.made - before, 'sent twice').toBeLessThanOrEqual(isUnderWay ? 0 : 1)
  },
  'the server saves it': (world) => {
    world.submits.answerNext((values) => {
      world.saved = values
      return ok({ data: { id: 'row-1' } })
    })
  },
  'the server refuses fields': answer(failed(refusal('rejected'))),
  'the server says 401': answer(failed(refusal('unauthorized'))),
  'somebody else has saved': answer(failed(CONFLICT)),
  'the server is not reached': answer(failed(UNREACHABLE)),
  'the draft is restored': (world) => world.send({ type: 'draft.restore' }),
  'the draft is discarded': (world) => {
    // The form is then as it was opened.
    if (world.actor.getSnapshot().matches({ dirty: 'kept' })) world.typed = {}
    world.send({ type: 'draft.discard' })
  },
  'the conflict is resolved': (world) => world.send({ type: 'conflict.resolve', values: world.typed, version: 8 }),
  'back to the form': (world) => world.send({ type: 'conflict.back' }),
  'the page is left': (world) => world.send({ type: 'page.leave' }),
  'the person stays': (world) => world.send({ type: 'page.stay' }),
  'the person leaves anyway': (world) => {
    if (world.actor.getSnapshot().matches({ dirty: 'leaving' })) world.saidLeaveAnyway = true
    world.send({ type: 'page.leaveAnyway' })
  },
  'storage is full': (world) => {
    world.drafts.isFull = true
    world.wasFull = true
  },
  'storage has room': ({ drafts }) => void (drafts.isFull = false),
  // A reload, a crash, or a forced sign-out that takes the page away.
  'the page is gone and the form is opened again': (world) => {
    world.actor.stop()
    world.open()
  },
}

function mustHold({
  actor,
  submits,
  drafts,
  typed,
  succeeded,
  saidLeaveAnyway,
  wasFull,
  keptName,
  keepsDrafts,
  saved,
}: World): void {
  const snapshot = actor.getSnapshot()
  const hasTyped = typed.name !== undefined
  /** States that promise: what was typed is on this device. */
  const promises =
    snapshot.matches({ dirty: 'kept' }) ||
    snapshot.matches('rejected') ||
    snapshot.matches('stale') ||
    snapshot.matches('submitting') ||
    (snapshot.matches('left') && !saidLeaveAnyway)
  const wrongs = [
    snapshot.status === 'error' && 'the machine broke',
    submits.inFlight.length > 1 && 'two are on their way',
    submits.inFlight.length > 0 && !snapshot.matches('submitting') && 'on its way, and the form takes input',
    succeeded > 1 && 'told twice that it was saved',
    snapshot.matches('succeeded') && saved?.name !== typed.name && 'saved, but not what was typed',
    snapshot.matches('succeeded') && drafts.kept.size > 0 && 'a draft of what was sent',
    promises && keepsDrafts && !wasFull && hasTyped && keptName !== typed.name && 'typed work that would be lost',
    !keepsDrafts && drafts.kept.size > 0 && 'a draft of a form of secrets',
    [...drafts.kept.values()].some(({ values }) => 'password' in values) && 'a password in a draft',
    snapshot.matches('left') && !keepsDrafts && hasTyped && !saidLeaveAnyway && 'left without being asked',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test.each([
  ['keeps drafts', true],
  ['is made of secrets', false],
])('a form that %s', async (_which, keepsDrafts) => {
  const taken = await walkAtRandom(() => new World(keepsDrafts), {
    steps,
    often: ['a key is pressed', 'the form is sent', 'the page is gone and the form is opened again'],
    mustHold,
    leave: ({ actor }) => void actor.stop(),
    flush,
  })
  expect(taken).toBeGreaterThan(3_000)
})
