import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok } from '@contract/errors'
import { Calls, FakeDrafts, FakeToasts, flush, refusal } from '@tests/paths/kit/fake-ports'
import { CONFLICT } from '@tests/paths/kit/samples'
import { createSubmissionImplementations, type SubmissionDefinition } from './submission.implementations'
import type { FormValues, SubmitAnswer } from './submission.machine'
import { selectSubmissionView } from './submission.view'

const draftKey = { userId: 'ada', form: 'users', record: 'row-1' }
const typed = { first_name: 'Ada', password: 'Pitboss#2026' }

function openForm(more: Partial<SubmissionDefinition> = {}, drafts = new FakeDrafts()) {
  const submits = new Calls<{ values: FormValues; version: number | null }, SubmitAnswer>()
  const toasts = new FakeToasts()
  const clock = new SimulatedClock()
  const definition: SubmissionDefinition = {
    draftKey,
    secretFields: ['password'],
    successMessage: null,
    submit: (values, version, signal) => submits.call({ values, version }, signal),
    ...more,
  }
  const actor = createActor(createSubmissionImplementations({ drafts, toasts }, definition), {
    input: { keepsDrafts: definition.draftKey !== null, version: 7 },
    clock,
  })
  const emitted: string[] = []
  actor.on('*', ({ type }) => void emitted.push(type))
  actor.start()
  return { actor, drafts, submits, toasts, clock, emitted, kept: () => [...drafts.kept.values()][0]?.values }
}

test('what was typed is kept at once, without its secrets', async () => {
  const { actor, clock, kept } = openForm()
  await flush()
  actor.send({ type: 'form.changed', values: typed })
  clock.increment(0)
  await flush()
  expect(kept()).toEqual({ first_name: 'Ada' })
  expect(actor.getSnapshot().value).toEqual({ dirty: 'kept' })
})

test('what is sent is kept before the answer is known, and given up when it was saved', async () => {
  const { actor, submits, kept, toasts } = openForm()
  await flush()
  actor.send({ type: 'form.submit', values: typed })
  await flush()
  expect(kept()).toEqual({ first_name: 'Ada' })
  submits.answerNext(() => ok({ data: { id: 'row-1' }, message: 'The user was saved.' }))
  await flush()
  expect(kept()).toBeUndefined()
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'The user was saved.' }])
})

test('the secrets are sent', async () => {
  const { actor, submits } = openForm()
  await flush()
  actor.send({ type: 'form.submit', values: typed })
  await flush()
  expect(submits.inFlight[0]!.input).toEqual({ values: typed, version: 7 })
})

test.each([
  ['refused', failed(refusal('rejected')), 'rejected'],
  ['answered with 401', failed(refusal('unauthorized')), 'rejected'],
  ['overtaken by somebody else', failed(CONFLICT), 'stale'],
] as const)('a form that is %s keeps its draft, and offers it when it is opened again', async (_how, answer, state) => {
  const { actor, submits, drafts } = openForm()
  await flush()
  actor.send({ type: 'form.submit', values: typed })
  await flush()
  submits.answerNext(() => answer)
  await flush()
  expect(actor.getSnapshot().value).toBe(state)
  actor.stop()
  const again = openForm({}, drafts)
  await flush()
  expect(again.actor.getSnapshot().value).toBe('draftOffered')
  again.actor.send({ type: 'draft.restore' })
  expect(again.emitted).toEqual(['draft.restored'])
  expect(again.actor.getSnapshot().context.values).toEqual({ first_name: 'Ada' })
})

test('a draft that was restored is still kept, and can be given up', async () => {
  const first = openForm()
  await flush()
  first.actor.send({ type: 'form.changed', values: typed })
  first.clock.increment(0)
  await flush()
  first.actor.stop()
  const again = openForm({}, first.drafts)
  await flush()
  again.actor.send({ type: 'draft.restore' })
  expect(selectSubmissionView(again.actor.getSnapshot())).toMatchObject({ state: 'kept', isKept: true })
  again.actor.send({ type: 'draft.discard' })
  expect(again.actor.getSnapshot().value).toBe('clean')
  again.actor.stop()
  const last = openForm({}, first.drafts)
  await flush()
  expect(last.actor.getSnapshot().value).toBe('clean')
})

test('a conflict is resolved on the version of the other', async () => {
  const { actor, submits } = openForm()
  await flush()
  actor.send({ type: 'form.submit', values: typed })
  await flush()
  submits.answerNext(() => failed(CONFLICT))
  await flush()
  actor.send({ type: 'conflict.resolve', values: { first_name: 'Both' }, version: 8 })
  await flush()
  expect(submits.inFlight[0]!.input).toEqual({ values: { first_name: 'Both' }, version: 8 })
})

test('a form of secrets keeps nothing and asks before it is left', async () => {
  const { actor, drafts } = openForm({ draftKey: null })
  await flush()
  actor.send({ type: 'form.changed', values: typed })
  actor.send({ type: 'page.leave' })
  await flush()
  expect(actor.getSnapshot().value).toEqual({ dirty: 'leaving' })
  expect(drafts.kept.size).toBe(0)
})

test('where storage refuses, the person is asked before the page is left', async () => {
  const { actor, drafts, clock } = openForm()
  await flush()
  drafts.isFull = true
  actor.send({ type: 'form.changed', values: typed })
  clock.increment(400)
  await flush()
  expect(actor.getSnapshot().value).toEqual({ dirty: 'unkept' })
  actor.send({ type: 'page.leave' })
  expect(actor.getSnapshot().value).toEqual({ dirty: 'leaving' })
})

test('a form that is left while it is on its way gives its request up', async () => {
  const { actor, submits } = openForm()
  await flush()
  actor.send({ type: 'form.submit', values: typed })
  await flush()
  actor.stop()
  expect(submits.inFlight).toEqual([])
})
