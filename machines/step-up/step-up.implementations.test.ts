import { expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { Calls, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { createStepUpImplementations } from './step-up.implementations'
import type { ProofAnswer } from './step-up.machine'
import { selectStepUpView, stepUpCommands } from './step-up.view'

const PASSWORD = 'Pitboss#2026'
const UNTIL = '2026-11-20T14:35:00.000Z'
const refusal = (field: string): ApiError => ({ kind: 'rejected', message: '', fields: { [field]: ['Wrong'] } })

interface Asked {
  operation: string
  body: unknown
  key: string | undefined
}
function start(needsCode: boolean | null, userId: string | null = 'ada') {
  const calls = new Calls<Asked, Result<Reply<unknown>>>()
  const api = {
    call: ({ id: operation }: { id: string }, { body }: { body?: unknown }, options: CallOptions) =>
      calls.call({ operation, body, key: options.idempotencyKey }, options.signal),
  } as unknown as ApiPort
  const onRefused = vi.fn<(answer: ProofAnswer) => void>()
  const actor = createActor(createStepUpImplementations({ api, userId: () => userId, onRefused }), {
    input: { needsCode, key: 'key' },
  })
  actor.start()
  const answer = async (result: Result<Reply<unknown>>) => {
    calls.answerNext(() => result)
    await flush()
  }
  return {
    actor,
    calls,
    onRefused,
    commands: stepUpCommands((event) => actor.send(event)),
    succeeds: (data: unknown) => answer(ok({ data })),
    fails: (error: ApiError) => answer(failed(error)),
    view: () => selectStepUpView(actor.getSnapshot()),
    asked: () => calls.inFlight.map(({ input }) => input),
  }
}
const FORM = {
  isOpening: false,
  isProving: false,
  needsCode: false,
  passwordProblem: null,
  codeProblem: null,
  problem: null,
}

test('the factor is read first, and the proof ends with the time when it expires', async () => {
  const { asked, view, succeeds, commands, actor } = start(null)
  expect([asked().map(({ operation }) => operation), view().isOpening]).toEqual([['twoFactor.status'], true])
  await succeeds(true)
  expect(view()).toEqual({ ...FORM, needsCode: true })
  commands.prove(PASSWORD, '123456')
  expect(asked()).toEqual([
    { operation: 'twoFactor.stepUp', body: { password: PASSWORD, twoFAToken: '123456' }, key: 'key.0' },
  ])
  expect(view().isProving).toBe(true)
  await succeeds({ expires_at: UNTIL })
  expect(actor.getSnapshot().output).toEqual({ isProven: true, until: UNTIL })
})

test('if the factor cannot be read, the server asks for the code', async () => {
  const { view, fails, commands, asked } = start(null)
  await fails(UNREACHABLE)
  expect(view()).toEqual(FORM)
  commands.prove(PASSWORD, '')
  expect(asked()[0]!.body).toEqual({ password: PASSWORD, twoFAToken: null })
  await fails(refusal('twoFAToken'))
  expect(view()).toEqual({ ...FORM, needsCode: true, codeProblem: 'Wrong' })
})

test('a proof whose response was lost is sent again with its key, and a changed one with another', async () => {
  const { view, fails, commands, asked, onRefused } = start(false)
  commands.prove(PASSWORD, '')
  await fails(UNREACHABLE)
  expect(view().problem).not.toBeNull()
  expect(onRefused).toHaveBeenCalledOnce()
  commands.prove(PASSWORD, '')
  expect(asked().map(({ key }) => key)).toEqual(['key.0'])
  await fails(refusal('password'))
  expect(view()).toEqual({ ...FORM, passwordProblem: 'Wrong' })
  commands.changed()
  expect(view()).toEqual(FORM)
  commands.prove('Pitboss#2027', '')
  expect(asked().map(({ key }) => key)).toEqual(['key.1'])
})

test('while a proof is checked, neither another one nor cancelling has an effect', async () => {
  const { commands, calls, view, succeeds, actor } = start(false)
  commands.prove(PASSWORD, '')
  commands.prove(PASSWORD, '')
  commands.cancel()
  expect([calls.made, view().isProving]).toEqual([1, true])
  await succeeds({ expires_at: UNTIL })
  expect(actor.getSnapshot().status).toBe('done')
})

test('cancelling ends it without a proof, also while the factor is read', () => {
  const { commands, actor, asked } = start(null)
  commands.cancel()
  expect([actor.getSnapshot().output, asked()]).toEqual([{ isProven: false, until: null }, []])
})

test('neither the password nor the code is kept', async () => {
  const { commands, actor, fails } = start(true)
  const kept = () => JSON.stringify(actor.getSnapshot().context)
  commands.prove(PASSWORD, '123456')
  expect(kept()).not.toMatch(/Pitboss|123456/)
  await fails(refusal('password'))
  expect(kept()).not.toMatch(/Pitboss|123456/)
})

test('without a session nothing is sent', async () => {
  const { commands, calls, view } = start(false, null)
  commands.prove(PASSWORD, '')
  await flush()
  expect([calls.made, view().problem]).toEqual([0, expect.any(String)])
})
