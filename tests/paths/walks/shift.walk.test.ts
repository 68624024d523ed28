/**
 * Random walks of the shift machine against its 'must never', with a server whose responses are late, duplicated, out
 * of order or lost.
 */
import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type Actor } from 'xstate'
import { SHIFT_POLL_MS } from '@contract/constants'
import { failed, ok } from '@contract/errors'
import type { ShiftDetails } from '@contract/entities/shift'
import type { ApiPort, CallOptions } from '@ports/api'
import type { SocketPort } from '@ports/socket'
import type { ShiftDetailsReply } from '@contract/socket'
import { createShiftImplementations } from '@machines/shift/shift.implementations'
import { CONFIRM_TIMEOUT_MS, TOGGLE_TIMEOUT_MS } from '@machines/shift/shift.machine'
import { selectShiftView } from '@machines/shift/shift.view'
import { Calls, FakeToasts, flush } from '../kit/fake-ports'
import { REFUSED, UNREACHABLE } from '../kit/samples'
import { walkAtRandom, type Steps } from '../kit/walk'

/** A shift of one person on the server, and the connection to it. */
class World {
  readonly clock = new SimulatedClock()
  readonly toggles = new Calls<null, Awaited<ReturnType<ApiPort['call']>>>()
  readonly toasts = new FakeToasts()
  isRunning = false
  /** How often it was started or ended. */
  toggled = 0
  isConnected = false
  isVisible = true
  /** Requested while disconnected or hidden. */
  asksInVain = 0
  /** Responses in transit. */
  readonly replies: ShiftDetailsReply[] = []
  private listener: ((reply: ShiftDetailsReply) => void) | null = null
  private readonly watchers = new Set<() => void>()
  readonly actor: Actor<ReturnType<typeof createShiftImplementations>>

  constructor() {
    const socket = {
      emit: (_event: string, payload: { request: number }) => {
        if (!this.isConnected || !this.isVisible) this.asksInVain += 1
        this.replies.push({ success: true, data: this.details(), request: payload.request })
      },
      on: (_event: string, listener: (reply: ShiftDetailsReply) => void) => {
        this.listener = listener
        return () => void (this.listener = null)
      },
    } as unknown as Pick<SocketPort, 'emit' | 'on'>
    const api = {
      call: (_operation: unknown, _input: unknown, options?: CallOptions) => this.toggles.call(null, options?.signal),
    } as unknown as Pick<ApiPort, 'call'>
    const visibility = {
      isVisible: () => this.isVisible,
      subscribe: (watcher: () => void) => {
        this.watchers.add(watcher)
        return () => void this.watchers.delete(watcher)
      },
    }
    this.actor = createActor(createShiftImplementations({ api, socket, toasts: this.toasts, visibility }), {
      clock: this.clock,
    })
    this.actor.start()
  }
  get listening() {
    return (this.listener ? 1 : 0) + this.watchers.size
  }
  private details = (): ShiftDetails => ({
    canStart: !this.isRunning,
    canEnd: this.isRunning,
    shiftId: 'shift-1',
    shift: null,
  })

  /** The server processes the oldest toggle. */
  toggleOnServer() {
    this.isRunning = !this.isRunning
    this.toggled += 1
    return ok({ data: this.details() })
  }
  /** One response arrives: the next, or the last, or one that has arrived before. */
  receive(which: 'next' | 'last' | 'again') {
    const found = which === 'last' ? this.replies.pop() : which === 'next' ? this.replies.shift() : this.replies[0]
    if (found && this.isConnected) this.listener?.(found)
  }
  connect(isConnected: boolean) {
    this.isConnected = isConnected
    // Responses in transit are lost with the connection.
    if (!isConnected) this.replies.length = 0
    this.actor.send({ type: isConnected ? 'connection.back' : 'connection.lost' })
  }
  show(isVisible: boolean) {
    this.isVisible = isVisible
    for (const watcher of this.watchers) watcher()
  }
}

const steps: Steps<World> = {
  'the line stands': (world) => world.connect(true),
  'the line breaks': (world) => world.connect(false),
  'the tab is shown': (world) => world.show(true),
  'the tab is hidden': (world) => world.show(false),
  'a second passes': ({ clock }) => clock.increment(SHIFT_POLL_MS),
  'the toggle is given up': ({ clock }) => clock.increment(TOGGLE_TIMEOUT_MS),
  'no status comes': ({ clock }) => clock.increment(CONFIRM_TIMEOUT_MS),
  'the laptop sleeps for an hour': ({ clock }) => clock.increment(3_600_000),
  'ten presses in a second': ({ actor }) => {
    for (let press = 0; press < 10; press += 1) actor.send({ type: 'shift.toggle' })
  },
  'a status arrives': (world) => world.receive('next'),
  'a status overtakes the others': (world) => world.receive('last'),
  'a status arrives twice': (world) => world.receive('again'),
  'the server toggles': (world) => void world.toggles.answerNext(() => world.toggleOnServer()),
  'the server refuses': ({ toggles }) => void toggles.answerNext(() => failed(REFUSED)),
  'the answer is lost on its way': (world) =>
    void world.toggles.answerNext(() => {
      world.toggleOnServer()
      return failed(UNREACHABLE)
    }),
}

function mustHold({ actor, toggles, asksInVain, isConnected, isVisible, isRunning }: World): void {
  const snapshot = actor.getSnapshot()
  const view = selectShiftView(snapshot)
  const isSettled = snapshot.matches({ button: 'settled' })
  const wrongs = [
    snapshot.status !== 'active' && 'the machine broke',
    toggles.inFlight.length > 1 && 'a second toggle while one is in flight',
    snapshot.matches({ button: 'toggling' }) !== toggles.inFlight.length > 0 && 'in flight and its state differ',
    asksInVain > 0 && 'asked while disconnected or hidden',
    snapshot.matches({ questions: { connected: 'polling' } }) !== (isConnected && isVisible) &&
      'polling and what allows it differ',
    view.busy && view.action === null && 'busy without a word',
    // Nobody else toggles here, so the possible action is the current one.
    isSettled && view.action === 'start' && isRunning && 'start is offered while the shift runs',
    isSettled && view.action === 'end' && !isRunning && 'end is offered while no shift runs',
  ]
  expect(wrongs.filter(Boolean)).toEqual([])
}

test('a shift that is started and ended over a bad line', async () => {
  let toggled = 0
  const taken = await walkAtRandom(() => new World(), {
    steps,
    often: [
      'the line stands',
      'the tab is shown',
      'a second passes',
      'a status arrives',
      'ten presses in a second',
      'the server toggles',
    ],
    mustHold,
    flush,
    leave: (world) => {
      toggled += world.toggled
      world.actor.stop()
      expect(world.listening).toBe(0)
    },
  })
  expect(taken).toBeGreaterThan(3_000)
  expect(toggled).toBeGreaterThan(50)
})
