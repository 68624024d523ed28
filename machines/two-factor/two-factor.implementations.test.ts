import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError } from '@contract/errors'
import type { ApiPort, CallOptions } from '@ports/api'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createTwoFactorImplementations } from './two-factor.implementations'
import { selectTwoFactorSwitch, selectTwoFactorView } from './two-factor.view'

type Answer = Awaited<ReturnType<ApiPort['call']>>

/** Two-factor that is off according to the server, with its switch ready to be pressed. */
async function startOff() {
  const calls = new Calls<{ id: string; body?: unknown }, Answer>()
  const keys: [string, string | undefined][] = []
  const call = ({ id }: { id: string }, input: { body?: unknown }, options?: CallOptions) => {
    if (options?.idempotencyKey !== undefined) keys.push([id, options.idempotencyKey])
    return calls.call({ id, body: input.body }, options?.signal)
  }
  const toasts = new FakeToasts()
  const actor = createActor(
    createTwoFactorImplementations({
      api: { call } as unknown as Pick<ApiPort, 'call'>,
      toasts,
      userId: () => 'staff-1',
    }),
    { input: { key: 'key' } },
  ).start()
  const asked = () => calls.inFlight.map(({ input }) => input.id)
  const answer = async (data: unknown) => {
    calls.answerNext(() => ok({ data }))
    await flush()
  }
  actor.send({ type: 'twoFactor.look' })
  await answer(false)
  return {
    calls,
    /** The calls with an Idempotency-Key so far, and the keys. */
    keys,
    toasts,
    actor,
    asked,
    answer,
    toggle: async () => {
      actor.send({ type: 'twoFactor.toggle' })
      await flush()
    },
    kept: () => JSON.stringify(actor.getSnapshot().context),
    view: () => selectTwoFactorView(actor.getSnapshot()),
    isOn: () => selectTwoFactorSwitch(actor.getSnapshot()).on,
  }
}
const setup = (secret_code: string) => ({ qr_code_url: 'data:image/png;base64,AA==', secret_code })

test('pressing the switch ten times begins one setup', async () => {
  const { calls, asked, toggle, answer, view } = await startOff()
  const before = calls.made
  for (let press = 0; press < 10; press += 1) await toggle()
  expect([calls.made - before, asked()]).toEqual([1, ['twoFactor.setup']])
  await answer(setup('FIRST'))
  await toggle()
  expect(calls.made - before).toBe(1)
  expect(view().setup?.secret_code).toBe('FIRST')
})

test('a setup that was abandoned in flight is ignored, even if its response arrives after another was begun', async () => {
  const { calls, actor, toggle, answer, kept, view } = await startOff()
  await toggle()
  const abandoned = calls.inFlight[0]!
  actor.send({ type: 'cancel' })
  await answer(false)
  await toggle()
  abandoned.answer(ok({ data: setup('ABANDONED') }))
  await flush()
  expect(kept()).not.toContain('ABANDONED')
  await answer(setup('BEGUN'))
  expect(view().setup?.secret_code).toBe('BEGUN')
  actor.send({ type: 'cancel' })
  await flush()
  expect(kept(), 'the secret is removed when its modal closes').not.toContain('BEGUN')
})

test.each(['', '   '])('the code %j is not sent', async (code) => {
  const { calls, actor, toggle, answer } = await startOff()
  await toggle()
  await answer(setup('FIRST'))
  const before = calls.made
  actor.send({ type: 'code.submit', code })
  await flush()
  expect(calls.made).toBe(before)
})

test('a code is sent once, without spaces; without a response the status decides whether two-factor is on', async () => {
  const { calls, actor, toggle, answer, asked, toasts, isOn } = await startOff()
  await toggle()
  await answer(setup('FIRST'))
  for (let press = 0; press < 10; press += 1) actor.send({ type: 'code.submit', code: ' 123 456 ' })
  await flush()
  expect(calls.inFlight.map(({ input }) => input.body)).toEqual([{ userId: 'staff-1', twoFAToken: '123456' }])
  calls.answerNext(() => failed(UNREACHABLE))
  await flush()
  expect(asked()).toEqual(['twoFactor.status'])
  expect(isOn()).not.toBe(true)
  await answer(true)
  expect(isOn()).toBe(true)
  expect(toasts.shown).toEqual([{ kind: 'success', message: 'Successfully Enabled' }])
})

test('only a refusal that asks for a step-up leads to one', async () => {
  const refusals: [ApiError, boolean][] = [
    [{ kind: 'forbidden', message: 'Confirm that it is you.', stepUpRequired: true }, true],
    [{ kind: 'forbidden', message: 'You may not.' }, false],
    [{ kind: 'unavailable', message: '', retryAfterSeconds: 1 }, false],
  ]
  for (const [refusal, leads] of refusals) {
    const { calls, toggle, view } = await startOff()
    await toggle()
    calls.answerNext(() => failed(refusal))
    await flush()
    expect([refusal.kind, view().isSteppingUp]).toEqual([refusal.kind, leads])
  }
})

test('a setup and turning off keep their key while the outcome is unknown, and get another key with the next press', async () => {
  const { calls, keys, toggle, answer, actor } = await startOff()
  const lost = async () => {
    calls.answerNext(() => failed(UNREACHABLE))
    await flush()
  }
  await toggle()
  await lost()
  actor.send({ type: 'retry' })
  await answer(setup('FIRST'))
  actor.send({ type: 'cancel' })
  await answer(true)
  await toggle()
  actor.send({ type: 'disable.confirm' })
  await lost()
  // The status still says on.
  await answer(true)
  actor.send({ type: 'disable.confirm' })
  await answer({})
  await answer(false)
  await toggle()
  const [first, second, third, fourth, fifth] = keys
  expect(keys.map(([id]) => id)).toEqual([
    'twoFactor.setup',
    'twoFactor.setup',
    'twoFactor.disable',
    'twoFactor.disable',
    'twoFactor.setup',
  ])
  expect([second, fourth]).toEqual([first, third])
  expect(new Set([first![1], third![1], fifth![1]]).size).toBe(3)
})
