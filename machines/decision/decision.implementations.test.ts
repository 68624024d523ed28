import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLAIM_MINUTES } from '@contract/records/claims'
import { CHECK_PATIENCE_MS } from '../write/write.machine'
import { DecisionConsole, DOCUMENT_KEY, FakeDecisionServer, PASSWORD } from '@tests/paths/kit/fake-decision-server'
import { FakeDrafts, FakePending, flush } from '@tests/paths/kit/fake-ports'
import { LOOK_UP_PATIENCE_MS } from './decision.machine'

beforeEach(
  () =>
    void vi.useFakeTimers({ now: 0, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

const BLURRED = { reason_codes: ['BLURRED'] }
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  await flush()
}

/** Ada opens the document. @param at the server, drafts and pending actions that exist before she does */
async function open(at: { server?: FakeDecisionServer; drafts?: FakeDrafts; pending?: FakePending } = {}) {
  const desk = new DecisionConsole(at.server ?? new FakeDecisionServer(), at.drafts, at.pending)
  const settle = async () => {
    do await flush()
    while (desk.answer())
  }
  desk.commands.open()
  await flush()
  return { desk, server: desk.server, settle }
}
async function review(at?: Parameters<typeof open>[0]) {
  const opened = await open(at)
  await opened.settle()
  expect(opened.desk.state()).toBe('reviewing')
  return opened
}

test('claims the item when it opens, and sends the decision with its own key and the version that was seen', async () => {
  const { desk, server, settle } = await open()
  expect([desk.state(), desk.asked()]).toEqual(['claiming', ['claim']])
  await settle()
  expect([desk.state(), desk.view().prepared]).toEqual(['reviewing', 'askAgain'])
  desk.commands.submit(BLURRED, false)
  // The claim is renewed first.
  await flush()
  desk.answer()
  await flush()
  expect(desk.calls.inFlight.map(({ input }) => input)).toEqual([
    { operation: 'askAgain', body: BLURRED, key: 'key-1.0', version: 3 },
  ])
  await settle()
  expect([desk.state(), server.made]).toEqual(['decided', [{ by: 'ada', kind: 'askAgain' }]])
  expect(desk.emitted).toEqual([{ type: 'decision.made', kind: 'askAgain' }])
})

test('sends one decision, whatever the person presses while it is in flight or after it is made', async () => {
  const { desk, server, settle } = await review()
  desk.commands.submit(BLURRED, false)
  desk.commands.submit(BLURRED, false)
  desk.commands.prepare('reject')
  desk.commands.submit({ reason_codes: ['CROPPED'] }, false)
  await settle()
  desk.commands.submit(BLURRED, false)
  await settle()
  expect(server.made).toEqual([{ by: 'ada', kind: 'askAgain' }])
})

test('a decision that cannot be undone is confirmed first; Cancel returns to the prepared decision', async () => {
  const { desk, server, settle } = await review()
  desk.commands.prepare('reject')
  desk.commands.submit({ reason_codes: ['UNDERAGE'] }, true)
  await settle()
  expect([desk.state(), server.made]).toEqual(['confirming', []])
  desk.commands.cancel()
  expect([desk.state(), desk.view().prepared]).toEqual(['reviewing', 'reject'])
  desk.commands.submit({ reason_codes: ['UNDERAGE'] }, true)
  desk.commands.confirm()
  await settle()
  expect(server.made).toEqual([{ by: 'ada', kind: 'reject' }])
})

test('stores typed values with each change, restores them on the next visit, and removes them once decided', async () => {
  const { desk, settle } = await review()
  const { drafts } = desk
  const [kept] = [() => drafts.kept.get('ada/documents.decision/doc-1')?.values]
  desk.commands.typed({ user_text: 'The photo is too dark' })
  expect(kept()).toEqual({ user_text: 'The photo is too dark' })
  desk.stop()
  const next = await open({ server: desk.server, drafts })
  expect(next.desk.emitted).toEqual([{ type: 'values.restored', values: { user_text: 'The photo is too dark' } }])
  await next.settle()
  next.desk.commands.submit(BLURRED, false)
  await next.settle()
  expect(kept()).toBeUndefined()
  await settle()
})

test('values typed while the earlier draft is read replace it; empty values remove the stored draft', async () => {
  const drafts = new FakeDrafts()
  await drafts.save(DOCUMENT_KEY, { values: { user_text: 'Earlier' }, version: 3 })
  const desk = new DecisionConsole(new FakeDecisionServer(), drafts)
  desk.commands.open()
  desk.commands.typed({ user_text: 'Now' })
  await flush()
  expect([desk.emitted, desk.actor.getSnapshot().context.values]).toEqual([[], { user_text: 'Now' }])
  desk.commands.typed({})
  expect(drafts.kept.size).toBe(0)
})

test('continues without a draft when the browser database never responds', async () => {
  const drafts = new FakeDrafts()
  drafts.load = () => new Promise(() => undefined)
  const { desk, settle } = await open({ drafts })
  expect(desk.state()).toBe('opening')
  await pass(LOOK_UP_PATIENCE_MS)
  await settle()
  expect(desk.state()).toBe('reviewing')
})

test('what a slow device reports late is restored, and stored with what was typed since', async () => {
  const drafts = new FakeDrafts()
  await drafts.save(DOCUMENT_KEY, { values: { user_text: 'Earlier', reason_codes: 'CROPPED' }, version: 3 })
  drafts.isSlow = true
  const { desk, settle } = await open({ drafts })
  await pass(LOOK_UP_PATIENCE_MS)
  await settle()
  expect([desk.state(), desk.actor.getSnapshot().context.values]).toEqual(['reviewing', {}])
  desk.commands.typed({ user_text: 'Now' })
  drafts.respond()
  await flush()
  const both = { user_text: 'Now', reason_codes: 'CROPPED' }
  expect([desk.state(), desk.actor.getSnapshot().context.values]).toEqual(['reviewing', both])
  expect(desk.emitted).toEqual([{ type: 'values.restored', values: both }])
  expect([...drafts.kept.values()].map(({ values }) => values)).toEqual([both])
})

test('shows at once that a colleague decided first, sends nothing, and keeps the typed values', async () => {
  const { desk, server, settle } = await review()
  desk.commands.typed({ user_text: 'Not hers' })
  server.claim('grace', 'I know the user')
  server.decide('grace', 'approve', { body: {}, version: 3, key: undefined })
  desk.tell()
  await settle()
  expect([desk.state(), desk.view().standing]).toEqual([
    'overtaken',
    { is: 'decided', what: 'Verified', by: 'grace', at: expect.any(String), isOwn: false },
  ])
  desk.commands.submit(BLURRED, false)
  await settle()
  expect(server.made).toEqual([{ by: 'grace', kind: 'approve' }])
  expect(desk.drafts.kept.size).toBe(1)
})

test('a response can report that a colleague decided first', async () => {
  const { desk, server, settle } = await review()
  server.claim('grace', 'I know the user')
  server.decide('grace', 'approve', { body: {}, version: 3, key: undefined })
  desk.commands.submit(BLURRED, false)
  await settle()
  expect([desk.state(), desk.view().standing]).toMatchObject(['overtaken', { by: 'grace', what: 'Verified' }])
  expect(server.made).toEqual([{ by: 'grace', kind: 'approve' }])
  // The desk shows it, so the shell does not.
  expect(desk.activity.getSnapshot().value).toBe('idle')
})

test('shows who has claimed the item before the person begins, and claims it once it is free', async () => {
  const server = new FakeDecisionServer()
  server.claim('grace')
  const { desk, settle } = await open({ server })
  await settle()
  expect([desk.state(), desk.view().holder, desk.emitted]).toEqual(['taken', 'grace', [{ type: 'decision.missed' }]])
  server.release('grace')
  desk.tell()
  await settle()
  expect(desk.state()).toBe('reviewing')
})

test('keeps the typed values when the claim is taken over; a note takes it back', async () => {
  const { desk, server, settle } = await review()
  desk.commands.typed({ user_text: 'Half a sentence' })
  server.claim('grace', 'My user')
  desk.tell()
  expect([desk.state(), desk.view().holder]).toEqual(['takenOver', 'grace'])
  desk.commands.submit(BLURRED, false)
  expect([server.made, desk.actor.getSnapshot().context.values]).toEqual([[], { user_text: 'Half a sentence' }])
  desk.claimCommands.takeOver()
  desk.claimCommands.takeOverBecause('I am nearly done')
  await settle()
  expect(desk.state()).toBe('reviewing')
  desk.commands.submit(BLURRED, false)
  await settle()
  expect(server.made).toEqual([{ by: 'ada', kind: 'askAgain' }])
})

test('shows who was faster after the request for the claim has failed', async () => {
  const { desk, server, settle } = await open()
  desk.loseCall()
  await settle()
  expect(desk.state()).toBe('unclaimed')
  server.claim('grace')
  desk.tell()
  await settle()
  expect([desk.state(), desk.view().holder, desk.emitted]).toEqual(['taken', 'grace', [{ type: 'decision.missed' }]])
  server.release('grace')
  desk.tell()
  await settle()
  expect(desk.state()).toBe('reviewing')
})

test('shows who claims it after the own claim was released elsewhere; a take-over that fails can be tried again', async () => {
  const { desk, server, settle } = await review()
  server.release('ada')
  desk.tell()
  await settle()
  expect(desk.state()).toBe('ended')
  server.claim('grace')
  desk.tell()
  await settle()
  expect([desk.state(), desk.view().holder]).toEqual(['takenOver', 'grace'])
  desk.claimCommands.takeOver()
  desk.claimCommands.takeOverBecause('Her shift has ended')
  await flush()
  desk.loseCall()
  await settle()
  expect(desk.state()).toBe('unclaimed')
  desk.commands.open()
  await settle()
  expect([desk.state(), server.holder()]).toEqual(['reviewing', 'ada'])
})

test('after the claim has expired nothing can be decided until the item is claimed again', async () => {
  const { desk, server, settle } = await review()
  await pass(CLAIM_MINUTES * 60_000 + 5_000)
  expect(desk.state()).toBe('ended')
  desk.commands.submit(BLURRED, false)
  await settle()
  expect(server.made).toEqual([])
  desk.commands.open()
  await settle()
  expect(desk.state()).toBe('reviewing')
})

test('a claim without a response can be tried again', async () => {
  const { desk, settle } = await open()
  desk.loseCall()
  await flush()
  expect(desk.state()).toBe('unclaimed')
  desk.commands.open()
  await settle()
  expect(desk.state()).toBe('reviewing')
})

test('repeats a decision without a response with the same key, so that it takes effect once', async () => {
  const { desk, server, settle } = await review()
  desk.commands.submit(BLURRED, false)
  await flush()
  desk.answer()
  await flush()
  desk.loseAnswer()
  await flush()
  expect([desk.state(), server.made.length]).toEqual(['checking', 1])
  desk.line.back()
  await flush()
  expect(desk.calls.inFlight.map(({ input }) => input.key)).toEqual(['key-1.0'])
  await settle()
  expect([desk.state(), server.made]).toEqual(['decided', [{ by: 'ada', kind: 'askAgain' }]])
})

test('without a response for a while the outcome is unknown, and Check again repeats the call', async () => {
  const { desk, server, settle } = await review()
  desk.commands.submit(BLURRED, false)
  await flush()
  desk.loseCall()
  await pass(CHECK_PATIENCE_MS)
  expect([desk.state(), server.made]).toEqual(['unresolved', []])
  desk.commands.check()
  await settle()
  expect([desk.state(), server.made]).toEqual(['decided', [{ by: 'ada', kind: 'askAgain' }]])
})

test('resumes a decision without an outcome after a reload', async () => {
  const pending = new FakePending()
  const { desk, server } = await review({ pending })
  desk.commands.prepare('reject')
  desk.commands.submit(BLURRED, false)
  await flush()
  desk.answer()
  await flush()
  desk.loseCall()
  await flush()
  desk.stop()
  const next = await open({ server, pending })
  expect([next.desk.state(), next.desk.view().prepared]).toEqual(['checking', 'reject'])
  await next.settle()
  expect([next.desk.state(), server.made]).toEqual(['decided', [{ by: 'ada', kind: 'reject' }]])
})

/** Ada's page with the document on its desk is reloaded. */
async function reload(
  { desk, server }: Awaited<ReturnType<typeof open>>,
  drafts = desk.drafts,
  pending = new FakePending(),
) {
  desk.stop()
  const next = new DecisionConsole(server, drafts, pending, true)
  const settle = async () => {
    do await flush()
    while (next.answer())
  }
  await flush()
  return { desk: next, server, settle }
}

test('a reloaded page opens the item under its claim with the typed values, without an event', async () => {
  const before = await review()
  before.desk.commands.typed({ user_text: 'Half a sentence' })
  const { desk, server, settle } = await reload(before)
  expect([desk.state(), desk.asked()]).toEqual(['claiming', ['claim']])
  await settle()
  expect([desk.state(), server.holder()]).toEqual(['reviewing', 'ada'])
  expect(desk.emitted).toEqual([{ type: 'values.restored', values: { user_text: 'Half a sentence' } }])
})

/** A page is reloaded with a decision in flight, which is answered before the device has been searched. */
async function answeredMeanwhile(payload: object, happens: (server: FakeDecisionServer) => void = () => {}) {
  const pending = new FakePending()
  const before = await review({ pending })
  before.desk.commands.typed({ user_text: 'Half a sentence' })
  before.desk.commands.submit({ ...payload }, false)
  await flush()
  before.desk.answer()
  await flush()
  before.desk.loseCall()
  await flush()
  happens(before.server)
  const drafts = new FakeDrafts()
  const found = await before.desk.drafts.load(DOCUMENT_KEY)
  let respond = () => {}
  drafts.load = () => new Promise((resolve) => (respond = () => resolve(found)))
  const after = await reload(before, drafts, pending)
  await after.settle()
  respond()
  await after.settle()
  return after
}

test('a reloaded page shows the reason of a refusal that arrived meanwhile, and keeps the typed values', async () => {
  const { desk, server } = await answeredMeanwhile({ reason_codes: [] })
  expect([desk.state(), desk.view().problem, server.holder()]).toEqual(['refused', 'Check it.', 'ada'])
  expect(desk.actor.getSnapshot().context.values).toEqual({ user_text: 'Half a sentence' })
  // The desk shows it, so the shell does not.
  expect(desk.activity.getSnapshot().value).toBe('idle')
})

test('a reason stays visible when the claim ends after it', async () => {
  const { desk, server } = await answeredMeanwhile({ reason_codes: [] })
  server.release('ada')
  desk.tell()
  expect([desk.state(), desk.view().problem]).toEqual(['ended', 'Check it.'])
})

test('a reloaded page shows that a colleague decided meanwhile, with the typed values', async () => {
  const { desk, server } = await answeredMeanwhile(BLURRED, (at) => {
    at.claim('grace', 'I know the user')
    at.decide('grace', 'approve', { body: {}, version: 3, key: undefined })
  })
  expect([desk.state(), desk.view().standing]).toMatchObject(['overtaken', { by: 'grace', what: 'Verified' }])
  expect(desk.actor.getSnapshot().context.values).toEqual({ user_text: 'Half a sentence' })
  expect(server.made).toEqual([{ by: 'grace', kind: 'approve' }])
})

test('a reloaded page shows that the own decision was made meanwhile', async () => {
  const { desk, server } = await answeredMeanwhile(BLURRED)
  desk.tell()
  expect([desk.state(), desk.view().standing]).toMatchObject(['decided', { by: 'ada', what: 'Asked again' }])
  expect(server.made).toEqual([{ by: 'ada', kind: 'askAgain' }])
})

test('a refusal reports its fields, and the corrected decision has another key', async () => {
  const { desk, server, settle } = await review()
  desk.commands.submit({ reason_codes: [] }, false)
  await settle()
  expect([desk.state(), desk.view().problem]).toEqual(['refused', 'Check it.'])
  expect(desk.emitted).toEqual([{ type: 'decision.refused', fields: { reason_codes: ['Choose at least one'] } }])
  desk.commands.typed({ reason_codes: 'BLURRED' })
  expect(desk.state()).toBe('reviewing')
  desk.commands.submit(BLURRED, false)
  await flush()
  desk.answer()
  await flush()
  expect(desk.calls.inFlight[0]!.input.key).toBe('key-1.1')
  await settle()
  expect(server.made).toEqual([{ by: 'ada', kind: 'askAgain' }])
})

test('a code is asked for if the server requires one, also if that could not be read before, and while it is typed', async () => {
  const server = new FakeDecisionServer()
  server.needsProof = true
  server.code = '123456'
  const { desk, settle } = await review({ server })
  desk.commands.prepare('reject')
  desk.commands.submit(BLURRED, false)
  await settle()
  expect(desk.proof()).toMatchObject({ needsCode: false, passwordProblem: null, codeProblem: null })
  desk.stepUpCommands.prove(PASSWORD, '')
  await settle()
  expect(desk.proof()).toMatchObject({ needsCode: true, passwordProblem: null, codeProblem: 'Required!' })
  desk.stepUpCommands.changed()
  expect(desk.proof()).toMatchObject({ needsCode: true, passwordProblem: null, codeProblem: null })
  desk.stepUpCommands.prove(PASSWORD, '123456')
  await settle()
  expect(desk.state()).toBe('decided')
})

test('sends the same decision again after a step-up, and stores the password nowhere', async () => {
  const server = new FakeDecisionServer()
  server.needsProof = true
  const { desk, settle } = await review({ server })
  desk.commands.prepare('reject')
  desk.commands.submit(BLURRED, false)
  await settle()
  expect([desk.state(), server.made]).toEqual(['steppingUp', []])
  desk.stepUpCommands.prove('Wrong#2026', '')
  await settle()
  expect(desk.proof()).toMatchObject({ needsCode: false, passwordProblem: 'Wrong password', codeProblem: null })
  desk.stepUpCommands.changed()
  expect(desk.proof()?.passwordProblem).toBeNull()
  desk.stepUpCommands.prove(PASSWORD, '')
  expect(JSON.stringify(desk.actor.getSnapshot().context)).not.toContain(PASSWORD)
  await settle()
  expect([desk.state(), server.made]).toEqual(['decided', [{ by: 'ada', kind: 'reject' }]])
})

test('a change during the step-up is not decided unseen: the decision is sent in the version that the person saw', async () => {
  const server = new FakeDecisionServer()
  server.needsProof = true
  const { desk, settle } = await review({ server })
  desk.commands.prepare('reject')
  desk.commands.submit(BLURRED, false)
  await settle()
  server.row = { ...server.row, version: server.row.version + 1 }
  desk.tell()
  desk.stepUpCommands.prove(PASSWORD, '')
  await settle()
  expect([desk.state(), server.made]).toEqual(['refused', []])
})

test('a colleague’s decision during the step-up ends it, and shows who decided', async () => {
  const server = new FakeDecisionServer()
  server.needsProof = true
  const { desk, settle } = await review({ server })
  desk.commands.prepare('reject')
  desk.commands.submit(BLURRED, false)
  await settle()
  server.claim('grace', 'I know the user')
  server.decide('grace', 'approve', { body: {}, version: 3, key: undefined })
  desk.tell()
  expect([desk.state(), desk.view().standing]).toMatchObject(['overtaken', { by: 'grace', what: 'Verified' }])
})
