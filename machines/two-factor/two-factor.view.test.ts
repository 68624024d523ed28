import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError } from '@contract/errors'
import type { ApiPort, CallOptions } from '@ports/api'
import { sentBy } from '@tests/kit/sent-by'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { CONFLICT, UNREACHABLE } from '@tests/paths/kit/samples'
import { createTwoFactorImplementations } from './two-factor.implementations'
import { selectTwoFactorSwitch, selectTwoFactorView, twoFactorCommands, withStepUp } from './two-factor.view'
import { selectStepUpView, stepUpCommands } from '../step-up/step-up.view'

const NETWORK = 'The server cannot be reached. Nothing was changed. Check the connection, then try again.'
const STEP_UP: ApiError = { kind: 'forbidden', message: 'Confirm that it is you.', stepUpRequired: true }
const SECRET = { qr_code_url: 'data:image/png;base64,AA==', secret_code: 'JBSWY3DPEHPK3PXP' }
const CODES = ['3KQ7M-XW2PD', '9T4VH-0BNRC']
const PASSWORD = 'Pitboss#2026'
/** The server's answer to a proof. */
const PROOF = { expires_at: '2026-11-20T14:35:00.000Z' }
const rejected = (fields: Record<string, string[]>): ApiError => ({
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields,
})

interface Asked {
  id: string
  params?: unknown
  body?: unknown
}

/** The two-factor machine of one person; the test responds to its calls. */
function start({ userId = 'staff-1' as string | null } = {}) {
  const calls = new Calls<Asked, Awaited<ReturnType<ApiPort['call']>>>()
  const call = ({ id }: { id: string }, input: Omit<Asked, 'id'>, options?: CallOptions) =>
    calls.call({ id, ...input }, options?.signal)
  const toasts = new FakeToasts()
  const actor = createActor(
    createTwoFactorImplementations({ api: { call } as unknown as Pick<ApiPort, 'call'>, toasts, userId: () => userId }),
    { input: { key: 'key' } },
  ).start()
  const stepUp = () => actor.getSnapshot().children.stepUp
  const after = async (act: () => unknown) => {
    act()
    await flush()
  }
  return {
    calls,
    actor,
    toasts,
    commands: {
      ...twoFactorCommands((event) => actor.send(event)),
      stepUp: stepUpCommands((event) => stepUp()?.send(event)),
    },
    asked: () => calls.inFlight.map(({ input }) => input),
    answers: (data: unknown) => after(() => calls.answerNext(() => ok({ data }))),
    fails: (error: ApiError) => after(() => calls.answerNext(() => failed(error))),
    /** Messages of the toasts since the last call of this function. */
    said: () => toasts.shown.splice(0).map(({ kind, message }) => `${kind}: ${message}`),
    toggleView: () => selectTwoFactorSwitch(actor.getSnapshot()),
    view: () => {
      const proof = stepUp()
      return withStepUp(selectTwoFactorView(actor.getSnapshot()), proof && selectStepUpView(proof.getSnapshot()))
    },
  }
}
type Started = ReturnType<typeof start>

/** The avatar menu was opened, and the server has returned whether two-factor is on. */
async function startAs(isOn: boolean): Promise<Started> {
  const started = start()
  started.commands.look()
  await flush()
  await started.answers(isOn)
  return started
}
const run = async (act: () => void) => {
  act()
  await flush()
}

const NO_MODAL = {
  modal: null,
  isSteppingUp: false,
  needsCode: false,
  busy: false,
  missing: null,
  setup: null,
  recovery: 'unknown',
  codes: null,
  codesLeft: null,
  problem: null,
  passwordProblem: null,
  codeProblem: null,
}

describe('the switch', () => {
  test('is requested when it becomes visible, shows why it is unknown, and shows the status of the server', async () => {
    const { commands, asked, answers, fails, toggleView, view, said } = start()
    expect([asked(), toggleView()]).toEqual([[], { on: null, busy: false, problem: null }])
    await run(commands.look)
    expect(asked()).toEqual([{ id: 'twoFactor.status', params: { userId: 'staff-1' } }])
    expect(toggleView()).toEqual({ on: null, busy: true, problem: null })
    await fails(UNREACHABLE)
    expect(toggleView()).toEqual({ on: null, busy: false, problem: NETWORK })
    expect(said()).toEqual([`error: ${NETWORK}`])
    await run(commands.retry)
    // The reason stays while the status is read again, so that nothing jumps.
    expect(toggleView()).toEqual({ on: null, busy: true, problem: NETWORK })
    await answers(true)
    expect(toggleView()).toEqual({ on: true, busy: false, problem: null })
    expect(view()).toEqual(NO_MODAL)
  })

  test.each([
    [1, true],
    ['on', true],
    [0, false],
    [null, false],
  ])('an answer of %j counts as %s', async (data, on) => {
    const { commands, answers, toggleView } = start()
    await run(commands.look)
    await answers(data)
    expect(toggleView().on).toBe(on)
  })

  test('after the session has ended no call is made, and the reason is shown', async () => {
    const { commands, calls, toggleView } = start({ userId: null })
    await run(commands.look)
    expect([calls.made, toggleView().problem]).toEqual([0, 'Your session has ended. Sign in again.'])
  })
})

describe('turning it on', () => {
  test('needs a step-up without a code, a secret and a code, and ends with the recovery codes', async () => {
    const { commands, asked, answers, fails, toggleView, view, said } = await startAs(false)
    await run(commands.toggle)
    expect(asked()).toEqual([{ id: 'twoFactor.setup', body: { userId: 'staff-1' } }])
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', busy: true, missing: 'coming' })
    expect(toggleView()).toEqual({ on: false, busy: true, problem: null })
    await fails(STEP_UP)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', isSteppingUp: true })
    expect(toggleView().busy, 'a modal is open').toBe(true)

    await run(() => commands.stepUp.prove('', ''))
    expect(asked(), 'without a password').toEqual([])
    await run(() => commands.stepUp.prove(PASSWORD, ''))
    expect(asked()).toEqual([{ id: 'twoFactor.stepUp', body: { password: PASSWORD, twoFAToken: null } }])
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', isSteppingUp: true, busy: true })
    await answers(PROOF)
    // The form of the step-up stays while the call that required it is repeated.
    expect(asked()).toEqual([{ id: 'twoFactor.setup', body: { userId: 'staff-1' } }])
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', isSteppingUp: true, busy: true, missing: 'coming' })
    await answers(SECRET)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', setup: SECRET })

    // Unlike the form of the step-up, this one has a field for the code.
    await run(() => commands.submitCode('654321'))
    await fails(rejected({ twoFAToken: ['Too old.'] }))
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', setup: SECRET, codeProblem: 'Too old.' })
    expect(said()).toEqual(['error: Check the marked fields.'])
    await run(() => commands.submitCode('123 456'))
    expect(asked()).toEqual([{ id: 'twoFactor.enable', body: { userId: 'staff-1', twoFAToken: '123456' } }])
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', setup: SECRET, busy: true })
    expect(said(), 'a step-up is not a failure').toEqual([])
    await answers(null)
    expect(asked()).toEqual([{ id: 'twoFactor.status', params: { userId: 'staff-1' } }])
    expect(view().busy).toBe(true)
    await answers(true)
    expect(said()).toEqual(['success: Successfully Enabled'])
    expect(asked()).toEqual([{ id: 'twoFactor.newRecoveryCodes' }])
    expect(view()).toEqual({ ...NO_MODAL, modal: 'recovery', recovery: 'making', busy: true })
    await answers({ codes: CODES })
    expect(view()).toEqual({ ...NO_MODAL, modal: 'recovery', recovery: 'codes', codes: CODES })
    await run(commands.keptCodes)
    expect(view()).toEqual({ ...NO_MODAL, busy: true })
    await answers(true)
    expect([view(), toggleView()]).toEqual([NO_MODAL, { on: true, busy: false, problem: null }])
  })

  test('a refused code is marked at its field until it is typed again; any other failure is shown above the buttons', async () => {
    const { commands, answers, fails, view, said } = await startAs(false)
    await run(commands.toggle)
    await answers(SECRET)
    await run(() => commands.submitCode('123456'))
    await fails(rejected({ twoFAToken: ['This code is wrong', 'Wait for the next one.'] }))
    expect(view()).toMatchObject({
      setup: SECRET,
      codeProblem: 'This code is wrong. Wait for the next one.',
      passwordProblem: null,
      problem: null,
    })
    expect(said()).toEqual(['error: Check the marked fields.'])
    commands.codeChanged()
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', setup: SECRET })
    await run(() => commands.submitCode('123456'))
    await fails({ kind: 'tooMany', message: '', retryAfterSeconds: 60 })
    expect(view()).toMatchObject({ codeProblem: null, problem: 'Too many requests. Wait a moment, then try again.' })
  })

  test('a secret that could not be created can be requested again', async () => {
    const { commands, asked, answers, fails, view, said } = await startAs(false)
    await run(commands.toggle)
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', missing: 'notBegun', problem: NETWORK })
    expect(said()).toEqual([`error: ${NETWORK}`])
    await run(commands.retry)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', missing: 'coming', busy: true })
    await answers(SECRET)
    expect(view().setup).toEqual(SECRET)
    await run(commands.cancel)
    expect(asked().map(({ id }) => id)).toEqual(['twoFactor.status'])
    expect(view()).toEqual({ ...NO_MODAL, busy: true })
  })

  test('if no secret can be created even after the step-up, the form of the step-up closes', async () => {
    const { commands, answers, fails, view } = await startAs(false)
    await run(commands.toggle)
    await fails(STEP_UP)
    await run(() => commands.stepUp.prove(PASSWORD, ''))
    await answers(PROOF)
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', missing: 'notBegun', problem: NETWORK })
    await run(commands.retry)
    expect(view()).toMatchObject({ isSteppingUp: false, missing: 'coming' })
  })

  test('if it was turned on elsewhere meanwhile, the modal closes and the switch shows it', async () => {
    const { commands, answers, fails, toggleView, view, said } = await startAs(false)
    await run(commands.toggle)
    await fails(CONFLICT)
    expect(said()).toEqual(['error: Somebody else changed this record meanwhile. Your input is kept.'])
    expect(view().modal).toBeNull()
    await answers(true)
    expect(toggleView().on).toBe(true)
  })

  test('after a code without a response, it can be sent again if the status is off; if the status is unknown, that is shown', async () => {
    const { commands, answers, fails, toggleView, view, said } = await startAs(false)
    await run(commands.toggle)
    await answers(SECRET)
    await run(() => commands.submitCode('123456'))
    await fails(UNREACHABLE)
    await answers(false)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOn', setup: SECRET, problem: NETWORK })
    expect(said()).toEqual([`error: ${NETWORK}`])
    await run(() => commands.submitCode('123456'))
    await fails(UNREACHABLE)
    await fails(UNREACHABLE)
    const uncertain = 'The server did not confirm this. Check the connection, then try again.'
    expect(view()).toMatchObject({ modal: 'turnOn', setup: SECRET, problem: uncertain })
    expect(said()).toEqual([`error: ${uncertain}`])
    expect(toggleView(), 'the reason is in the modal').toEqual({ on: null, busy: true, problem: null })
  })

  test('a confirmed change that was undone meanwhile is reported', async () => {
    const { commands, answers, toggleView, view, said } = await startAs(false)
    await run(commands.toggle)
    await answers(SECRET)
    await run(() => commands.submitCode('123456'))
    await answers(null)
    await answers(false)
    expect(said()).toEqual(['error: It was changed again meanwhile. The switch shows the current setting.'])
    expect([view(), toggleView()]).toEqual([NO_MODAL, { on: false, busy: false, problem: null }])
  })
})

describe('the step-up', () => {
  test('to turn it on has a password and no code, unless the server asks for one', async () => {
    const { commands, fails, view } = await startAs(false)
    await run(commands.toggle)
    await fails(STEP_UP)
    const open = { ...NO_MODAL, modal: 'turnOn', isSteppingUp: true }
    await run(() => commands.stepUp.prove(PASSWORD, ''))
    await fails(rejected({ password: ['This password is wrong.'] }))
    expect(view()).toEqual({ ...open, passwordProblem: 'This password is wrong.' })
    commands.stepUp.changed()
    expect(view()).toEqual(open)
    await run(() => commands.stepUp.prove(PASSWORD, ''))
    await fails(rejected({ twoFAToken: ['A code is required.'] }))
    expect(view()).toEqual({ ...open, needsCode: true, codeProblem: 'A code is required.' })
  })

  test('to turn it off needs both, and marks each at its field', async () => {
    const { commands, asked, answers, fails, view, said } = await startAs(true)
    await run(commands.toggle)
    await run(commands.confirmDisable)
    await fails(STEP_UP)
    const open = { ...NO_MODAL, modal: 'turnOff', isSteppingUp: true, needsCode: true }
    expect(view()).toEqual(open)
    await run(() => commands.stepUp.prove(PASSWORD, '  '))
    await run(() => commands.stepUp.prove('', '123456'))
    expect(asked()).toEqual([])
    await run(() => commands.stepUp.prove(PASSWORD, '123 456'))
    expect(asked()).toEqual([{ id: 'twoFactor.stepUp', body: { password: PASSWORD, twoFAToken: '123456' } }])
    await fails(rejected({ password: ['Wrong', 'Try again.'], twoFAToken: ['Too old.'] }))
    expect(view()).toEqual({ ...open, passwordProblem: 'Wrong. Try again.', codeProblem: 'Too old.' })
    await run(() => commands.stepUp.prove(PASSWORD, '123456'))
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...open, problem: NETWORK })
    expect(said()).toEqual(['error: Check the marked fields.', `error: ${NETWORK}`])

    await run(() => commands.stepUp.prove(PASSWORD, '123456'))
    await answers(PROOF)
    expect(asked()).toEqual([{ id: 'twoFactor.disable', body: { userId: 'staff-1' } }])
    expect(view()).toEqual({ ...open, busy: true })
    await answers(null)
    expect(view(), 'while the status is read').toEqual({ ...open, busy: true })
    await answers(false)
    expect([view(), said()]).toEqual([NO_MODAL, ['success: Successfully Disabled']])
  })
})

test('a refusal that no step-up would lift, or any other failure, does not ask for a step-up', async () => {
  const { commands, fails, view } = await startAs(false)
  await run(commands.toggle)
  await fails({ kind: 'forbidden', message: 'Your role may not do this.' })
  const notBegun = { ...NO_MODAL, modal: 'turnOn', missing: 'notBegun' }
  expect(view()).toEqual({ ...notBegun, problem: 'Your role may not do this.' })
  await run(commands.retry)
  await fails(UNREACHABLE)
  expect(view()).toEqual({ ...notBegun, problem: NETWORK })
})

describe('turning it off', () => {
  test('asks first and sends nothing before that; a failure is shown, and the call can be sent again', async () => {
    const { commands, asked, answers, fails, toggleView, view, said } = await startAs(true)
    await run(commands.toggle)
    expect([asked(), view()]).toEqual([[], { ...NO_MODAL, modal: 'turnOff' }])
    await run(commands.confirmDisable)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOff', busy: true })
    await fails({ kind: 'tooMany', message: '', retryAfterSeconds: 60 })
    const tooMany = 'Too many requests. Wait a moment, then try again.'
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOff', problem: tooMany })
    await run(commands.confirmDisable)
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOff', busy: true })
    await answers(true)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'turnOff', problem: NETWORK })
    expect(said()).toEqual([`error: ${tooMany}`, `error: ${NETWORK}`])
    await run(commands.confirmDisable)
    await answers(null)
    await answers(true)
    expect(said()).toEqual(['error: It was changed again meanwhile. The switch shows the current setting.'])
    expect([view(), toggleView().on]).toEqual([NO_MODAL, true])
  })

  test('without a response to the change or the status, the outcome is shown as unknown', async () => {
    const { commands, fails, toggleView, view, said } = await startAs(true)
    await run(commands.toggle)
    await run(commands.confirmDisable)
    await fails(UNREACHABLE)
    await fails(UNREACHABLE)
    const uncertain = 'The server did not confirm this. Check the connection, then try again.'
    expect([view().problem, said(), toggleView().on]).toEqual([uncertain, [`error: ${uncertain}`], null])
  })

  test('Keep it on changes nothing', async () => {
    const { commands, asked, answers, toggleView, view } = await startAs(true)
    await run(commands.toggle)
    await run(commands.cancel)
    expect(asked().map(({ id }) => id)).toEqual(['twoFactor.status'])
    await answers(true)
    expect([view(), toggleView().on]).toEqual([NO_MODAL, true])
  })
})

describe('the recovery codes', () => {
  test('are counted, and replaced with a step-up; the count stays visible meanwhile', async () => {
    const { commands, asked, answers, fails, view, said } = await startAs(true)
    await run(commands.openRecovery)
    expect(asked()).toEqual([{ id: 'twoFactor.recoveryCodes' }])
    const open = { ...NO_MODAL, modal: 'recovery' }
    expect(view()).toEqual({ ...open, recovery: 'counting', busy: true })
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...open, recovery: 'unknown', problem: NETWORK })
    expect(said()).toEqual([`error: ${NETWORK}`])
    await run(commands.retry)
    expect(view()).toEqual({ ...open, recovery: 'counting', busy: true })
    await answers({ left: 7, created_at: null })
    const counted = { ...open, recovery: 'counted', codesLeft: 7 }
    expect(view()).toEqual(counted)

    await run(commands.renewCodes)
    expect(view()).toEqual({ ...counted, busy: true })
    await fails(STEP_UP)
    expect(view()).toEqual({ ...counted, isSteppingUp: true, needsCode: true })
    await run(() => commands.stepUp.prove(PASSWORD, '123456'))
    await answers(PROOF)
    expect(view()).toEqual({ ...counted, isSteppingUp: true, needsCode: true, busy: true })
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...counted, problem: NETWORK })
    expect(said()).toEqual([`error: ${NETWORK}`])
    await run(commands.retry)
    expect(view()).toEqual({ ...counted, busy: true })
    await answers({ codes: CODES })
    expect(view()).toEqual({ ...counted, recovery: 'codes', codes: CODES })
    await run(commands.keptCodes)
    expect(view(), 'none of them is kept').toEqual({ ...NO_MODAL, busy: true })
  })

  test('that could not be created right after turning it on can be created again', async () => {
    const { commands, answers, fails, view } = await startAs(false)
    await run(commands.toggle)
    await answers(SECRET)
    await run(() => commands.submitCode('123456'))
    await answers(null)
    await answers(true)
    await fails(UNREACHABLE)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'recovery', recovery: 'unknown', problem: NETWORK })
    await run(commands.retry)
    expect(view()).toEqual({ ...NO_MODAL, modal: 'recovery', recovery: 'making', busy: true })
  })

  test('are not available after two-factor was turned off elsewhere: the modal closes', async () => {
    const { commands, answers, fails, view, said } = await startAs(true)
    await run(commands.openRecovery)
    await answers({ left: 7, created_at: null })
    await run(commands.renewCodes)
    await fails(CONFLICT)
    expect(said()).toEqual(['error: Somebody else changed this record meanwhile. Your input is kept.'])
    expect(view().modal).toBeNull()
  })
})

describe('the end of the session aborts a call in flight', () => {
  const opened = async (...acts: ((started: Started) => unknown)[]) => {
    const started = await startAs(false)
    for (const act of acts) {
      await act(started)
      await flush()
    }
    return started
  }
  const toggle = ({ commands }: Started) => commands.toggle()
  const stepUpIsNeeded = ({ fails }: Started) => fails(STEP_UP)
  const stepUp = ({ commands }: Started) => commands.stepUp.prove(PASSWORD, '123456')
  const secret = ({ answers }: Started) => answers(SECRET)
  const code = ({ commands }: Started) => commands.submitCode('123456')
  const done = ({ answers }: Started) => answers(null)
  const isOn = ({ answers }: Started) => answers(true)
  const kept = ({ answers, commands }: Started) => answers({ codes: CODES }).then(commands.keptCodes)
  const turnedOn = [toggle, secret, code, done, isOn, kept, isOn]

  test.each([
    ['twoFactor.status', [({ commands }: Started) => commands.look()]],
    ['twoFactor.setup', [toggle]],
    ['twoFactor.stepUp', [toggle, stepUpIsNeeded, stepUp]],
    ['twoFactor.enable', [toggle, secret, code]],
    ['twoFactor.newRecoveryCodes', [toggle, secret, code, done, isOn]],
    ['twoFactor.disable', [...turnedOn, toggle, ({ commands }: Started) => commands.confirmDisable()]],
    ['twoFactor.recoveryCodes', [...turnedOn, ({ commands }: Started) => commands.openRecovery()]],
  ])('%s', async (id, acts) => {
    const { actor, asked } = await opened(...acts)
    expect(asked().map((each) => each.id)).toEqual([id])
    actor.stop()
    expect(asked()).toEqual([])
  })
})

test('each command sends its event', () => {
  expect(
    sentBy(twoFactorCommands, (commands) => {
      commands.look()
      commands.toggle()
      commands.codeChanged()
      commands.submitCode('123456')
      commands.confirmDisable()
      commands.openRecovery()
      commands.renewCodes()
      commands.keptCodes()
      commands.retry()
      commands.cancel()
    }),
  ).toEqual([
    { type: 'twoFactor.look' },
    { type: 'twoFactor.toggle' },
    { type: 'code.changed' },
    { type: 'code.submit', code: '123456' },
    { type: 'disable.confirm' },
    { type: 'recovery.open' },
    { type: 'recovery.renew' },
    { type: 'recovery.kept' },
    { type: 'retry' },
    { type: 'cancel' },
  ])
})
