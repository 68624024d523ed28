import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { failed, ok, type Result } from '@contract/errors'
import { Calls, flush } from '@tests/paths/kit/fake-ports'
import { UNREACHABLE } from '@tests/paths/kit/samples'
import { sentBy } from '@tests/kit/sent-by'
import { createUpdateImplementations } from './update.implementations'
import { selectUpdateView, updateCommands } from './update.view'

const NO_BAND = { isOffered: false, busy: false }
const BAND = { isOffered: true, busy: false }
const RELOADING = { isOffered: true, busy: true }

/** A page, with a server that reports its build and a database that writes drafts. */
function open() {
  const builds = new Calls<null, Result<boolean>>()
  const writes = new Calls<null, void>()
  const clock = new SimulatedClock()
  const page = { reloads: 0 }
  const actor = createActor(
    createUpdateImplementations({
      build: { isOutdated: (signal) => builds.call(null, signal), reload: () => void (page.reloads += 1) },
      drafts: { flush: () => writes.call(null) },
    }),
    { clock },
  ).start()
  return {
    actor,
    builds,
    writes,
    clock,
    page,
    view: () => selectUpdateView(actor.getSnapshot()),
    answer: async (result: Result<boolean>) => {
      builds.answerNext(() => result)
      await flush()
    },
  }
}
/** A page whose band offers the new build. */
async function openOutdated() {
  const opened = open()
  opened.actor.send({ type: 'build.doubted' })
  await opened.answer(ok(true))
  expect(opened.view()).toEqual(BAND)
  return opened
}

test.each(['build.doubted', 'part.failed'] as const)(
  '%s asks the server once; only another build shows the band',
  async (type) => {
    const { actor, builds, view, answer } = open()
    expect(view()).toEqual(NO_BAND)
    actor.send({ type })
    actor.send({ type: 'build.doubted' })
    actor.send({ type: 'part.failed' })
    await flush()
    expect([builds.made, view()]).toEqual([1, NO_BAND])
    await answer(ok(false))
    expect(view()).toEqual(NO_BAND)
    actor.send({ type })
    await answer(failed(UNREACHABLE))
    expect(view()).toEqual(NO_BAND)
    actor.send({ type })
    await answer(ok(true))
    expect([builds.made, view()]).toEqual([3, BAND])
  },
)

test('a reload waits until the drafts are written, and happens once', async () => {
  const { actor, writes, page, view, clock } = await openOutdated()
  actor.send({ type: 'update.reload' })
  actor.send({ type: 'update.reload' })
  await flush()
  expect([writes.made, page.reloads, view()]).toEqual([1, 0, RELOADING])
  writes.answerNext(() => undefined)
  await flush()
  expect([page.reloads, view()]).toEqual([1, RELOADING])
  actor.send({ type: 'update.reload' })
  clock.increment(4_999)
  expect([writes.made, page.reloads, view()]).toEqual([1, 1, RELOADING])
})

test('a database that does not respond delays the reload for at most two seconds', async () => {
  const { actor, page, clock } = await openOutdated()
  actor.send({ type: 'update.reload' })
  clock.increment(1_999)
  expect(page.reloads).toBe(0)
  clock.increment(1)
  expect(page.reloads).toBe(1)
})

test('a page that is still open five seconds after the reload offers it again: the person stayed', async () => {
  const { actor, writes, page, clock, view } = await openOutdated()
  actor.send({ type: 'update.reload' })
  writes.answerNext(() => undefined)
  await flush()
  clock.increment(5_000)
  expect(view()).toEqual(BAND)
  actor.send({ type: 'update.reload' })
  writes.answerNext(() => undefined)
  await flush()
  expect(page.reloads).toBe(2)
})

test('Later hides the band until a part cannot be loaded; a doubt alone sends no further request', async () => {
  const { actor, builds, view } = await openOutdated()
  actor.send({ type: 'update.postpone' })
  expect(view()).toEqual(NO_BAND)
  actor.send({ type: 'build.doubted' })
  expect([builds.made, view()]).toEqual([1, NO_BAND])
  actor.send({ type: 'part.failed' })
  expect([builds.made, view()]).toEqual([1, BAND])
})

test('the buttons of the band send their events', () => {
  expect(
    sentBy(updateCommands, (commands) => {
      commands.reload()
      commands.postpone()
    }),
  ).toEqual([{ type: 'update.reload' }, { type: 'update.postpone' }])
})
