import { describe, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { Draft } from '@ports/drafts'
import { Calls, FakeDrafts, FakeLine, FakeToasts, flush, refusal } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import type { FormValues } from './merge'
import {
  createSubmissionImplementations,
  WRITING_LIMIT_MS,
  type SubmissionDefinition,
} from './submission.implementations'
import type { Authorship, Sending, SubmissionEmitted } from './submission-setup'
import { selectConflict, selectDraft, selectSubmissionView } from './submission.view'

type Answer = Result<{ data: unknown; message?: string }>

const draftKey = { userId: 'ada', form: 'users', record: 'row-1' }
const base = { first_name: 'Elena', last_name: 'Vasquez', email: 'e@x.test', password: '' }
const typed = { ...base, last_name: 'Vásquez' }
const withSecret = { ...typed, password: 'Pitboss#2026' }
/** The server's 409 with the record as somebody else saved it, at version 8. */
const overtakenBy = (changed: FormValues): { ok: false; error: ApiError } =>
  failed({ kind: 'conflict', message: '', current: { ...base, ...changed, version: 8 } })

function openForm(
  more: Partial<SubmissionDefinition> = {},
  {
    drafts = new FakeDrafts(),
    record = base,
    version = 7,
  }: { drafts?: FakeDrafts; record?: FormValues; version?: number } = {},
) {
  const submits = new Calls<Sending, Answer>()
  const authors = new Calls<null, Authorship>()
  const toasts = new FakeToasts()
  const clock = new SimulatedClock()
  const line = new FakeLine()
  const definition: SubmissionDefinition = {
    draftKey,
    secretFields: ['password'],
    successMessage: null,
    submit: (sending, signal) => submits.call(sending, signal),
    fieldsOf: (current) => {
      const { version: now, ...values } = current as FormValues & { version: number }
      const { password: _none, ...comparable } = values
      return { values: comparable, version: now }
    },
    readAuthors: (signal) => authors.call(null, signal),
    ...more,
  }
  const actor = createActor(createSubmissionImplementations({ drafts, toasts, onLineBack: line.listen }, definition), {
    input: {
      keepsDrafts: definition.draftKey !== null,
      secretFields: definition.secretFields,
      base: record,
      version,
      key: 'form',
    },
    clock,
  })
  const emitted: SubmissionEmitted[] = []
  actor.on('*', (event) => void emitted.push(event))
  actor.start()
  return {
    actor,
    drafts,
    clock,
    line,
    submits,
    authors,
    toasts,
    emitted,
    kept: () => [...drafts.kept.values()][0],
    state: () => selectSubmissionView(actor.getSnapshot()).state,
    view: () => selectSubmissionView(actor.getSnapshot()),
    async type(values: FormValues) {
      actor.send({ type: 'form.changed', values })
      clock.increment(0)
      await flush()
    },
    async send(values: FormValues) {
      actor.send({ type: 'form.submit', values })
      await flush()
      return submits.inFlight[0]?.input
    },
    async answer(answer: Answer) {
      submits.answerNext(() => answer)
      await flush()
    },
  }
}
const drafted = (values: FormValues, from?: FormValues, version: number | null = 7): FakeDrafts => {
  const drafts = new FakeDrafts()
  drafts.kept.set('ada/users/row-1', { values, from, version, savedAt: 1 } satisfies Draft)
  return drafts
}

describe('storing drafts', () => {
  test('the changed fields are stored at once, with their original values and without secrets', async () => {
    const form = openForm()
    await flush()
    await form.type(withSecret)
    expect(form.kept()).toMatchObject({ values: { last_name: 'Vásquez' }, from: { last_name: 'Vasquez' }, version: 7 })
    expect(form.kept()?.values).not.toHaveProperty('password')
    expect(form.state()).toBe('kept')
  })

  test('a field that is changed back counts as unchanged: nothing is stored or sent', async () => {
    const form = openForm()
    await flush()
    await form.type(typed)
    await form.type(base)
    expect([form.state(), form.kept()]).toEqual(['clean', undefined])
  })

  test('sent input is stored before the response arrives, and removed after it was saved', async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    expect(form.kept()?.values).toEqual({ last_name: 'Vásquez' })
    await form.answer(ok({ data: { id: 'row-1' }, message: 'The user was saved.' }))
    expect(form.kept()).toBeUndefined()
    expect(form.toasts.shown).toEqual([{ kind: 'success', message: 'The user was saved.' }])
  })

  test('the message of a success links to the record in the response', async () => {
    const link = { label: 'Elena Vásquez', href: '/users/row-1' }
    const form = openForm({ linkTo: (data) => ((data as { id: string }).id === 'row-1' ? link : undefined) })
    await flush()
    await form.send(typed)
    await form.answer(ok({ data: { id: 'row-1' }, message: 'The user was saved.' }))
    expect(form.toasts.shown).toEqual([{ kind: 'success', message: 'The user was saved.', link }])
    const already = openForm({ linkTo: (data) => ((data as { version: number }).version === 8 ? link : undefined) })
    await flush()
    await already.send(typed)
    await already.answer(overtakenBy({ last_name: 'Vásquez' }))
    expect(already.toasts.shown).toEqual([{ kind: 'success', message: 'The record already holds these values.', link }])
  })

  test('the server’s response is shown even if the browser’s database does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const drafts = new FakeDrafts()
      drafts.save = () => new Promise(() => {})
      const form = openForm({}, { drafts })
      await flush()
      await form.send(typed)
      await form.answer(ok({ data: { id: 'row-1' } }))
      expect(form.state()).toBe('submitting')
      await vi.advanceTimersByTimeAsync(WRITING_LIMIT_MS)
      await flush()
      expect(form.state()).toBe('succeeded')
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['refused', failed(refusal('rejected')), 'rejected'],
    ['answered with 401', failed(refusal('unauthorized')), 'rejected'],
    ['overtaken by a colleague', overtakenBy({ last_name: 'Vazquez' }), 'stale'],
  ] as const)(
    'a form that is %s keeps its draft, and offers it when it is opened again',
    async (_how, answer, state) => {
      const form = openForm()
      await flush()
      await form.send(withSecret)
      await form.answer(answer)
      expect(form.state()).toBe(state)
      form.actor.stop()
      const again = openForm({}, { drafts: form.drafts })
      await flush()
      expect(selectDraft(again.actor.getSnapshot())).toMatchObject({ canRestore: true, shown: null })
      again.actor.send({ type: 'draft.restore' })
      expect(again.emitted).toEqual([{ type: 'values.replaced', values: typed }])
      expect(again.actor.getSnapshot().context.values).toEqual(typed)
    },
  )

  test('typing while a draft is offered loses neither', async () => {
    const drafts = drafted({ first_name: 'Lena' }, { first_name: 'Elena' })
    const form = openForm({}, { drafts })
    await flush()
    await form.type(typed)
    expect(form.kept()?.values).toEqual({ first_name: 'Lena', last_name: 'Vásquez' })
    await form.send(typed)
    await form.answer(ok({ data: null }))
    expect(form.kept()?.values).toEqual({ first_name: 'Lena' })
  })

  test('a restored draft stays stored, and can be discarded', async () => {
    const form = openForm({}, { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }) })
    await flush()
    form.actor.send({ type: 'draft.restore' })
    await form.type({ ...typed, email: 'new@x.test' })
    expect(form.view().isKept).toBe(true)
    form.actor.send({ type: 'changes.discard' })
    await flush()
    expect([form.state(), form.kept()]).toEqual(['clean', undefined])
  })
})

describe('a draft older than a colleague’s change', () => {
  const theirs = { ...base, first_name: 'Helena', email: 'helena@x.test' }

  test("restoring sends only the person's changes, on the new version, and keeps the colleague’s changes", async () => {
    const first = openForm()
    await flush()
    await first.type(typed)
    first.actor.stop()
    const form = openForm({}, { drafts: first.drafts, record: theirs, version: 8 })
    await flush()
    form.actor.send({ type: 'draft.restore' })
    const { values } = form.actor.getSnapshot().context
    expect(values).toEqual({ ...theirs, last_name: 'Vásquez' })
    expect(await form.send(values)).toMatchObject({ changes: { last_name: 'Vásquez' }, version: 8 })
  })

  test('a field that both changed is a choice: yours, or theirs with its author and time', async () => {
    const record = { ...theirs, last_name: 'Vazquez' }
    const form = openForm(
      {},
      { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }), record, version: 8 },
    )
    await flush()
    form.actor.send({ type: 'draft.restore' })
    expect(form.state()).toBe('merging')
    const author = { by: 'dan_w', at: '2026-11-20T14:30:00.000Z' }
    form.authors.answerNext(() => ({ last_name: author }))
    await flush()
    expect(selectConflict(form.actor.getSnapshot())).toEqual({
      kind: 'merging',
      fields: [{ name: 'last_name', yours: 'Vásquez', saved: 'Vazquez', author }],
      theirs: [],
    })
    form.actor.send({ type: 'conflict.resolve', choices: { last_name: 'yours' } })
    const { values } = form.actor.getSnapshot().context
    expect(values).toEqual({ ...theirs, last_name: 'Vásquez' })
    expect(form.submits.made).toBe(0)
    expect(await form.send(values)).toMatchObject({ changes: { last_name: 'Vásquez' }, version: 8 })
  })

  test('choosing the colleague’s value leaves nothing to save and no draft', async () => {
    const record = { ...theirs, last_name: 'Vazquez' }
    const form = openForm(
      {},
      { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }), record, version: 8 },
    )
    await flush()
    form.actor.send({ type: 'draft.restore' })
    form.actor.send({ type: 'conflict.resolve', choices: { last_name: 'saved' } })
    await flush()
    expect([form.state(), form.kept()]).toEqual(['clean', undefined])
  })

  test('going back from the choice keeps the offered draft', async () => {
    const record = { ...theirs, last_name: 'Vazquez' }
    const form = openForm(
      {},
      { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }), record, version: 8 },
    )
    await flush()
    form.actor.send({ type: 'draft.restore' })
    form.actor.send({ type: 'conflict.back' })
    expect([form.state(), selectDraft(form.actor.getSnapshot())?.canRestore]).toEqual(['clean', true])
  })

  test('if both changed a field to the same value, there is nothing to restore', async () => {
    const form = openForm(
      {},
      { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }), record: typed, version: 8 },
    )
    await flush()
    expect([selectDraft(form.actor.getSnapshot()), form.kept()]).toEqual([null, undefined])
  })

  test('a draft without original values is shown and never merged', async () => {
    const form = openForm({}, { drafts: drafted({ ...base, last_name: 'Vásquez' }), record: theirs, version: 8 })
    await flush()
    expect(selectDraft(form.actor.getSnapshot())).toMatchObject({
      canRestore: false,
      shown: { first_name: 'Elena', last_name: 'Vásquez', email: 'e@x.test' },
    })
    form.actor.send({ type: 'draft.restore' })
    expect([form.state(), form.actor.getSnapshot().context.values]).toEqual(['clean', theirs])
    form.actor.send({ type: 'draft.discard' })
    await flush()
    expect([selectDraft(form.actor.getSnapshot()), form.kept()]).toEqual([null, undefined])
  })
})

describe('a save that a colleague overtook', () => {
  test('while a restored form is open: only the common field is asked about, and only the choice is sent', async () => {
    const form = openForm({}, { drafts: drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' }) })
    await flush()
    form.actor.send({ type: 'draft.restore' })
    await form.send(form.actor.getSnapshot().context.values)
    await form.answer(overtakenBy({ last_name: 'Vazquez', email: 'new@x.test' }))
    expect(selectConflict(form.actor.getSnapshot())).toEqual({
      kind: 'stale',
      fields: [{ name: 'last_name', yours: 'Vásquez', saved: 'Vazquez', author: null }],
      theirs: [{ name: 'email', author: null }],
    })
    form.actor.send({ type: 'conflict.resolve', choices: { last_name: 'yours' } })
    await flush()
    expect(form.submits.inFlight[0]!.input).toMatchObject({ changes: { last_name: 'Vásquez' }, version: 8 })
    expect(form.submits.inFlight[0]!.input.values.email).toBe('new@x.test')
  })

  test("choosing all of the colleague's values makes no call", async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    await form.answer(overtakenBy({ last_name: 'Vazquez' }))
    form.actor.send({ type: 'conflict.resolve', choices: { last_name: 'saved' } })
    await flush()
    expect([form.state(), form.submits.made, form.kept()]).toEqual(['unchanged', 1, undefined])
  })

  test('if the colleague saved the same value, the form succeeds without a further call', async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    await form.answer(overtakenBy({ last_name: 'Vásquez' }))
    expect([form.state(), form.submits.made, form.kept()]).toEqual(['succeeded', 1, undefined])
    expect(form.toasts.shown).toEqual([{ kind: 'success', message: 'The record already holds these values.' }])
  })

  test.each([
    [
      'does not send the record',
      {},
      failed({ kind: 'conflict', message: 'Somebody was first.', current: null } as const),
    ],
    ['sends one that the form cannot read', { fieldsOf: undefined }, overtakenBy({ last_name: 'Vazquez' })],
  ])('if the server %s there is no choice, and the form shows a refusal', async (_what, more, answer) => {
    const form = openForm(more)
    await flush()
    await form.send(typed)
    await form.answer(answer)
    expect([form.state(), form.kept()?.values]).toEqual(['rejected', { last_name: 'Vásquez' }])
    expect(form.toasts.shown).toHaveLength(1)
  })

  test('if the authors cannot be read, the choice is offered without a name', async () => {
    const form = openForm({ readAuthors: undefined })
    await flush()
    await form.send(typed)
    await form.answer(overtakenBy({ last_name: 'Vazquez' }))
    await flush()
    expect(form.actor.getSnapshot().context.authors).toEqual({})
    expect(selectConflict(form.actor.getSnapshot())?.fields).toMatchObject([{ name: 'last_name', author: null }])
  })

  test('the authors of one conflict are not used for the next', async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    await form.answer(overtakenBy({ last_name: 'Vazquez' }))
    form.authors.answerNext(() => ({ last_name: { by: 'dan_w', at: '2026-11-20T14:30:00.000Z' } }))
    await flush()
    expect(selectConflict(form.actor.getSnapshot())?.fields[0]?.author?.by).toBe('dan_w')
    form.actor.send({ type: 'conflict.resolve', choices: { last_name: 'yours' } })
    await flush()
    await form.answer(overtakenBy({ last_name: 'Basquez' }))
    expect(selectConflict(form.actor.getSnapshot())?.fields[0]).toMatchObject({ saved: 'Basquez', author: null })
  })

  test('a form of secrets can be sent on the new version', async () => {
    const secrets = { password: '' }
    const form = openForm({ draftKey: null, fieldsOf: () => ({ values: {}, version: 8 }) }, { record: secrets })
    await form.send({ password: 'Pitboss#2026' })
    await form.answer(overtakenBy({}))
    form.actor.send({ type: 'conflict.resolve', choices: {} })
    await flush()
    expect(form.submits.inFlight[0]!.input).toMatchObject({ values: { password: 'Pitboss#2026' }, version: 8 })
  })
})

describe('saving', () => {
  test('the secrets are sent', async () => {
    const form = openForm()
    await flush()
    expect(await form.send(withSecret)).toEqual({
      values: withSecret,
      changes: { last_name: 'Vásquez', password: 'Pitboss#2026' },
      version: 7,
      key: 'form.0',
    })
  })

  test('saving without a change makes no call, shows no success and reports that nothing was changed', async () => {
    const form = openForm()
    await flush()
    expect(await form.send(base)).toBeUndefined()
    expect([form.view().unchanged, form.submits.made, form.toasts.shown]).toEqual([true, 0, []])
    await form.type(typed)
    expect(form.view().unchanged).toBe(false)
  })

  test('each content that is sent has its own key, which is not used again after a refusal', async () => {
    const form = openForm()
    await flush()
    expect(await form.send(typed)).toMatchObject({ key: 'form.0' })
    await form.answer(failed(refusal('rejected')))
    expect(form.kept()).not.toHaveProperty('attempt')
    expect(await form.send({ ...typed, first_name: 'Ellen' })).toMatchObject({ key: 'form.1' })
  })

  test("the form receives the server's message, and the fields that it concerns", async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    await form.answer(failed(refusal('forbidden')))
    await form.send(typed)
    await form.answer(failed(refusal('rejected')))
    await form.send(typed)
    await form.answer(ok({ data: { id: 'row-1' }, message: 'The user was saved.' }))
    expect(form.emitted).toEqual([
      { type: 'form.rejected', fields: {} },
      { type: 'form.rejected', fields: { first_name: ['Too short'] } },
      { type: 'form.succeeded', data: { id: 'row-1' }, message: 'The user was saved.' },
    ])
    expect(form.toasts.shown).toEqual([
      { kind: 'error', message: 'You are not permitted to do this.' },
      { kind: 'error', message: 'Check the marked fields.' },
      { kind: 'success', message: 'The user was saved.' },
    ])
  })

  test.each([
    [
      'the form’s own text',
      'Successfully Created',
      { data: null, message: 'From the server.' },
      'Successfully Created',
    ],
    ['otherwise the server’s', null, { data: null, message: 'From the server.' }, 'From the server.'],
    ['otherwise a general one', null, { data: null }, 'Saved.'],
  ])('the success toast shows a text: %s', async (_which, successMessage, answer, message) => {
    const form = openForm({ successMessage })
    await flush()
    await form.send(typed)
    await form.answer(ok(answer))
    expect(form.toasts.shown).toEqual([{ kind: 'success', message }])
  })

  test('a form without drafts saves, and neither writes to nor removes from this device', async () => {
    const drafts = drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' })
    const form = openForm({ draftKey: null }, { drafts })
    await flush()
    expect(selectDraft(form.actor.getSnapshot())).toBeNull()
    await form.type(withSecret)
    await form.type(base)
    await form.send(withSecret)
    await form.answer(ok({ data: null }))
    expect(form.state()).toBe('succeeded')
    expect(form.kept()?.values).toEqual({ last_name: 'Vásquez' })
    expect(drafts.kept.size).toBe(1)
  })

  test('closing a form aborts its call', async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    form.actor.stop()
    expect(form.submits.inFlight).toEqual([])
  })
})

describe('leaving', () => {
  test('a form of secrets stores nothing and asks before leaving', async () => {
    const form = openForm({ draftKey: null })
    await form.type(withSecret)
    form.actor.send({ type: 'page.leave' })
    expect([form.state(), form.drafts.kept.size]).toEqual(['leaving', 0])
  })

  test('one of two passwords is enough to ask', async () => {
    const form = openForm({ secretFields: ['password', 'confirm_password'] })
    await flush()
    await form.type({ ...base, password: 'Pitboss#2026', confirm_password: '' })
    form.actor.send({ type: 'page.leave' })
    expect(form.state()).toBe('leaving')
  })

  test('a form with drafts asks if a password was entered, and stores the rest', async () => {
    const form = openForm()
    await flush()
    await form.type(withSecret)
    form.actor.send({ type: 'page.leave' })
    expect([form.state(), form.view().secretsAreLost]).toEqual(['leaving', true])
    form.actor.send({ type: 'page.leaveAnyway' })
    expect([form.state(), form.kept()?.values]).toEqual(['left', { last_name: 'Vásquez' }])
  })

  test('if the storage refuses, the form asks before the page is left', async () => {
    const form = openForm()
    await flush()
    form.drafts.isFull = true
    await form.type(typed)
    expect(form.state()).toBe('unkept')
    form.actor.send({ type: 'page.leave' })
    await flush()
    expect(form.state()).toBe('leaving')
  })

  test.each([
    ['rejected', failed(refusal('rejected'))],
    ['overtaken', overtakenBy({})],
    ['not answered', failed(UNREACHABLE)],
  ] as const)('a form of secrets that was %s reports that a reload would lose them', async (_how, answer) => {
    const form = openForm(
      { draftKey: null, fieldsOf: () => ({ values: {}, version: 8 }) },
      { record: { password: '' } },
    )
    await form.send({ password: 'Pitboss#2026' })
    await form.answer(answer)
    expect(form.view().unsaved).toBe(true)
  })

  test('leaving neither loses anything nor asks if there is no input, or all of it is stored', async () => {
    const form = openForm()
    await flush()
    expect([form.view().unsaved, form.view().holds]).toEqual([false, false])
    await form.type(typed)
    expect([form.view().unsaved, form.view().holds]).toEqual([false, false])
    form.actor.send({ type: 'page.leave' })
    expect(form.state()).toBe('left')
  })

  test('leaving waits until the server has responded', async () => {
    const form = openForm()
    await flush()
    await form.send(typed)
    form.actor.send({ type: 'page.leave' })
    expect([form.state(), form.view().holds]).toEqual(['submitting', true])
  })
})

describe('a save without a response', () => {
  const lost = failed(UNREACHABLE)
  const sendAndLose = async (form: ReturnType<typeof openForm>, values: FormValues = typed) => {
    await flush()
    const first = await form.send(values)
    await form.answer(lost)
    return first!
  }
  const asked = (form: ReturnType<typeof openForm>) => form.submits.inFlight.map(({ input }) => input)

  test('is sent again with the same key and content, and meanwhile counts as neither lost nor saved', async () => {
    const form = openForm()
    const first = await sendAndLose(form)
    expect([form.state(), form.toasts.shown, form.view().problem]).toEqual(['waiting', [], null])
    expect(form.view()).toMatchObject({ busy: true, checks: true, locked: true })
    form.clock.increment(999)
    expect(asked(form)).toEqual([])
    form.clock.increment(1)
    await flush()
    expect(asked(form)).toEqual([first])
    // An outage does not determine the outcome of the save.
    await form.answer(failed({ kind: 'unavailable', message: '', retryAfterSeconds: 5 }))
    expect(form.state()).toBe('waiting')
    form.line.back()
    await flush()
    expect(asked(form)).toEqual([first])
    await form.answer(ok({ data: { id: 'row-1' }, message: 'Saved.' }))
    expect([form.state(), form.kept(), form.submits.made]).toEqual(['succeeded', undefined, 3])
  })

  test('accepts no input and no second save until its outcome is known', async () => {
    const form = openForm()
    await sendAndLose(form)
    form.actor.send({ type: 'form.changed', values: { ...typed, first_name: 'Ellen' } })
    form.actor.send({ type: 'form.submit', values: { ...typed, first_name: 'Ellen' } })
    form.actor.send({ type: 'page.leave' })
    expect([form.state(), form.submits.made, form.actor.getSnapshot().context.values]).toEqual(['waiting', 1, typed])
  })

  test('is shown as unknown after a minute, and is repeated on request', async () => {
    const form = openForm()
    const first = await sendAndLose(form)
    form.clock.increment(60_000)
    expect(form.view()).toMatchObject({
      state: 'unresolved',
      problem: 'It is not known whether this was saved: the server has not answered.',
      busy: false,
      locked: true,
    })
    expect(form.toasts.shown.map(({ kind }) => kind)).toEqual(['error'])
    form.actor.send({ type: 'form.check' })
    await flush()
    expect([form.state(), asked(form)]).toEqual(['checking', [first]])
    await form.answer(overtakenBy({ last_name: 'Vazquez' }))
    expect(form.state()).toBe('stale')
    expect(form.kept()).not.toHaveProperty('attempt')
  })

  test('is resumed after a reload with the same key, and its fields are shown', async () => {
    const form = openForm()
    await sendAndLose(form)
    expect(form.kept()?.attempt).toEqual({ key: 'form.0', changes: { last_name: 'Vásquez' }, version: 7 })
    form.actor.stop()
    // The record may have the change already, with another version.
    const again = openForm({}, { drafts: form.drafts, record: { ...base, first_name: 'Ellen' }, version: 8 })
    await flush()
    expect(again.state()).toBe('checking')
    expect(again.emitted).toEqual([{ type: 'values.replaced', values: { ...typed, first_name: 'Ellen' } }])
    expect(asked(again)).toMatchObject([{ key: 'form.0', changes: { last_name: 'Vásquez' }, version: 7 }])
    await again.answer(ok({ data: { id: 'row-1' } }))
    expect([again.state(), again.kept()]).toEqual(['succeeded', undefined])
  })

  test('whose field a colleague changed before the reload never overwrites that change unseen', async () => {
    const drafts = drafted({ last_name: 'Vásquez' }, { last_name: 'Vasquez' })
    const [[slot, draft]] = [...drafts.kept] as [[string, Draft]]
    drafts.kept.set(slot, { ...draft, attempt: { key: 'before.0', changes: { last_name: 'Vásquez' }, version: 7 } })
    const form = openForm({}, { drafts, record: { ...base, last_name: 'Vazquez' }, version: 8 })
    await flush()
    // The server refuses it for another reason first; it is corrected and sent again.
    await form.answer(failed(refusal('rejected')))
    const corrected = { ...base, last_name: 'Vásquez', first_name: 'Ellen' }
    expect(await form.send(corrected)).toMatchObject({ version: 7 })
    await form.answer(overtakenBy({ last_name: 'Vazquez' }))
    expect(selectConflict(form.actor.getSnapshot())).toMatchObject({
      kind: 'stale',
      fields: [{ name: 'last_name', yours: 'Vásquez', saved: 'Vazquez' }],
    })
  })

  test('is not repeated after a reload if it contained a secret, which is not stored: the rest is offered as a draft', async () => {
    const form = openForm()
    await sendAndLose(form, withSecret)
    expect(form.kept()).not.toHaveProperty('attempt')
    form.actor.stop()
    const again = openForm({}, { drafts: form.drafts })
    await flush()
    expect([again.state(), selectDraft(again.actor.getSnapshot())?.canRestore]).toEqual(['clean', true])
  })

  test('can be left once it is stored on this device; otherwise the form asks, and stays without an outcome', async () => {
    const kept = openForm()
    await sendAndLose(kept)
    kept.clock.increment(60_000)
    kept.actor.send({ type: 'page.leave' })
    expect([kept.state(), kept.kept()?.attempt?.key]).toEqual(['left', 'form.0'])

    const secrets = openForm({ draftKey: null }, { record: { password: '' } })
    await sendAndLose(secrets, { password: 'Pitboss#2026' })
    secrets.clock.increment(60_000)
    secrets.actor.send({ type: 'page.leave' })
    expect(secrets.state()).toBe('leavingUnresolved')
    secrets.actor.send({ type: 'page.stay' })
    expect(secrets.state()).toBe('unresolved')
    secrets.actor.send({ type: 'page.leave' })
    secrets.actor.send({ type: 'page.leaveAnyway' })
    expect(secrets.state()).toBe('left')
  })

  test('leaves fields that it did not contain in the draft', async () => {
    const drafts = new FakeDrafts()
    drafts.kept.set('ada/users/row-1', {
      values: { last_name: 'Vásquez', first_name: 'Lena' },
      from: { last_name: 'Vasquez', first_name: 'Elena' },
      version: 7,
      savedAt: 1,
      attempt: { key: 'before.0', changes: { last_name: 'Vásquez' }, version: 7 },
    })
    const form = openForm({}, { drafts })
    await flush()
    expect(asked(form)).toMatchObject([{ key: 'before.0', changes: { last_name: 'Vásquez' } }])
    expect(selectDraft(form.actor.getSnapshot())).toBeNull()
    await form.answer(ok({ data: { id: 'row-1' } }))
    expect(form.kept()).toMatchObject({ values: { first_name: 'Lena' } })
  })
})
