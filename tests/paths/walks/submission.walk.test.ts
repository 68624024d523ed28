/**
 * Random walks of the form against its 'must never', with a record that a colleague changes too: nothing is sent twice,
 * no field is sent that the person did not change, no colleague's change is overwritten unseen, and no draft is lost.
 */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import type { Draft, DraftKey } from '@ports/drafts'
import type { FormValues } from '@machines/submission/merge'
import { createSubmissionImplementations } from '@machines/submission/submission.implementations'
import type { Sending, SubmissionEvent } from '@machines/submission/submission-setup'
import { selectConflict, selectSubmissionView } from '@machines/submission/submission.view'
import { Calls, FakeDrafts, FakeLine, FakeToasts, flush, refusal } from '../kit/fake-ports'
import { UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

type Answer = Result<{ data: unknown; message?: string }>

const key: DraftKey = { userId: 'ada', form: 'users', record: 'row-1' }
const SLOT = 'ada/users/row-1'
const isSecret = (field: string) => field === 'password'

/** A person at a form that may be closed at any time, a colleague, and the server between them. */
class World {
  readonly drafts = new FakeDrafts()
  readonly toasts = new FakeToasts()
  readonly line = new FakeLine()
  readonly submits = new Calls<Sending, Answer>()
  /** The record on the server. */
  record: FormValues = { name: 'Elena', city: 'Graz' }
  version = 1
  clock = new SimulatedClock()
  actor!: Actor<ReturnType<typeof createSubmissionImplementations>>
  private count = 0
  private opened = 0
  /** Saves that took effect, by their keys: the server repeats the response. */
  private readonly stored = new Map<string, Answer>()
  /** The values of the fields. */
  fields: FormValues = {}
  /** Fields that the person has changed and neither saved nor discarded, with their values; without secrets. */
  readonly wants = new Map<string, unknown>()
  /** For each of these: the saved value that the person saw when they decided. */
  readonly saw = new Map<string, unknown>()
  /** Violations by a send or a save. */
  readonly broken: string[] = []
  succeeded = 0
  saidLeaveAnyway = false
  /** The draft that the form finds when it looks. */
  before: Draft | null = null
  /** Since the form was opened: then it guarantees nothing. */
  wasFull = false
  /** Storage was full at some time of the walk. */
  everFull = false
  readonly keepsDrafts: boolean

  constructor(keepsDrafts: boolean) {
    this.keepsDrafts = keepsDrafts
    this.open()
  }
  get kept() {
    return this.drafts.kept.get(SLOT)
  }
  /** The earlier draft that the person has not decided about. */
  private get undecided() {
    return this.drafts.isWaiting ? this.before : this.actor.getSnapshot().context.draft
  }
  /** Whether the device has the value: in its newest draft, or in an earlier one that waits behind it. */
  has(field: string, value: unknown) {
    const all = [...(this.drafts.earlier.get(SLOT) ?? []), ...(this.kept ? [this.kept] : [])]
    return all.some(({ values }) => values[field] === value)
  }
  get state() {
    return selectSubmissionView(this.actor.getSnapshot()).state
  }
  open() {
    // Input that could not be written is lost, back to what was written before it.
    if (this.wasFull || !this.keepsDrafts || this.saidLeaveAnyway)
      for (const field of this.wants.keys()) {
        if (this.kept && field in this.kept.values) this.wants.set(field, this.kept.values[field])
        else this.wants.delete(field)
      }
    const machine = createSubmissionImplementations(
      { drafts: this.drafts, toasts: this.toasts, onLineBack: this.line.listen },
      {
        draftKey: this.keepsDrafts ? key : null,
        secretFields: ['password'],
        submit: (sending, signal) => this.submits.call(sending, signal),
        fieldsOf: (current) => {
          const { version, ...values } = current as FormValues & { version: number }
          return { values, version }
        },
        readAuthors: () => Promise.resolve({}),
        successMessage: 'Saved.',
      },
    )
    this.clock = new SimulatedClock()
    this.fields = { ...this.record, password: '' }
    this.succeeded = 0
    this.saidLeaveAnyway = false
    this.wasFull = this.drafts.isFull
    this.before = this.kept ?? this.drafts.earlier.get(SLOT)?.at(-1) ?? null
    this.actor = createActor(machine, {
      input: {
        keepsDrafts: this.keepsDrafts,
        secretFields: ['password'],
        base: this.fields,
        version: this.version,
        key: `form ${(this.opened += 1)}`,
      },
      clock: this.clock,
    })
    this.actor.on('form.succeeded', () => void (this.succeeded += 1))
    this.actor.on('values.replaced', ({ values }) => void (this.fields = values))
    this.actor.start()
  }
  reload() {
    // The last keystroke has not been handed to the device. What has been is stored, also during a look-up.
    if (['typing', 'typingOn', 'leaving'].includes(this.state)) this.wasFull = true
    this.actor.stop()
    this.drafts.reload()
    this.open()
  }
  /** A closed form accepts nothing. */
  send(event: SubmissionEvent) {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(event)
  }
  /** The fields are read-only while the form is in flight, and hidden behind a conflict. */
  type(field: string, value: unknown = `${field} ${(this.count += 1)}`) {
    if (
      this.actor.getSnapshot().status !== 'active' ||
      ['submitting', 'checking', 'waiting', 'unresolved', 'stale', 'merging'].includes(this.state)
    )
      return
    const { base } = this.actor.getSnapshot().context
    this.fields = { ...this.fields, [field]: value }
    if (!isSecret(field)) {
      const { values } = this.undecided ?? { values: {} as FormValues }
      if (value !== base[field]) this.wants.set(field, value)
      else if (field in values) this.wants.set(field, values[field])
      else this.wants.delete(field)
      this.saw.set(field, base[field])
    }
    this.send({ type: 'form.changed', values: this.fields })
  }
  colleagueSaves(field: string) {
    this.record = { ...this.record, [field]: `theirs ${(this.count += 1)}` }
    this.version += 1
  }
  /** The server responds as it must: 409 for an old version, otherwise it saves. */
  serverAnswers() {
    this.submits.answerNext((sending) => this.decide(sending))
  }
  /** The server saves, and its response is lost in transit. */
  answerIsLost() {
    this.submits.answerNext((sending) => {
      this.decide(sending)
      return failed(UNREACHABLE)
    })
  }
  private decide(sending: Sending): Answer {
    const known = this.repeated(sending)
    if (known) return known
    const decided = this.save(sending.changes, sending.version)
    if (decided.ok) this.stored.set(sending.key, decided)
    return decided
  }
  /** The response to a save that has taken effect before; undefined for any other. */
  repeated({ changes, key: name }: Sending): Answer | undefined {
    const known = this.stored.get(name)
    for (const [field, value] of Object.entries(known ? changes : {}))
      if (this.wants.get(field) === value) this.wants.delete(field)
    return known
  }
  private save(changes: FormValues, version: number | null): Answer {
    // If newer input could not be stored, an older save may be repeated: the server refuses its version.
    if (!this.everFull || version === this.version)
      for (const field of Object.keys(changes))
        if (!isSecret(field) && this.wants.get(field) !== changes[field])
          this.broken.push(`sent ${field}, not asked for`)
    if (version !== this.version)
      return failed({ kind: 'conflict', message: '', current: { ...this.record, version: this.version } })
    for (const [field, value] of Object.entries(changes)) {
      if (isSecret(field)) continue
      if (this.record[field] !== this.saw.get(field)) this.broken.push(`overwrote ${field}, unseen`)
      this.record = { ...this.record, [field]: value }
      this.wants.delete(field)
    }
    this.version += 1
    return ok({ data: { id: 'row-1' } })
  }
  /** The person decides about each field that both changed; they see the saved value. */
  chooses(choice: 'yours' | 'saved') {
    const conflict = selectConflict(this.actor.getSnapshot())
    if (!conflict) return
    for (const { name, saved, yours } of conflict.fields) {
      this.saw.set(name, saved)
      if (choice === 'saved') this.wants.delete(name)
      else this.wants.set(name, yours)
    }
    this.send({
      type: 'conflict.resolve',
      choices: Object.fromEntries(conflict.fields.map(({ name }) => [name, choice])),
    })
  }
  /** The values that the person discarded. */
  forgets(fields: Iterable<string>) {
    for (const field of fields) this.wants.delete(field)
  }
}

/** The server's response, unless the save has taken effect before: then it repeats the response that it gave. */
const answer = (output: Answer) => (world: World) =>
  world.submits.answerNext((sending) => world.repeated(sending) ?? output)

const steps: Steps<World> = {
  'a name is typed': (world) => world.type('name'),
  'a city is typed': (world) => world.type('city'),
  'the name is typed back': (world) => world.type('name', world.actor.getSnapshot().context.base.name),
  'a password is typed': (world) => world.type('password', 'Pitboss#2026'),
  'the password is removed': (world) => world.type('password', ''),
  'typing rests': (world) => {
    world.clock.increment(400)
    if (['typing', 'typingOn'].includes(world.state)) world.broken.push('typed, and not handed to the device')
  },
  'the form is sent': (world) => {
    const { submits } = world
    const before = submits.made
    const isOnItsWay = submits.inFlight.length > 0
    world.send({ type: 'form.submit', values: world.fields })
    world.send({ type: 'form.submit', values: world.fields })
    expect(submits.made - before, 'sent twice').toBeLessThanOrEqual(isOnItsWay ? 0 : 1)
  },
  'the server answers': (world) => world.serverAnswers(),
  'the server refuses fields': answer(failed(refusal('rejected'))),
  'the server says 401': answer(failed(refusal('unauthorized'))),
  'the server is not reached': answer(failed(UNREACHABLE)),
  'the server saves and its answer is lost': (world) => world.answerIsLost(),
  'the connection is back': ({ line }) => line.back(),
  'the person checks': (world) => world.send({ type: 'form.check' }),
  'a minute passes': ({ clock }) => clock.increment(60_000),
  'a colleague saves the name': (world) => world.colleagueSaves('name'),
  'a colleague saves the city': (world) => world.colleagueSaves('city'),
  'the draft is restored': (world) => {
    const { draft } = world.actor.getSnapshot().context
    world.send({ type: 'draft.restore' })
    if (world.actor.getSnapshot().context.draft === draft) return
    for (const [field, value] of Object.entries(draft?.values ?? {}))
      if (world.fields[field] === value) world.wants.set(field, value)
  },
  'the earlier draft is discarded': (world) => {
    const { draft, values, base } = world.actor.getSnapshot().context
    // Input made here stays.
    if (draft) world.forgets(Object.keys(draft.values).filter((field) => values[field] === base[field]))
    world.send({ type: 'draft.discard' })
  },
  'what was typed is discarded': (world) => {
    const { draft, values, base } = world.actor.getSnapshot().context
    if (selectSubmissionView(world.actor.getSnapshot()).isKept) {
      const typed = Object.keys(values).filter((field) => values[field] !== base[field])
      for (const field of typed) {
        if (draft && field in draft.values) world.wants.set(field, draft.values[field])
        else world.wants.delete(field)
      }
    }
    world.send({ type: 'changes.discard' })
  },
  'theirs is chosen': (world) => world.chooses('saved'),
  'yours is chosen': (world) => world.chooses('yours'),
  'back to the form': (world) => world.send({ type: 'conflict.back' }),
  'the page is left': (world) => world.send({ type: 'page.leave' }),
  'the person stays': (world) => world.send({ type: 'page.stay' }),
  'the person leaves anyway': (world) => {
    if (world.state === 'leaving' || world.state === 'leavingUnresolved') world.saidLeaveAnyway = true
    world.send({ type: 'page.leaveAnyway' })
  },
  'storage is full': (world) => {
    world.drafts.isFull = true
    world.wasFull = true
    world.everFull = true
  },
  'storage has room': ({ drafts }) => void (drafts.isFull = false),
  // A reload, a crash, or a forced sign-out that closes the page.
  'the page is gone and the form is opened again': (world) => world.reload(),
  'the page is gone and the form is opened again on a slow device': (world) => {
    world.drafts.isSlow = true
    world.reload()
  },
  'the device responds': ({ drafts }) => {
    drafts.isSlow = false
    drafts.respond()
  },
  'an earlier console has left a draft': (world) => {
    if (!world.keepsDrafts || world.kept || world.actor.getSnapshot().status === 'active') return
    world.drafts.kept.set(SLOT, { values: { name: 'of before', city: 'of before' }, version: 0, savedAt: 1 })
    world.open()
  },
}

function mustHold(world: World): void {
  const { actor, submits, drafts, keepsDrafts, wants, kept, fields, state } = world
  const snapshot = actor.getSnapshot()
  const { base } = snapshot.context
  /** States that guarantee that the input is on this device. */
  const promises =
    [
      'kept',
      'rejected',
      'checking',
      'waiting',
      'unresolved',
      'stale',
      'merging',
      'submitting',
      'clean',
      'unchanged',
    ].includes(state) ||
    (state === 'left' && !world.saidLeaveAnyway)
  const lost = [...wants].filter(([field, value]) => !world.has(field, value) && base[field] !== value)
  const typed = Object.keys(fields).some((field) => (fields[field] ?? '') !== (base[field] ?? ''))
  const wrongs = [
    snapshot.status === 'error' && 'the machine broke',
    submits.inFlight.length > 1 && 'two are on their way',
    submits.inFlight.length > 0 &&
      state !== 'submitting' &&
      state !== 'checking' &&
      'on its way, and the form takes input',
    world.succeeded > 1 && 'reported twice that it was saved',
    ...world.broken,
    keepsDrafts && promises && !world.wasFull && lost.length > 0 && `lost ${lost.map(String).join('; ')} in ${state}`,
    !keepsDrafts && drafts.kept.size > 0 && 'a draft of a form of secrets',
    kept && 'password' in kept.values && 'a password in a draft',
    state === 'left' && !keepsDrafts && typed && !world.saidLeaveAnyway && 'left without being asked',
    state === 'left' && fields.password && !world.saidLeaveAnyway && 'a password was lost without being asked',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test.each([
  ['keeps drafts', true],
  ['is made of secrets', false],
])('a form that %s', async (_which, keepsDrafts) => {
  const taken = await walkAtRandom(() => new World(keepsDrafts), {
    steps,
    often: [
      'a name is typed',
      'the form is sent',
      'the server answers',
      'the draft is restored',
      'the page is gone and the form is opened again',
      'the page is gone and the form is opened again on a slow device',
      'the device responds',
    ],
    mustHold,
    leave: ({ actor }) => void actor.stop(),
    flush,
  })
  expect(taken).toBeGreaterThan(3_000)
})
