import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { SHIFT_POLL_MS, SHIFT_TOGGLE_WINDOW_MS } from '@contract/constants'
import { failed, ok } from '@contract/errors'
import type { ShiftDetails } from '@contract/entities/shift'
import type { ApiPort, CallOptions } from '@ports/api'
import { Calls, FakeToasts, flush } from '@tests/paths/kit/fake-ports'
import { FakeSocket } from '@tests/paths/kit/fake-socket'
import { REFUSED, UNREACHABLE } from '@tests/paths/kit/samples'
import { createShiftImplementations } from './shift.implementations'
import { CONFIRM_TIMEOUT_MS, TOGGLE_TIMEOUT_MS, UNCERTAIN } from './shift.machine'
import { isSameShiftView, selectShiftView } from './shift.view'

const shift = {
  name: 'Morning',
  starts_at: '2026-11-21T06:00:00.000Z',
  ends_at: '2026-11-21T14:00:00.000Z',
  started_at: null,
}
const startable: ShiftDetails = { canStart: true, canEnd: false, shiftId: 'shift-1', shift }
const endable: ShiftDetails = { canStart: false, canEnd: true, shiftId: 'shift-1', shift }

/** A console in a visible tab with a connected socket. */
function startTab() {
  const line = new FakeSocket()
  const clock = new SimulatedClock()
  const toasts = new FakeToasts()
  const toggles = new Calls<{ params: { shiftId: string } }, Awaited<ReturnType<ApiPort['call']>>>()
  const api = {
    call: (_operation: unknown, input: unknown, options?: CallOptions) =>
      toggles.call(input as { params: { shiftId: string } }, options?.signal),
  } as unknown as Pick<ApiPort, 'call'>
  const watchers = new Set<() => void>()
  const tab = { isVisible: true }
  const visibility = {
    isVisible: () => tab.isVisible,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  const actor = createActor(createShiftImplementations({ api, socket: line.port, toasts, visibility }), { clock })
  actor.start()
  line.port.connect()
  line.opens()
  actor.send({ type: 'connection.back' })
  const asked = () => line.emitted.map(({ args }) => (args[0] as { request: number }).request)
  return {
    line,
    clock,
    toasts,
    toggles,
    actor,
    watchers,
    asked,
    press: () => actor.send({ type: 'shift.toggle' }),
    view: () => selectShiftView(actor.getSnapshot()),
    /** Responds to a request, by default to the last one. */
    answer: (details: ShiftDetails, request: number | undefined = asked().at(-1)) =>
      line.push('shift_handover:user_shift_details_response', { success: true, data: details, request }),
    show: (isVisible: boolean) => {
      tab.isVisible = isVisible
      for (const watcher of watchers) watcher()
    },
  }
}

test('the button offers the possible action, together with its shift', () => {
  const { answer, clock, view } = startTab()
  expect(view()).toEqual({ action: null, busy: false, resting: false, shift: null })
  answer(startable)
  expect(view()).toEqual({ action: 'start', busy: false, resting: false, shift })
  clock.increment(SHIFT_POLL_MS)
  answer({ ...endable, shift: null })
  expect(view()).toEqual({ action: 'end', busy: false, resting: false, shift: null })
  clock.increment(SHIFT_POLL_MS)
  answer({ canStart: false, canEnd: false, shiftId: 'shift-1', shift })
  expect(view()).toEqual({ action: null, busy: false, resting: false, shift })
})

test('requests the status at once and each second, but not while the tab is hidden or the socket is disconnected', () => {
  const { line, clock, asked, show, actor } = startTab()
  expect(line.emitted).toEqual([{ event: 'shift_handover:user_shift_details', args: [{ request: 1 }] }])
  for (let second = 0; second < 3; second += 1) clock.increment(SHIFT_POLL_MS)
  expect(asked()).toEqual([1, 2, 3, 4])
  show(false)
  clock.increment(60 * SHIFT_POLL_MS)
  expect(asked()).toHaveLength(4)
  show(true)
  expect(asked()).toHaveLength(5)
  actor.send({ type: 'connection.lost' })
  show(false)
  show(true)
  clock.increment(60 * SHIFT_POLL_MS)
  expect(asked()).toHaveLength(5)
  actor.send({ type: 'connection.back' })
  expect(asked()).toHaveLength(6)
})

test('after an hour of sleep requests the status once, not three thousand times', () => {
  const { clock, asked } = startTab()
  clock.increment(3_600_000)
  expect(asked()).toHaveLength(2)
})

test('an unchanged response renders nothing', () => {
  const { actor, answer, clock, view } = startTab()
  answer(startable)
  const before = view()
  let draws = 0
  actor.subscribe(() => {
    if (!isSameShiftView(before, view())) draws += 1
  })
  for (let second = 0; second < 60; second += 1) {
    clock.increment(SHIFT_POLL_MS)
    answer({ ...startable, shift: { ...shift } })
  }
  expect(draws).toBe(0)
  expect(view().shift).toBe(before.shift)
})

test('ten presses in a second cause one request, and the resulting status is shown at once', async () => {
  const { press, answer, toggles, clock, view } = startTab()
  answer(startable)
  press()
  expect(view()).toMatchObject({ action: 'start', busy: true })
  for (let more = 0; more < 4; more += 1) press()
  toggles.answerNext(() => ok({ data: endable }))
  await flush()
  answer(endable)
  expect(view()).toMatchObject({ action: 'end', busy: false, resting: true })
  for (let more = 0; more < 5; more += 1) {
    press()
    clock.increment(SHIFT_POLL_MS / 5)
  }
  expect(toggles.made).toBe(1)
  clock.increment(SHIFT_TOGGLE_WINDOW_MS)
  press()
  expect(toggles.made).toBe(2)
})

test('a status requested before the toggle and received after it is ignored', async () => {
  const { press, answer, asked, toggles, clock, view } = startTab()
  answer(startable)
  clock.increment(SHIFT_POLL_MS)
  const before = asked().at(-1)
  press()
  clock.increment(SHIFT_POLL_MS)
  const during = asked().at(-1)
  toggles.answerNext(() => ok({ data: endable }))
  await flush()
  // The toggle requests the status at once, without waiting for the next second.
  expect(asked().at(-1)).toBe(during! + 1)
  answer(startable, before)
  answer(startable, during)
  expect(view()).toMatchObject({ action: 'start', busy: true })
  answer(endable)
  expect(view()).toMatchObject({ action: 'end', resting: true })
  answer(startable, during)
  clock.increment(SHIFT_TOGGLE_WINDOW_MS)
  answer(startable, during)
  expect(view().action).toBe('end')
})

test('a status that was overtaken by a newer one is ignored', () => {
  const { answer, clock, view } = startTab()
  clock.increment(SHIFT_POLL_MS)
  answer(endable, 2)
  answer(startable, 1)
  expect(view().action).toBe('end')
})

test('a toggle without a response is aborted and notified, and the status decides', async () => {
  const { press, answer, toggles, toasts, clock, view } = startTab()
  answer(startable)
  press()
  expect(toggles.inFlight[0]!.input.params).toEqual({ shiftId: 'shift-1' })
  clock.increment(TOGGLE_TIMEOUT_MS)
  await flush()
  expect(toggles.inFlight).toHaveLength(0)
  expect(toasts.shown).toEqual([{ kind: 'error', message: UNCERTAIN }])
  expect(view().busy).toBe(true)
  answer(endable)
  expect(view()).toMatchObject({ action: 'end', busy: false })
})

test('if no status arrives either, no action is offered that could undo the toggle', async () => {
  const { press, answer, toggles, clock, view } = startTab()
  answer(startable)
  press()
  toggles.answerNext(() => failed(UNREACHABLE))
  await flush()
  clock.increment(CONFIRM_TIMEOUT_MS)
  clock.increment(SHIFT_TOGGLE_WINDOW_MS)
  expect(view()).toMatchObject({ action: null, busy: false })
  answer(startable)
  expect(view().action).toBe('start')
})

test('a refused toggle shows the reason, and the button is as before', async () => {
  const { press, answer, toggles, toasts, clock, view } = startTab()
  answer(startable)
  press()
  toggles.answerNext(() => failed(REFUSED))
  await flush()
  expect(toasts.shown).toEqual([{ kind: 'error', message: 'Check the marked fields.' }])
  clock.increment(CONFIRM_TIMEOUT_MS)
  clock.increment(SHIFT_TOGGLE_WINDOW_MS)
  expect(view()).toMatchObject({ action: 'start', busy: false })
})

test("a back end that repeats no numbers counts while no toggle is in progress; after a toggle the toggle's own response counts", async () => {
  const { press, line, toggles, clock, view } = startTab()
  const answer = (data: ShiftDetails) =>
    line.push('shift_handover:user_shift_details_response', { success: true, data })
  answer(startable)
  press()
  toggles.answerNext(() => ok({ data: endable }))
  await flush()
  answer(startable)
  expect(view()).toMatchObject({ action: 'start', busy: true })
  clock.increment(CONFIRM_TIMEOUT_MS)
  expect(view()).toMatchObject({ action: 'end', resting: true })
})

test('a shift started in another tab can be ended in this one a second later', () => {
  const { answer, clock, view } = startTab()
  answer(startable)
  clock.increment(SHIFT_POLL_MS)
  answer(endable)
  expect(view().action).toBe('end')
})

test('a response without success, or for a shift without an id, offers nothing', () => {
  const { line, answer, press, toggles, clock, view } = startTab()
  line.push('shift_handover:user_shift_details_response', { success: false, data: startable })
  expect(view().action).toBeNull()
  for (const details of [startable, endable]) {
    clock.increment(SHIFT_POLL_MS)
    answer({ ...details, shiftId: null })
    expect(view().action).toBeNull()
    press()
    expect(toggles.made).toBe(0)
  }
})

test('after it was stopped it has no listeners', () => {
  const { actor, line, watchers } = startTab()
  actor.stop()
  expect([line.listening, watchers.size]).toEqual([0, 0])
})
