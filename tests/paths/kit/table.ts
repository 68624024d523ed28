/**
 * A machine's table: its required behaviour, written by hand from the specification and docs, never computed from the
 * machine. One row states: in this state, on this event, in this case → the next state, the calls made, the context
 * that changes. It is in `tests/paths/tables/<machine>.table.ts`; every depth of a replay takes its expectations from
 * it.
 *
 * Anything that no row mentions must have no effect: a state without a row for an event ignores that event, and a
 * context field that a row does not set keeps its value.
 */
import type {
  AnyActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  EventFromLogic,
  InputFrom,
  ParameterizedObject,
  ProvidedActor,
  StateMachine,
  StateValue,
} from 'xstate'
import { leavesOf } from './anatomy'

/** Matches any value: for a field or a parameter that a test elsewhere checks, such as a reference to an actor. */
export const ANY: unique symbol = Symbol('any value')
export type OrAny<T> = { [Key in keyof T]: T[Key] | typeof ANY }

/** One call, by name, with its parameters: an action, an actor that starts (with its input), or `emit` and `send`. */
export type Call = readonly [name: string, params?: unknown]

/** A row in the form for the replay; `describeTable` checks its names against the machine's types. */
export interface TableRow {
  /** Leaf states in which the row applies. */
  in: string | readonly string[]
  /** Events by the names that the paths give them: `retry`, `submit answers: it is saved`, `pollPause is over`. */
  on: string | readonly string[]
  /**
   * The case, a key of the table's `cases`. If several rows have the same state and event, exactly one of their cases
   * must hold.
   */
  when?: string
  /** The next leaf state, or all of them if the row enters a parallel state. If omitted, the state stays. */
  to?: string | readonly string[]
  /** Context fields that change, as values or as a function of the context before. */
  sets?: object | ((before: never) => object)
  /** Calls of the step, in order, as values or as a function of the context after and before `sets`. */
  calls?: readonly (string | Call)[] | ((after: never, before: never) => readonly (string | Call)[])
  /** An event that the machine raises itself; its own rows define its effect. */
  raises?: string
  /**
   * No path reaches this row, because `situation` does not distinguish the contexts that lead there; random walks reach
   * it.
   */
  onlyWalks?: true
}
export interface TableStart {
  /** Every leaf state at the start. */
  states: readonly string[]
  context: object
  calls?: readonly (string | Call)[]
}
export interface MachineTable {
  machine: AnyStateMachine
  starts: Readonly<Record<string, TableStart>>
  cases: Readonly<Record<string, (context: never, states: readonly string[]) => boolean>>
  rows: readonly TableRow[]
}

/** The table's expectation after a step. */
export interface Expectation {
  /** Keys of the leaf states, in the order of the machine's definition. */
  states: readonly string[]
  context: Readonly<Record<string, unknown>>
  /** Calls of this step, in order. */
  calls: readonly Call[]
  /** The event has no effect here. */
  ignored: boolean
  /** The rows that apply, in the format of `labelsOf`. */
  rows: readonly string[]
}

/* The types that check a table. */
type Leaves<Value> = Value extends string
  ? Value
  : Value extends object
    ? { [Key in keyof Value]: Leaves<Exclude<Value[Key], undefined>> }[keyof Value]
    : never
/** Names of the leaf states of a machine. */
export type LeafOf<M> =
  // oxlint-disable-next-line typescript/no-explicit-any -- positions of a generic class that inference skips
  M extends StateMachine<any, any, any, any, any, any, any, infer Value, any, any, any, any, any, any>
    ? Leaves<Value>
    : string
type DelayOf<M> =
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  M extends StateMachine<any, any, any, any, any, any, infer Delay, any, any, any, any, any, any, any> ? Delay : string
type ActionOf<M> =
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  M extends StateMachine<any, any, any, any, infer Action, any, any, any, any, any, any, any, any, any>
    ? Action
    : ParameterizedObject
type ActorOf<M> =
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  M extends StateMachine<any, any, any, infer Actor, any, any, any, any, any, any, any, any, any, any>
    ? Actor
    : ProvidedActor

/** `['askStatus', { request: 2 }]`; only the name if there are no parameters. */
type CallTo<Name, Params> = object extends Params
  ? Name | readonly [Name, (Params | typeof ANY)?]
  : CallWith<Name, Params>
type CallWith<Name, Params> = undefined extends Params
  ? Name
  : readonly [Name, (Params extends object ? OrAny<Params> : Params) | typeof ANY]
type ActionCall<A> = A extends ParameterizedObject ? CallTo<A['type'], A['params']> : never
type ActorCall<A> = A extends { src: infer Src; logic: infer Logic extends AnyActorLogic }
  ? CallTo<Src, InputFrom<Logic>>
  : never
type BuiltInCall = readonly ['emit', object] | readonly ['send', { to: string; event: object }]
type CallOf<M> = ActionCall<ActionOf<M>> | ActorCall<ActorOf<M>> | BuiltInCall

/** The names in a description, for the table's types. */
interface Named<M extends AnyStateMachine> {
  machine: M
  starts: object
  events: object
  answers: object
}
type AnswerNames<Answers> = { [Src in keyof Answers]: keyof Answers[Src] & string }[keyof Answers]
type StepName<D extends Named<AnyStateMachine>> =
  | (keyof D['events'] & string)
  | `${string} answers: ${AnswerNames<D['answers']>}`
  | `${string} fails`
  | `${DelayOf<D['machine']>} is over`
  | EventFromLogic<D['machine']>['type']

interface TypedTable<D extends Named<AnyStateMachine>, Case extends string, Context = ContextFrom<D['machine']>> {
  starts: Record<
    keyof D['starts'],
    { states: readonly LeafOf<D['machine']>[]; context: OrAny<Context>; calls?: readonly CallOf<D['machine']>[] }
  >
  /** Names of cases, with a condition on the context, and on the states of the other regions, before the step. */
  cases: Record<Case, (context: Context, states: readonly LeafOf<D['machine']>[]) => boolean>
  rows: readonly {
    in: LeafOf<D['machine']> | readonly LeafOf<D['machine']>[]
    on: StepName<D> | readonly StepName<D>[]
    when?: NoInfer<Case>
    to?: LeafOf<D['machine']> | readonly LeafOf<D['machine']>[]
    sets?: Partial<OrAny<Context>> | ((before: Context) => Partial<OrAny<Context>>)
    calls?: readonly CallOf<D['machine']>[] | ((after: Context, before: Context) => readonly CallOf<D['machine']>[])
    raises?: EventFromLogic<D['machine']>['type']
    onlyWalks?: true
  }[]
}

/**
 * Declares a machine's table. The compiler checks the names of states, events, responses, delays, calls and cases, and
 * the types of context fields and parameters.
 * @param paths the machine's description: `tests/paths/<machine>.paths.ts`
 */
export const describeTable = <D extends Named<AnyStateMachine>, Case extends string>(
  { machine }: D,
  table: TypedTable<D, Case>,
): MachineTable => ({ machine, ...table }) as unknown as MachineTable

const listOf = (names: string | readonly string[]): readonly string[] => (typeof names === 'string' ? [names] : names)
const labelOf = (state: string, event: string, row: TableRow) =>
  `${state} · ${event}${row.when === undefined ? '' : ` · ${row.when}`}`

/**
 * Every row that paths must reach, by state, event and case, as in reports: `resting · pressWindow is over · a shift
 * can be started`.
 */
export const labelsOf = ({ rows }: Pick<MachineTable, 'rows'>): string[] =>
  rows
    .filter(({ onlyWalks }) => !onlyWalks)
    .flatMap((row) => listOf(row.in).flatMap((state) => listOf(row.on).map((event) => labelOf(state, event, row))))

/** Follows a table along the events of a path; uses the machine's hierarchy of states but none of its transitions. */
export class TableReader {
  private readonly table: MachineTable
  private readonly nodes: ReadonlyMap<string, AnyStateNode>
  private readonly order: readonly string[]

  constructor(table: MachineTable) {
    this.table = table
    const leaves = leavesOf(table.machine)
    this.nodes = new Map(leaves.map((node) => [node.key, node]))
    this.order = leaves.map(({ key }) => key)
  }

  /** @returns the expectation at the start @throws if the table lacks it */
  start(name: string): Expectation {
    const start = this.table.starts[name]
    if (!start) throw new Error(`The table has no start '${name}'`)
    const { states, context, calls = [] } = start
    return { states, context: { ...context }, calls: calls.map(callOf), ignored: false, rows: [] }
  }

  /**
   * @param event its name in the path
   * @returns the expectation after it
   * @throws unless exactly one case holds of the table's rows for the state and the event
   */
  after(before: Expectation, event: string): Expectation {
    let { states, context } = before
    const calls: Call[] = []
    const rows: string[] = []
    let ignored = true
    const raised = [event]
    for (let name = raised.shift(); name !== undefined; name = raised.shift()) {
      const found = states.flatMap((state) => this.rowFor(state, name!, context, states) ?? [])
      for (const { state, row } of found) {
        // A region that another row has left takes no transition of its own.
        if (!states.includes(state)) continue
        rows.push(labelOf(state, name, row))
        if (row.to !== undefined) states = this.enter(states, state, listOf(row.to))
        const set = typeof row.sets === 'function' ? row.sets(context as never) : row.sets
        const previous = context
        context = { ...context, ...set }
        const made = typeof row.calls === 'function' ? row.calls(context as never, previous as never) : row.calls
        calls.push(...(made ?? []).map(callOf))
        if (row.raises !== undefined) raised.push(row.raises)
        if (row.to !== undefined || set || made || row.raises !== undefined) ignored = false
      }
    }
    return { states, context, calls, ignored, rows }
  }

  /**
   * Every set of states to which an event of a type may lead, for any payload and context.
   * @param typeOf returns the type of an event in the table
   */
  outcomesOf(from: readonly string[], type: string, typeOf: (event: string) => string): (readonly string[])[] {
    const step = (states: readonly string[], event: string): (readonly string[])[] =>
      states.reduce<(readonly string[])[]>(
        (outcomes, state) => [
          ...outcomes,
          ...this.table.rows
            .filter((row) => listOf(row.in).includes(state) && listOf(row.on).some((on) => typeOf(on) === event))
            .flatMap((row) =>
              outcomes
                .filter((before) => before.includes(state))
                .map((before) => (row.to === undefined ? before : this.enter(before, state, listOf(row.to))))
                .flatMap((after) => (row.raises === undefined ? [after] : [after, ...step(after, row.raises)])),
            ),
        ],
        [states],
      )
    return step(from, type)
  }

  /**
   * The expectation as a snapshot of the machine, with values that the table leaves open taken from another snapshot.
   * The snapshot is created only from states and context; no transition of the machine runs.
   */
  snapshotOf({ states, context }: Expectation, open: AnyMachineSnapshot): AnyMachineSnapshot {
    const value: Record<string, unknown> = {}
    for (const state of states) {
      const path = this.nodeOf(state).path
      let level = value
      for (const key of path) level = (level[key] ??= {}) as Record<string, unknown>
    }
    const filled = Object.fromEntries(
      Object.entries(context).map(([field, held]) => [
        field,
        held === ANY ? (open.context as Record<string, unknown>)[field] : held,
      ]),
    )
    return this.table.machine.resolveState({ value: value as StateValue, context: filled })
  }

  private nodeOf(state: string): AnyStateNode {
    const node = this.nodes.get(state)
    if (!node) throw new Error(`The table names a state that the machine lacks: ${state}`)
    return node
  }

  private rowFor(
    state: string,
    event: string,
    context: object,
    states: readonly string[],
  ): { state: string; row: TableRow } | null {
    const rows = this.table.rows.filter((row) => listOf(row.in).includes(state) && listOf(row.on).includes(event))
    if (rows.length === 0) return null
    const holding = rows.filter(({ when }) => when === undefined || this.table.cases[when]!(context as never, states))
    if (holding.length !== 1)
      throw new Error(
        `The table has ${rows.length} rows for ${state} · ${event}; exactly one case must hold, but ${holding.length} do`,
      )
    return { state, row: holding[0]! }
  }

  /** Leaves states that cannot be active together with the new ones, and enters the new ones. */
  private enter(states: readonly string[], from: string, to: readonly string[]): string[] {
    const entered = to.map((state) => this.nodeOf(state))
    const kept = states.filter(
      (state) => state !== from && entered.every((node) => areOrthogonal(this.nodeOf(state), node)),
    )
    return this.order.filter((state) => kept.includes(state) || to.includes(state))
  }
}

/** Represents the actor with this id in a context; a table can name an actor but not create it. */
export const actorNamed = (id: string): never => `actor ${id}` as never

const callOf = (call: string | Call): Call => (typeof call === 'string' ? [call] : call)

/** Whether two states can be active at once, because they are in different regions of a parallel state. */
function areOrthogonal(a: AnyStateNode, b: AnyStateNode): boolean {
  if (a === b) return false
  const above = (node: AnyStateNode): AnyStateNode[] => (node.parent ? [...above(node.parent), node] : [node])
  const [pathA, pathB] = [above(a), above(b)]
  const split = pathA.findIndex((node, index) => node !== pathB[index])
  return pathA[split - 1]?.type === 'parallel'
}

/** A step of a running machine as observed from outside, without its context. */
export interface SeenStep {
  /** XState's type of the event. */
  event: string
  from: readonly string[]
  to: readonly string[]
}

/**
 * Checks a step that was observed from outside, such as one of a story: the next states must be among those that the
 * table has for such an event.
 * @returns the error, or null; also null for a machine without a table, and for the step that starts it
 */
export function wrongIn(
  { table, events }: { table?: MachineTable; events: Readonly<Record<string, { type: string }>> },
  { event, from, to }: SeenStep,
): string | null {
  if (!table || from.length === 0) return null
  const typeOf = (name: string): string => {
    const [, id, outcome] = /^(.+?) (answers: .+|fails|is over)$/.exec(name) ?? []
    if (outcome === undefined) return events[name]?.type ?? name
    if (outcome === 'fails') return `xstate.error.actor.${id}`
    return outcome === 'is over' ? `xstate.after.${id}` : `xstate.done.actor.${id}`
  }
  const type = /^xstate\.after\.[^.]+/.exec(event)?.[0] ?? event
  const outcomes = new TableReader(table).outcomesOf(from, type, typeOf)
  if (outcomes.some((states) => states.toSorted().join() === to.toSorted().join())) return null
  return `${event} led from ${from.join(', ')} to ${to.join(', ')}, which no row of the table says`
}
