/**
 * Replays a path on the machine itself: promise actors are held until the path responds for them, delays until it lets
 * them end. The expectation after a step comes from the machine's table; for a machine without one it comes from its
 * chart, so that the replay only checks that the running machine follows its definition.
 */
import {
  createActor,
  fromCallback,
  fromPromise,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
} from 'xstate'
import { delaysIn, invocationsIn, isLeaf, keyOf, leafNamesOf, nameOf } from './anatomy'
import { CallsMade, differenceFrom, textOf } from './calls-made'
import type { MachinePath, PathStep } from './derive'
import type { MachineDescription } from './describe'
import type { Expectation } from './table'

/** The states, transitions and rows of a replay. */
export interface Replay {
  states: Set<string>
  transitions: Set<string>
  /** The transitions taken, by step, the start first. */
  taken: string[][]
  /** Rows of the table that applied. */
  rows: Set<string>
}

/** A call that waits for the path's response. */
interface HeldCall {
  src: string
  signal: AbortSignal
  resolve(output: unknown): void
  reject(error: unknown): void
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
/** The context in a form for comparison: actors as their ids. */
const comparable = (snapshot: AnyMachineSnapshot): string => textOf([snapshot.value, snapshot.status, snapshot.context])

/** The calls in flight, by actor id. */
class HeldCalls {
  readonly calls = new Map<string, HeldCall>()
  /** Calls that were aborted and made again at once, since this was last emptied. */
  restarted: string[] = []

  hold(src: string): AnyActorLogic {
    return fromPromise(
      ({ self, signal }) =>
        new Promise((resolve, reject) => {
          if (this.calls.has(self.id) && this.justLeft.has(self.id)) this.restarted.push(self.id)
          this.calls.set(self.id, { src, signal, resolve, reject })
          signal.addEventListener('abort', () => this.justLeft.add(self.id))
        }),
    )
  }
  private readonly justLeft = new Set<string>()
  forgetRestarts(): void {
    this.restarted = []
    this.justLeft.clear()
  }
  /** Calls without a response that were not aborted. */
  get waiting(): string[] {
    return [...this.calls].filter(([, call]) => !call.signal.aborted).map(([id]) => id)
  }
  take(id: string): HeldCall {
    const call = this.calls.get(id)
    if (!call || call.signal.aborted) throw new Error(`No call of ${id} is in flight`)
    this.calls.delete(id)
    return call
  }
}

/** Running delays, held until the path ends one: of two simultaneous delays either may end first. */
class HeldDelays {
  private readonly running = new Map<number, { length: number; pass: () => void }>()
  private made = 0

  readonly clock = {
    setTimeout: (pass: () => void, length: number): number => {
      this.running.set((this.made += 1), { length, pass })
      return this.made
    },
    clearTimeout: (id: number): void => void this.running.delete(id),
  }
  /** Ends the most recent delay of this length. */
  pass(length: number): void {
    const found = [...this.running].findLast(([, delay]) => delay.length === length)
    if (!found) throw new Error(`No delay of ${length} ms runs`)
    this.running.delete(found[0])
    found[1].pass()
  }
}

function provideHeld(
  { machine, answers, children = {}, delays = {} }: MachineDescription,
  held: HeldCalls,
): AnyStateMachine {
  const actors = Object.fromEntries(
    Object.keys(machine.implementations.actors).map((src): [string, AnyActorLogic] => [
      src,
      children[src] ?? (src in answers ? held.hold(src) : fromCallback(() => undefined)),
    ]),
  )
  // Actions that XState resolves itself (assign, emit, sendTo) stay; those that the console provides do nothing here.
  const actions = Object.fromEntries(
    Object.entries(machine.implementations.actions)
      .filter(([, action]) => !('resolve' in (action as object)))
      .map(([name]) => [name, () => undefined]),
  )
  return machine.provide({ actors, actions, delays } as never)
}

/**
 * Replays one path; after each step the state, the context and the calls must match the expectation.
 * @throws with the step at which the machine differs
 */
export async function replayOnMachine(description: MachineDescription, path: MachinePath): Promise<Replay> {
  const held = new HeldCalls()
  const heldDelays = new HeldDelays()
  const made = new CallsMade()
  const replay: Replay = { states: new Set(), transitions: new Set(), taken: [[]], rows: new Set() }
  let broke: unknown = null
  const actor = createActor(provideHeld(description, held), {
    input: path.input,
    clock: heldDelays.clock,
    inspect: (event) => {
      made.see(event)
      if (event.type !== '@xstate.microstep' || event.actorRef.sessionId !== event.rootId) return
      for (const transition of event._transitions as AnyTransitionDefinition[]) {
        replay.transitions.add(keyOf(transition))
        // A state that is left at once is observed only here.
        if (isLeaf(transition.source)) replay.states.add(nameOf(transition.source))
        replay.taken.at(-1)!.push(keyOf(transition))
      }
    },
  })
  actor.subscribe({ error: (error) => (broke = error) })
  actor.start()
  const check = (where: string, expected: AnyMachineSnapshot, byTable: Expectation | null) => {
    if (broke) throw new Error(`${where}: the machine broke`, { cause: broke })
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot
    const calls = made.take()
    if (byTable) {
      const difference = differenceFrom(byTable, snapshot, calls)
      if (difference !== null) throw new Error(`${where}: the table says ${difference}`)
      for (const row of byTable.rows) replay.rows.add(row)
    } else if (comparable(snapshot) !== comparable(expected))
      throw new Error(`${where}: expected ${comparable(expected)}, but it was ${comparable(snapshot)}`)
    const running = invocationsIn(snapshot)
      .filter(({ src }) => src in description.answers)
      .map(({ src }) => src)
    if (new Set(running).size !== running.length)
      throw new Error(`${where}: one call twice at once: ${running.join(', ')}`)
    for (const id of held.waiting) {
      if (snapshot.status === 'active' && !invocationsIn(snapshot).some((invocation) => invocation.id === id))
        throw new Error(`${where}: ${id} is still in flight, though its state was left`)
    }
    for (const name of leafNamesOf(snapshot)) replay.states.add(name)
  }
  check('at the start', path.initial, path.initialByTable)
  for (const [index, step] of path.steps.entries()) {
    replay.taken.push([])
    held.forgetRestarts()
    execute(step, actor, held, heldDelays, description)
    await settled()
    if (held.restarted.length > 0 && !description.mayRestart?.includes(step.event.type))
      throw new Error(
        `step ${index + 1}, ${step.name}: ${held.restarted.join(', ')} was in flight and was asked for again`,
      )
    check(`step ${index + 1}, ${step.name}`, step.expected, step.byTable)
  }
  actor.stop()
  return replay
}

/** The executor of each kind of event: a response settles the held call, a delay ends, any other event is sent. */
function execute(
  { event }: PathStep,
  actor: AnyActorRef,
  held: HeldCalls,
  heldDelays: HeldDelays,
  { machine, delays = {} }: MachineDescription,
): void {
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
  if (kind === 'done') return held.take(id!).resolve(event.output)
  if (kind === 'error') return held.take(id!).reject(event.error)
  if (!event.type.startsWith('xstate.after.')) return actor.send(event)
  const snapshot = actor.getSnapshot() as AnyMachineSnapshot
  const { delay } = delaysIn(snapshot).find((running) => running.event === event.type)!
  const length =
    typeof delay === 'number'
      ? delay
      : (delays[String(delay)] ?? machine.implementations.delays[String(delay) as never])
  if (typeof length !== 'number')
    throw new Error(`The length of the delay ${String(delay)} is not known; name it in the description`)
  heldDelays.pass(length)
}
