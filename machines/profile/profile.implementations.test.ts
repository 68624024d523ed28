import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Profile } from '@contract/entities/profile'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { createProfileImplementations } from './profile.implementations'

const FAILURE = failed({ kind: 'fatal', message: 'The directory is being moved.' })
const known = (username: string): Result<Profile> => ok({ username } as Profile)

/** Starts the machine with the first call in flight. */
function start() {
  const calls = new Calls<null, Result<Profile>>()
  const toasts = new FakeToasts()
  const identity = { readProfile: (signal: AbortSignal) => calls.call(null, signal) }
  const actor = createActor(createProfileImplementations({ identity, toasts })).start()
  actor.send({ type: 'token.changed' })
  const answer = async (result: Result<Profile>) => {
    calls.answerNext(() => result)
    await flush()
  }
  return { actor, calls, toasts, answer }
}

test('each failed call that the person waits for shows the message of the server once', async () => {
  const { actor, toasts, answer } = start()
  await answer(FAILURE)
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'The directory is being moved.' }])
  actor.send({ type: 'retry' })
  await answer(FAILURE)
  expect(toasts.shown).toHaveLength(2)
})

test('a failed repeat in the background is silent, and keeps the profile', async () => {
  const { actor, toasts, answer } = start()
  await answer(known('ada'))
  actor.send({ type: 'profile.changed' })
  await answer(FAILURE)
  expect(actor.getSnapshot().value).toBe('failed')
  expect(actor.getSnapshot().context.profile?.username).toBe('ada')
  actor.send({ type: 'token.changed' })
  await answer(FAILURE)
  expect(toasts.shown).toEqual([])
})

test('a change that is reported during a call restarts it, because the response in flight may be older', async () => {
  const { actor, calls, answer } = start()
  actor.send({ type: 'profile.changed' })
  await flush()
  expect([calls.made, calls.inFlight.length]).toEqual([2, 1])
  await answer(known('ada'))
  actor.send({ type: 'profile.changed' })
  await flush()
  actor.send({ type: 'profile.changed' })
  await flush()
  expect([calls.made, calls.inFlight.length]).toEqual([4, 1])
})

test('the error stays until a call succeeds, and the end of the session removes the profile', async () => {
  const { actor, answer } = start()
  const kept = () => actor.getSnapshot().context
  expect(kept()).toEqual({ profile: null, error: null })
  await answer(FAILURE)
  expect(kept()).toEqual({ profile: null, error: { kind: 'fatal', message: 'The directory is being moved.' } })
  actor.send({ type: 'retry' })
  await answer(known('ada'))
  expect(kept()).toEqual({ profile: { username: 'ada' }, error: null })
  actor.send({ type: 'profile.changed' })
  await answer(FAILURE)
  actor.send({ type: 'session.ended' })
  expect(kept()).toEqual({ profile: null, error: null })
})
